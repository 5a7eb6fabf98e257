"""What a bot gains over the player by rules, decision by decision, so that the luck of a game hardly counts.

Wherever the bot does something else than the rules would, both are tried in the same worlds with the same luck, and
all play on by the rules to the end. What it wins more that way, added up over its decisions, is how much more often it
wins among players by rules than one of them in its place (Kakade and Langford 2002 prove it): the same figure as in
`strength`, but with a smaller error, and it says where it comes from.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tavern_bots.api import BadBot
from tavern_bots.measure.side_by_side import side_by_side
from tavern_bots.measure.strength import Pairing, Result, bot_of, play_game, share_of, teams_of
from tavern_bots.player import rules_policy
from tavern_engine import InfoSet, Policy, Rng
from tavern_engine.chance import seed_words

LONG: Final = 1_000_000  # decisions: no game has as many


@dataclass(frozen=True)
class Gained:
    """In one game: what it won, how many decisions it had, how many were other than the rules', and their gain."""

    won: float
    decisions: int
    others: int
    gain: float


@dataclass(frozen=True)
class Gain:
    """What was gained over some games."""

    games: tuple[Gained, ...]

    @property
    def interval(self) -> Result:
        """Gains over games as shares of wins over deals."""
        return Result([one.gain for one in self.games])

    def __str__(self) -> str:
        others = sum(one.others for one in self.games) / max(1, sum(one.decisions for one in self.games))
        won = sum(one.won for one in self.games) / len(self.games)
        found = self.interval
        return (
            f"{100 * found.share:+.1f} % +- {100 * found.margin:.1f} of wins a game over {len(self.games)} games; "
            f"it did otherwise in {100 * others:.0f} % of its decisions, and won {100 * won:.1f} %"
        )


def measure_gain(pairing: Pairing, games: int, tries: int, workers: int) -> Iterator[Gain]:
    """Play the games, the bot in one seat after another, and give the result so far after each; BadBot if one fails."""
    pairing.check()
    rules_policy(pairing.rules)  # or BadBot
    if getattr(bot_of(pairing.bot).plugin, "oracle", False):
        raise BadBot(f"{pairing.bot} sees what its seat cannot know, and that is not tried here: use strength.")
    found: list[Gained] = []
    for one in side_by_side(gained, [(pairing, deal, tries) for deal in range(games)], workers):
        found.append(one)
        yield Gain(tuple(found))


def gained(work: tuple[Pairing, int, int]) -> Gained:
    """One game."""
    pairing, deal, tries = work
    mine = deal % pairing.seats
    rules = rules_policy(pairing.rules)
    teams = teams_of(pairing.table())
    alike: list[int] = []
    gains: list[float] = []

    def watch(seat: int, infoset: InfoSet, action: int) -> None:
        if seat != mine:
            return
        luck = seed_words(f"{pairing.seed} gain {deal} {len(alike) + len(gains)}")[0]
        usual = int(rules.choose(infoset.view, Rng(luck)))
        if action == usual:
            alike.append(action)
        else:
            gains.append(advantage(infoset, (action, usual), rules, teams, luck, tries))

    won = play_game(pairing, deal, mine, watch)
    return Gained(won, len(alike) + len(gains), len(gains), sum(gains))


def advantage(
    infoset: InfoSet, actions: tuple[int, int], rules: Policy, teams: list[int], luck: int, tries: int
) -> float:
    """How much more often the first action wins than the second if all play on by the rules."""
    ahead = 0.0
    for number in range(tries):
        one, other = (won_after(infoset, action, rules, teams, luck + number) for action in actions)
        ahead += one - other
    return ahead / tries


def won_after(infoset: InfoSet, action: int, rules: Policy, teams: list[int], luck: int) -> float:
    """The seat's share of the win in one world, by this luck."""
    rng = Rng(luck)
    world = infoset.sample(rng)
    world.apply(action)
    world.playout(rules, rng, LONG)
    return share_of(teams, world.placement(), infoset.seat)
