"""Whether reconstructed values make a fair game: `python tests/bench/balance.py [GAME] [GAMES]`.

tiefenthal (the default): who wins with which purchases. Two players by rules, each with weights of its own that are up
to twice or half of the usual ones, so that they open and buy differently. A share of wins far from 50 % means that a
price is too low or too high; it does not say why, for who is ahead also buys more.

red-dragon-inn: which characters win. Four players by rules at tables of both boxes, the characters by lot.
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from statistics import mean, pstdev

from tavern_bots.red_dragon_inn.rules import InnRules
from tavern_bots.tiefenthal.rules import TiefenthalRules
from tavern_bots.tiefenthal.weights import ALL_PLANS, DEFAULT
from tavern_engine import Rng
from tavern_engine.games.red_dragon_inn.game import RedDragonInn
from tavern_engine.games.red_dragon_inn.rules import InnState
from tavern_engine.games.red_dragon_inn.zones import PASSES_OUT
from tavern_engine.games.tiefenthal import zones as z
from tavern_engine.games.tiefenthal.cards import GUEST
from tavern_engine.games.tiefenthal.game import Tiefenthal
from tavern_engine.games.tiefenthal.names import FURNISHINGS
from tavern_engine.state import Event

GAMES = 2000
INN_GAMES = 4000
INN_SEATS = 4
INN_OPTIONS = {"boxes": "both", "prizes": True}
RARE = 60  # so few cases say nothing

Shares = dict[str, list[float]]


def disturbed(luck: random.Random) -> list[list[int]]:
    """Weights up to twice or half of the usual ones, by plan."""
    factors = [2 ** luck.uniform(-1, 1) for _ in DEFAULT]
    pairs = list(zip(DEFAULT, factors, strict=True))
    return [[round(row[plan] * factor) for row, factor in pairs] for plan in range(ALL_PLANS)]


def bought(game: Tiefenthal, event: Event) -> str:
    """What an event buys, in words; nothing if it does not."""
    names = game.tables.names
    if event.op == z.BUY:
        return str(names[event.what])
    if event.op == z.UPGRADE:
        return f"upgrade {FURNISHINGS[event.what]}"
    if event.op == z.WIN:
        return f"guest for {int(game.tables.cost[GUEST + event.what])}"
    return "nobles for beer" if event.op == z.WIN_NOBLES else ""


def play(game: Tiefenthal, number: int, openings: Shares, purchases: Shares) -> list[int]:
    """One game: what each seat bought in the first service that bought anything, and in all, with its share of wins."""
    luck = random.Random(number)
    players = []
    for _ in range(2):
        players.append(TiefenthalRules(game.tables))
        players[-1].worth.set_weights(disturbed(luck))
    state = game.new(2, f"balance {number}")
    log: list[Event] = []
    state.log = log
    rng = Rng(number)
    while state.seat() >= 0:
        state.move(players[int(state.seat())].choose(state, rng))
    places = state.placement()
    for seat in range(2):
        share = (places[seat] == 1) / places.count(1)
        services = list(by_service(game, log, seat))
        first = next((service for service in services if service), [])
        openings[" + ".join(sorted(first)) or "nothing"].append(share)
        for what in {what for service in services for what in service}:
            purchases[what].append(share)
    return [int(state.score(seat)) // 64 for seat in range(2)]


def by_service(game: Tiefenthal, log: list[Event], seat: int) -> list[list[str]]:
    """What a seat bought, service by service."""
    services: list[list[str]] = []
    for event in log:
        if event.seat == seat and event.op == z.SERVICE_BEGINS:
            services.append([])
        elif event.seat == seat and services and (what := bought(game, event)):
            services[-1].append(what)
    return services


def report(title: str, shares: Shares, cases: int) -> None:
    """A table: how often, and who won with it."""
    print(f"{title}  (of {cases} seats; what came up fewer than {RARE} times is left out)")
    for what, wins in sorted(shares.items(), key=lambda row: -len(row[1])):
        if len(wins) >= RARE:
            print(f"  {what:<36}{len(wins) / cases:>7.0%} of seats{sum(wins) / len(wins):>7.0%} of wins")


def tiefenthal(games: int) -> None:
    """Play, and print both tables."""
    game = Tiefenthal.from_box()
    openings: Shares = defaultdict(list)
    purchases: Shares = defaultdict(list)
    scores = sorted(score for number in range(games) for score in play(game, number, openings, purchases))
    report("First purchases", openings, 2 * games)
    report("Bought at all", purchases, 2 * games)
    tenth = len(scores) // 10
    print(
        f"points: {sum(scores) / len(scores):.0f} on average, {scores[tenth]} to {scores[-tenth]} for the middle 80 %"
    )


def red_dragon_inn(games: int) -> None:
    """Play, and print how often each character wins, and how often it passes out (else it runs out of Gold)."""
    game = RedDragonInn.from_box()
    player = InnRules(game.tables)
    wins: Shares = defaultdict(list)
    drunk: Shares = defaultdict(list)
    for number in range(games):
        state = game.new(INN_SEATS, f"balance {number}", INN_OPTIONS)
        assert isinstance(state, InnState)
        log: list[Event] = []
        state.log = log
        state.playout(player, Rng(number), 1_000_000)
        places = state.placement()
        fallen = {event.seat for event in log if event.op == PASSES_OUT}
        for seat, name in enumerate(game.seat_names(state)):
            wins[name].append((places[seat] == 1) / places.count(1))
            drunk[name].append(seat in fallen)
    print(f"{games} games of {INN_SEATS}, share of wins (par {1 / INN_SEATS:.0%}) with its 95 % interval")
    for name, shares in sorted(wins.items(), key=lambda row: -mean(row[1])):
        margin = 1.96 * pstdev(shares) / len(shares) ** 0.5
        print(
            f"  {name:<12}{mean(shares):>7.1%} +- {margin:.1%}{mean(drunk[name]):>7.0%} pass out ({len(shares)} games)"
        )


def main(which: str = "tiefenthal", games: str = "") -> None:
    """Play one of the games so many times."""
    if which.isdigit():
        which, games = "tiefenthal", which
    if which == "red-dragon-inn":
        red_dragon_inn(int(games or INN_GAMES))
    elif which == "tiefenthal":
        tiefenthal(int(games or GAMES))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(*sys.argv[1:])
