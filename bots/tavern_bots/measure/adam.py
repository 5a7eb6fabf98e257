"""Adam, the optimiser of both trainings: what it knows of every weight can be kept and gone on with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[Any]  # of 32 bits

MEMORY: Final = (0.9, 0.999)
KINDS: Final = ("weights", "means", "squares")  # what it knows of every weight


class Adam:
    """Named weights, and how they are moved against their slopes."""

    def __init__(self, weights: Mapping[str, Floats], shrink: float) -> None:
        self.weights = {name: one.astype(np.float32) for name, one in weights.items()}
        self.means = {name: np.zeros_like(one) for name, one in self.weights.items()}
        self.squares = {name: np.zeros_like(one) for name, one in self.weights.items()}
        self.shrink = np.float32(shrink)  # what a weight loses of itself at every step
        self.steps = 0

    def step(self, slopes: Mapping[str, Floats], size: float) -> None:
        """Move every weight."""
        self.steps += 1
        for name, slope in slopes.items():
            mean, square, weights = self.means[name], self.squares[name], self.weights[name]
            mean += (1 - MEMORY[0]) * (slope - mean)
            square += (1 - MEMORY[1]) * (slope * slope - square)
            root = np.sqrt(square / (1 - MEMORY[1] ** self.steps)) + 1e-8
            weights -= np.float32(size) * (mean / (1 - MEMORY[0] ** self.steps) / root) + self.shrink * weights

    def arrays(self) -> dict[str, Floats]:
        """All that it knows, by name."""
        known = {f"{kind} {name}": one for kind in KINDS for name, one in getattr(self, kind).items()}
        return {**known, "steps": np.array(self.steps)}

    def go_on(self, kept: Mapping[str, Any]) -> None:
        """Take up what `arrays` gave."""
        for kind in KINDS:
            setattr(self, kind, {name: kept[f"{kind} {name}"] for name in self.weights})
        self.steps = int(kept["steps"])
