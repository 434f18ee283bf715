"""Whether a region is right, by running: everything outside poisoned, and elements inside changed.

Both run the reference executor, node by node. It is poisoned twice: with NaN, so that an operator
that so much as looks at a poisoned element is found out, and with large noise, since the
reference's AveragePool takes NaN for padding. Of a Resize the reference multiplies by zero what it
does not use, which makes NaN of NaN; there noise is all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
import onnx_ir as ir

from compiler_core.errors import InputError
from compiler_core.graph.quantisation.reference import Values, compute_node
from compiler_core.graph.slicing.backward import GraphRegion
from compiler_core.graph.slicing.titles import node_name

MOST_PROBES = 8
_SEED = 19
_LOUD = 1e4

Poison = Literal["NaN", "noise"]


@dataclass(frozen=True, slots=True)
class ChosenElement:
    """Of which tensor, where."""

    tensor: str
    index: tuple[int, ...]

    def bits(self, values: Mapping[str, np.ndarray]) -> bytes:
        return np.asarray(values[self.tensor][self.index]).tobytes()


@dataclass(frozen=True, slots=True)
class PoisonedRun:
    """kept: whether the element had the same bits. poisons: what stood in the place of the rest,
    in a run each. poisoned: elements that were replaced, in so many tensors. problem: why nothing
    can be said, empty if it can."""

    kept: bool
    poisons: tuple[Poison, ...]
    poisoned: int
    tensors: int
    problem: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """One element of an input inside the region, changed from one value to another."""

    tensor: str
    """Name of the network's input that the element is of."""
    index: tuple[int, ...]
    """A number from 0 for each axis."""
    before: str
    """The element's value in the run that is explained, as text."""
    after: str
    """The value that was put in its place, as text."""
    changed: bool
    """Whether the chosen element has other bits then."""
    ended: tuple[str, ...] = ()
    """Nodes behind which nothing was different any more, empty where the element changed."""


def poisoned_run(
    model: ir.Model, values: Values, region: GraphRegion, element: ChosenElement
) -> PoisonedRun:
    """Run the region's nodes again; what is outside the region is replaced in every tensor."""
    resizes = any(node.op_type in ("Resize", "Upsample") for node in region.nodes)
    poisons: tuple[Poison, ...] = ("noise",) if resizes else ("NaN", "noise")
    intact, outside = True, [0]
    try:
        for poison in poisons:
            poisoner = _Poisoner(region, np.random.default_rng(_SEED), poison)
            poisoned = _run(model, values, poisoner, element)
            intact = intact and element.bits(poisoned) == element.bits(values)
            outside = [poisoner.outside(name, value) for name, value in poisoned.items()]
    except InputError as error:
        return PoisonedRun(False, (), 0, 0, error.message)
    return PoisonedRun(intact, poisons, sum(outside), sum(1 for count in outside if count))


def _run(model: ir.Model, values: Values, poisoner: _Poisoner, element: ChosenElement) -> Values:
    """The nodes of the region, on operands of which what is outside is poison."""
    nodes = poisoner.region.nodes
    computed = {value.name or "" for node in nodes for value in node.outputs}
    read = (value.name or "" for node in nodes for value in node.inputs if value is not None)
    given = dict.fromkeys(name for name in (*read, element.tensor) if name not in computed)
    poisoned: Values = {name: poisoner.poisoned(name, values[name]) for name in given}
    with np.errstate(all="ignore"):
        for node in nodes:
            compute_node(model, node, poisoned)
            for name in (value.name for value in node.outputs if value.name):
                poisoned[name] = poisoner.poisoned(name, poisoned[name])
    return poisoned


@dataclass(frozen=True, slots=True)
class _Poisoner:
    region: GraphRegion
    generator: np.random.Generator
    poison: Poison

    def poisoned(self, name: str, value: np.ndarray) -> np.ndarray:
        """What is outside the region, replaced; a tensor without a region as a whole."""
        mask = self.region.masks.get(name)
        if mask is not None and mask.all():
            return value
        replaced = _replaced(value, self.generator, self.poison)
        return replaced if mask is None else np.where(mask, value, replaced)

    def outside(self, name: str, value: np.ndarray) -> int:
        mask = self.region.masks.get(name)
        return int(value.size if mask is None else mask.size - mask.sum())


def _replaced(value: np.ndarray, generator: np.random.Generator, poison: Poison) -> np.ndarray:
    if value.dtype.kind == "f":
        drawn = generator.standard_normal(value.shape) * _LOUD
        return np.asarray(drawn if poison == "noise" else np.full(value.shape, np.nan), value.dtype)
    if value.dtype.kind == "b":
        return np.asarray(~value)
    return np.asarray(value.astype(np.int64) + generator.integers(1, 100, value.shape)).astype(
        value.dtype
    )


def probes_of(
    model: ir.Model,
    values: Values,
    region: GraphRegion,
    element: ChosenElement,
    inputs: tuple[str, ...],
) -> Iterator[Probe]:
    """Change elements of the inputs inside the region, one at a time."""
    places = [
        (name, int(at))
        for name in inputs
        if name in region.masks
        for at in np.flatnonzero(region.masks[name])
    ]
    generator = np.random.default_rng(_SEED)
    chosen = generator.choice(len(places), min(MOST_PROBES, len(places)), replace=False)
    for at in sorted(int(number) for number in chosen):
        yield _probe(model, values, region, element, *places[at])


def _probe(
    model: ir.Model,
    values: Values,
    region: GraphRegion,
    element: ChosenElement,
    tensor: str,
    at: int,
) -> Probe:
    value = values[tensor]
    index = tuple(int(coordinate) for coordinate in np.unravel_index(at, value.shape))
    changed = value.copy()
    changed[index] = _other(value[index])
    different: Values = {tensor: changed}
    ended: dict[str, None] = {}
    with np.errstate(all="ignore"):
        for node in region.nodes:
            if any(operand is not None and operand.name in different for operand in node.inputs):
                _follow(model, node, values, different, region, ended)
    moved = element.bits(values | different) != element.bits(values)
    return Probe(
        tensor=tensor,
        index=index,
        before=str(value[index]),
        after=str(changed[index]),
        changed=moved,
        ended=() if moved else tuple(ended),
    )


def _follow(
    model: ir.Model,
    node: ir.Node,
    values: Values,
    different: Values,
    region: GraphRegion,
    ended: dict[str, None],
) -> None:
    """Compute a node of which an operand is different; keep what is different of its results."""
    names = [value.name or "" for value in node.inputs if value is not None]
    operands = {name: different.get(name, values[name]) for name in names}
    compute_node(model, node, operands)
    alive = False
    for name in (value.name or "" for value in node.outputs):
        mask = region.masks.get(name)
        if mask is not None and (operands[name][mask].tobytes() != values[name][mask].tobytes()):
            different[name], alive = operands[name], True
    if not alive:
        ended[node_name(model, node)] = None


def _other(value: np.generic) -> np.generic:
    """Another value of the same kind, far enough to be noticed."""
    kind = value.dtype
    if kind.kind == "f":
        return kind.type(float(value) + 1.0 + abs(float(value)))
    if kind.kind == "b":
        return kind.type(not value)
    limits = np.iinfo(str(kind))
    middle = (int(limits.min) + int(limits.max)) // 2
    step = max(1, (int(limits.max) - int(limits.min)) // 3) if kind.itemsize == 1 else 3
    return kind.type(int(value) - step if int(value) > middle else int(value) + step)
