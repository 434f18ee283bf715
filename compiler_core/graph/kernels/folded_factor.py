"""A factor behind a square goes into the weights: hard-swish then takes four operations.

x·clip(x + t, low, high)·f is y·clip(y + r·t, r·low, r·high) with r = √f and y = r·x. So the
weights and the bias before it are multiplied by r once, and nothing is left of f.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from compiler_core.graph.kernels.finish import bias_of
from compiler_core.graph.kernels.request import KernelRequest
from compiler_core.graph.records import EpilogueStep

_LENGTH = 4
_SMALLEST, _LARGEST = 2.0**-20, 2.0**20


@dataclass(frozen=True, slots=True)
class _Square:
    """Steps on a sum, one after the other, and the factor of the last."""

    added: EpilogueStep
    clipped: EpilogueStep
    multiplied: EpilogueStep
    scaled: EpilogueStep

    @property
    def factor(self) -> float:
        number = _number(self.scaled)
        if self.scaled.operator == "Mul":
            return number
        return 1 / number if number else 0.0

    def holds(self) -> bool:
        """Whether they are the sum times what is clipped of it, times a positive factor."""
        names = tuple(step.operator for step in (self.added, self.clipped, self.multiplied))
        kinds = (self.added.operand, self.multiplied.operand, self.scaled.operand)
        if names != ("Add", "Clip", "Mul") or kinds != ("scalar", "step", "scalar"):
            return False
        both = {self.multiplied.taken, self.multiplied.name}
        if "" in both or both != {self.added.taken, self.clipped.node}:
            return False
        in_turn = self.clipped.taken in ("", self.added.node)
        in_turn = in_turn and self.scaled.taken in ("", self.multiplied.node)
        by_number = self.scaled.operator in ("Mul", "Div")
        return in_turn and by_number and "reversed" not in self.scaled.attributes

    def read_by(self, steps: Sequence[EpilogueStep]) -> bool:
        """Whether later steps read a value that the factor changes."""
        changed = {self.added.taken, self.added.node, self.clipped.node, self.multiplied.node}
        changed -= {"", self.scaled.node}
        return any(
            step.taken in changed or (step.operand == "step" and step.name in changed)
            for step in steps
        )

    def with_root(self, root: float) -> tuple[EpilogueStep, ...]:
        """The steps that are left when the sum has taken the root of the factor."""
        bounds = {key: value * root for key, value in self.clipped.attributes.items()}
        return (
            _times(self.added, root), replace(self.clipped, attributes=bounds),
            replace(self.multiplied, node=self.scaled.node),
        )  # fmt: skip


def with_folded_factor(request: KernelRequest) -> KernelRequest:
    """The request whose float32 weights hold the factor; itself where there is no such square."""
    if request.shape.element_type != "float32":
        return request
    first = int(bias_of(request.epilogue, "float32") is not None)
    bias, steps = request.epilogue[:first], _written_out(request.epilogue[first:], request.name)
    if len(steps) < _LENGTH:
        return request
    square, behind = _Square(*steps[:_LENGTH]), steps[_LENGTH:]
    if not square.holds() or not _SMALLEST < square.factor < _LARGEST or square.read_by(behind):
        return request
    root = float(np.sqrt(square.factor))
    scaled_bias = tuple(_times(step, root) for step in bias)
    return replace(
        request,
        weights=request.weights * np.float32(root),
        epilogue=(*scaled_bias, *square.with_root(root), *behind),
    )


def _written_out(steps: Sequence[EpilogueStep], kernel: str) -> tuple[EpilogueStep, ...]:
    """A first HardSwish in its four steps (ONNX: x·clip(x + 3, 0, 6) / 6)."""
    if not steps or steps[0].operator != "HardSwish":
        return tuple(steps)
    whole = steps[0]
    total = whole.taken or f"{kernel} sum"
    added, clipped, product = (f"{total} {word}" for word in ("added", "clipped", "product"))
    three, six = np.array([3], np.float32), np.array([6], np.float32)
    return (
        EpilogueStep(operator="Add", operand="scalar", values=three, node=added, taken=total),
        EpilogueStep(
            operator="Clip", attributes={"min": 0.0, "max": 6.0}, node=clipped, taken=added
        ),
        EpilogueStep(operator="Mul", operand="step", name=clipped, node=product, taken=total),
        EpilogueStep(operator="Div", operand="scalar", values=six, node=whole.node, taken=product),
        *steps[1:],
    )


def _number(step: EpilogueStep) -> float:
    return float(np.asarray(step.values).reshape(-1)[0])


def _times(step: EpilogueStep, root: float) -> EpilogueStep:
    values = np.asarray(step.values, np.float64) * root
    return replace(step, values=values.astype(np.float32))
