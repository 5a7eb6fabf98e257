"""Whether what is under way can be: every frame stands in its program and on the right verb of the frame below."""

from __future__ import annotations

from functools import lru_cache

from tavern_engine.errors import BadBytes
from tavern_engine.games.red_dragon_inn import rules as r
from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import verbs as v
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.windows import asked, first_asked, next_gambler
from tavern_engine.state import ASKED, PHASE, SEATS

MANY = 1_000_000
STRONGEST = 1_000  # no Drink has more AC or F than this
LAST_VERBS = (v.END, v.NEXT_TURN)  # a program ends with one of these
REVEALS = {v.REVEAL, v.REVEAL_ONE, v.REVEAL_EACH, v.REVEAL_CONTEST}
ON_GLASS = {v.IGNORE_DRINK, v.PASS_DRINK, v.SPLIT_DRINK, v.MODIFY_DRINK, v.AC_TO_FORT, v.EXTRA_DRINK}
VERB_OF_PHASE = {
    r.RESPOND: v.WINDOW,
    r.THROW: v.THROW,
    r.ACTING: v.ACT,
    r.ORDERING: v.ORDER,
    r.AIMING: v.CHOOSE,
    r.PICKING: v.CHOOSE_DRINK,
    r.BETTING: v.BET,
}


@lru_cache(maxsize=8)
def _code(inn: t.InnTables) -> list[int]:
    return [int(word) for word in inn.code]


class Frame:
    """One frame of the stack, with the verbs of its program before and after the one it is at."""

    def __init__(self, w: list[int], code: list[int], at: int) -> None:
        words = w[at : at + z.FRAME]
        self.pc, card, self.owner, self.targets, self.ignored = words[:5]
        self.losers, self.step, self.traits, self.amount, self.extra = words[5:]
        self.card = card - 1  # -1: none
        self.start, end = self.pc, self.pc
        while self.start > 0 and code[self.start - 2] not in LAST_VERBS:
            self.start -= 2
        while code[end] not in LAST_VERBS:
            end += 2
        self.verb, self.arg = code[self.pc], code[self.pc + 1]
        self.passed = {code[n]: code[n + 1] for n in range(self.start, self.pc, 2)}  # verb: argument
        self.ahead = {code[n] for n in range(self.pc, end + 2, 2)}
        self.before = code[self.pc - 2] if self.pc > self.start else -1

    def pours(self) -> bool:
        """Whether the Drinks on the table are its own."""
        return (self.verb in REVEALS or bool(REVEALS & self.passed.keys())) and v.DRINK_ALL not in self.passed


def require(condition: bool, what: str) -> None:
    """Refuse bytes unless this holds."""
    if not condition:
        raise BadBytes(f"The bytes are no state of this game: {what} cannot be.")


class UnderWay:
    """The words from CONTROL on, of a state or view in which somebody is asked."""

    def __init__(self, w: list[int], inn: t.InnTables) -> None:
        self.w = w
        self.inn = inn
        self.seats = w[SEATS]
        self.present = w[z.STILL_IN] & ~w[z.FALLEN]
        self.frames = self._read_frames()

    def _read_frames(self) -> list[Frame]:
        w, depth = self.w, self.w[z.DEPTH]
        require(1 <= depth <= z.MAX_DEPTH and not any(w[z.STACK + z.FRAME * depth :]), "the depth of the stack")
        code = _code(self.inn)
        frames = []
        for at in range(z.STACK, z.STACK + z.FRAME * depth, z.FRAME):
            require(0 <= w[at + z.PC] < len(code) and w[at + z.PC] % 2 == 0, "a place in a program")
            require(0 <= w[at + z.OWNER] < self.seats, "the owner of what is under way")
            require(w[z.STILL_IN] >> w[at + z.OWNER] & 1 == 1, "the owner of what is under way")  # RA78
            require(0 <= w[at + z.CARD] <= len(self.inn.titles), "a card in play")
            frames.append(Frame(w, code, at))
        return frames

    def cards_out(self) -> list[tuple[int, int]]:
        """The cards that lie on the stack, each with its owner, Events with DRINKS."""
        found = []
        for frame in self.frames:
            if frame.card >= 0 and self._is_event(frame.card):
                found.append((t.DRINKS, frame.card))
            elif frame.card >= 0 and v.ANNOUNCE in frame.passed:
                found.append((frame.owner, frame.card))
        return found

    def check(self) -> None:
        """Refuse what cannot be under way."""
        self._check_rows()
        for number, frame in enumerate(self.frames):
            require(self._stands_right(number), "the order of the stack")
            require(self._aims_right(frame), "the aim of a card")
            require(self._step_fits(frame, frame is self.frames[-1]), "how far a card or Drink has come")
            require(self._amount_fits(frame), "an amount under way")
            due = frame.extra if v.EXTRAS in frame.ahead else -frame.extra
            require(0 <= due < 1 << 4 * self.seats, "the extra Drinks")
        self._check_table()

    def _is_event(self, card: int) -> bool:
        return int(self.inn.event[card]) >= 0

    def _stands_right(self, number: int) -> bool:
        """Whether a frame runs a program of its own, above a verb that starts this program."""
        inn, frame = self.inn, self.frames[number]
        if number == 0:
            return (
                frame.start == int(inn.turn) and frame.card < 0 and frame.traits == 0 and frame.owner == self.w[z.TURN]
            )
        below = self.frames[number - 1]
        if frame.card >= 0 and not self._is_event(frame.card):
            return self._answers_right(frame, below)
        if frame.card < 0 and v.PUT_DOWN in frame.passed:
            return number == 1 and below.before == v.ACT and self._traits_of_round(frame) == frame.traits
        if frame.traits != 0:
            return False
        if frame.card >= 0:
            return frame.start == int(inn.event[frame.card]) and self._makes_drink(below)
        if frame.start in (int(inn.fee), int(inn.losing)):
            return frame.owner == self.w[z.TURN] and (frame.start == int(inn.fee) or number == 1)
        if frame.start == int(inn.drinking):
            return self._makes_drink(below)
        if frame.start == int(inn.payment):
            return below.verb in (v.PAY_ME, v.PAY_INN, v.PRIZE, v.FEE) or below.before == v.OWNER_PAYS
        if frame.pc == int(inn.end):  # an ante whose payer has just left the Round with the card above
            above = self.frames[number + 1 : number + 2]
            return below.verb == v.ANTES and any(v.LEAVE in card.passed for card in above)
        return frame.start == int(inn.ante) and below.verb == v.ANTES

    def _makes_drink(self, below: Frame) -> bool:
        return below.verb == v.EXTRAS or below.before in (v.DRINK_UP, v.FORCE_DRINK)

    def _traits_of_round(self, frame: Frame) -> int:
        """The traits of the card that started a Round and is discarded already."""
        first = t.MAX_KINDS * t.ACT
        kinds = [kind for kind in range(len(self.inn.titles)) if int(self.inn.entry[first + kind]) == frame.start]
        return int(self.inn.traits[first + kinds[0]]) if kinds else -1

    def _answers_right(self, frame: Frame, below: Frame) -> bool:
        """Whether a card from hand is in its program for the window, bet or Action phase below it."""
        if v.ANNOUNCE not in frame.passed and frame is not self.frames[-1]:
            return False
        for window in range(t.WINDOWS):
            at = t.MAX_KINDS * window + frame.card
            if int(self.inn.entry[at]) != frame.start or int(self.inn.traits[at]) != frame.traits:
                continue
            if window == t.ACT:
                here = below is self.frames[0] and below.before == v.ACT
            elif window == t.BET:
                here = below.before == v.BET
            elif window == t.ANTE and v.LEAVE in frame.passed:
                here = below.pc == int(self.inn.end)
            else:
                here = below.verb == v.WINDOW and below.arg == window
            if here:
                return True
        return False

    def _aims_right(self, frame: Frame) -> bool:
        """TARGETS, IGNORED and LOSERS."""
        targets, owner = frame.targets, 1 << frame.owner
        in_game = self.w[z.STILL_IN]
        if v.CONTEST in frame.passed:
            in_contest = targets > 0 and targets & ~in_game == 0
            return in_contest and frame.ignored == in_game and frame.losers >= 0 and frame.losers & ~in_game == 0
        if frame.start == int(self.inn.payment):
            fits = z.INN <= targets < z.RECEIVER + self.seats
        elif frame.start in (int(self.inn.ante), int(self.inn.end)):
            fits = targets == z.THE_POT
        elif v.CHOOSE in frame.passed:
            fits = targets in [1 << seat for seat in range(self.seats)] and targets & ~self.present == 0
            fits = fits and (targets != owner or frame.passed[v.CHOOSE] == v.ANYONE)
        elif v.AIM in frame.passed:
            fits = targets == self._aimed(frame)
        else:
            fits = targets == 0
        hit = targets if v.FORTITUDE in frame.passed else 0
        if not fits or frame.losers < 0 or frame.losers & ~(hit & ~frame.ignored & ~owner):
            return False
        could = targets if v.ANNOUNCE in frame.passed else 0
        return frame.ignored >= 0 and frame.ignored & ~could == 0

    def _aimed(self, frame: Frame) -> int:
        whom, owner = frame.passed[v.AIM], 1 << frame.owner
        if whom == v.CULPRIT:
            return 1 << self.frames[self.frames.index(frame) - 1].owner
        return {v.EACH_OTHER: self.present & ~owner, v.EVERYBODY: self.present, v.MYSELF: owner}[whom]

    def _step_fits(self, frame: Frame, is_top: bool) -> bool:
        most = {
            v.WINDOW: self.seats - 1 if is_top else 0,
            v.THROW: t.BITS - 2,
            v.ORDER: frame.arg,
            v.PAY_ME: self.seats,
            v.PAY_INN: self.seats,
            v.PRIZE: self.seats - 1,
            v.FEE: self.seats,
            v.ANTES: self.seats,
        }.get(frame.verb, 0)
        if frame.verb in REVEALS:
            most = min(1, self.w[z.ROWS])  # a Chaser is due only when there is a Drink
        return 0 <= frame.step <= most

    def _amount_fits(self, frame: Frame) -> bool:
        low, high = 0, 0
        if frame.start in (int(self.inn.payment), int(self.inn.ante), int(self.inn.end)):
            low, high = 1, MANY
        elif v.CHOOSE_DRINK in frame.passed:
            high = self.w[z.ROWS] - 1
        elif frame.verb in (v.REVEAL_EACH, v.REVEAL_CONTEST):
            high = self.seats
        elif frame.verb == v.ANTES:
            high = MANY
        if not low <= frame.amount <= high:
            return False
        to_come = v.CHOOSE_DRINK in frame.passed and bool(frame.ahead & ON_GLASS)
        return not to_come or self.w[z.ROW_DRINKER + frame.amount] > 0

    def _check_rows(self) -> None:
        """The Drinks on the table belong to one frame that reveals or has revealed them."""
        w, rows = self.w, self.w[z.ROWS]
        require(0 <= rows <= z.MAX_ROWS, "the number of Drinks on the table")
        pouring = [frame for frame in self.frames if frame.pours()]
        require(len(pouring) <= 1 and (rows == 0 or len(pouring) == 1), "the Drinks on the table")
        require(rows > 0 or w[z.GLASSES] == 0, "the Drinks on the table")
        for frame in pouring:
            most = {v.REVEAL: frame.step, v.REVEAL_ONE: frame.step, v.COPY: 1}.get(frame.verb, z.MAX_ROWS)
            if frame.verb in (v.REVEAL_EACH, v.REVEAL_CONTEST):
                most = frame.amount + frame.step
            require(rows <= most, "the number of Drinks on the table")
        if any(v.SPLIT_DRINK in frame.ahead for frame in self.frames):
            require(rows < z.MAX_ROWS, "the number of Drinks on the table")
        for word in (z.ROW_AC, z.ROW_FORT, z.ROW_DRINKER, z.ROW_ROOT, z.ROW_SCORE, z.ROW_REVEALER):
            require(not any(w[word + rows : word + z.MAX_ROWS]), "a Drink on the table")
        for row in range(rows):
            strength = (w[z.ROW_AC + row], w[z.ROW_FORT + row], w[z.ROW_SCORE + row])
            require(all(-STRONGEST <= number <= STRONGEST for number in strength), "the strength of a Drink")
            drinker, revealer, root = w[z.ROW_DRINKER + row], w[z.ROW_REVEALER + row], w[z.ROW_ROOT + row]
            require(0 <= drinker <= self.seats and (drinker == 0 or self._is_present(drinker - 1)), "a drinker")
            require(0 <= revealer < self.seats and self._is_present(revealer), "the player who revealed a Drink")
            require(0 <= root <= row and w[z.ROW_ROOT + root] == root, "the Drink that another was split from")

    def _is_present(self, seat: int) -> bool:
        return self.present >> seat & 1 == 1

    def _check_table(self) -> None:
        """The Round, the fee of R32 and a contest are on the stack while they run, and only then."""
        w, seats = self.w, self.seats
        for what, word, high in (
            ("player who bets", z.BETTOR, seats - 1),
            ("number of passes", z.PASSES, seats),
            ("winner of the Round", z.WINNER, seats),
            ("player who gets the pot", z.TAKER, 0),
        ):
            require(0 <= w[word] <= high, f"the {what}")
        rounds = [frame for frame in self.frames if v.START_ROUND in frame.passed]
        require(w[z.IN_ROUND] == len(rounds), "the Round")
        require(bool(rounds) or (w[z.GAMBLERS] == 0 and w[z.COINS] == 0), "the Round")
        won = any(frame.verb == v.WINDOW and frame.arg == t.WIN for frame in rounds)
        require(won == (w[z.WINNER] > 0), "the winner of the Round")
        fees = [frame for frame in self.frames if frame.verb in (v.FEE, v.REFILL)]
        require(w[z.FEE_DUE] == len(fees) and (not fees or w[z.DRINK_DECK] == 0), "the fee for the Drink Deck")
        contests = [frame for frame in self.frames if v.CONTEST in frame.passed]
        losing = any(frame.start == int(self.inn.losing) for frame in self.frames)
        require(w[z.FALLEN] == 0 or losing or bool(contests), "a player who fell in a contest")
        left = all(frame.verb == v.PRIZE for frame in contests) or self.present.bit_count() >= 2
        require(left, "a player who fell in a contest")

    def check_question(self, state: r.InnState) -> None:
        """The decision is the one that the verb on top asks for, of the right seat, with something to choose."""
        w, seat, phase, top = self.w, self.w[ASKED], self.w[PHASE], self.frames[-1]
        require(VERB_OF_PHASE.get(phase) == top.verb, "the question")
        if phase == r.RESPOND:
            f = z.STACK + z.FRAME * (len(self.frames) - 1)
            who, first = int(asked(state.w, f, top.arg)), int(first_asked(state.w, f, top.arg))
            require(who >> seat & 1 == 1 and (first + top.step) % self.seats == seat, "the question")
        elif phase == r.BETTING:
            require(seat == int(next_gambler(state.w)) and w[z.GAMBLERS] >> seat & 1 == 1, "the question")
        else:
            require(seat == top.owner, "the question")
        if phase == r.ORDERING:
            require(top.step < top.arg and w[z.DRINK_DECK] > 0, "the question")
        if phase in (r.AIMING, r.PICKING):
            deck = w[z.CHARACTER + seat]
            bit = int(self.inn.bit[t.MAX_KINDS * deck + top.card])
            require(bit >= 0 and w[z.HAND + seat] >> bit & 1 == 1, "a card in play")
        require(int(state.count()) >= 2, "the question")
