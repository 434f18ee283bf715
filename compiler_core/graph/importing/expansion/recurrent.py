"""LSTM, GRU and RNN written out, one step after another.

The products with the input are one product over all steps; each step multiplies the state, adds,
and bends. A sequence that has ended keeps its state and gives zeros. Formulas and order of gates
(LSTM: input, output, forget, cell; GRU: update, reset, hidden): ONNX, LSTM-14, GRU-14, RNN-14.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

import numpy as np
import onnx_ir as ir

from compiler_core.graph.importing.expansion.recurrent_activations import (
    ACTIVATIONS,
    Activation,
    activations_of,
    activations_refusal,
)
from compiler_core.graph.importing.expansion.writing import Writing
from compiler_core.graph.importing.inference.recurrent import DEFAULTS, GATES
from compiler_core.graph.importing.value_facts import NodeFacts

# Each step is some fifteen nodes and as many kernels before fusion.
MOST_STEPS = 128


def recurrence_refusal(facts: NodeFacts) -> str:
    """Why the node cannot be written out, in words; empty if it can."""
    steps = facts.input(0).shape[1 if facts.integer("layout", 0) else 0]
    if steps > MOST_STEPS:
        return f"{steps} steps are more than the {MOST_STEPS} that are written out."
    reason = activations_refusal(facts.node, _activations(facts))
    if reason:
        return reason
    if _clip(facts) <= 0:
        return f"It cuts off its gates at {_clip(facts):g} (clip), which leaves none."
    return ""


def expand_recurrent(writing: Writing, facts: NodeFacts) -> None:
    """Write the node out; its shapes are checked."""
    directions = (
        ("forward", "reverse")
        if facts.input(1).shape[0] == 2
        else (facts.text("direction", "forward"),)
    )
    done = [
        _Direction(writing, facts, at, name == "reverse").run()
        for at, name in enumerate(directions)
    ]
    batch_first = bool(facts.integer("layout", 0))
    axis = 2 if batch_first else 1
    outputs = [_joined(writing, [scan.outputs for scan in done], axis, "outputs")]
    for part in range(len(done[0].states)):
        states = [direction.states[part] for direction in done]
        outputs.append(_joined(writing, states, 1 if batch_first else 0, f"last_{part}"))
    writing.give(tuple(outputs))


def _joined(writing: Writing, values: Sequence[ir.Value], axis: int, part: str) -> ir.Value:
    """Along a new axis of directions."""
    axes = writing.integers([axis])
    wide = [
        writing.write("Unsqueeze", value, axes, part=f"{part}_{at}")
        for at, value in enumerate(values)
    ]
    return wide[0] if len(wide) == 1 else writing.write("Concat", *wide, part=part, axis=axis)


def _activations(facts: NodeFacts) -> tuple[str, ...]:
    given = facts.texts("activations")
    directions = facts.input(1).shape[0]
    if not given:
        return DEFAULTS[facts.node.op_type] * directions
    names = {name.lower(): name for name in ACTIVATIONS}
    return tuple(names.get(activation.lower(), activation) for activation in given)


def _clip(facts: NodeFacts) -> float:
    """What reaches an activation lies from -clip to clip."""
    given = facts.node.attributes.get("clip")
    return inf if given is None else given.as_float()


@dataclass(frozen=True, slots=True)
class _Done:
    """outputs: [time, batch, hidden], or batch first. states: the last ones, [batch, hidden]."""

    outputs: ir.Value
    states: tuple[ir.Value, ...]


class _Direction:
    """One direction of the node."""

    def __init__(self, writing: Writing, facts: NodeFacts, at: int, reverse: bool) -> None:
        self.writing = writing
        self.facts = facts
        self.at = at
        self.reverse = reverse
        self.kind = facts.node.op_type
        self.gates = GATES[self.kind]
        self.hidden = facts.input(2).shape[2]
        self.batch_first = bool(facts.integer("layout", 0))
        shape = facts.input(0).shape
        self.batch, self.time = shape[:2] if self.batch_first else (shape[1], shape[0])
        count = len(DEFAULTS[self.kind])
        given = activations_of(facts.node, _activations(facts))
        self.bends = given[at * count : (at + 1) * count]
        self.clip = _clip(facts)
        self.element = facts.input(0).element_type

    def run(self) -> _Done:
        projected, recurrence = self._projected(), self._weights(2)
        states = [self._start(index) for index in ((5, 6) if self.kind == "LSTM" else (5,))]
        outputs: dict[int, ir.Value] = {}
        order = range(self.time)
        for step in reversed(order) if self.reverse else order:
            part = self._pick(projected, step)
            new = self._new_states(part, states, recurrence)
            outputs[step], states = self._ended(step, new, states)
        axis = 1 if self.batch_first else 0
        axes = self.writing.integers([axis])
        rows = [self._write("Unsqueeze", outputs[step], axes, part="step") for step in order]
        joined = (
            rows[0] if len(rows) == 1 else self._write("Concat", *rows, part="steps", axis=axis)
        )
        return _Done(joined, tuple(states))

    def _new_states(
        self, part: ir.Value, states: list[ir.Value], recurrence: ir.Value
    ) -> list[ir.Value]:
        if self.kind == "LSTM":
            return self._lstm(part, states, recurrence)
        if self.kind == "GRU":
            return self._gru(part, states[0], recurrence)
        product = self._write("MatMul", states[0], recurrence, part="state")
        total = self._write("Add", part, product, part="sum")
        return [self._bent(self.bends[0], total, "new")]

    def _write(self, operator: str, *inputs: ir.Value, part: str, **attributes: int) -> ir.Value:
        return self.writing.write(operator, *inputs, part=f"{part}_{self.at}", **attributes)

    def _input(self, index: int) -> ir.Value:
        value = self.writing.node.inputs[index]
        assert value is not None
        return value

    def _own(self, index: int, part: str, axis: int = 0) -> ir.Value:
        """This direction's part of an input, without the axis of directions."""
        direction = self.writing.scalar(self.at, ir.DataType.INT64, "direction")
        return self._write("Gather", self._input(index), direction, part=part, axis=axis)

    def _weights(self, index: int) -> ir.Value:
        """[features, gates · hidden]."""
        return self._write("Transpose", self._own(index, "weights"), part="turned")

    def _bias(self) -> tuple[ir.Value, ir.Value] | None:
        """Of the input's product and of the state's."""
        if not self.facts.has(3):
            return None
        whole, size = self._own(3, "bias"), self.gates * self.hidden
        first, second = self.writing.halves(whole, (size, size), f"bias_{self.at}")
        return first, second

    def _projected(self) -> ir.Value:
        """The products of all steps with the input, and the biases that can be added there."""
        made = self._write("MatMul", self._input(0), self._weights(1), part="input")
        bias = self._bias()
        if bias is None:
            return made
        made = self._write("Add", made, bias[0], part="input_bias")
        if self.kind != "GRU" or not self.facts.integer("linear_before_reset", 0):
            return self._write("Add", made, bias[1], part="state_bias")
        # What reset multiplies holds the bias of the hidden gate; the other two may go here.
        zeros = self.writing.constant(np.zeros(self.hidden, self.element.numpy()), "zeros")
        gates, _ = self.writing.halves(bias[1], (2 * self.hidden, self.hidden), f"reset_{self.at}")
        most = self._write("Concat", gates, zeros, part="state_bias", axis=0)
        return self._write("Add", made, most, part="state_bias_added")

    def _pick(self, projected: ir.Value, step: int) -> ir.Value:
        position = self.writing.scalar(step, ir.DataType.INT64, "step")
        axis = 1 if self.batch_first else 0
        return self._write("Gather", projected, position, part="at", axis=axis)

    def _start(self, index: int) -> ir.Value:
        if self.facts.has(index):
            return self._own(index, "start", 1 if self.batch_first else 0)
        zeros = np.zeros((self.batch, self.hidden), self.element.numpy())
        return self.writing.constant(zeros, "start")

    def _bent(self, bend: Activation, value: ir.Value, part: str) -> ir.Value:
        """The activation of a gate, cut off before where the node asks for it."""
        if self.clip < inf:
            low, high = (
                self.writing.scalar(end, self.element, "clip") for end in (-self.clip, self.clip)
            )
            value = self._write("Clip", value, low, high, part=f"{part}_clipped")
        return self._bend(bend, value, part)

    def _bend(self, bend: Activation, value: ir.Value, part: str) -> ir.Value:
        return bend.write(self.writing, value, f"{part}_{self.at}")

    def _cut(self, value: ir.Value, parts: int) -> tuple[ir.Value, ...]:
        return self.writing.halves(value, (self.hidden,) * parts, f"gate_{self.at}")

    def _lstm(self, part: ir.Value, states: list[ir.Value], recurrence: ir.Value) -> list[ir.Value]:
        state, cell = states
        total = self._write(
            "Add", part, self._write("MatMul", state, recurrence, part="state"), part="gates"
        )
        enter, leave, forget, new = self._cut(total, 4)
        bend, bend_cell, bend_state = self.bends
        holes = self._peepholes()
        if holes:
            enter = self._seen(enter, cell, holes[0])
            forget = self._seen(forget, cell, holes[2])
        enter, forget = (self._bent(bend, gate, "gate") for gate in (enter, forget))
        if self.facts.integer("input_forget", 0):
            one = self.writing.scalar(1, self.element, "one")
            forget = self._write("Sub", one, enter, part="forget")
        memory = self._write("Mul", forget, cell, part="kept")
        added = self._write("Mul", enter, self._bent(bend_cell, new, "new"), part="added")
        after = self._write("Add", memory, added, part="cell")
        if holes:
            leave = self._seen(leave, after, holes[1])
        leave = self._bent(bend, leave, "leave")
        given = self._write("Mul", leave, self._bend(bend_state, after, "bent"), part="out")
        return [given, after]

    def _peepholes(self) -> tuple[ir.Value, ...]:
        """Of the gates that let in, out, and forget."""
        return self._cut(self._own(7, "peepholes"), 3) if self.facts.has(7) else ()

    def _seen(self, gate: ir.Value, cell: ir.Value, hole: ir.Value) -> ir.Value:
        return self._write("Add", gate, self._write("Mul", cell, hole, part="seen"), part="gate")

    def _gru(self, part: ir.Value, state: ir.Value, recurrence: ir.Value) -> list[ir.Value]:
        bend, bend_new = self.bends
        sizes = (2 * self.hidden, self.hidden)
        gates, new = self.writing.halves(part, sizes, f"part_{self.at}")
        gate_weights, new_weights = self.writing.halves(recurrence, sizes, f"recurrence_{self.at}")
        total = self._write(
            "Add", gates, self._write("MatMul", state, gate_weights, part="state"), part="gates"
        )
        update, reset = (self._bent(bend, gate, "bent") for gate in self._cut(total, 2))
        if self.facts.integer("linear_before_reset", 0):
            product = self._write("MatMul", state, new_weights, part="linear")
            bias = self._bias()
            if bias is not None:
                _, late = self.writing.halves(bias[1], sizes, f"late_{self.at}")
                product = self._write("Add", product, late, part="late_bias")
            product = self._write("Mul", reset, product, part="reset")
        else:
            left = self._write("Mul", reset, state, part="reset")
            product = self._write("MatMul", left, new_weights, part="after_reset")
        bent = self._bent(bend_new, self._write("Add", new, product, part="sum"), "new")
        # (1 - z)·n + z·h is n + z·(h - n), with one product less.
        apart = self._write("Sub", state, bent, part="apart")
        return [
            self._write("Add", bent, self._write("Mul", update, apart, part="kept"), part="out")
        ]

    def _ended(
        self, step: int, new: list[ir.Value], states: list[ir.Value]
    ) -> tuple[ir.Value, list[ir.Value]]:
        """What the step gives, and the states after it, where sequences have lengths."""
        if not self.facts.has(4):
            return new[0], new
        number = self.writing.scalar(step, self.facts.input(4).element_type, "step")
        running = self._write("Greater", self._input(4), number, part="running")
        running = self._write("Unsqueeze", running, self.writing.integers([1]), part="running_wide")
        zeros = self.writing.scalar(0, self.element, "zero")
        next_states = [
            self._write("Where", running, state, old, part="state_kept")
            for state, old in zip(new, states, strict=True)
        ]
        return self._write("Where", running, new[0], zeros, part="shown"), next_states
