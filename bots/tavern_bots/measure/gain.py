"""What bots gain over a simpler player, decision by decision, so that the luck of a game hardly counts.

Wherever a bot does something else than the rules would, both are tried with the same luck, from the hands that there
are, and all play on by the rules to the end. What it wins more that way, added up over its decisions, is how much more
often it wins among players by rules than one of them in its place (Kakade and Langford 2002 prove it): the same figure
as in `strength`, but with a smaller error, and it says where it comes from. Instead of the rules the seat can have the
learned policy: then the figure is what the bot wins more than `learned` does in its place.

Rivals are asked at the same decisions, and tried with the same luck: what the bot gains more than they do has a smaller
error still, for where both do the same there is no difference. It is a figure of decisions to which the bot came.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tavern_bots.api import BadBot
from tavern_bots.asked import Asked, BotFault
from tavern_bots.discover import Choice
from tavern_bots.evaluation import Seated
from tavern_bots.measure.side_by_side import side_by_side
from tavern_bots.measure.strength import Pairing, Result, bot_of, decision, play_game, share_of, teams_of, told
from tavern_bots.player import rules_player, rules_policy
from tavern_bots.settings import RULES
from tavern_bots.shipped import OracleBot
from tavern_engine import Event, InfoSet, Policy, Rng, Table
from tavern_engine.chance import seed_words

LONG: Final = 1_000_000  # decisions: no game has as many


@dataclass(frozen=True)
class Gained:
    """In one game: what the bot won, its decisions, and how many were other than the simpler player's and their gain.

    The last two are of the bot and of every rival.
    """

    won: float
    decisions: int
    others: tuple[int, ...]
    gains: tuple[float, ...]


@dataclass(frozen=True)
class Gain:
    """What was gained over some games."""

    games: tuple[Gained, ...]

    def of(self, number: int = 0) -> Result:
        """Gains over games as shares of wins over deals, of the bot or of a rival, which count from 1."""
        return Result([one.gains[number] for one in self.games])

    def over(self, rival: int) -> Result:
        """What the bot gains more than a rival."""
        return Result([one.gains[0] - one.gains[rival] for one in self.games])

    def otherwise(self, number: int = 0) -> float:
        """How often it did something else than the simpler player would."""
        return sum(one.others[number] for one in self.games) / max(1, sum(one.decisions for one in self.games))

    def __str__(self) -> str:
        won = sum(one.won for one in self.games) / len(self.games)
        return (
            f"{in_wins(self.of())} a game over {len(self.games)} games; {self.how_often()}, and won {100 * won:.1f} %"
        )

    def beside(self, rival: int) -> str:
        """What there is to say of a rival."""
        return f"{in_wins(self.of(rival))} a game; {self.how_often(rival)}; {in_wins(self.over(rival))} for the first"

    def how_often(self, number: int = 0) -> str:
        return f"it did otherwise in {100 * self.otherwise(number):.0f} % of its decisions"


def in_wins(found: Result) -> str:
    return f"{100 * found.share:+.1f} % +- {100 * found.margin:.1f} of wins"


def measure_gain(
    pairing: Pairing, games: int, tries: int, workers: int, rivals: Sequence[str] = (), than: str = RULES
) -> Iterator[Gain]:
    """Play the games, the bot in one seat after another, and give the result so far after each; BadBot if one fails."""
    pairing.check(*rivals)
    player(pairing, than, 0)  # or BadBot
    for text in (pairing.bot, *rivals):
        if bot_of(text).plugin is OracleBot:
            raise BadBot(f"{text} foresees luck that is drawn anew here: use strength.")
    found: list[Gained] = []
    for one in side_by_side(gained, [(pairing, tuple(rivals), than, deal, tries) for deal in range(games)], workers):
        found.append(one)
        yield Gain(tuple(found))


def player(pairing: Pairing, than: str, mine: int) -> Policy:
    """Who plays on: the rules, but for the own seat if that is to play as it has learned."""
    rules = rules_policy(pairing.rules)
    if than == RULES:
        return rules
    learned = rules_player(pairing.rules).learned_policy(pairing.rules)
    if isinstance(learned, str):
        raise BadBot(learned)
    return Seated([learned if seat == mine else rules for seat in range(pairing.seats)])


def gained(work: tuple[Pairing, tuple[str, ...], str, int, int]) -> Gained:
    """One game."""
    pairing, texts, than, deal, tries = work
    mine = deal % pairing.seats
    simple = player(pairing, than, mine)
    rivals: list[tuple[Choice, Asked]] = []
    rows: list[list[float | None]] = []  # of every decision: what each gains, None where it does the same

    def watch(table: Table, infoset: InfoSet, events: Sequence[Event], action: int) -> None:
        if not rows:  # this is the first decision
            rivals.extend((one, seat_beside(pairing, one, table, mine, deal)) for one in map(bot_of, texts))
        luck = seed_words(f"{pairing.seed} gain {deal} {len(rows)}")[0]
        usual = int(simple.choose(infoset.view, Rng(luck)))
        chosen = [action, *(chosen_beside(*rival, table, infoset, events) for rival in rivals)]
        tried = {usual, *chosen}
        worth = worths(table, sorted(tried), simple, mine, luck, tries) if len(tried) > 1 else {}
        rows.append([None if one == usual else worth[one] - worth[usual] for one in chosen])

    won = play_game(pairing, deal, mine, watch)
    columns = list(zip(*rows, strict=True)) or [()] * (1 + len(texts))
    others = tuple(sum(gain is not None for gain in column) for column in columns)
    return Gained(won, len(rows), others, tuple(sum(gain or 0.0 for gain in column) for column in columns))


def seat_beside(pairing: Pairing, choice: Choice, table: Table, mine: int, deal: int) -> Asked:
    """A rival in the same seat, with luck of its own."""
    try:
        return pairing.seated(choice, table, mine, f"{deal} {mine} beside {choice.text}")
    except BotFault as fault:
        raise BadBot(f"{choice.full_name} failed: {told(fault, choice)}") from None


def chosen_beside(choice: Choice, rival: Asked, table: Table, infoset: InfoSet, events: Sequence[Event]) -> int:
    """What a rival would do."""
    try:
        action = decision(rival, table, infoset, events)
    except BotFault as fault:
        raise BadBot(f"{choice.full_name} failed: {told(fault, choice)}") from None
    if action not in infoset.legal():
        raise BadBot(f"{choice.full_name} answered {action}, which is not legal there.")
    return action


def worths(table: Table, actions: Sequence[int], policy: Policy, seat: int, luck: int, tries: int) -> dict[int, float]:
    """How often the seat wins after each action if all play on by the policy, with the same luck for all of them."""
    truth, teams = table.truth(), teams_of(table)
    total = dict.fromkeys(actions, 0.0)
    for number in range(tries):
        for action in actions:
            rng = Rng(luck + number)
            world = truth.clone()
            world.redraw(rng)
            world.apply(action)
            world.playout(policy, rng, LONG)
            total[action] += share_of(teams, world.placement(), seat)
    return {action: won / tries for action, won in total.items()}
