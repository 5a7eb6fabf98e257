"""What the learned policy of The Red Dragon Inn decides: which card is played in a window, and what is thrown away.

Everything else (whom to aim at, whom to order for, what only the Tavern Crew asks) is left to the rules.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_bots.learned_policy import NO_SLOT, LearnedPolicy, Trials
from tavern_bots.red_dragon_inn.features import InnFeatures, kinds_in
from tavern_bots.red_dragon_inn.rules import InnRules
from tavern_engine.chance import Rng
from tavern_engine.games.red_dragon_inn import choices as c
from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import verbs as v
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.language import WINDOW_NAMES
from tavern_engine.games.red_dragon_inn.rules import InnState
from tavern_engine.games.red_dragon_inn.stack import top
from tavern_engine.games.red_dragon_inn.tables import InnTables, at_bit, in_window
from tavern_engine.state import ASKED, PHASE, State
from tavern_engine.tally import number

THROWING: Final = t.WINDOWS  # one more window: R3
NO_WINDOW: Final = -1
LEANING: Final = 21_474_836  # half a hundredth of the game, as the net has it: so much the rules' choice is favoured
AT_A_TIME: Final = t.MAX_KINDS


def slot_names(inn: InnTables) -> list[str]:
    """All choices that there are lessons of: a card that is played in a window or thrown away."""
    return [
        f"{'thrown away' if window == THROWING else WINDOW_NAMES[window]}: {inn.titles[kind]}"
        for window, kind in slots_of(inn)
    ]


def slots_of(inn: InnTables) -> list[tuple[int, int]]:
    held = kinds_in(inn, list(range(t.DRINKS)))
    fits = [(window, kind) for window in range(t.WINDOWS) for kind in held if inn.entry[in_window(window, kind)] >= 0]
    return [*fits, *((THROWING, kind) for kind in held)]


class InnLearnedPolicy(LearnedPolicy):
    """Chooses the card that gains most, if one gains anything."""

    def __init__(self, inn: InnTables) -> None:
        self.player = InnRules(inn)
        self.inn = inn
        super().__init__(self.player, InnFeatures(inn), slot_names(inn))
        self.slot = vec[i64]([i64(NO_SLOT)] * ((t.WINDOWS + 1) * AT_A_TIME))
        for place, (window, kind) in enumerate(slots_of(inn)):
            self.slot[window * AT_A_TIME + kind] = i64(place)
        self.keepers = vec[i64]([self.all_kept(i64(deck)) for deck in range(t.DRINKS)])

    def all_kept(self, deck: i64) -> i64:
        """All copies of what the rules keep."""
        found: i64 = 0
        left = self.player.kept[deck]
        while left != 0:
            low = left & -left
            left &= left - 1
            found |= self.inn.field[at_bit(deck, number(low - 1))]
        return found

    def choose(self, state: State, rng: Rng) -> i64:
        assert isinstance(state, InnState)
        w = state.w
        seat = w[ASKED]
        f = top(w)
        choices = state.offered()  # and `fronts`, which it works out
        window = self.window(state, w, f, seat)
        self.by_net = len(self.nets) > 0 and window != NO_WINDOW
        if not self.by_net:
            return self.player.choose(state, rng)
        if window == THROWING:
            return self.throw(state, w, seat, choices)
        return self.play(state, w, f, window, seat, choices)

    def window(self, state: InnState, w: vec[i64], f: i64, seat: i64) -> i64:
        """Which window is open, if one is of which there are lessons."""
        phase = w[PHASE]
        if phase == c.THROW:
            is_plain = self.inn.code[w[f + z.PC]] != v.TASTE and w[z.FRONT + seat] == 0
            return THROWING if is_plain else i64(NO_WINDOW)
        if phase == c.RESPOND:
            return self.inn.code[w[f + z.PC] + 1] if state.fronts == 0 else i64(NO_WINDOW)
        if phase == c.ACTING:
            return t.ACT
        return t.BET if phase == c.BETTING else i64(NO_WINDOW)

    def play(self, state: State, w: vec[i64], f: i64, window: i64, seat: i64, choices: i64) -> i64:
        """The card that gains most; none if none gains anything."""
        deck = w[z.CHARACTER + seat]
        share = self.player.share_of(w, f, window, seat)
        waiting = self.player.can_wait(w, f, window, seat, deck)
        net = self.nets[seat]
        self.features.read(state, seat)
        net.read(self.features.numbers)
        action: i64 = c.A_PASS
        most: i64 = 0
        usual: i64 = c.A_PASS  # what the rules would do,
        most_worth: i64 = 0
        gained_by_rules: i64 = 0  # and what that gains
        while choices != 0:
            low = choices & -choices
            choices &= choices - 1
            kind = self.inn.kind[at_bit(deck, number(low - 1))]
            worth = self.player.worth_of(w, f, window, seat, kind, share)
            gained = self.gain(net, self.slot[window * AT_A_TIME + kind], worth)
            if gained > most:
                most = gained
                action = c.A_PLAY + kind
            if worth > most_worth and waiting & low == 0:
                most_worth = worth
                usual = c.A_PLAY + kind
                gained_by_rules = gained
        return usual if gained_by_rules + LEANING >= most else action

    def throw(self, state: State, w: vec[i64], seat: i64, choices: i64) -> i64:
        """R3: the first card that is worth less than the next one may be, one after another."""
        net = self.nets[seat]
        deck = w[z.CHARACTER + seat]
        while choices != 0:
            low = choices & -choices
            choices &= choices - 1
            kind = self.inn.kind[at_bit(deck, number(low - 1))]
            usual: i64 = -LEANING if self.player.kept[deck] & low != 0 else i64(LEANING)
            self.look_without(state, w, seat, low)
            net.read(self.features.numbers)
            if self.gain(net, self.slot[THROWING * AT_A_TIME + kind], 0) + usual > 0:
                return c.A_THROW + kind
        return c.A_PASS

    def look_without(self, state: State, w: vec[i64], seat: i64, low: i64) -> None:
        """Read the situation as if that card, and all later ones that the rules throw, were gone."""
        deck = w[z.CHARACTER + seat]
        hand = w[z.HAND + seat]
        size = w[z.SIZE + seat]
        field = self.inn.field[at_bit(deck, number(low - 1))]
        later = hand & ~(low - 1) & ~field & ~self.keepers[deck]
        left = (hand & ~later & ~field) | (((hand & field) >> 1) & field)
        w[z.HAND + seat] = left
        w[z.SIZE + seat] = number(left)
        self.features.read(state, seat)
        w[z.HAND + seat] = hand
        w[z.SIZE + seat] = size

    # Lessons.

    def lesson(self, state: State, rng: Rng, trials: Trials) -> None:
        assert isinstance(state, InnState)
        w = state.w
        seat = w[ASKED]
        f = top(w)
        choices = state.offered()
        window = self.window(state, w, f, seat)
        if window == THROWING:
            self.lesson_in_throwing(state, w, seat, choices, rng.next(), trials)
        elif window != NO_WINDOW:
            self.lesson_in_playing(state, w, f, window, seat, choices, rng.next(), trials)

    def lesson_in_playing(
        self, state: State, w: vec[i64], f: i64, window: i64, seat: i64, choices: i64, luck: i64, trials: Trials
    ) -> None:
        """Every card that can be played, beside playing none."""
        deck = w[z.CHARACTER + seat]
        share = self.player.share_of(w, f, window, seat)
        without = trials.worth(state, luck, c.A_PASS, seat)
        self.features.read(state, seat)
        while choices != 0:
            low = choices & -choices
            choices &= choices - 1
            kind = self.inn.kind[at_bit(deck, number(low - 1))]
            gained = trials.worth(state, luck, c.A_PLAY + kind, seat) - without
            worth = self.player.worth_of(w, f, window, seat, kind, share)
            self.write_down(self.slot[window * AT_A_TIME + kind], worth, gained)

    def lesson_in_throwing(self, state: State, w: vec[i64], seat: i64, choices: i64, luck: i64, trials: Trials) -> None:
        """Every card that can be thrown away, beside keeping it and deciding on the later ones."""
        deck = w[z.CHARACTER + seat]
        while choices != 0:
            low = choices & -choices
            choices &= choices - 1
            kind = self.inn.kind[at_bit(deck, number(low - 1))]
            otherwise = self.throw_later(state, w, seat, choices)
            gained = trials.worth(state, luck, c.A_THROW + kind, seat) - trials.worth(state, luck, otherwise, seat)
            self.look_without(state, w, seat, low)
            self.write_down(self.slot[THROWING * AT_A_TIME + kind], 0, gained)

    def throw_later(self, state: State, w: vec[i64], seat: i64, choices: i64) -> i64:
        """What would be done if only these could be thrown."""
        if self.nets:
            return self.throw(state, w, seat, choices)
        deck = w[z.CHARACTER + seat]
        choices &= ~self.player.kept[deck]
        if choices == 0:
            return c.A_PASS
        return c.A_THROW + self.inn.kind[at_bit(deck, number((choices & -choices) - 1))]
