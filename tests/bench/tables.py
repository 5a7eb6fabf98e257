"""What tables in the browser cost: `python tests/bench/tables.py [size] [answer] [many] [memory] [--games 1000]`.

size    all bytes of a first page, with style, scripts and picture, for every game and the list of games
answer  from a click in a real Chromium to the next question on the screen, against bots that do not think
many    fifty tables at once on one core: the server and all its rooms share it; every table answers in turn
memory  games played one after the other at one server, and what the server and its warm process hold then

Times depend on what else the machine does: look at them when it is quiet. Without words all of it is measured.
"""

from __future__ import annotations

import argparse
import gzip
import os
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter

import psutil

sys.path.insert(0, str(Path(__file__).parent.parent / "support"))

from browsers import installed, page_of, started
from web_tables import Client, Served, table

from tavern_engine import games

TABLES = 50
ROUNDS = 6  # answers at every table
CLICKS = 40
FILES = ("static/mug.svg", "static/table.css", "static/games.css", "static/steps.js", "static/table.js")
TIMED = """async most => {
  const question = () => document.getElementById("question");
  const times = [];
  for (let turn = 0; turn < most && question().dataset.number !== "end"; turn++) {
    const before = question().dataset.number;
    const choices = document.querySelectorAll(".choices button");
    const began = performance.now();
    choices[turn % choices.length].click();
    await new Promise(done => {
      const look = () => {
        document.querySelector("#said button[name=sure]")?.click();
        if (question().dataset.number === before) return;
        seen.disconnect();
        requestAnimationFrame(() => setTimeout(done));
      };
      const seen = new MutationObserver(look);
      seen.observe(document.body, { childList: true, subtree: true });
    });
    times.push(performance.now() - began);
  }
  return times;
}"""  # until the frame after the change has been drawn


def begin(client: Client, game: str, **more: object) -> Client:
    """A new game against random bots, and its page."""
    answer = client.post("new", game=game, against="random", **more)
    return Client(f"http://{client.host}:{client.port}{client.root}{answer.headers['location']}")


def size(served: Served) -> None:
    """How much a first page is, as it is sent and as gzip would make it."""
    client = served.client
    files = [client.ask("GET", client.root + name).text.encode() for name in FILES]
    pages = {"list of games": client.get()}
    pages |= {rules.id: begin(client, rules.id, seats=rules.max_seats).get() for rules in games()}
    for name, page in pages.items():
        parts = [page.text.encode(), *files]
        packed = sum(len(gzip.compress(part)) for part in parts)
        print(f"{name:<16}{sum(map(len, parts)) / 1000:>7.1f} kB in all ({packed / 1000:.1f} kB if it were packed)")


def answer(served: Served) -> None:
    """How long it takes from a click to the next question on the screen."""
    if installed() is None:
        print("There is no Chromium: install it (apt-get install chromium) to measure answers on a screen.")
        return
    with contextmanager(started)() as browser:
        for rules in games():
            game = begin(served.client, rules.id, seats=rules.usual_size)
            page = page_of(browser, f"http://{game.host}:{game.port}{game.path}")
            times = sorted(page.evaluate(TIMED, CLICKS))
            late = times[int(len(times) * 0.95)]
            print(f"{rules.id:<16}median {median(times):>5.0f} ms, 95 % within {late:>5.0f} ms ({len(times)} answers)")
            page.context.close()


def many(served: Served) -> None:
    """Fifty tables that are answered at once; all of it runs on one core."""
    kinds = [rules.id for rules in games()]
    clients = [begin(served.client, kinds[place % len(kinds)], seats=2) for place in range(TABLES)]
    began = perf_counter()
    together(lambda client: client.get(), clients)
    print(f"{TABLES} tables opened in {perf_counter() - began:.1f} s")
    times: list[float] = []

    def play(client: Client) -> None:
        for _ in range(ROUNDS):
            number, choices = client.asked()
            if not choices:
                return
            started_ = perf_counter()
            client.post("answer", number=number, action=choices[0])
            times.append(1000 * (perf_counter() - started_))

    began = perf_counter()
    together(play, clients)
    took, times = perf_counter() - began, sorted(times)
    late = times[int(len(times) * 0.95)]
    print(f"{len(times)} answers at {TABLES} tables in {took:.1f} s: {len(times) / took:.0f} a second; ", end="")
    print(f"median {median(times):.0f} ms, 95 % within {late:.0f} ms, all tables at once")
    processes = [psutil.Process(served.process.pid), *psutil.Process(served.process.pid).children(recursive=True)]
    held = sum(one.memory_full_info().pss for one in processes)
    print(f"{len(processes)} processes hold {held / 1e6:.0f} MB, {held / 1e6 / TABLES:.1f} MB a table")


def together(deed: Callable[[Client], object], clients: Sequence[Client]) -> None:
    """Do it for all clients at the same time."""
    threads = [threading.Thread(target=deed, args=(client,)) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def memory(served: Served, number: int) -> None:
    """Whole games one after the other: what the server and the process that rooms are forked from hold."""
    process, answers = psutil.Process(served.process.pid), 0
    for played in range(1, number + 1):
        game = begin(served.client, "tavern-brawl", seats=2, option="mode=monk")
        while True:
            asked, choices = game.asked()
            if asked < 0:
                break
            game.post("answer", number=asked, action=choices[0])
            answers += 1
        if played in (1, number // 10, number // 2, number):
            held = [process, *process.children()]
            parts = ", ".join(f"{one.memory_info().rss / 1e6:.1f}" for one in held)
            rooms = len(process.children(recursive=True))
            said = f"after {played:>5} games ({answers} answers): {parts} MB in the server and its helpers"
            print(f"{said}; {rooms} processes below it", flush=True)
        for file in Path(process.cwd()).glob("tavern-*.json"):
            file.unlink()


def main() -> None:
    """Print the figures that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", choices=[[], "size", "answer", "many", "memory"])
    parser.add_argument("--games", type=int, default=1000)
    asked = parser.parse_args()
    measures: dict[str, Callable[[Served], None]] = {
        "size": size,
        "answer": answer,
        "many": many,
        "memory": lambda served: memory(served, asked.games),
    }
    for name in asked.what or measures:
        print(f"{name}:")
        cores = os.sched_getaffinity(0)
        if name == "many":
            os.sched_setaffinity(0, {min(cores)})  # the server inherits it
        with tempfile.TemporaryDirectory() as folder, table(Path(folder), "--web") as served:
            os.sched_setaffinity(0, cores)
            measures[name](served)


if __name__ == "__main__":
    main()
