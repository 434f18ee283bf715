"""Writes one C function: loops, and the expression of any element of any value.

`element` is the centre. A value that lies in memory is loaded; one that is computed within the
kernel is expressed through its operands' elements, by the rule of its operator, where it is needed.
So a chain of elementwise operators becomes one loop without any tensor in between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
import onnx_ir as ir

from compiler_core.graph.emission.constants import Constant, ConstantPool
from compiler_core.graph.emission.element_types import ElementType
from compiler_core.graph.emission.facts import constant_of, shape_of, type_of
from compiler_core.graph.emission.index_arithmetic import Index, linear, reshaped_index
from compiler_core.graph.emission.layout import WHOLE_TENSORS, MemoryLayout
from compiler_core.graph.emission.view import PlainView, View

InlineRule = Callable[["FunctionWriter", ir.Node, int, Index], str]

_TINY_CONSTANT = 1


@dataclass(frozen=True, slots=True)
class EmittedParameter:
    """What a function is given: a value of the model, or a constant of the blob."""

    name: str
    kind: ElementType
    value: ir.Value | None = None
    constant: Constant | None = None
    written: bool = False


class FunctionWriter:
    """The text of one function as it grows, with what it takes from outside.

    inside: nodes computed where they are needed. inline_rule: how an operator's elements follow
    from its operands', None for one that has loops of its own. layout: where values lie, and how
    far apart their rows are.
    """

    def __init__(
        self,
        pool: ConstantPool,
        inline_rule: Callable[[ir.Node], InlineRule | None],
        layout: MemoryLayout = WHOLE_TENSORS,
    ) -> None:
        self.pool = pool
        self.inline_rule = inline_rule
        self.layout = layout
        self.view: View = PlainView()
        self.lines: list[str] = []
        self.parameters: dict[object, EmittedParameter] = {}
        self.locals: dict[ir.Value, str] = {}
        self.inside: frozenset[ir.Node] = frozenset()
        self._depth = 1
        self._known: list[dict[tuple[ir.Value, Index], str]] = [{}]
        self._counters: dict[str, int] = {}
        self._loops: list[str] = []

    # Statements

    def line(self, text: str) -> None:
        """One line at the present depth."""
        self.lines.append("    " * self._depth + text)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """`head { … }`; what is computed inside is forgotten after it."""
        self.line(f"{head} {{".strip())
        self._depth += 1
        self._known.append({})
        yield
        self._known.pop()
        self._depth -= 1
        self.line("}")

    @contextmanager
    def loop(self, name: str, count: int, step: int = 1) -> Iterator[str]:
        """A loop from 0 to count; gives the index. No loop is written for a single turn."""
        if count == 1:
            yield "0"
            return
        variable = name if name not in self._loops else f"{name}{self._loops.count(name) + 1}"
        self._loops.append(variable)
        advance = f"{variable}++" if step == 1 else f"{variable} += {step}"
        with self.block(f"for (int {variable} = 0; {variable} < {count}; {advance})"):
            yield variable
        self._loops.pop()

    @contextmanager
    def loops(self, names: tuple[str, ...], counts: tuple[int, ...]) -> Iterator[Index]:
        """One loop inside the other; gives the whole index."""
        if not counts:
            yield ()
            return
        with self.loop(names[0], counts[0]) as first, self.loops(names[1:], counts[1:]) as rest:
            yield (first, *rest)

    def fresh(self, stem: str) -> str:
        """A name not used before in this function."""
        number = self._counters.get(stem, 0)
        self._counters[stem] = number + 1
        return f"{stem}{number}"

    def variable(self, kind: ElementType, expression: str) -> str:
        """A new constant variable with this value."""
        name = self.fresh("v")
        self.line(f"const {kind.c} {name} = {expression};")
        return name

    # Values

    def pointer(self, value: ir.Value) -> str:
        """The C name of the memory that holds a value; becomes a parameter when first used."""
        if value in self.locals:
            return self.locals[value]
        constant = constant_of(value)
        if constant is not None:
            return self.constant(constant)
        if value not in self.parameters:
            self.parameters[value] = EmittedParameter(self.fresh("x"), type_of(value), value)
        return self.parameters[value].name

    def output_pointer(self, value: ir.Value) -> str:
        """The C name of the memory that a value is written to."""
        if value in self.locals:
            return self.locals[value]
        if value not in self.parameters:
            name = self.fresh("y")
            self.parameters[value] = EmittedParameter(name, type_of(value), value, written=True)
        return self.parameters[value].name

    def constant(self, array: np.ndarray) -> str:
        """The C name of these elements in the weight blob."""
        placed = self.pool.add(array)
        if placed not in self.parameters:
            self.parameters[placed] = EmittedParameter(
                self.fresh("w"), placed.kind, constant=placed
            )
        return self.parameters[placed].name

    def element(self, value: ir.Value, index: Index, shape: tuple[int, ...] | None = None) -> str:
        """An expression of one element, after the statements it needs.

        shape: what the index counts in, if not the value's own shape.
        """
        constant = constant_of(value)
        if constant is not None and constant.size <= _TINY_CONSTANT:
            return type_of(value).literal(constant.reshape(-1)[0].item())
        for known in reversed(self._known):
            if (value, index) in known:
                return known[value, index]
        node = value.producer()
        if node is not None and node in self.inside:
            return self._computed(node, value, index)
        return f"{self.pointer(value)}[{self.place(value, index, shape)}]"

    def place(self, value: ir.Value, index: Index, shape: tuple[int, ...] | None = None) -> str:
        """Where an element lies, counted from the value's first; shape: as for `element`."""
        own = shape_of(value)
        steps = self.layout.steps_of(value)
        if steps is None:
            return linear(index, own if shape is None else shape)
        return linear(index if shape in (None, own) else reshaped_index(index, shape, own), steps)

    def lies_in_memory(self, value: ir.Value) -> bool:
        """Whether the value is loaded rather than computed where it is needed."""
        return value.producer() not in self.inside

    def element_of_numbers(self, numbers: Sequence[int], index: str) -> str:
        """One of a few whole numbers that are known now."""
        if len(numbers) == 1:
            return str(numbers[0])
        return f"{self.constant(np.asarray(numbers, np.int64))}[{index}]"

    def remember(self, value: ir.Value, index: Index, expression: str) -> None:
        """From here to the end of the block this element is this expression."""
        self._known[-1][value, index] = expression

    def operand(self, value: ir.Value, index: Index, aligned: tuple[int, ...]) -> str:
        """The element of an operand that broadcasts; aligned: its shape beside the output's."""
        own = self.view.operand_index(index, aligned, len(index))
        return self.element(value, own, self.view.shape(aligned, len(index)))

    def _computed(self, node: ir.Node, value: ir.Value, index: Index) -> str:
        rule = self.inline_rule(node)
        assert rule is not None
        position = list(node.outputs).index(value)
        expression = rule(self, node, position, index)
        name = self.variable(type_of(value), expression)
        self.remember(value, index, name)
        return name


def used_values(parameters: Mapping[object, EmittedParameter]) -> tuple[EmittedParameter, ...]:
    """Parameters in the order of a signature: inputs, constants, outputs."""
    order = {"x": 0, "w": 1, "y": 2}
    return tuple(
        sorted(parameters.values(), key=lambda entry: (order[entry.name[0]], int(entry.name[1:])))
    )
