"""What bots think of decisions: hints for the person, the reasons of bots, and the decisions that cost most."""

from __future__ import annotations

from typing import Final, NamedTuple

from tavern_bots.asked import BotFault
from tavern_bots.discover import choose_bot
from tavern_engine import InfoSet, TavernError
from tavern_tournament.solo.session import Hint, Session

MOST: Final = 3  # hints for one question
SEARCH: Final = "mcts:simulations=400,seconds=1.5"
#: Every choice gets its share of tries, so that those that were not taken can be compared with the one that was.
REVIEW: Final = "flat:simulations=300"
LONGEST: Final = 0.5  # seconds for one decision,
PATIENCE: Final = 30.0  # and for all of a game: each has its share, as the last may have cost most
NOTICED: Final = 0.05  # of what a whole game is worth: less than that is chance


class Advice(NamedTuple):
    """One choice that is worth a thought."""

    action: int
    reason: str


def advice(session: Session) -> list[Advice]:
    """Up to three choices with reasons: what the bot that gives hints would do, and what a short search liked."""
    found: list[Advice] = []
    hint = session.hint()
    if isinstance(hint, Hint):
        found.append(Advice(hint.action, hint.reason or "It gives no reason."))
    if session.pending is None:
        return found
    for action, visits, mean in weighed(session, session.pending.infoset):
        if len(found) < MOST and visits and action not in [one.action for one in found]:
            found.append(Advice(action, f"A short search tried it {visits} times; it was worth {mean:.0%}."))
    return found


def weighed(session: Session, infoset: InfoSet, simulations: str = SEARCH) -> list[tuple[int, int, float]]:
    """What a short search thinks of each choice: how often it tried it, and its worth from 0 to 1."""
    try:
        seated = session.seated(choose_bot(simulations), session.seat)
        seated.answer(infoset, session.seen, session.luck("weighed", session.made))
    except (BotFault, TavernError):
        return []
    tried = getattr(seated.bot, "tried", None)
    return list(tried()) if tried else []


class Costly(NamedTuple):
    """A decision of the person for which there was something better, as far as a short search can tell."""

    number: int  # of the decision in the game
    place: int  # among the person's own, from 1
    chosen: int
    better: int
    worth: float  # of what was chosen, from 0 to 1
    best: float  # of what was better

    @property
    def cost(self) -> float:
        """How much it cost."""
        return self.best - self.worth


def costly(session: Session) -> list[Costly]:
    """The three decisions of a game that cost the person most, judged by what they knew then, the worst first."""
    found: list[Costly] = []
    own = own_decisions(session)
    search = f"{REVIEW},seconds={min(LONGEST, PATIENCE / max(len(own), 1)):.4f}"
    for place, (number, action, infoset) in enumerate(own, start=1):
        if number in session.saved.waited:
            continue
        worths = {code: mean for code, visits, mean in weighed(session, infoset, search) if visits}
        better = max(worths, key=lambda code: worths[code], default=action)
        if action in worths and worths[better] - worths[action] > NOTICED:
            found.append(Costly(number, place, action, better, worths[action], worths[better]))
    return sorted(found, key=lambda one: -one.cost)[:MOST]


def own_decisions(session: Session) -> list[tuple[int, int, InfoSet]]:
    """The person's decisions: the number of each in the game, what was chosen, and what they knew then."""
    found, table = [], session.saved.fresh_table()
    for number, action in enumerate(session.saved.record.actions):
        seat, infoset = table.ask()
        if seat == session.seat:
            found.append((number, action, infoset))
        table.answer(action)
    return found


def why(session: Session, number: int) -> str:
    """The reason of the bot that made this decision of a finished game: it is asked again, with the same luck."""
    actions = session.saved.record.actions
    if not 0 <= number < len(actions):
        return "There is no such decision in this game."
    table, seat, infoset = session.saved.fresh_table(), -1, None
    for made, action in enumerate(actions[: number + 1]):
        seat, infoset = table.ask()
        if made == number:
            break
        table.answer(action)
    if seat == session.seat or infoset is None:
        return "That was your own decision."
    choice = session.bots[seat]
    bot = session.seated(choice, seat)
    try:
        again = bot.answer(infoset, table.news(seat), session.luck(seat, number))
        reason = bot.explain() or "It gives no reason."
    except BotFault as fault:
        return f"It failed: {fault.said}"
    if again != actions[number]:
        return f"Asked again it would {session.game.action_text(again)}: it thinks by the clock. {reason}"
    return reason
