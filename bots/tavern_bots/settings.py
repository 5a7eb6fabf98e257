"""What the shipped searches can be told, and what each word of it means to `search.py`."""

from __future__ import annotations

from typing import Any, Final

from tavern_bots.api import Setting, Value
from tavern_bots.player import Tuned
from tavern_bots.search import LEAD, OWN_VIEW, PLACE, ROLLOUT, SEARCH, WIN

GOALS: Final = {"win": WIN, "place": PLACE, "lead": LEAD}
OPPONENTS: Final = {"rollout": ROLLOUT, "search": SEARCH, "own-view": OWN_VIEW}
BY_SEATS: Final = "by-seats"
RANDOM: Final = "random"  # rollouts
RULES: Final = "rules"
LEARNED: Final = "learned"


def model_of(name: str, seats: int) -> int:
    """How the others decide in the tree of a table of this size."""
    return OPPONENTS.get(name, SEARCH if seats == 2 else ROLLOUT)


def tunable(name: str, default: Value, help: str, without_player: Value | None = None, **allowed: Any) -> Setting:
    """A setting whose default depends on the game, and on whether that has a player."""
    return Setting(name, default, help, **allowed, tuned=Tuned(name, without_player))


#: What makes of the rules player one that the searches do not model.
STYLE: Final = Setting(
    "style", 0, "the number of a style, the same rules with other weights; 0 is as shipped", high=1000
)
ERRORS: Final = Setting("errors", 0.0, "how often it plays at random instead", high=1)

#: What all searches can be told.
SEARCH_SETTINGS: Final = (
    Setting("simulations", 2000, "how many simulations a move; fewer if more change nothing", low=1, high=10_000_000),
    Setting("steps", 0, "stop after so many decisions in all simulations; 0 does not count them"),
    Setting("seconds", 0.0, "stop after so many seconds; 0 does not look at the clock, and moves can be repeated"),
    tunable("exploration", 0.7, "the weight of actions tried rarely", high=10),
    tunable(
        "rollout",
        RULES,
        "who plays on after the tree: everybody at random or by the rules, or the others by the rules and the own seat "
        "by what it has learned",
        without_player=RANDOM,
        choices=(RANDOM, RULES, LEARNED),
    ),
    tunable("epsilon", 0.1, "how often a rollout plays at random instead", high=1),
    Setting("goal", "lead", "what counts at the horizon", choices=tuple(GOALS)),
    tunable(
        "evaluation",
        "rules",
        "what counts where a rollout is cut: the score, the outlook of its rules, or a learned chance to win "
        "(where rollouts go by the rules)",
        choices=("score", "rules", "learned"),
    ),
    tunable("horizon", 0, "cut a rollout after so many decisions; 0 plays it to where `deals` ends"),
    tunable(
        "deals",
        1,
        "cut a rollout at the end of so many rounds, this one included; 0 plays it to the end of the game",
        high=1000,
    ),
    tunable("paired", False, "give the first tries of all actions the same luck, then the second ones, and so on"),
    tunable(
        "race",
        0.0,
        "give all actions as many tries, with the same luck, until one is so many standard errors behind the best; "
        "0 gives more tries to what looks better, by bounds",
        high=10,
    ),
    tunable("scale", 10, "goal=lead: what lead is worth three quarters", low=1),
    tunable(
        "trust",
        0.0,
        "how much better than the choice of the rollout's rules an action must prove to be played instead",
        high=1,
    ),
    tunable(
        "doubt",
        0.0,
        "how much more than that it must be better, divided by the square root of the tries: few of them prove little",
        high=10,
    ),
    Setting("memory", 100_000, "how many actions the tree may hold", low=64, high=10_000_000),
)
BELIEFS: Final = tunable(
    "beliefs",
    0,
    "weigh so many worlds by how likely the others' choices were in them, one for four simulations at most; 0, and a "
    "game without habits: all worlds are alike",
    high=10_000,
)
MODEL: Final = tunable(
    "opponents",
    "rollout",
    "how the others decide in the tree: as in rollouts, by search, or by search in worlds sampled from their own view; "
    "by-seats is search with two seats, and as in rollouts with more",
    choices=(*OPPONENTS, BY_SEATS),
)
DEPTH: Final = tunable(
    "depth", 1000, "how many decisions deep the tree grows; 1 looks at the actions of this decision only", low=1
)
REUSE: Final = tunable(
    "reuse", False, "keep the tree for the next decision, as far as memory allows; not where actions race"
)
SOLVE: Final = tunable(
    "solve",
    0,
    "where nothing is hidden: positions to look at for exact play to the end before searching; 0 does not try",
    high=10_000_000,
)
WORLDS: Final = Setting(
    "worlds", 20, "how many worlds share the simulations; fewer if there are not 20 for each", low=1, high=10_000
)
