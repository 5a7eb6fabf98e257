"""The numbers of choices: a choice keeps its number while a turn goes on, whatever else is gone or new by then."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class Numbers:
    """Numbers for the choices of one person, question after question."""

    def __init__(self) -> None:
        self._last = -2  # the decision of the game that was asked last
        self._by_phase: dict[int, dict[int, int]] = {}  # the number of every action that was offered in this turn

    def of(self, decision: int, phase: int, legal: Sequence[int]) -> dict[int, int]:
        """The number of every legal action. Somebody else's decision in between ends the turn.

        Questions of different kinds are counted apart: which target is another list than which card.
        """
        if decision not in (self._last, self._last + 1):
            self._by_phase = {}
        self._last = decision
        known = self._by_phase.setdefault(phase, {})
        if known and not any(action in known for action in legal):
            known.clear()
        for action in legal:
            known.setdefault(action, len(known) + 1)
        return {action: known[action] for action in sorted(legal, key=known.__getitem__)}


def spans(numbers: Iterable[int]) -> str:
    """Numbers as people write them, without those that are gone: `1, 3-5`."""
    told: list[list[int]] = []
    for number in sorted(numbers):
        if told and number == told[-1][-1] + 1:
            told[-1].append(number)
        else:
            told.append([number])
    return ", ".join(f"{span[0]}-{span[-1]}" if len(span) > 1 else str(span[0]) for span in told)
