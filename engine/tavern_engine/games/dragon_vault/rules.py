"""The rules of play: what is legal, what a move does, and how a round and the game end (D5 to D32, D38)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.chance import pick
from tavern_engine.games.dragon_vault import cards as c
from tavern_engine.games.dragon_vault import zones as z
from tavern_engine.games.dragon_vault.deal import THEFT, deal_round, purpose
from tavern_engine.games.dragon_vault.knowledge import Knowledge
from tavern_engine.games.dragon_vault.legal import fits, heights, is_open, most_plays
from tavern_engine.games.dragon_vault.scoring import coins, is_decided, leader
from tavern_engine.multiset import FIELDS, copies, four_each, lesser, nth, one_each, several, size
from tavern_engine.state import ASKED, CHOSEN, LEFT, OVER, PHASE, SEATS, SEED_A, SEED_B
from tavern_engine.tally import bit

# The decisions (PHASE).
GIVE: Final = 1  # D2: which hand card to swap, if any
FOR: Final = 2  # and for which open card
PLAY: Final = 3  # D5
OWE: Final = 4  # D23: pass the debt on or draw
SKIPPED: Final = 5  # D24: lay a Protector or be skipped
ROB_ME: Final = 6  # D38 surprise: who draws a card from the hand
TURN_ROUND: Final = 7  # D38 carousel
SHOW: Final = 8  # D38 revealing secrets: which open card to take

# The actions.
A_PLAY: Final = 0  # 4 * kind + amount - 1
A_REMOVE: Final = 48
A_TAKE: Final = 60
A_DRAW: Final = 61
A_PASS: Final = 62
A_TURN_UP: Final = 63  # + LOWEST or TALLEST
A_KEEP: Final = 65
A_STRAIGHT: Final = 66
A_REVERSE: Final = 67
A_GIVE: Final = 68
A_FOR: Final = 80
A_SHOW: Final = 92
A_ROB_ME: Final = 104
ACTIONS: Final = 110

PASSING_ON: Final = 0xF000_0000_F000  # D23: 4s and Protectors
PROTECTING: Final = 0xF000_0000_0000  # DA37


def ask(w: vec[i64], seat: i64, phase: i64) -> None:
    w[ASKED] = seat
    w[PHASE] = phase
    w[LEFT] = 0


def play_action(kind: i64, amount: i64) -> i64:
    """D6: so many equal cards."""
    return A_PLAY + 4 * kind + amount - 1


def beside(w: vec[i64], seat: i64, direction: i64) -> i64:
    """The seat next to this one, on that side."""
    other = seat + direction
    if other < 0:
        return w[SEATS] - 1
    if other == w[SEATS]:
        return 0
    return other


def neighbour(w: vec[i64], seat: i64, steps: i64) -> i64:
    """D5, DA40: the seat so many places on in the direction of play."""
    return (seat + steps * w[z.DIRECTION] + steps * w[SEATS]) % w[SEATS]


def top_of_trouble(w: vec[i64], amount: i64) -> i64:
    """Take that many cards off the trouble pile, as a multiset; the event that follows counts them off."""
    cards: i64 = 0
    for place in range(w[z.LEFT_TROUBLE] - 1, w[z.LEFT_TROUBLE] - amount - 1, -1):
        kind = z.trouble_card(w, place)
        w[z.TROUBLE + place // FIELDS] -= several(place % FIELDS, kind)
        cards += several(kind, 1)
    return cards


class VaultState(Knowledge):
    """A game of Dragon's Vault.

    What the asked seat may play is worked out once a question and kept until the next action, for counting the legal
    actions and picking one need it several times.
    """

    def __init__(self, words: vec[i64], tables: c.VaultTables) -> None:
        super().__init__(words, tables)
        self.counted: i64 = -1  # the number of legal actions, or -1 if it is not worked out
        self.offered: i64 = 0  # how many cards of each kind may be played, once `counted` is known
        self.plays: i64 = 0  # and how many actions that makes

    def clone(self) -> VaultState:
        return VaultState(self.w[:], self.vault)

    def forget_the_question(self) -> None:
        super().forget_the_question()
        self.counted = -1

    # What is legal.

    def count(self) -> i64:
        if self.counted < 0:
            self.counted = self.count_anew(self.w)
        return self.counted

    def count_anew(self, w: vec[i64]) -> i64:
        """Work out `offered` and `plays`, which are nothing where no card is played, and the number of actions."""
        self.offered = 0
        self.plays = 0
        seat = w[ASKED]
        if seat < 0:
            return 0
        phase = w[PHASE]
        if phase == PLAY:
            self.offered = most_plays(w, seat, fits(w))
            self.plays = size(self.offered)
            total = self.plays
            if w[z.PILE] != 0:
                total += 1  # D7, DA2, DA26
            if w[z.SIZE + seat] >= 4:
                return total + size(four_each(w[z.HAND + seat]))  # D14, DA10, DA30
            if w[z.SIZE + seat] == 0 and w[z.OPEN + seat] == 0:
                return total + heights(w, seat)
            return total
        if phase == OWE or phase == SKIPPED:
            self.offered = most_plays(w, seat, PASSING_ON) if phase == OWE else most_plays(w, seat, PROTECTING)
            self.plays = size(self.offered)
            return self.plays + 1
        if phase == GIVE:
            return size(one_each(w[z.HAND + seat])) + 1
        if phase == FOR or phase == SHOW:
            return size(one_each(w[z.OPEN + seat]))
        if phase == ROB_ME:
            return w[SEATS] - 1
        return 2

    def legal(self) -> list[int]:
        total = self.count()
        plays = self.offered
        code: i64 = A_PLAY
        codes: list[int] = []
        while plays != 0:
            for more in range(plays & 15):
                codes.append(int(code + more))
            code += 4
            plays >>= 4
        for index in range(self.plays, total):
            codes.append(int(self.nth(index)))
        return codes

    def list_legal(self, codes: vec[i64]) -> i64:
        total = self.count()
        plays = self.offered
        code: i64 = A_PLAY
        listed: i64 = 0
        while plays != 0:
            for more in range(plays & 15):
                codes[listed] = code + more
                listed += 1
            code += 4
            plays >>= 4
        for index in range(listed, total):
            codes[index] = self.nth(index)
        return total

    def allows(self, action: i64) -> bool:
        if 0 <= action < A_REMOVE:
            return self.count() > 0 and (action & 3) < copies(self.offered, action >> 2)
        return super().allows(action)

    def nth(self, index: i64) -> i64:
        if index < 0 or index >= self.count():
            raise IndexError("there are fewer legal actions")
        w = self.w
        seat = w[ASKED]
        phase = w[PHASE]
        if phase == PLAY:
            return self.nth_play(index, 0) if index < self.plays else self.nth_else(w, seat, index - self.plays)
        if phase == OWE:
            return self.nth_play(index, A_DRAW)
        if phase == SKIPPED:
            return self.nth_play(index, A_PASS)
        if phase == GIVE:
            return A_KEEP if index == 0 else A_GIVE + nth(one_each(w[z.HAND + seat]), index - 1)
        if phase == FOR:
            return A_FOR + nth(one_each(w[z.OPEN + seat]), index)
        if phase == SHOW:
            return A_SHOW + nth(one_each(w[z.OPEN + seat]), index)
        if phase == ROB_ME:
            return A_ROB_ME + index + (1 if index >= seat else 0)
        return A_STRAIGHT + index

    def nth_else(self, w: vec[i64], seat: i64, index: i64) -> i64:
        """What a turn offers beside plays: removals, the discard area, a closed card."""
        fours = four_each(w[z.HAND + seat])
        number = size(fours)
        if index < number:
            return A_REMOVE + nth(fours, index)
        index -= number
        if w[z.PILE] != 0:
            if index == 0:
                return A_TAKE
            index -= 1
        word = w[z.CLOSED + seat]
        if z.closed_total(word) == 2 * z.closed_doubles(word):
            index += z.TALLEST
        return A_TURN_UP + index

    def nth_play(self, index: i64, otherwise: i64) -> i64:
        """The play at `index`, or what stands behind the plays."""
        plays = self.offered
        kind: i64 = 0
        while plays != 0:
            most = plays & 15
            if index < most:
                return play_action(kind, index + 1)
            index -= most
            plays >>= 4
            kind += 1
        return otherwise

    # What a move does.

    def move(self, action: i64) -> None:
        self.act(self.w, action)
        self.settle()

    def settle(self) -> None:
        """Take every decision that has only one answer."""
        w = self.w
        while w[ASKED] >= 0 and self.count() == 1:
            self.act(w, self.nth(0))

    def act(self, w: vec[i64], action: i64) -> None:
        """One action of the seat that is asked."""
        self.counted = -1
        seat = w[ASKED]
        if action < A_REMOVE:
            self.lay(w, seat, action >> 2, (action & 3) + 1)
            self.after_play(w, seat, action >> 2, (action & 3) + 1)
        elif action < A_TAKE:
            self.remove(w, seat, action - A_REMOVE)
            if not self.has_won(w, seat):
                ask(w, seat, PLAY)  # D14
        elif action == A_TAKE:
            self.pick_up(w, seat)
            self.next_turn(w, seat)
        elif action == A_DRAW:
            drawn = lesser(w[z.DEBT], w[z.LEFT_TROUBLE])  # D28
            self.pay_debt(w, seat, top_of_trouble(w, drawn), drawn)
            ask(w, seat, PLAY)
        elif action == A_PASS:
            self.next_skipped(w, w[LEFT] + 1)
        elif action < A_KEEP:
            self.turn_up_blind(w, seat, action - A_TURN_UP)
        elif action < A_GIVE:
            self.act_choice(w, seat, action)
        elif action < A_FOR:
            w[CHOSEN] = action - A_GIVE
            w[PHASE] = FOR
        elif action < A_SHOW:
            given = w[CHOSEN]
            w[CHOSEN] = 0
            self.swap(w, seat, given, action - A_FOR)
            self.next_swap(w, seat)
        elif action < A_ROB_ME:
            self.reveal(w, seat, action - A_SHOW)
            self.repeat_trick(w, seat, w[z.OPEN + seat] != 0)
        else:
            self.be_robbed(w, seat, action - A_ROB_ME)

    def act_choice(self, w: vec[i64], seat: i64, action: i64) -> None:
        if action == A_KEEP:
            self.tell(w, z.KEEP_RESERVE, seat, 0, 0)
            self.next_swap(w, seat)
            return
        if action == A_REVERSE:
            self.reverse(w, seat)
            if w[SEATS] == 2:
                ask(w, seat, PLAY)  # D38 carousel: with two players you move again
                return
        self.next_turn(w, seat)  # DA17

    def after_play(self, w: vec[i64], seat: i64, kind: i64, amount: i64) -> None:
        """What follows cards that lie on the discard area now: end, fours, effects, tricks."""
        if w[z.SIZE + seat] == 0 and self.has_won(w, seat):
            return  # DA12: no effect, no trick
        if w[z.RUN] >= 4:
            self.clear(w)  # D15, DA11, DA32, DA33
            ask(w, seat, PLAY)
            return
        if kind == c.FIRE:
            self.clear(w)  # D27; it cannot be laid against a debt (DA14)
        if kind >= c.ZERO and is_open(w, c.VILLAINS_VS_DRAGONS):
            drawn = lesser(amount, w[z.LEFT_TROUBLE])
            if drawn > 0:
                self.draw(w, seat, top_of_trouble(w, drawn), drawn)  # D38, DA13, DA44
        if w[z.HITS] > 0:
            self.next_skipped(w, (w[LEFT] if w[PHASE] == SKIPPED else i64(0)) + 1)
        elif kind == c.FIRE or (kind == c.ZERO and is_open(w, c.QUICK_DRAGON)):
            ask(w, seat, PLAY)  # D13, DA13
        elif w[z.TRICKS] != 0:
            self.begin_trick(w, seat, kind, amount)
        else:
            self.next_turn(w, seat)

    def begin_trick(self, w: vec[i64], seat: i64, kind: i64, amount: i64) -> None:
        """D38, DA15: the tricks that ask something of the player; none comes with a skip (DA16)."""
        if kind == c.TWO and is_open(w, c.SURPRISE) and w[z.SIZE + seat] > 0:
            ask(w, seat, ROB_ME)
            w[LEFT] = amount
        elif kind == c.SEVEN and is_open(w, c.CAROUSEL):
            ask(w, seat, TURN_ROUND)
        elif kind == c.NINE and is_open(w, c.REVEALING_SECRETS) and w[z.OPEN + seat] != 0:
            ask(w, seat, SHOW)
            w[LEFT] = amount
        else:
            self.next_turn(w, seat)

    def repeat_trick(self, w: vec[i64], seat: i64, possible: bool) -> None:
        """DA15: once per card."""
        w[LEFT] -= 1
        if w[LEFT] == 0 or not possible:
            self.next_turn(w, seat)

    def be_robbed(self, w: vec[i64], giver: i64, taker: i64) -> None:
        """D38 *surprise*, DA41."""
        kind = pick(w[SEED_A], w[SEED_B], purpose(THEFT, w[z.ROUND]), w[z.THEFTS], w[z.HAND + giver])
        self.thieve(w, giver, kind, taker)
        if not self.has_won(w, giver):
            self.repeat_trick(w, giver, w[z.SIZE + giver] > 0)

    def turn_up_blind(self, w: vec[i64], seat: i64, height: i64) -> None:
        """D10, D11."""
        kind = z.closed_cards(w[z.CLOSED + seat]) & 15
        self.turn_up(w, seat, kind, height)
        if fits(w) & several(kind, 1) != 0:
            self.lay(w, seat, kind, 1)
            self.after_play(w, seat, kind, 1)
        else:
            self.pick_up(w, seat)
            self.next_turn(w, seat)

    # Whose turn it is.

    def begin_game(self) -> None:
        """The first round, up to the first decision."""
        deal_round(self)
        self.next_swap(self.w, c.NONE)
        self.settle()

    def next_swap(self, w: vec[i64], seat: i64) -> None:
        """D2, DA28: in turn order from the starting player; DA22: nobody is asked who has no open card."""
        for step in range(i64(0) if seat == c.NONE else (seat - w[z.STARTER] + w[SEATS]) % w[SEATS] + 1, w[SEATS]):
            other = (w[z.STARTER] + step) % w[SEATS]
            if w[z.OPEN + other] != 0:
                ask(w, other, GIVE)
                return
        self.start_turn(w, w[z.STARTER])

    def next_turn(self, w: vec[i64], seat: i64) -> None:
        """D8."""
        self.start_turn(w, beside(w, seat, w[z.DIRECTION]))

    def start_turn(self, w: vec[i64], seat: i64) -> None:
        if w[z.TURNS] >= self.vault.turn_limit:
            self.end_round(w, c.NONE)  # DA24
            return
        self.turn_begins(w, seat)
        w[ASKED] = seat
        w[PHASE] = PLAY
        if w[z.DEBT] > 0:
            w[PHASE] = OWE
        w[LEFT] = 0

    def next_skipped(self, w: vec[i64], hit: i64) -> None:
        """D24, DA8: each player hit is asked once, in turn order."""
        if w[z.TURNS] >= self.vault.turn_limit:
            self.end_round(w, c.NONE)  # DA24
        elif hit <= w[z.HITS]:
            ask(w, neighbour(w, w[z.ORIGIN], hit), SKIPPED)
            w[LEFT] = hit
        else:
            self.end_skip(w)

    def end_skip(self, w: vec[i64]) -> None:
        """DA38: the first player who was not hit moves, or, when it went all the way round, the first again."""
        skipped: i64 = 0
        for hit in range(1, w[z.HITS] + 1):
            skipped |= bit(neighbour(w, w[z.ORIGIN], hit))
        skipped &= ~w[z.LAID]
        if skipped != 0:
            self.tell(w, z.SKIP, w[z.ORIGIN], skipped, 0)  # D24: only now is it seen that they laid nothing
        self.start_turn(w, neighbour(w, w[z.ORIGIN], w[z.HITS] % w[SEATS] + 1))

    # The end of a round and of the game.

    def has_won(self, w: vec[i64], seat: i64) -> bool:
        """D29: end the round if the seat has no card left."""
        if w[z.SIZE + seat] != 0 or z.closed_total(w[z.CLOSED + seat]) != 0:
            return False
        self.end_round(w, seat)
        return True

    def end_round(self, w: vec[i64], winner: i64) -> None:
        """D29 to D32, DA23."""
        self.round_ends(w, winner)
        for seat in range(w[SEATS]):
            if seat != winner:
                self.lose(w, seat, coins(w, self.vault, seat))
        if is_decided(w):
            self.tell(w, z.GAME_ENDS, leader(w), 0, 0)  # D32
            ask(w, OVER, 0)
            return
        deal_round(self)
        self.next_swap(w, c.NONE)

    def score(self, seat: i64) -> i64:
        """Minus the coins lost, with what a round that has begun would cost as it stands."""
        w = self.w
        if w[ASKED] == OVER or w[z.TURNS] == 0:
            return -w[z.LOST + seat]
        return -w[z.LOST + seat] - coins(w, self.vault, seat)
