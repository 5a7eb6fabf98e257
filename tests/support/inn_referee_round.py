"""Rounds of Gambling as the second referee reads the rules (section C, RA56 to RA71, R83)."""

from __future__ import annotations

from collections import Counter

from inn_referee_cards import cards, deck
from inn_referee_plays import Due, Play, Plays
from inn_referee_table import PASS

from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import zones as z


class Rounds(Plays):
    """A Round from its start to its pot."""

    control: int | None = None
    unbeaten = False  # R23: Winning Hand!
    winner: int | None = None
    taker: int | None = None
    staked: str | None = None
    trophies: Counter[str]
    trophies_used: Counter[str]
    last_bettor = 0
    passed: set[int]

    def set_prizes(self, wanted: bool) -> None:
        self.trophies = Counter({card.id: copies for card, copies in deck("prizes")} if wanted else {})
        self.trophies_used = Counter()

    # Starting, antes.

    def start_round(self, play: Play) -> None:
        """R18, RA57."""
        self.event(z.ROUND_BEGINS, "R18", play.owner)
        self.gamblers = sorted(self.present(0))
        self.control, self.unbeaten = play.owner, False
        self.winner = self.taker = None
        self.pot = 0
        self.passed = set()
        self.last_bettor = play.owner
        self.stake(play.owner)
        self.antes(play.owner, play.number("ante"))
        self.done(play)
        self.play_round()

    def stake(self, seat: int) -> None:
        """R83."""
        if not +self.trophies and +self.trophies_used:
            self.event(z.SHUFFLES_SIDE, "R83", 0, t.PRIZES)
            self.trophies, self.trophies_used = self.trophies_used, Counter()
        if +self.trophies:
            chosen = self.ask(seat, "prize", [f"use {id_}" for id_ in +self.trophies], "R83")
            self.staked = chosen.partition(" ")[2]
            self.event(z.STAKES_PRIZE, "R83", seat, self.kind(self.staked))
            self.trophies[self.staked] -= 1

    def antes(self, owner: int, amount: int) -> None:
        """RA57, R28: from the card's player; if that one cannot ante, nobody does."""
        for seat in self.around(owner):
            if seat not in self.gamblers or not self.in_round:
                continue
            due = Due(seat, z.THE_POT, amount)
            self.ask_payer(due, "ante")
            if not self.in_round:
                return
            if due.left:
                continue
            paid = amount
            if due.covered:
                self.inn_pays(seat, z.THE_POT, amount, "R133")
            else:
                paid = self.move_gold(seat, z.THE_POT, amount, "R18")
            if seat == owner and not paid:
                return

    def leave_round(self, seat: int) -> None:
        """R24, R25."""
        self.event(z.LEAVES, "R24", seat)
        self.gamblers.remove(seat)
        if self.control == seat:
            self.control, self.unbeaten = None, False

    # Betting.

    def play_round(self) -> None:
        while self.in_round:
            self.judge()
            if self.settled():
                break
            bettor = self.next_bettor()
            self.round_window(bettor)
            if not self.in_round:
                return
            self.bet(bettor)
        if self.winner is not None:
            self.win()

    def settled(self) -> bool:
        return not self.in_round or self.winner is not None

    def judge(self) -> None:
        """R20, RA61, RA62."""
        if self.settled():
            return
        if not self.gamblers:
            self.pot_goes(z.INN)
        elif len(self.gamblers) == 1:
            self.wins(self.gamblers[0])
        elif self.control is None:
            if set(self.gamblers) <= self.passed:
                self.pot_goes(z.INN)
        elif set(self.gamblers) <= self.passed | {self.control}:
            self.wins(self.control)

    def next_bettor(self) -> int:
        """RA63."""
        return next(seat for seat in self.around(self.last_bettor)[1:] if seat in self.gamblers)

    def round_window(self, bettor: int) -> None:
        def offer(seat: int) -> list[str]:
            return self.anytime(seat) + self.pot_cards(seat, None)

        def answer(seat: int, chosen: str) -> None:
            verb, _, id_ = chosen.partition(" ")
            if verb == "play":
                self.play(seat, id_, "round")
            else:
                self.use_from_table(seat, id_)
                self.take_pot(seat, cards()[id_].number("amount"))

        self.window("round", "W ROUND", lambda: self.present(bettor), offer, answer, self.settled)

    def bet(self, seat: int) -> None:
        """R18, R23."""
        options = [PASS]
        for card in self.hand_cards(seat):
            gambles = card.kind in ("Gambling", "Action/Gambling") and not self.unbeaten
            if not gambles and card.kind != "Cheating":
                continue
            if card.mechanic != "cheat_control_eject" or [other for other in self.gamblers if other != seat]:
                options.append(f"play {card.id}")
        chosen = self.ask(seat, "bet", options, "R18")
        self.last_bettor = seat
        if chosen == PASS:
            self.event(z.PASSES_BET, "R19", seat)
            self.passed.add(seat)
            return
        self.play(seat, chosen.partition(" ")[2], "bet")

    def take_control(self, play: Play) -> None:
        """R18, R23, R28, RA59."""
        mechanic = play.card.mechanic
        self.unbeaten = mechanic == "gamble_winning_hand"
        self.event(z.TAKES_CONTROL, "R18", play.owner, int(self.unbeaten))
        self.control = play.owner
        self.passed = set()
        if mechanic == "gamble_raise":
            self.antes(play.owner, play.number("ante"))
        if mechanic == "cheat_control_eject" and play.targets[0] in self.gamblers:
            self.leave_round(play.targets[0])

    # Ending.

    def wins(self, seat: int) -> None:
        self.winner = seat
        self.round_won = True

    def win(self) -> None:
        """WIN, once a Round (RA68)."""
        winner = self.winner
        assert winner is not None
        self.event(z.WINS_ROUND, "R20", winner)

        def offer(seat: int) -> list[str]:
            if seat == winner:
                return []
            return [f"play {card.id}" for card in self.hand_cards(seat) if card.mechanic == "steal_win"]

        self.window(
            "win", "RA68", lambda: self.present(winner), offer,
            lambda seat, chosen: void(self.play(seat, chosen.partition(" ")[2], "win")),
            lambda: self.taker is not None,
        )  # fmt: skip
        self.pot_goes(z.RECEIVER + (winner if self.taker is None else self.taker))

    def pot_goes(self, receiver: int) -> None:
        """R20, R25; R83: and the Prize with it."""
        self.event(z.POT_GOES, "R20", 0, receiver, self.pot)
        amount, self.pot = self.pot, 0
        self.receive(receiver, amount)
        self.in_round = self.round_won = False
        self.gamblers = []
        self.control, self.unbeaten = None, False
        if self.staked is not None:
            if receiver == z.INN:
                self.trophies[self.staked] += 1
            else:
                self.seats[receiver - z.RECEIVER].front.append(self.staked)
            self.staked = None


def void(_: object) -> None:
    """Nothing."""
