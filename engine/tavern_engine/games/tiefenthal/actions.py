"""The actions by code, and the kinds of decisions."""

from typing import Final

from mypy_extensions import i64

from tavern_engine.games.tiefenthal.cards import GUEST, NOBLE, SPACES, SPECIAL_OFFERS

# The decisions (PHASE).
CHOOSING: Final = 1  # T14: the bonus of the round, unseen by the others
CHOOSING_AGAIN: Final = 2  # TA17: what was chosen is gone
ARRIVING: Final = 3  # T16 (a): start over with a bar guest?
DRAFTING: Final = 4  # T25
SERVING: Final = 5  # T31
REMOVING: Final = 6  # T48: no service
RAISING: Final = 7  # TA10: what dishwashers raise before they are returned

# The actions.
A_PASS: Final = 0
A_END: Final = 1  # T49
A_START_OVER: Final = 2  # T16 (a)
A_CHEAP: Final = 3  # T14: the 3-beer guest
A_COLOURED: Final = 4  # T14: a die
A_TAKE: Final = 5  # + kind - HELPER
A_TURN: Final = 10  # + token: the free upgrade
A_PICK: Final = 19  # + face - 1
A_STEP: Final = 25  # T16 (b)
A_NOBLES: Final = 26  # + how many - 1
A_BUY: Final = 29  # + kind - HELPER
A_UPGRADE: Final = 34  # + MOST_RETURNED * token + cards returned, for the first four tokens
A_FIT: Final = 102  # + token - SPECIAL_OFFERS, for the others
A_WIN: Final = 107  # + guest
A_REMOVE: Final = 145  # + kind of regular, or NOBLE + guest
A_SERVE: Final = 185  # + SPACES * (face - 1) + space
A_RAISE: Final = 455  # + face - 1, for the faces 1 to 5
ACTIONS: Final = 460

MOST_RETURNED: Final = 17  # 0 to 16 cards of a kind
BAR_GUEST_FOR_ALL: Final = -2  # a round's bonus that is no choice
NOTHING: Final = -1


def serve_action(face: i64, space: i64) -> i64:
    """T27: a die on a space."""
    return A_SERVE + SPACES * (face - 1) + space


def used_face(action: i64) -> i64:
    """The face of the die that such an action uses."""
    return (action - A_SERVE) // SPACES + 1


def used_space(action: i64) -> i64:
    """The space on which it uses it."""
    return (action - A_SERVE) % SPACES


def upgrade_action(token: i64, returned: i64) -> i64:
    """T38, T39: an upgrade for which so many cards are returned."""
    if token >= SPECIAL_OFFERS:
        return A_FIT + token - SPECIAL_OFFERS
    return A_UPGRADE + MOST_RETURNED * token + returned


def upgraded_token(action: i64) -> i64:
    """The token that such an action turns over."""
    return action - A_FIT + SPECIAL_OFFERS if action >= A_FIT else (action - A_UPGRADE) // MOST_RETURNED


def returned_cards(action: i64) -> i64:
    """How many cards are returned for it."""
    return i64(0) if action >= A_FIT else (action - A_UPGRADE) % MOST_RETURNED


def removed_kind(action: i64) -> i64:
    """T48: who goes."""
    kind = action - A_REMOVE
    return kind if kind < NOBLE else GUEST + kind - NOBLE
