"""Checks of play: same seed same game, clones, bytes, legal actions, texts, the end, refusals."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from itertools import pairwise

from tavern_engine.chance import Rng
from tavern_engine.errors import TavernError
from tavern_engine.record import Record
from tavern_engine.state import OVER, Event, Policy, RandomPolicy, numbers
from tavern_engine.table import Table
from tavern_engine.testing.walk import Case, Failed, game_positions, some_positions


def check_repeatable(case: Case) -> None:
    """The same seed and actions give the same bytes; a replayed record does too; another seed gives another game."""
    table = Table(case.game, case.seats, case.seed, case.options)
    play_at_random(table, 60)
    assert table.record is not None
    again = Record.from_json(table.record.to_json()).replay(case.game)
    if again.truth().to_bytes() != table.truth().to_bytes():
        raise Failed("replaying the same seed and actions gave another state")
    other = case.game.new(case.seats, case.seed + 1, case.options)
    first = case.game.new(case.seats, case.seed, case.options)
    if first.to_bytes() == other.to_bytes():
        raise Failed("two seeds gave the same game")


def play_at_random(table: Table, decisions: int) -> None:
    """Make that many random decisions, or as many as there are."""
    rng = Rng(decisions)
    while decisions > 0 and not table.over:
        legal = table.ask()[1].legal()
        table.answer(legal[int(rng.below(len(legal)))])
        decisions -= 1


def check_clone(case: Case) -> None:
    """Playing on a clone changes nothing in the original, and two clones play alike; observing changes nothing."""
    policy: Policy = RandomPolicy()
    first = case.game.new(case.seats, case.seed, case.options)
    before = first.to_bytes()
    first.clone().playout(policy, Rng(3), 50)
    if first.to_bytes() != before:
        raise Failed("playing on a clone changed the original")
    for position in some_positions(case, 20):
        state = position.state
        before = state.to_bytes()
        ends = []
        for _ in range(2):
            clone = state.clone()
            clone.playout(policy, Rng(3), 50)
            ends.append(clone.to_bytes())
            position.require(state.to_bytes() == before, "playing on a clone changed the original")
        position.require(ends[0] == ends[1], "two clones played differently with the same luck")
        for seat in position.viewers:
            state.observe(seat).sample(Rng(1))
        position.require(state.to_bytes() == before, "observing or sampling changed the state")


def check_bytes(case: Case) -> None:
    """States and views come back from their bytes and play on the same; cut, damaged and foreign bytes are refused."""
    game = case.game
    for position in some_positions(case, 12):
        data = position.state.to_bytes()
        back = game.state_from_bytes(data)
        position.require(back.to_bytes() == data, "a state did not come back from its bytes")
        twin = position.state.clone()
        for state in (back, twin):
            state.playout(RandomPolicy(), Rng(5), 40)
        position.require(back.to_bytes() == twin.to_bytes(), "a state read from bytes played on differently")
        for seat in position.viewers:
            view = position.state.observe(seat).to_bytes()
            same = game.infoset_from_bytes(view).to_bytes() == view
            position.require(same, f"the view of seat {seat} did not come back")
            refuses("a view was read as a state", game.state_from_bytes, view)
        refuses("a whole state was read as a view", game.infoset_from_bytes, data)
        refuses("cut bytes were read", game.state_from_bytes, data[: len(data) // 2])
        refuses("damaged bytes were read", game.state_from_bytes, data[:-20] + bytes(20))
    refuses("foreign bytes were read", game.state_from_bytes, b"something else")


def refuses(problem: str, act: Callable[..., object], *arguments: object) -> None:
    """Fail with the problem unless the act is refused with an error of ours."""
    try:
        act(*arguments)
    except TavernError:
        return
    raise Failed(problem)


def check_legal(case: Case) -> None:
    """Legal actions are sorted, unique, at least two, the same for infoset and state, and all can be played."""
    for position in some_positions(case, 40):
        state = position.state
        legal = state.legal()
        if state.seat() == OVER:
            position.require(legal == [], "something is legal after the end")
            continue
        position.require(len(legal) >= 2, f"a decision with only {legal} was left to the seat")
        position.require(all(a < b for a, b in pairwise(legal)), f"legal actions are not sorted and unique: {legal}")
        position.require(legal[0] >= 0 and legal[-1] < case.game.actions, f"an action is out of range: {legal}")
        counted = [int(state.nth(index)) for index in range(int(state.count()))]
        position.require(counted == legal, f"count and nth give {counted}, but {legal} is legal")
        codes = numbers([0] * case.game.actions)
        listed = [int(codes[place]) for place in range(int(state.list_legal(codes)))]
        position.require(listed == legal, f"list_legal gives {listed}, but {legal} is legal")
        allowed = [code for code in range(case.game.actions) if state.allows(code)]
        position.require(allowed == legal, f"{allowed} is allowed, but {legal} is legal")
        told = state.observe(int(state.seat())).legal()
        position.require(told == legal, f"the seat is told {told}, but {legal} is legal")
        for action in legal:
            state.clone().apply(action)


def check_texts(case: Case) -> None:
    """Every action has its own text that parses back, every event a sentence, every view a picture and a vector."""
    game = case.game
    if len(game.words.actions) != game.actions:
        raise Failed(f"{len(game.words.actions)} actions have a text, but there are {game.actions}")
    texts = [game.action_text(action) for action in range(game.actions)]
    if len(set(texts)) != len(texts):
        raise Failed("two actions have the same text")
    for action, text in enumerate(texts):
        if game.parse_action(text) != action:
            raise Failed(f"the text {text!r} does not parse back to action {action}")
        if not game.action_parts(action).get("verb"):
            raise Failed(f"the action {text!r} has no verb")
    for kind in game.words.events.values():
        if isinstance(kind.does, str) and not hasattr(game.state_class, (kind.does.split() or ["tell"])[0]):
            raise Failed(f"no event is called {kind.does!r}")
    lengths = set()
    told: set[Event] = set()  # most have been told before
    for position in some_positions(case, 12):
        for seat in position.viewers:
            infoset = position.state.observe(seat)
            lengths.add(len(game.vector(infoset.view)))
            position.require(bool(str(infoset.view)), "a view has no picture")
            position.require(is_plain(infoset.facts()) and is_plain(infoset.actions()), "facts are no plain data")
            options = infoset.options()
            position.require(options == case.options, f"a view says that the options are {options}")
            new = set(position.seen[seat]) - told
            position.require(all(map(game.event_text, new)), "an event has no sentence")
            told |= new
    if len(lengths) != 1:
        raise Failed(f"vectors have different lengths: {sorted(lengths)}")


def is_plain(data: object) -> bool:
    """Whether data is made of what JSON holds, with texts as keys; a tuple is a list in order."""
    if isinstance(data, dict):
        return all(isinstance(key, str) and is_plain(value) for key, value in data.items())
    if isinstance(data, (list, tuple)):
        return all(map(is_plain, data))
    return data is None or isinstance(data, (bool, int, str))


def check_layout(case: Case) -> None:
    """The layout rows describe every word once, and every state and view keeps to them."""
    game = case.game
    if problems := game.layout.gaps():
        raise Failed(f"the layout is wrong: {problems[0]}")
    for position in some_positions(case, 30):
        for state in (position.state, *(position.state.observe(seat).view for seat in position.viewers)):
            try:
                game.layout.check(memoryview(state.w).tolist(), game.sizes)
                game.check_cards(state)
            except TavernError as error:
                position.require(False, f"a position does not keep to the layout: {error}")


def check_end(case: Case) -> None:
    """Games end; placements are 1 and up, follow the score, and are shared by partners."""
    for count in range(case.times(4)):
        last = deque(game_positions(case, case.seed + count), maxlen=1)[0]  # fails if the game is too long
        places = last.state.placement()
        scores = [int(last.state.score(seat)) for seat in range(case.seats)]
        last.require(min(places) == 1 and len(places) == case.seats, f"no seat is first: {places}")
        for one in range(case.seats):
            for other in range(case.seats):
                same = last.state.team(one) == last.state.team(other)
                last.require(not same or places[one] == places[other], "partners have different places")
                follows = scores[one] <= scores[other] or places[one] < places[other]
                last.require(follows, f"places {places} do not follow scores {scores}")


def check_refusals(case: Case) -> None:
    """What is wrong is refused with a sentence and changes nothing."""
    game = case.game
    between = [seats for seats in range(game.min_seats, game.max_seats) if seats not in game.sizes]
    for seats in (game.min_seats - 1, game.max_seats + 1, *between, -1, "four", True, None):
        refuses(f"{seats!r} seats were accepted", game.new, seats)
    refuses("an unknown option was accepted", game.new, case.seats, 0, {"no_such_option": 1})
    for option in game.options:
        refuses("a wrong value was accepted", game.new, case.seats, 0, {option.name: "no such value"})
    for position in some_positions(case, 8):
        state = position.state
        before = state.to_bytes()
        table = Table.at(game, state)
        legal = state.legal()
        wrong: list[object] = [code for code in range(-2, game.actions + 2) if code not in legal]
        for action in [*wrong, 10**30, "no such action", 1.5, None, True]:
            refuses(f"the action {action!r} was accepted", table.answer, action)
            refuses(f"the action {action!r} was accepted", state.apply, action)
        refuses("a view was played on", state.observe(0).view.apply, legal[0] if legal else 0)
        position.require(state.to_bytes() == before, "a refused action changed the state")
