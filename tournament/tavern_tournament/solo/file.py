"""Solo games as they are set up, saved, read, and gone through again: who sits where, and the engine's record."""

from __future__ import annotations

import itertools
import json
import os
import re
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Final

from tavern_engine import BadRecord, BadSetup, Event, Game, Record, Table, TavernError
from tavern_engine import game as find_game
from tavern_engine.state import HIDDEN, SPECTATOR

FORMAT: Final = "tavern-play 1"
YOU: Final = "you"
OPEN: Final = -3  # in the place of a seat: everything is shown
SEATS: Final = re.compile(
    r"\bseats (?P<several>\d+(, \d+)*)|\bseat (?P<one>\d+)( \((?P<called>[^()]+)\))?(?P<column>  +)?", re.IGNORECASE
)
UNSAID: Final = (" is to move", "'s discard", " play on")  # how sentences end that are left out: others say it
LISTED: Final = re.compile(r".* (turns up|shows a) ")  # how sentences begin that are told as one when in a row


@dataclass
class Saved:
    """A solo game: its record, the human's seat, who sits at every seat, and the marks of help taken."""

    record: Record
    seat: int
    players: list[str]  # the text of every seat's bot, and YOU
    hints: int = 0
    undos: int = 0
    waited: list[int] = field(default_factory=list)  # which decisions were passes that nobody was asked for

    @cached_property
    def game(self) -> Game:
        """The game that is played."""
        return find_game(self.record.game)

    @cached_property
    def seat_names(self) -> list[str]:
        """What people call the seats."""
        return self.game.seat_names(self.fresh_table().view(SPECTATOR).view)

    @property
    def title(self) -> str:
        """What is played: the game with its options and its seed."""
        options = ", ".join(options_text(self.game, self.record.options))
        return f"{self.game.title}{' with ' if options else ''}{options}, seed {self.record.seed}"

    def fresh_table(self) -> Table:
        """The table before the first decision of the record."""
        return replace(self.record, actions=[]).replay(self.game)

    def save(self, path: Path) -> None:
        """Write the file in one go: a crash leaves the old one or the new one, never half of it."""
        fields = {
            "format": FORMAT,
            "seat": self.seat,
            "players": self.players,
            "hints": self.hints,
            "undos": self.undos,
            "waited": self.waited,
            "record": json.loads(self.record.to_json()),
        }
        part = path.with_name(path.name + ".part")
        try:
            part.write_text(json.dumps(fields) + "\n", encoding="utf-8")
            os.replace(part, path)
        except OSError as error:
            raise BadRecord(f"The saved game {path} cannot be written: {error}.") from None

    @classmethod
    def load(cls, path: Path) -> Saved:
        """Read a saved game and check that it can be played, or BadRecord."""
        try:
            saved = cls.from_json(path.read_text(encoding="utf-8"))
            saved.record.replay(saved.game)
        except (OSError, UnicodeDecodeError, TavernError) as error:
            raise BadRecord(f"The saved game {path} cannot be read: {error}") from None
        return saved

    @classmethod
    def from_json(cls, text: str) -> Saved:
        """A saved game from its text, or BadRecord."""
        try:
            fields = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadRecord(f"It is no JSON ({error}).") from None
        if not isinstance(fields, dict) or fields.pop("format", None) != FORMAT:
            raise BadRecord("It is no game saved by tavern-play, or one of another version.")
        record = Record.from_json(json.dumps(fields.pop("record", None)))
        kinds = {"seat": int, "players": list, "hints": int, "undos": int, "waited": list}
        fields.setdefault("waited", [])  # older files have none
        for name, kind in kinds.items():
            if type(fields.get(name)) is not kind:
                raise BadRecord(f"Its {name!r} is missing or of the wrong type.")
        if unknown := sorted(set(fields) - set(kinds)):
            raise BadRecord(f"It has an unknown entry {unknown[0]!r}.")
        saved = cls(record, **fields)
        if not all(type(number) is int for number in saved.waited):
            raise BadRecord("Its 'waited' are not numbers of decisions.")
        if not saved.seats_fit():
            raise BadRecord("Its seat and its players do not fit the number of seats.")
        return saved

    def setup(self) -> list[str]:
        """The arguments with which `tavern-play` begins the same game anew."""
        against = ",".join(self.players[: self.seat] + self.players[self.seat + 1 :])
        numbers = ["--seats", str(len(self.players)), "--seat", str(self.seat), "--seed", str(self.record.seed)]
        options = [part for text in options_text(self.game, self.record.options) for part in ("--option", text)]
        return [self.record.game, "--against", against, *numbers, *options]

    def seats_fit(self) -> bool:
        """Whether every seat has a player, and the human's seat is one of them."""
        texts = all(isinstance(player, str) for player in self.players)
        return texts and len(self.players) == self.record.seats and self.players[self.seat : self.seat + 1] == [YOU]

    def named(self, text: str) -> str:
        """The text with the name and the player of every seat: `Zot (mcts)`; for `seats 1, 2` both are named so."""
        return SEATS.sub(self.name_found, text)

    def name_found(self, found: re.Match[str]) -> str:
        """The name for a seat in a text; one with spaces behind it is a column, as wide as the longest name."""
        if found["several"]:
            return " and ".join(self.name(int(seat)) for seat in found["several"].split(", "))
        seat, called = int(found["one"]), found["called"]
        name = self.name(seat)
        if called and called not in self.seat_names[seat : seat + 1]:
            name += f" ({called})"
        width = max(len(self.name(other)) for other in range(len(self.players)))
        return f"{name:{width}}  " if found["column"] else name

    def name(self, seat: int) -> str:
        """A seat with its player: `seat 1 (mcts)`, or `Zot (mcts)` where seats have names."""
        if seat >= len(self.players):
            return f"seat {seat}"
        return f"{self.seat_names[seat]} ({short_name(self.players[seat])})"

    def sentences(self, events: Sequence[Event]) -> list[str]:
        """What happened, a sentence for each event that tells something."""
        texts = [self.game.event_text(event) for event in events]
        return [sentence(self.named(text)) for text in listed(texts) if not text.endswith(UNSAID)]

    def picture(self, table: Table, seat: int) -> str:
        """The table as the seat sees it; OPEN shows all."""
        text = str(table.truth()) if seat == OPEN else str(table.view(seat))
        return self.named(text.replace(f" (seen by seat {seat})", ""))


def short_name(player: str) -> str:
    """A bot's name without its options or its path."""
    head, _, tail = player.rpartition(":")
    if head and "=" in tail:
        return short_name(head)
    return tail if head.endswith(".py") else player


def listed(texts: Iterable[str]) -> list[str]:
    """The texts, those in a row that begin alike as one: `seat 1 turns up table, brewer, regular 2`."""
    told: list[str] = []
    beginning = ""
    for text in texts:
        found = LISTED.match(text)
        if found and found[0] == beginning:
            told[-1] += f", {text.removeprefix(beginning)}"
        else:
            told.append(text)
        beginning = found[0] if found else ""
    return told


def sentence(text: str) -> str:
    """The text with a capital and a full stop."""
    return stopped(text[:1].upper() + text[1:])


def stopped(text: str) -> str:
    """The text with a full stop, unless it ends like a sentence already, as titles of cards may."""
    return text if text.endswith((".", "!", "?")) else f"{text}."


def new_game(
    game_id: str, against: Sequence[str], seats: int | None, seat: int, seed: int | None, options: Sequence[str] = ()
) -> Saved:
    """A game that begins now; the bots are taken in turn for the seats of the others."""
    game = find_game(game_id)
    chosen = parse_options(game, options)
    bots = split_bots(against) or ["rules"]
    size = game.checked_seats(max(game.min_seats, len(bots) + 1) if seats is None else seats)
    if not 0 <= seat < size:
        raise BadSetup(f"There is no seat {seat} at a table of {size}: the seats are 0 to {size - 1}.")
    if len(bots) >= size:
        raise BadSetup(f"{len(bots)} bots are too many for a table of {size}: one seat is yours.")
    players = list(itertools.islice(itertools.cycle(bots), size - 1))
    players.insert(seat, YOU)
    number = secrets.randbelow(10**9) if seed is None else seed
    return Saved(Record.of(game, size, number, chosen), seat, players)


def parse_options(game: Game, texts: Sequence[str]) -> dict[str, bool | int | str]:
    """All options of a game, those written as `tricks=true` with their values, or BadSetup."""
    known = {option.name: option for option in game.options}
    values: dict[str, object] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            raise BadSetup(f"An option is written name=value, and {text!r} is not.")
        if name in values:
            raise BadSetup(f"The option {name} is given twice.")
        choices = known[name].choices if name in known else ()
        values[name] = next((choice for choice in choices if str(choice).lower() == value.lower()), value)
    return game.checked_options(values)


def options_text(game: Game, options: Mapping[str, object]) -> list[str]:
    """The options that are not as usual, as they are written: `tricks=true`."""
    usual = {option.name: option.default for option in game.options}
    return [f"{name}={str(value).lower()}" for name, value in options.items() if value != usual.get(name)]


def split_bots(texts: Sequence[str]) -> list[str]:
    """Bots named in one go, `mcts:simulations=100,goal=win,rules`; a part such as `goal=win` belongs to the bot before.

    >>> split_bots(["mcts:simulations=100,goal=win,rules", "flat"])
    ['mcts:simulations=100,goal=win', 'rules', 'flat']
    """
    bots: list[str] = []
    for text in texts:
        for number, part in enumerate(filter(None, text.split(","))):
            if number and "=" in part and ":" not in part.partition("=")[0]:
                bots[-1] += f",{part}"
            else:
                bots.append(part)
    return bots


def unused(path: Path) -> Path:
    """The path, unless a file would be lost."""
    if path.exists():
        raise BadRecord(f"There is a file {path} already: go on with --resume {path}, or name another with --save.")
    return path


def free_path(game_id: str, seed: int) -> Path:
    """A name for a saved game in the current folder that no file has yet."""
    path, number = Path(f"tavern-{game_id}-{seed}.json"), 1
    while path.exists():
        number += 1
        path = Path(f"tavern-{game_id}-{seed}-{number}.json")
    return path


def news(table: Table, seat: int) -> list[Event]:
    """What the seat was not told yet; for OPEN as the best witness of each event saw it."""
    if seat != OPEN:
        return table.news(seat)
    versions = zip(*(table.news(witness) for witness in range(table.seats)), strict=True)
    return [max(seen, key=lambda event: event.what != HIDDEN) for seen in versions]


def steps(saved: Saved, seat: int) -> Iterator[str]:
    """A saved game in pieces, one for every decision that the seat made or saw something of."""
    table = saved.fresh_table()
    yield "\n".join(saved.sentences(news(table, seat)))
    for number, action in enumerate(saved.record.actions):
        asked, _ = table.ask()
        parts: list[str] = []
        if seat in (asked, OPEN) and number not in saved.waited:
            choice = f"{saved.name(asked)} chooses: {saved.named(saved.game.action_text(action))}"
            parts = [saved.picture(table, seat), sentence(choice)]
        table.answer(action)
        if told := saved.sentences(news(table, seat)):
            parts.append("\n".join(told))
        if parts:
            yield "\n\n".join(parts)
    yield saved.picture(table, seat)
