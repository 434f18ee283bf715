"""A recording as one small JSON document: what a page needs to scrub without asking again.

It holds the state before the first step and, for each step, only the new values. Old values are in
the state before, which a reader has when it has gone through the steps once; so they are left out,
and with them empty fields. Bytes are never sent: vectors are lanes of the type the code uses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import orjson

from compiler_core.errors import InputError
from compiler_core.host.comparison.wording import counted
from compiler_core.host.stepping.changes import vector_view
from compiler_core.host.stepping.lanes import active_lanes, flag_lanes, lane_bytes, lanes_of, signed
from compiler_core.host.stepping.record import (
    ArrayView,
    Delta,
    MemoryTouch,
    RecordedStep,
    Recording,
    RegisterChange,
    Value,
)
from compiler_core.host.stepping.states import state_at

_EXACT = 1 << 53
_ARRAY_EDGE = 512
MOST_BYTES = 300_000


def page_form(
    recording: Recording, first: int = 0, most_bytes: int | None = None
) -> dict[str, Any]:
    """Plain data for `orjson`: the steps from `first` on, as many as fit in about most_bytes.

    `state` is the state before step `first`; `steps_recorded` tells whether there are more. With
    MOST_BYTES, 500 steps of NEON or scalar code fit, and at least 250 of the longest vectors.
    Integers a browser cannot hold exactly are decimal texts. Raises IndexError.
    """
    budget = (
        None if most_bytes is None else most_bytes - len(orjson.dumps(_frame(recording, first)))
    )
    return {**_frame(recording, first), "steps": _steps(recording, first, budget)}


def step_form(recording: Recording, number: int) -> dict[str, Any]:
    """One step, its line and the state before it; number: from 1. Raises InputError for a step
    that was not recorded."""
    if not recording.ok:
        return page_form(recording)
    step = checked_step(recording, number)
    return {
        **_frame(recording, step.index),
        "code": [line for line in recording.code if line.position == step.position],
        "formulas": {step.agreement.verdict: 1},
        "steps": [_step(step, recording.deltas[step.index], recording)],
    }


def checked_step(recording: Recording, number: int) -> RecordedStep:
    """The step of this number, from 1. Raises InputError for one that was not recorded."""
    if not 1 <= number <= len(recording.steps):
        recorded = counted(len(recording.steps), "step")
        raise InputError(
            f"There is no step {number}: the recording has {recorded}.", recording.ending.sentence
        )
    return recording.steps[number - 1]


def _frame(recording: Recording, first: int) -> dict[str, Any]:
    ran = {step.position for step in recording.steps}
    return {
        "ok": recording.ok,
        "function": recording.function,
        "symbol": recording.symbol,
        "compiler": recording.compiler,
        "version": recording.version,
        "flags": recording.flags,
        "loop_line": recording.loop_line,
        "first_arrival": recording.first_arrival,
        "vector_bits": recording.vector_bits,
        "predicates": recording.predicates,
        "code": [line for line in recording.code if line.position in ran],
        "first_step": first,
        "steps_recorded": len(recording.steps),
        "formulas": Counter(step.agreement.verdict for step in recording.steps),
        "state": state_form(recording, first),
        "ending": recording.ending,
        "notes": recording.notes,
        "seconds": recording.seconds,
    }


def _steps(recording: Recording, first: int, budget: int | None) -> list[dict[str, Any]]:
    forms: list[dict[str, Any]] = []
    spent = 0
    for step in recording.steps[first:]:
        form = _step(step, recording.deltas[step.index], recording)
        spent += 0 if budget is None else len(orjson.dumps(form)) + 1
        if budget is not None and spent > budget and forms:
            break
        forms.append(form)
    return forms


def state_form(recording: Recording, index: int) -> dict[str, Any]:
    """The state before step `index`.

    Registers that play no part in the steps, and arrays they do not touch, are left out.
    """
    if not recording.ok:
        return {}
    state = state_at(recording, index)
    types = lane_types_at(recording, index)
    elements = predicate_lanes_at(recording, index)
    used = used_registers(recording)
    return {
        "general": {
            name: _value(signed(value, 64))
            for name, value in state.general.items()
            if name in used and name not in ("pc", "nzcv")
        },
        "nzcv": flag_lanes(state.general["nzcv"]),
        "vectors": {
            name: _vector(name, content, types[name], recording)
            for name, content in state.vectors.items()
            if name in used
        },
        "predicates": {
            name: _bits(content, elements.get(name, 1))
            for name, content in state.predicates.items()
            if name in used
        },
        "arrays": [
            _array(array, state.arrays[array.name]) for array in recording.arrays if array.values
        ],
    }


def _vector(name: str, content: bytes, lane_type: str, recording: Recording) -> dict[str, Any]:
    """All lanes of an SVE vector; of a NEON register its 16 bytes."""
    _, width = vector_view(name, None, lane_bytes(lane_type), len(content))
    shown = content if recording.predicates else content[:width]
    return {"lane_type": lane_type, "values": _values(lanes_of(shown, lane_type))}


def _array(array: ArrayView, content: bytes) -> dict[str, Any]:
    size = lane_bytes(array.lane_type)
    shown = content[array.first * size : (array.first + len(array.values)) * size]
    return {
        "name": array.name,
        "lane_type": array.lane_type,
        "address": array.address,
        "count": array.count,
        "columns": array.columns,
        "parts": list(array.parts),
        "first": array.first,
        "values": _values(lanes_of(shown, array.lane_type)),
    }


def lane_types_at(recording: Recording, index: int) -> dict[str, str]:
    """The lane type of every vector register before a step."""
    types = dict(recording.lane_types)
    for step in recording.steps[:index]:
        types |= {
            register.register: register.lane_type
            for register in step.registers
            if register.register[0] == "v"
        }
    return types


def predicate_lanes_at(recording: Recording, index: int) -> dict[str, int]:
    """Bytes of the lanes each predicate is used for before a step."""
    lanes = dict(recording.predicate_lanes)
    for step in recording.steps[:index]:
        lanes |= {
            register.register: recording.vector_bits // 8 // len(register.after)
            for register in step.registers
            if register.lane_type == "predicate"
        }
    return lanes


def used_registers(recording: Recording) -> frozenset[str]:
    """The registers that the recorded lines read or write."""
    positions = {step.position for step in recording.steps}
    used = {
        register
        for line in recording.code
        if line.position in positions
        for register in line.registers
    }
    changed = {change.register for step in recording.steps for change in step.registers}
    return frozenset(used | changed)


def _step(step: RecordedStep, delta: Delta, recording: Recording) -> dict[str, Any]:
    """Fields that are empty are left out."""
    form = {
        "position": step.position,
        "registers": [_change(change) for change in step.registers],
        "memory": [_touch(touch) for touch in step.memory],
        "arrays": list(_array_changes(delta, recording)),
        "called": step.called,
        "branch": step.branch,
        "sentence": step.sentence,
        "formula": _formula(step),
    }
    return {name: value for name, value in form.items() if value or name == "position"}


def _formula(step: RecordedStep) -> dict[str, Any]:
    """What is to be said of the step's formula; nothing where it agrees."""
    agreement = step.agreement
    if agreement.verdict == "agrees":
        return {}
    return {
        "verdict": agreement.verdict,
        "reason": agreement.reason or "; ".join(agreement.differences),
    }


def _change(change: RegisterChange) -> dict[str, Any]:
    if change.lane_type in ("predicate", "flag"):
        return {"register": change.register, "shown": change.shown, "lane_type": change.lane_type,
                "bits": "".join(str(value) for value in change.after)}  # fmt: skip
    return {
        "register": change.register,
        "shown": change.shown,
        "lane_type": change.lane_type,
        "values": _values(change.after),
    }


def _touch(touch: MemoryTouch) -> dict[str, Any]:
    """Where; the values are in the registers and arrays of the same step, except on the stack."""
    form: dict[str, Any] = {"kind": touch.kind, "place": touch.place}
    if touch.array:
        form |= {"array": touch.array, "first": touch.first, "last": touch.last}
    else:
        form |= {"values": _values(touch.after)}
    if touch.inactive:
        form["inactive"] = touch.inactive
    if touch.fields:
        form["fields"] = [
            {"place": field.place, "value": _value(field.after)} for field in touch.fields
        ]
    return form


def _array_changes(delta: Delta, recording: Recording) -> Iterator[dict[str, Any]]:
    """New elements of the arrays, whoever wrote them."""
    arrays = {array.name: array for array in recording.arrays}
    for name, offset, _, content in delta.arrays:
        lane_type = arrays[name].lane_type
        size = lane_bytes(lane_type)
        if offset % size == 0 and len(content) % size == 0:
            values = _values(lanes_of(content, lane_type)[:_ARRAY_EDGE])
            yield {"array": name, "first": offset // size, "values": values}


def _values(values: tuple[Value, ...]) -> list[Value]:
    return [_value(value) for value in values]


def _value(value: Value) -> Value:
    """Exact in a browser, whose numbers are doubles."""
    return str(value) if isinstance(value, int) and abs(value) > _EXACT else value


def _bits(content: bytes, element: int) -> str:
    lanes = active_lanes(content, element, 8 * len(content) // element)
    return "".join(str(lane) for lane in lanes)
