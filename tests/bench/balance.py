"""Whether the reconstructed values of The Taverns of Tiefenthal make a fair game: who wins with which purchases.

Two players by rules, each with weights of its own that are up to twice or half of the usual ones, so that they open and
buy differently. A share of wins far from 50 % means that a price is too low or too high; it does not say why, for who
is ahead also buys more. `python tests/bench/balance.py [GAMES]`
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict

from tavern_bots.tiefenthal.rules import TiefenthalRules
from tavern_bots.tiefenthal.weights import ALL_PLANS, DEFAULT
from tavern_engine import Rng
from tavern_engine.games.tiefenthal import zones as z
from tavern_engine.games.tiefenthal.cards import GUEST
from tavern_engine.games.tiefenthal.game import Tiefenthal
from tavern_engine.games.tiefenthal.names import FURNISHINGS
from tavern_engine.state import Event

GAMES = 2000
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


def main() -> None:
    """Play, and print both tables."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
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


if __name__ == "__main__":
    main()
