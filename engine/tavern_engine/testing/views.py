"""Checks of honesty: views are folds of what was seen, twins look alike, samplers know no more than the view."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from tavern_engine.chance import Rng, shuffle
from tavern_engine.errors import TavernError
from tavern_engine.state import ASKED, MAX_SEATS, PRIVATE, PUBLIC, SEED_A, SEED_B, SPECTATOR, State
from tavern_engine.testing.walk import Case, Position, games, some_positions, who, words


def check_fold(case: Case) -> None:
    """Folding the events that a seat saw, and nothing else, gives its view, byte for byte."""
    for positions in games(case, 2):
        folds = {viewer: case.game.blank(case.seats, case.options, viewer) for viewer in range(SPECTATOR, case.seats)}
        folded = 0
        for position in positions:
            for viewer in position.viewers:
                for event in position.seen[viewer][folded:]:
                    case.game.fold(folds[viewer], event)
                view = position.state.observe(viewer).view
                if view.w[ASKED] >= 0:
                    view.forget_the_question()
                else:
                    folds[viewer].w[ASKED] = view.w[ASKED]
                if words(view) != words(folds[viewer]):
                    problem = f"what {who(viewer)} saw folds to another view than it gets:\n{folds[viewer]}\n"
                    position.require(False, problem)
            folded = len(position.seen[position.viewers[0]])
            if folded > 2000 * case.effort + 200:
                break


def check_keys(case: Case) -> None:
    """Different histories have different keys: every next move from a position is tried, so that they differ little.

    A game that is keyed by position gives equal positions equal keys, whatever led to them; then different positions
    have different ones.
    """
    for viewer in (SPECTATOR, 0):
        histories: dict[int, object] = {}
        for positions in games(case, 2):
            for position in islice(positions, case.times(60)):
                for action in position.state.legal():
                    world = position.state.clone()
                    world.log = []
                    world.move(action)
                    infoset = world.observe(viewer)
                    if not infoset.asked:  # its own question is in the key of the seat that is asked
                        history = (*position.seen[viewer], *(event.seen_by(viewer) for event in world.log))
                        known = position_of(infoset.view) if case.game.keyed_by_position else history
                        same = histories.setdefault(infoset.key, known) == known
                        position.require(same, f"two different histories have the same key for {who(viewer)}")


def position_of(view: State) -> bytes:
    """All that a view shows, without the digests of how it came about."""
    shown = view.clone()
    shown.w[PUBLIC] = 0
    for seat in range(MAX_SEATS):
        shown.w[PRIVATE + seat] = 0
    return words(shown)


def check_private_keys(case: Case) -> None:
    """A seat that sees another card in private gets another key."""
    for position in some_positions(case, 60):
        for twin in twins(position, SPECTATOR, 2):
            for seat in range(case.seats):
                twin.w[PRIVATE + seat] = position.state.w[PRIVATE + seat]
            for action in position.state.legal():
                if twin.allows(action):
                    _compare_private(position, [position.state.clone(), twin.clone()], action)


def _compare_private(position: Position, worlds: list[State], action: int) -> None:
    """The same action in two truths: where a seat is told different things, its keys differ."""
    for world in worlds:
        world.log = []
        world.move(action)
    by_position = position.case.game.keyed_by_position
    for seat in range(position.case.seats):
        infosets = [world.observe(seat) for world in worlds]
        told = [[event.seen_by(seat) for event in world.log or []] for world in worlds]
        same = position_of(infosets[0].view) == position_of(infosets[1].view) if by_position else told[0] == told[1]
        differ = infosets[0].key != infosets[1].key
        position.require(same or differ, f"{who(seat)} saw another card, but has the same key")


def twins(position: Position, seat: int, number: int) -> Iterator[State]:
    """States that differ from the truth only in what the seat cannot know, made without the sampler."""
    rng = Rng(number + 7 * seat)
    for _ in range(number):
        pools = position.state.hidden(seat)
        for cards in pools:
            shuffle(cards, rng)
        twin = position.state.arrange(seat, pools)
        twin.w[SEED_A], twin.w[SEED_B] = rng.next(), rng.next()
        yield twin


def check_twins(case: Case) -> None:
    """Two states that differ only in what a seat cannot know look the same to it: bytes, key, texts, legal actions."""
    for position in some_positions(case, 40):
        for seat in position.viewers:
            mine = position.state.observe(seat)
            picture, pieces = str(mine.view), case.game.pieces(mine.view)
            for twin in twins(position, seat, 2):
                theirs = twin.observe(seat)
                position.require(mine.to_bytes() == theirs.to_bytes(), f"{who(seat)} sees what it cannot know")
                position.require(mine.key == theirs.key, f"the key of {who(seat)} tells what it cannot know")
                position.require(picture == str(theirs.view), f"the picture for {who(seat)} leaks")
                same = pieces == case.game.pieces(theirs.view)
                position.require(same, f"a piece of the picture for {who(seat)} leaks")
                if mine.asked:
                    same = mine.legal() == theirs.legal() == twin.legal()
                    position.require(same, f"the legal actions of {who(seat)} tell what it cannot know")


def check_sample(case: Case) -> None:
    """A sampled world is a possible state of the game, and the seat knows in it just what it knew."""
    for position in some_positions(case, 40):
        for seat in position.viewers:
            infoset = position.state.observe(seat)
            world = infoset.sample(Rng(seat + 2))
            again = world.observe(seat)
            same = again.to_bytes() == infoset.to_bytes()
            position.require(same, f"in a sampled world {who(seat)} knows something else")
            position.require(again.key == infoset.key, f"in a sampled world {who(seat)} has another key")
            position.require(world.legal() == infoset.legal(), f"in a sampled world {who(seat)} may do something else")
            other = infoset.sample(Rng(seat + 9))
            luck = {(int(state.w[SEED_A]), int(state.w[SEED_B])) for state in (position.state, world, other)}
            position.require(len(luck) == 3, f"the luck of a world sampled for {who(seat)} is not fresh")
            try:
                case.game.state_from_bytes(world.to_bytes())
            except TavernError as error:
                position.require(False, f"a world sampled for {who(seat)} is no state of the game: {error}")


def check_blind(case: Case) -> None:
    """The sampler knows the infoset and the rng only: from two truths with one view it makes the same world."""
    for position in some_positions(case, 40):
        for seat in position.viewers:
            mine = position.state.observe(seat).sample(Rng(11)).to_bytes()
            for twin in twins(position, seat, 2):
                theirs = twin.observe(seat).sample(Rng(11)).to_bytes()
                position.require(mine == theirs, f"worlds sampled for {who(seat)} depend on what it cannot know")


def check_resample(case: Case) -> None:
    """In a sampled world every other seat can sample again, and keeps its key."""
    for position in some_positions(case, 20):
        for seat in position.viewers:
            world = position.state.observe(seat).sample(Rng(seat + 3))
            for other in position.viewers:
                infoset = world.observe(other)
                inner = infoset.sample(Rng(4))
                again = inner.observe(other)
                same = again.key == infoset.key and again.to_bytes() == infoset.to_bytes()
                position.require(same, f"sampling for {who(other)} in a world of {who(seat)} lost its view or key")
            case.game.state_from_bytes(inner.to_bytes())  # of one of them: that takes longer than all the rest


def check_look_back(case: Case) -> None:
    """A look back holds the events that the seat was told and the views it had, and leads to the view it has now."""
    for positions in games(case, 2):
        looks = {seat: case.game.look_back(case.seats, case.options, seat) for seat in range(case.seats)}
        known: dict[tuple[int, int], bytes] = {}  # by seat and how much it had been told
        told = 0
        for position in islice(positions, case.times(60)):
            for seat, look in looks.items():
                seen = position.seen[seat]
                infoset = position.state.observe(seat)
                look.see(seen[told:])
                position.require(look.leads_to(infoset), f"the look back of {who(seat)} does not lead to its view")
                known[seat, len(seen)] = unasked(infoset.view)
                first = len(seen) - len(look.steps)
                for number in range(max(told, first), len(seen)):
                    event, view = look.steps[number - first]
                    position.require(event == seen[number], f"{who(seat)} looks back on what it was not told")
                    same = (seat, number) not in known or known[seat, number] == words(view)
                    position.require(same, f"{who(seat)} looks back on another view than it had")
            told = len(position.seen[0])
    for position in some_positions(case, 10):
        for seat in range(case.seats):
            _compare_look_backs(position, seat, [position.state.clone(), *twins(position, seat, 2)])


def _compare_look_backs(position: Position, seat: int, worlds: list[State]) -> None:
    """One move more in truths that look alike: while the seat sees the same, it looks back on the same."""
    if position.state.seat() < 0:
        return
    action = position.state.legal()[0]
    told, looks = [], []
    for world in worlds:
        if not world.allows(action):
            continue
        world.log = []
        world.move(action)
        told.append([event.seen_by(seat) for event in world.log])
        if told[-1] != told[0]:
            continue
        look = position.case.game.look_back(position.case.seats, position.case.options, seat)
        look.see([*position.seen[seat], *told[-1]])  # now, while this world is the one that was last played
        looks.append([(event, words(view)) for event, view in look.steps])
        position.require(looks[-1] == looks[0], f"the look back of {who(seat)} tells what it cannot know")


def unasked(view: State) -> bytes:
    """A view without the question, as a seat has it that is not asked."""
    view.forget_the_question()
    return words(view)


def check_redraw(case: Case) -> None:
    """What no seat knows can be drawn anew: every view stays as it is, and what comes depends on the rng alone."""
    for position in some_positions(case, 20):
        state = position.state
        views = [state.observe(viewer).to_bytes() for viewer in position.viewers]
        mine = redrawn(state, 5)
        same = [mine.observe(viewer).to_bytes() for viewer in position.viewers] == views
        position.require(same, "drawing anew what nobody knows changes what somebody sees")
        luck = {(int(world.w[SEED_A]), int(world.w[SEED_B])) for world in (state, mine, redrawn(state, 6))}
        position.require(len(luck) == 3, "drawing anew what nobody knows leaves the luck to come as it was")
        for twin in twins(position, 0, 12):
            for seat in range(case.seats):
                twin.w[PRIVATE + seat] = state.w[PRIVATE + seat]
            if [twin.observe(viewer).to_bytes() for viewer in position.viewers] == views:
                same = redrawn(twin, 5).to_bytes() == mine.to_bytes()
                position.require(same, "what nobody knows is not drawn anew: it depends on what it was")


def redrawn(state: State, seed: int) -> State:
    """A copy in which what no seat knows was drawn anew."""
    world = state.clone()
    world.redraw(Rng(seed))
    return world
