"""Checks of what learners get: encodings that are bounded, complete and honest, masks, and games in a batch."""

from __future__ import annotations

from itertools import pairwise
from operator import le
from typing import Any, Final

from tavern_engine.chance import Rng
from tavern_engine.encoding import Encoding
from tavern_engine.state import OVER, State
from tavern_engine.testing.views import twins
from tavern_engine.testing.walk import Case, Failed, Position, games, some_positions, who

SIBLINGS: Final = 5  # worlds that are compared,
TOGETHER: Final = 6  # over so many decisions


def check_encoding(case: Case) -> None:
    """A state encodes for a seat just as its view does, in range; twins encode alike; the mask is what is legal."""
    encoding = case.game.encoding(case.seats, case.options)
    high = bytes(encoding.high)
    for position in some_positions(case, 25):
        state = position.state
        for seat in position.viewers:
            infoset = state.observe(seat)
            numbers = encoding.numbers(infoset)
            _require_in_range(position, encoding, numbers, high, seat)
            same = encoding.numbers(state, seat) == numbers
            position.require(same, f"a state is encoded for {who(seat)} in another way than its view")
            for twin in twins(position, seat, 2):
                told = encoding.numbers(twin, seat)
                position.require(told == numbers, f"the encoding for {who(seat)} tells what it cannot know")
            if infoset.asked:
                fresh = encoding.encoder(1)
                fresh.look(infoset, None)
                same = list(bytes(fresh.out)) == numbers
                position.require(same, f"what was encoded before shows in what is encoded for {who(seat)}")
            wanted = [encoding.actions.number_of(code) for code in infoset.legal()]
            shown = [int(number) for number in encoding.mask(infoset).nonzero()[0]]
            position.require(shown == wanted, f"the mask of {who(seat)} is not what is legal for it")


def _require_in_range(position: Position, encoding: Encoding, numbers: list[int], high: bytes, seat: int) -> None:
    if all(map(le, numbers, high)):
        return
    for number, top, name in zip(numbers, high, encoding.names, strict=True):
        position.require(number <= top, f"{name!r} is {number} for {who(seat)}, above its range of 0 to {top}")


def check_complete(case: Case) -> None:
    """Equal encodings of two positions mean equal legal actions and equal facts, so that a learner can tell them apart.

    Looked for among positions that are much alike: worlds that one choice has parted, and that then go the same way.
    """
    encoding = case.game.encoding(case.seats, case.options)
    known: dict[tuple[int, bytes], tuple[list[int], dict[str, Any]]] = {}
    rng = Rng(case.seed)
    for position in some_positions(case, 12):
        worlds = [position.state.clone() for _ in position.state.legal()[:SIBLINGS]] or [position.state]
        for world, action in zip(worlds, position.state.legal(), strict=False):
            world.move(action)
        for _ in range(TOGETHER):
            for world in worlds:
                for seat in {0, max(int(world.seat()), 0)}:
                    _compare_told(position, encoding, world, seat, known)
            shared = set.intersection(*(set(world.legal()) for world in worlds))
            if not shared:
                break
            action = sorted(shared)[int(rng.below(len(shared)))]
            for world in worlds:
                world.move(action)


def _compare_told(
    position: Position,
    encoding: Encoding,
    world: State,
    seat: int,
    known: dict[tuple[int, bytes], tuple[list[int], dict[str, Any]]],
) -> None:
    infoset = world.observe(seat)
    legal, facts = known.setdefault(
        (seat, bytes(encoding.numbers(infoset))), (infoset.legal(), position.case.game.facts(infoset.view))
    )
    problem = f"two positions have the same encoding for {who(seat)}, but other legal actions"
    position.require(legal == infoset.legal(), problem)
    told = position.case.game.facts(infoset.view)
    other = next((key for key in told if told[key] != facts[key]), "")
    position.require(not other, f"two positions have the same encoding for {who(seat)}, but another {other!r}")


def check_actions(case: Case) -> None:
    """Every action that is ever legal is in the action space, and has features of its own."""
    actions = case.game.encoding(case.seats, case.options).actions
    for positions in games(case, 3):
        for position in positions:
            missing = [code for code in position.state.legal() if actions.numbers[code] < 0]
            position.require(not missing, f"the action space has no action {missing[:1]}, but it is legal")
    rows = {tuple(row) for row in actions.features.tolist()}
    if len(rows) != actions.size:
        raise Failed(f"{actions.size} actions have only {len(rows)} different features")


def check_batch(case: Case) -> None:
    """Games in a batch are the games of the rules: views, masks, ends and rewards, the same for the same seed."""
    from tavern_engine.batch import Batch

    batch = Batch(case.game, case.seats, 3, case.seed, case.options)
    again = Batch(case.game, case.seats, 3, case.seed, case.options)
    encoding, states = batch.encoding, [batch.truth(room) for room in range(3)]
    rng = Rng(case.seed)
    for _ in range(case.times(400)):
        masks = batch.now.masks
        chosen = [int(mask.nonzero()[0][rng.below(int(mask.sum()))]) for mask in masks]
        before = batch.now.asked.tolist()
        step, twin = batch.step(chosen), again.step(chosen)
        if any((one != other).any() for one, other in zip(step, twin, strict=True)):
            raise Failed("two batches of the same seed and actions differ")
        for room, state in enumerate(states):
            if int(state.seat()) != before[room]:
                raise Failed("a batch asks another seat than the game does")
            state.move(encoding.actions.codes[chosen[room]])
            over = state.seat() == OVER
            if bool(step.ended[room]) != over:
                raise Failed("a batch ends a game when the rules do not")
            if over:
                _compare_end(state, step.rewards[room].tolist(), batch.places[room].tolist())
                states[room] = state = batch.truth(room)
            _compare_row(encoding, state, step.observations[room], step.masks[room])


def _compare_row(encoding: Encoding, state: State, row: Any, mask: Any) -> None:
    if row.tolist() != encoding.numbers(state, int(state.seat())):
        raise Failed(f"a batch shows the asked seat something else than its view\n{state}")
    if mask.tolist() != encoding.mask(state).tolist():
        raise Failed(f"a batch masks actions that are legal, or none that are not\n{state}")


def _compare_end(state: State, rewards: list[float], places: list[int]) -> None:
    if places != state.placement():
        raise Failed(f"a batch places the seats {places}, the game {state.placement()}")
    ranked = sorted(zip(places, (-reward for reward in rewards), strict=True))
    in_order = all(one[1] <= other[1] for one, other in pairwise(ranked))
    if not in_order or any(abs(reward) > 1 for reward in rewards):
        raise Failed(f"places {places} are rewarded with {rewards}")
