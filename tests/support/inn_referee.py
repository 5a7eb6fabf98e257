"""A second referee for The Red Dragon Inn: it reads the rules on its own and says where a game breaks one.

It follows a game by its events and decisions and plays along: it knows, from the rules and rulings (`R..`, `RA..`) and
the deck files alone, which events must come next, who is to be asked, and what that seat may do. It does not use the
engine's rules.

    python tests/support/inn_referee.py --decisions 100000
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inn_referee_cards import DECKS, by_title, cards, deck, read_from
from inn_referee_facts import Facts
from inn_referee_short import SHORT_DECK, short_box
from inn_referee_table import HAND, DisagreementError, Feed, GameOverError, Place, Player
from inn_referee_turns import LAST_TURN

from tavern_bots.red_dragon_inn import PLAYER
from tavern_engine import Game, InfoSet, Policy, Rng, Table, game
from tavern_engine.games.red_dragon_inn import zones as z

MOST_TOLD = 20  # disagreements, then it stops
GOLD = {2: 8, 7: 12, 8: 12}  # R1: else 10


class Referee(Facts):
    """Watches one game from its start to its end."""

    def __init__(self, feed: Feed, options: Mapping[str, object]) -> None:
        self.options = options
        super().__init__(feed, str(options["boxes"]), bool(options["bar_deck"]), int(str(options["drinks"])))
        self.gamblers = []
        self.drinks = []
        self.owed = {}
        self.contests = []
        self.passed = set()
        self.stalls = []

    def watch(self) -> None:
        """The whole game; raises DisagreementError."""
        self.set_up()
        seat = 0  # RA1
        try:
            while self.turns < LAST_TURN:
                self.turn(seat)
                seat = self.next_seat(seat)
            left = [seat for seat, place in enumerate(self.seats) if place.inside]
            self.event(z.GAME_ENDS, "RA86", 0, self.bits(left), None)
        except GameOverError:
            pass
        if self.feed.peek() is not None:
            raise self.differ("RA84", "the game is over")
        self.check_places()

    def next_seat(self, seat: int) -> int:
        """R2, RA105: the player to the left; outside only the one who comes back."""
        for other in [*self.around(seat)[1:], seat]:
            if self.seats[other].inside and (other not in self.outside or other == self.out_with):
                return other
        raise self.differ("R2", "nobody can have a turn")

    def set_up(self) -> None:
        """R1."""
        table = self.feed.table
        gold = int(str(self.options["start_gold"])) or GOLD.get(table.seats, 10)
        self.start_gold = gold
        names = [row["character"].lower() for row in table.view(-1).facts()["seats"]]
        for seat, name in enumerate(names):
            self.event(z.SIT_DOWN, "R1", seat, None, gold)
            self.seats.append(Place(name, gold, self.game.ids))
        if len(set(names)) < len(names):
            raise self.differ("RA2", "a character sits at two seats")
        self.event(z.SET_BAR, "R1", 0, 0, self.drink_deck.size)
        self.set_sides()
        self.set_prizes(bool(self.options["prizes"]))
        for seat in range(table.seats):
            if sum(copies for _, copies in deck(self.seats[seat].name)) != 40:
                raise self.differ("R137", f"{self.seats[seat].name} has not 40 cards")
            self.draw_cards(seat, HAND)
            self.order_for(seat, seat)

    def check_places(self) -> None:
        """RA85: last to go ranks higher, same check, same place."""
        ranks = [place.left_at if not place.inside else self.checks + 1 for place in self.seats]
        if not any(place.inside for place in self.seats):
            ranks = [rank if rank < self.checks else self.checks for rank in ranks]
        places = [1 + sum(other > mine for other in ranks) for mine in ranks]
        if places != self.feed.table.placement():
            raise self.differ("RA85", f"the places should be {places}")


@dataclass
class Report:
    """How much was watched."""

    games: int = 0
    decisions: int = 0
    disagreements: int = 0


def set_ups() -> Iterator[tuple[int, dict[str, object]]]:
    """Tables of every size and with every option, over and over."""
    number = 0
    while True:
        for boxes, most in (("base", 4), ("tavern-crew", 4), ("both", 8)):
            for seats in range(2, most + 1):
                number += 1
                yield (
                    seats,
                    {
                        "boxes": boxes,
                        "prizes": boxes != "base" and number % 2 == 0,
                        "bar_deck": number % 3 == 0,
                        "drinks": 20 if number % 5 == 0 else 30,
                        "start_gold": (0, 0, 6, 15)[number % 4],
                    },
                )


def random_player(seed: int, _: Game) -> Player:
    """Anything legal; how gladly it passes depends on the game, so that some are full of answers to answers."""
    dice = random.Random(seed)
    passes = dice.choice((0.05, 0.3, 0.6, None))

    def choose(infoset: InfoSet) -> int:
        legal = infoset.legal()
        if passes is not None and legal[0] == 0:
            return 0 if dice.random() < passes else dice.choice(legal[1:])
        return dice.choice(legal)

    return choose


def rules_player(seed: int, rules: Game) -> Player:
    """The bot that knows the game; in some games it often does anything, so that no two are alike."""
    policy: Policy = PLAYER.policy(rules)
    rng, dice = Rng(seed), random.Random(seed)
    errs = dice.choice((0.0, 0.1, 0.3))

    def choose(infoset: InfoSet) -> int:
        if dice.random() < errs:
            return dice.choice(infoset.legal())
        return int(policy.choose(infoset.view, rng))

    return choose


def moody_player(seed: int, _: Game) -> Player:
    """Anything legal, but some actions it loves and others it hardly ever does; in some games nobody hurts anybody."""
    dice = random.Random(seed)
    gentle, passes = dice.random() < 0.6, dice.choice((0.02, 0.1, 1.0))
    loved = dice.sample(LOVED, 2)
    moods: dict[int, float] = {0: passes}

    def mood(action: dict[str, Any]) -> float:
        code = int(action["code"])
        if code not in moods:
            moods[code] = dice.random() ** 4
            if action["verb"] in ("play", "use"):
                card = cards()[by_title()[action["card"]]]
                hurts = card.number("fort") < 0 and not card.flag("pipe")
                moods[code] *= 0.02 if gentle and hurts else 1
                moods[code] *= 100 if any(word in (card.mechanic, *card.row) for word in loved) else 1
        return moods[code]

    def choose(infoset: InfoSet) -> int:
        actions = infoset.actions()
        return int(dice.choices(actions, [mood(action) + 1e-6 for action in actions])[0]["code"])

    return choose


#: Mechanics and flags of cards, of which a moody player loves some.
LOVED = (
    *("pipe", "horseshoe", "damage_reserve", "reserve_for_gold", "reserve_and_redraw", "damage_swap_drink"),
    *("step_outside", "gain_fort", "ignore_drink", "ignore_card", "leave_or_ignore_card", "leave_or_ignore_drink"),
    *("force_extra_drink", "force_drink_now", "pass_drink", "split_drink", "modify_drink", "toast", "order_extra"),
    *("gamble_start_or_control", "gamble_raise", "cheat_control_eject", "pot_to_inn", "take_from_pot", "steal_win"),
    *("anti_cheat_win", "negate_sometimes", "hit_back", "hit_back_any", "player_pays_inn", "pay_from_inn"),
)
PLAYERS = {"random": random_player, "rules": rules_player, "moody": moody_player}


def watch_game(seats: int, seed: int, options: Mapping[str, object], name: str, rules: Game | None = None) -> int:
    """One game; how many decisions it had."""
    rules = rules or game("red-dragon-inn")
    table = Table(rules, seats, seed, options)
    feed = Feed(table, PLAYERS[name](seed, rules))
    try:
        Referee(feed, {**table.view(-1).options(), **options}).watch()
    except DisagreementError as error:
        raise DisagreementError(f"{error}\nseats {seats}, seed {seed}, {name} player, {dict(options)}") from None
    return feed.decisions


def watch_short_game(seats: int, seed: int, options: Mapping[str, object], name: str) -> int:
    """One game with a box of short decks."""
    with tempfile.TemporaryDirectory() as folder:
        box = short_box(Path(folder) / "box", seed)
        read_from(box.parent / "decks")
        try:
            rules = game("red-dragon-inn").with_data(box)
            return watch_game(seats, seed, {**options, "drinks": SHORT_DECK}, name, rules)
        finally:
            read_from(DECKS)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--player", choices=(*PLAYERS, "all"), default="all")
    parser.add_argument("--short", action="store_true", help="with few Stories, animals, Reserve Drinks and drinks")
    args = parser.parse_args()
    report, started = Report(), time.monotonic()
    for seed, (seats, options) in enumerate(set_ups(), start=args.seed):
        name = args.player if args.player in PLAYERS else tuple(PLAYERS)[seed // 13 % len(PLAYERS)]
        watch = watch_short_game if args.short else watch_game
        try:
            report.decisions += watch(seats, seed, options, name)
        except DisagreementError as error:
            print(f"{error}\n")
            report.disagreements += 1
        report.games += 1
        if report.decisions >= args.decisions or report.disagreements >= MOST_TOLD:
            break
    seconds = time.monotonic() - started
    print(f"{report.games} games, {report.decisions} decisions, {report.disagreements} disagreements, {seconds:.0f} s")
    return 1 if report.disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
