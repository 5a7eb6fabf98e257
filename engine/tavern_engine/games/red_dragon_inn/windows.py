"""Who is asked in a window, and what fits there (section W, Tables 1 and 2)."""

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import verbs as v
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.stack import in_reach, present
from tavern_engine.games.red_dragon_inn.tables import InnTables, at_bit, by_window, fits_at, ignores_at
from tavern_engine.games.red_dragon_inn.zones import drinker_of, seat_bit, winner_of
from tavern_engine.state import SEATS
from tavern_engine.tally import number


def first_asked(w: vec[i64], f: i64, window: i64) -> i64:
    """The seat with which the window begins."""
    if window <= t.ORDERING:
        return w[z.TURN]
    if window == t.PLAY or window == t.LOST or window == t.EVENT or window == t.ANTE or window == t.PAY:
        return w[f + z.OWNER]
    if window == t.DRINK:
        return w[z.ROW_REVEALER] if w[z.ROWS] == 1 else w[z.TURN]  # R57, R58, RA18
    if window == t.ROUND:
        return next_gambler(w)
    if window == t.WIN:
        return winner_of(w)
    return w[z.TURN]


def asked(w: vec[i64], f: i64, window: i64) -> i64:
    """Who is asked, a mask of seats; nobody when the matter is settled already."""
    if window <= t.PLAY:
        return present(w)
    if window == t.ANTE or window == t.PAY:
        return seat_bit(w[f + z.OWNER]) & present(w) if w[f + z.AMOUNT] > 0 else i64(0)
    if window == t.LOST:
        if w[f + z.STEP] < w[SEATS] or w[f + z.LOSERS] == 0:
            return w[f + z.LOSERS] & present(w)
        return present(w) & ~seat_bit(w[f + z.OWNER])
    if window == t.LAST or window == t.REELING:
        return in_trouble(w, window == t.LAST) & present(w)
    if (window == t.ROUND and w[z.IN_ROUND] == 0) or (window == t.DRINK and w[z.ROWS] == 0):
        return 0
    if window == t.WIN:
        return present(w) & ~seat_bit(winner_of(w)) if w[z.TAKER] == 0 else i64(0)
    if window == t.PAID:
        return present(w) if w[f + z.AMOUNT] > 0 else i64(0)
    if window == t.EVENING:
        return seat_bit(w[f + z.OWNER]) & present(w) if w[z.FRONT + w[f + z.OWNER]] != 0 else i64(0)
    return present(w)


def in_trouble(w: vec[i64], purses: bool) -> i64:
    """R12: who has passed out or, if purses count too, has no Gold; a mask of seats."""
    found: i64 = 0
    for seat in range(w[SEATS]):
        if w[z.ALCOHOL + seat] >= w[z.FORTITUDE + seat] or (purses and w[z.PURSE + seat] == 0):
            found |= seat_bit(seat)
    return found


def next_gambler(w: vec[i64]) -> i64:
    """RA63: the next player clockwise still in the Round after the last one who bet or passed."""
    seat = w[z.BETTOR]
    for _ in range(w[SEATS]):
        seat += 1
        if seat == w[SEATS]:
            seat = 0
        if w[z.GAMBLERS] & seat_bit(seat) != 0:
            return seat
    return w[z.BETTOR]


def bets(inn: InnTables, w: vec[i64], seat: i64) -> i64:
    """R23: the Gambling and Cheating cards that may take control now."""
    fits = inn.fits
    deck = w[z.CHARACTER + seat]
    found = fits[fits_at(t.IN_BET_OVER_ALL, deck)]
    if w[z.UNBEATEN] == 0:
        found |= fits[fits_at(t.IN_BET, deck)]
    return w[z.HAND + seat] & found


def offer(inn: InnTables, w: vec[i64], f: i64, window: i64, seat: i64) -> i64:
    """The cards in the hand of a seat that fit into the window of the frame `f`, as lowest bits."""
    hand = w[z.HAND + seat]
    if hand == 0:
        return 0
    fits = inn.fits
    deck = w[z.CHARACTER + seat]
    if window == t.FREE:
        return hand & fits[fits_at(t.AT_ANY_TIME, deck)]
    if window == t.PLAY:
        return hand & (answers(inn, w, f, seat, deck) | fits[fits_at(t.AT_ANY_TIME, deck)])
    if window == t.DRINK:
        return hand & (answers_to_drinks(inn, w, f, seat, deck) | fits[fits_at(t.AT_ANY_TIME, deck)])
    if window == t.ANTE:
        return hand & fits[fits_at(t.IN_ANTE, deck)]
    if window == t.PAY:
        return hand & fits[fits_at(t.IN_PAY, deck)]
    if window == t.LOST:
        return hand & answers_to_loss(inn, w, f, seat, deck)
    if window == t.WIN:
        return hand & fits[fits_at(t.IN_WIN, deck)]
    if window == t.PAID:
        return hand & fits[fits_at(t.IN_PAID, deck)]
    if window == t.EVENING:
        return 0
    found = fits[fits_at(t.AT_ANY_TIME, deck)]
    if window == t.ROUND:
        found |= fits[fits_at(t.POT_SAFE, deck)]
        if w[z.COINS] > 0:
            found |= fits[fits_at(t.POT, deck)]
    elif (window == t.ORDERING or window == t.LAST) and seat == w[z.TURN] and is_ordering(inn, w):
        found |= fits[fits_at(t.IN_ORDERING, deck)]
    return hand & found


def offer_front(inn: InnTables, w: vec[i64], f: i64, window: i64, seat: i64) -> i64:
    """Likewise, of the cards before a seat."""
    cards = w[z.FRONT + seat]
    if cards == 0:
        return 0
    fits: i64 = 0
    if window == t.PLAY:
        fits = answers(inn, w, f, seat, t.FRONTS)
    elif window == t.DRINK:
        fits = answers_to_drinks(inn, w, f, seat, t.FRONTS)
    elif window == t.ANTE:
        fits = inn.fits[fits_at(t.IN_ANTE, t.FRONTS)]
    elif window == t.PAY:
        fits = inn.fits[fits_at(t.IN_PAY, t.FRONTS)]
    elif window == t.LOST:
        fits = answers_to_loss(inn, w, f, seat, t.FRONTS)
    elif window == t.EVENING:
        fits = affordable(inn, w, seat, cards & inn.fits[fits_at(t.IN_EVENING, t.FRONTS)] & ~w[z.USED])
    elif window == t.ROUND and w[z.COINS] > 0:
        fits = inn.fits[fits_at(t.POT, t.FRONTS)]
    return with_company(inn, w, window, seat, t.FRONTS, cards & fits)


def with_company(inn: InnTables, w: vec[i64], window: i64, seat: i64, deck: i64, cards: i64) -> i64:
    """RA19, RA121: cards of a deck that fit; those that need another player only if there is one."""
    return cards & ~inn.company[by_window(window, deck)] if present(w) == seat_bit(seat) else cards


def affordable(inn: InnTables, w: vec[i64], seat: i64, cards: i64) -> i64:
    """R114: those of the cards before a seat for which it has enough cards to discard."""
    found = cards
    while cards != 0:
        low = cards & -cards
        if inn.value[inn.kind[at_bit(t.FRONTS, number(low - 1))]] > w[z.SIZE + seat]:
            found -= low
        cards -= low
    return found


def answers(inn: InnTables, w: vec[i64], f: i64, seat: i64, deck: i64) -> i64:
    """What may answer the card of a frame, Anytime cards aside."""
    fits = inn.fits
    traits = w[f + z.TRAITS]
    owner = w[f + z.OWNER]
    told = w[f + z.SIDE] != 0
    found: i64 = 0
    if seat != owner:  # RA13
        if traits & t.IS_SOMETIMES != 0:
            found |= fits[fits_at(t.SOMETIMES_CARD, deck)]
            if traits & t.CHANGES_DRINK != 0:
                found |= fits[fits_at(t.DRINK_CHANGE, deck)]
                if traits & t.IGNORES_DRINK != 0:
                    found |= fits[fits_at(t.DRINK_IGNORED, deck)]
        if traits & t.CHEATS != 0:
            found |= fits[fits_at(t.CHEATED_ANYWAY, deck)]
            if w[z.GAMBLERS] & seat_bit(seat) != 0:
                found |= fits[fits_at(t.CHEATED, deck)]
        if traits & t.GAINS_GOLD != 0 or (told and side_traits(inn, w, f) & t.GAINS_GOLD != 0):
            found |= fits[fits_at(t.GOLD_GAINED, deck)]
    elif deck == t.FRONTS and traits & t.IS_ACTION != 0 and struck(inn, w, f) != 0:
        found |= fits[fits_at(t.MY_BLOW, deck)]
    stats: i64 = 0
    if told or (seat == owner and traits & (t.HURTS | t.INTOXICATES) != 0):
        stats = affected(inn, w, f, seat)
    elif seat != owner and traits & t.STATS != 0 and (w[f + z.TARGETS] & ~w[f + z.IGNORED]) & seat_bit(seat) != 0:
        stats = traits & t.STATS
    if stats != 0:
        kind: i64 = t.ANYTIME_CARD
        if traits & t.IS_ACTION != 0:
            kind = t.ACTION_CARD
        elif traits & t.IS_SOMETIMES != 0:
            kind = t.SOMETIMES
        found |= inn.ignores[ignores_at(kind, stats, deck)]
        if deck == t.FRONTS and loses_to(inn, w, f, seat):
            found |= fits[fits_at(t.MY_LOSS, deck)]
    if in_a_round(w):  # RA65
        if traits & (t.ANTES | t.ENDS_ROUND) == 0:
            found |= fits[fits_at(t.POT_SAFE, deck)]
        if w[z.COINS] > 0:
            found |= fits[fits_at(t.POT, deck)]
    return found


def side_traits(inn: InnTables, w: vec[i64], f: i64) -> i64:
    """What the Story that goes with a card is and does."""
    return inn.side_traits[w[f + z.SIDE] - 1] if w[f + z.SIDE] != 0 else i64(0)


def affected(inn: InnTables, w: vec[i64], f: i64, seat: i64) -> i64:
    """RA27, RA91: the stats of a seat that a card or its Story affects; RA31: of its player only what is harmed."""
    bit = seat_bit(seat)
    traits = w[f + z.TRAITS] if w[f + z.TARGETS] & bit != 0 else i64(0)
    if w[f + z.SIDE] != 0 and w[f + z.SIDE_AIM] & bit != 0:
        traits |= side_traits(inn, w, f)
    if w[f + z.IGNORED] & bit != 0:
        return 0
    if seat != w[f + z.OWNER]:
        return traits & t.STATS
    stats: i64 = 0
    if traits & t.HURTS != 0 or side_traits(inn, w, f) & t.HURTS_OWNER != 0:
        stats = t.FORT
    if traits & t.INTOXICATES != 0:
        stats |= t.AC
    return stats


def loses_to(inn: InnTables, w: vec[i64], f: i64, seat: i64) -> bool:
    """Whether the card of a frame, or its Story, lowers the F of a seat."""
    bit = seat_bit(seat)
    if w[f + z.IGNORED] & bit != 0:
        return False
    if w[f + z.TARGETS] & bit != 0 and w[f + z.TRAITS] & t.HURTS != 0:
        return True
    side = side_traits(inn, w, f)
    if seat == w[f + z.OWNER] and side & t.HURTS_OWNER != 0:
        return True
    return w[f + z.SIDE_AIM] & bit != 0 and side & t.HURTS != 0


def answers_to_loss(inn: InnTables, w: vec[i64], f: i64, seat: i64, deck: i64) -> i64:
    """LOST: first those who lost F and did not lessen it themselves (R149), then who watches over all (R124)."""
    if w[f + z.STEP] >= w[SEATS]:
        return inn.fits[fits_at(t.ANY_LOST, deck)]
    if w[f + z.LOSERS] & seat_bit(seat) == 0 or (w[f + z.SHIELDS] >> (z.SHIELDERS + seat)) & 1 != 0:
        return 0
    return inn.fits[fits_at(t.IN_LOST, deck)]


def in_a_round(w: vec[i64]) -> bool:
    """RA56, R20: a Round is under way, from the play of the card that starts it until somebody has won it."""
    return w[z.STACK + z.FRAME + z.TRAITS] & t.STARTS_ROUND != 0 and w[z.WINNER] == 0


def is_ordering(inn: InnTables, w: vec[i64]) -> bool:
    """RA16: the turn is in its Order a Drink phase, in FREE *acted* or *ordered* or while the drink is ordered."""
    pc = w[z.STACK + z.PC]
    return inn.code[pc] == v.ORDER or (inn.code[pc] == v.WINDOW and inn.code[pc + 1] == t.ORDERING)


def answers_to_drinks(inn: InnTables, w: vec[i64], f: i64, seat: i64, deck: i64) -> i64:
    """What may be played on the Drinks on the table (DRINK)."""
    fits = inn.fits
    found: i64 = 0
    for row in range(w[z.ROWS]):
        drinker = drinker_of(w, row)
        if can_change(w, f, row):
            found |= fits[fits_at(t.ANY_DRINK, deck)]
        if drinker == seat:
            flags = w[z.ROW_EFFECTS + row]
            if flags & (t.PROTECTED | t.NO_SPLIT) == 0:
                found |= fits[fits_at(t.MY_PLAIN_DRINK, deck)]
            else:
                found |= fits[fits_at(t.MY_DRINK, deck)]
            if flags & t.PROTECTED == 0:
                if flags != 0:
                    found |= fits[fits_at(t.MY_OPEN_DRINK, deck)]
                if w[z.ROW_AC + row] > 0:
                    found |= fits[fits_at(t.MY_STRONG_DRINK, deck)]
                if w[z.ROW_FORT + row] < 0:
                    found |= fits[fits_at(t.MY_HARSH_DRINK, deck)]
        elif drinker >= 0:
            found |= fits[fits_at(t.ANOTHERS_DRINK, deck)]
    return found


def can_change(w: vec[i64], f: i64, row: i64) -> bool:
    """RA40, RA119: whether a Drink of the frame can be raised or lowered, in a contest even if nobody will drink it."""
    if w[z.ROW_EFFECTS + row] & t.PROTECTED != 0:  # RA112
        return False
    return w[z.ROW_DRINKER + row] != 0 or w[f + z.TRAITS] & t.IS_CONTEST != 0


def can_aim(inn: InnTables, w: vec[i64], owner: i64, whom: i64, below: i64) -> i64:
    """RA21, RA22: whom a player can pick for a card played on the frame below, a mask of seats."""
    if whom == v.ANYONE:
        return present(w)
    if whom == v.GAMBLER:
        return w[z.GAMBLERS] & ~seat_bit(owner)
    if whom == v.ANY_OTHER:
        return in_reach(w) & ~seat_bit(owner)
    if whom == v.STRUCK:
        return struck(inn, w, below)
    return present(w) & ~seat_bit(owner)


def struck(inn: InnTables, w: vec[i64], f: i64) -> i64:
    """Who can lose F to the card of a frame, a mask of seats."""
    found: i64 = 0
    for seat in range(w[SEATS]):
        if loses_to(inn, w, f, seat):
            found |= seat_bit(seat)
    return found


def aimed(w: vec[i64], owner: i64, whom: i64, below: i64) -> i64:
    """RA27: at whom a card is aimed without a choice, a mask of seats."""
    if whom == v.EACH_OTHER:
        return present(w) & ~seat_bit(owner)
    if whom == v.EVERYBODY:
        return present(w)
    if whom == v.MYSELF:
        return seat_bit(owner)
    return seat_bit(w[below + z.OWNER])


def can_pick(w: vec[i64], owner: i64, which: i64, row: i64, below: i64) -> bool:
    """R53, RA42, RA45, RA112, RA119: whether a player can pick a Drink of the frame below for a card."""
    drinker = drinker_of(w, row)
    if which == v.MINE:
        return drinker == owner
    if which == v.ANOTHERS:
        return drinker >= 0 and drinker != owner
    if which == v.ANY:
        return can_change(w, below, row)
    if drinker != owner or w[z.ROW_EFFECTS + row] & t.PROTECTED != 0:
        return False
    if which == v.MINE_STRONG:
        return w[z.ROW_AC + row] > 0
    if which == v.MINE_HARSH:
        return w[z.ROW_FORT + row] < 0
    return which == v.MINE_OPEN or w[z.ROW_EFFECTS + row] & t.NO_SPLIT == 0
