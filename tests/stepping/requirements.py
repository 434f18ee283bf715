"""What must hold of every recording; each raises AssertionError, and the mutants break them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from compiler_core.host.effects import effects_of
from compiler_core.host.instruction import Instruction, Register, parse_instruction
from compiler_core.host.stepping.flag_text import condition_of, holds
from compiler_core.host.stepping.lanes import lane_bytes, lanes_of, value_text
from compiler_core.host.stepping.page_form import page_form, state_form
from compiler_core.host.stepping.record import (
    Delta,
    MachineState,
    MemoryTouch,
    RecordedStep,
    Recording,
    Value,
)
from compiler_core.host.stepping.states import forward, state_at
from tests.stepping.programs import Setting
from tests.stepping.recorded import outputs_without_recorder, recorded

T = TypeVar("T")
_PLAIN_LOADS = re.compile(r"ld(?:u?r|p|np)")
_PLAIN_STORES = re.compile(r"st(?:u?r|p|np)")
_LIST = re.compile(
    r"(?:-?[\d.]+(?:e[+-]?\d+)?|nan|-?inf)(?:, (?:-?[\d.]+(?:e[+-]?\d+)?|nan|-?inf|…))*"
)


def instructions(recording: Recording) -> dict[int, Instruction]:
    """The code by position."""
    return {line.position: parse_instruction(line.text) for line in recording.code}


def goes_both_ways(setting: Setting) -> None:
    """Deltas forwards and back meet the same states, and so do key frames."""
    recording = recorded(setting).recording()
    state = state_at(recording, 0)
    for index, delta in enumerate(recording.deltas):
        after = forward(state, delta)
        assert after == state_at(recording, index + 1)
        assert forward(after, taken_back(delta)) == state
        state = after


def taken_back(delta: Delta) -> Delta:
    """The step that undoes it: old values for new ones."""

    def swapped(changes: Mapping[str, tuple[T, T]]) -> dict[str, tuple[T, T]]:
        return {name: (new, old) for name, (old, new) in changes.items()}

    return Delta(
        swapped(delta.general),
        swapped(delta.vectors),
        swapped(delta.predicates),
        tuple((name, offset, new, old) for name, offset, old, new in delta.arrays),
    )


def changes_are_the_states(setting: Setting) -> None:
    """Old and new values of each change are the lanes of the states' bytes, and no register
    changes without one."""
    recording = recorded(setting).recording()
    for step in recording.steps:
        before, after = state_at(recording, step.index), state_at(recording, step.index + 1)
        changed = {register.register for register in step.registers}
        assert changed == _different(before, after)
        for one in step.registers:
            if one.register[0] == "v":
                assert one.before == _lanes(before, one.register, one.lane_type, len(one.before))
                assert one.after == _lanes(after, one.register, one.lane_type, len(one.after))
            elif one.register[0] == "p":
                assert one.before == _bits(before.predicates[one.register], len(one.before))
                assert one.after == _bits(after.predicates[one.register], len(one.after))


def memory_is_what_registers_say(setting: Setting) -> None:
    """A load's register holds what was in memory, memory after a store what the register held."""
    recording = recorded(setting).recording()
    code = instructions(recording)
    checked = 0
    for step in recording.steps:
        instruction = code[step.position]
        load = _PLAIN_LOADS.fullmatch(instruction.mnemonic)
        if not load and not _PLAIN_STORES.fullmatch(instruction.mnemonic):
            continue
        state = state_at(recording, step.index + bool(load))
        assert len(step.memory) == 1
        touch = step.memory[0]
        assert touch.kind == ("load" if load else "store")
        expected = b"".join(_content(state, one) for one in _moved(instruction))
        assert lanes_of(expected, touch.lane_type) == touch.after, step.sentence
        checked += 1
    assert checked or "sve" in setting.flags


def predicated_memory_is_what_lanes_say(setting: Setting) -> None:
    """The same for contiguous SVE accesses whose elements fill their lanes, in active lanes."""
    recording = recorded(setting).recording()
    code = instructions(recording)
    for step in recording.steps:
        instruction = code[step.position]
        if not re.fullmatch(r"(?:ld1|st1)[bhwd]", instruction.mnemonic) or len(step.memory) != 1:
            continue
        touch = step.memory[0]
        register = _moved(instruction)[0]
        if lane_bytes(touch.lane_type) * 8 != register.element_bits:
            continue
        load = touch.kind == "load"
        state = state_at(recording, step.index + load)
        lanes = lanes_of(state.vectors[register.canonical], touch.lane_type)
        for lane, value in enumerate(touch.after):
            if lane not in touch.inactive:
                assert lanes[lane] == value
        assert all(lanes[lane] == 0 for lane in touch.inactive) or not load


def arrays_end_as_without_the_recorder(setting: Setting) -> None:
    """Arrays after the last step are those the program writes when nothing steps it."""
    recording = recorded(setting).recording()
    if recording.ending.reason != "returned":
        return
    end = state_at(recording, len(recording.steps))
    outputs = {one.name: one.content for one in outputs_without_recorder(setting).arrays}
    for array in recording.arrays:
        if array.name in outputs:
            size = array.count * lane_bytes(array.lane_type)
            assert end.arrays[array.name][:size] == outputs[array.name][:size], array.name


def nothing_was_missed(setting: Setting) -> None:
    """At the end the recorder found no register and no array changed behind the plan's back."""
    record = recorded(setting).run.record
    assert record is not None
    assert (record.unlisted, record.unseen) == ((), ())


def places_are_addresses(setting: Setting) -> None:
    """Named elements lie at the address touched, inside their array."""
    recording = recorded(setting).recording()
    arrays = {array.name: array for array in recording.arrays}
    named = 0
    for touch in _touches(recording):
        inside = [
            one
            for one in recording.arrays
            if one.address <= touch.address < one.address + _size(one)
        ]
        assert [one.name for one in inside] == ([touch.array] if touch.array else [])
        if not touch.array:
            continue
        array = arrays[touch.array]
        size = lane_bytes(array.lane_type)
        assert touch.first is not None
        assert touch.last is not None
        assert touch.address == array.address + touch.first * size
        assert touch.size == (touch.last - touch.first + 1) * size
        assert touch.place == _place(touch)
        named += 1
    assert named


def sentences_tell_the_values(setting: Setting) -> None:
    """The list of numbers in a sentence is the list of values in the step."""
    recording = recorded(setting).recording()
    checked = 0
    for step in recording.steps:
        expected = _told_values(step)
        if expected:
            assert _texts(expected) in step.sentence, step.sentence
            checked += 1
    assert checked


def branches_follow_the_flags(setting: Setting) -> None:
    """A branch was taken exactly if its condition holds for the flags before it, and then the next
    step is at its target."""
    recording = recorded(setting).recording()
    code = instructions(recording)
    addresses = {line.position: line.address for line in recording.code}
    branches = 0
    for step in recording.steps:
        instruction = code[step.position]
        if effects_of(instruction).branch != "conditional":
            assert step.branch == ""
            continue
        branches += 1
        before, after = state_at(recording, step.index), state_at(recording, step.index + 1)
        went_on = after.general["pc"] == addresses[step.position] + 4
        assert step.branch == ("not taken" if went_on else "taken")
        condition = condition_of(instruction)
        if condition:
            assert holds(condition, before.general["nzcv"]) == (step.branch == "taken")
        assert step.sentence.startswith("Not taken" if went_on else "Taken")
    assert branches


def page_replays(setting: Setting) -> None:
    """A reader of the JSON that applies each step's new values arrives at the same states."""
    recording = recorded(setting).recording()
    form = page_form(recording)
    state = form["state"]
    for index, step in enumerate(form["steps"]):
        _apply(state, step)
        assert _without_types(state) == _without_types(state_form(recording, index + 1)), index


REQUIREMENTS: tuple[Callable[[Setting], None], ...] = (
    goes_both_ways,
    changes_are_the_states,
    memory_is_what_registers_say,
    predicated_memory_is_what_lanes_say,
    arrays_end_as_without_the_recorder,
    nothing_was_missed,
    places_are_addresses,
    sentences_tell_the_values,
    branches_follow_the_flags,
    page_replays,
)


def _different(before: MachineState, after: MachineState) -> set[str]:
    kinds = ("general", "vectors", "predicates")
    found = {
        name
        for kind in kinds
        for name, value in getattr(before, kind).items()
        if getattr(after, kind)[name] != value
    }
    return found - {"pc"}


def _lanes(state: MachineState, name: str, lane_type: str, count: int) -> tuple[Value, ...]:
    return lanes_of(state.vectors[name][: count * lane_bytes(lane_type)], lane_type)


def _bits(content: bytes, count: int) -> tuple[int, ...]:
    step = 8 * len(content) // count
    number = int.from_bytes(content, "little")
    return tuple(number >> lane * step & 1 for lane in range(count))


def _moved(instruction: Instruction) -> list[Register]:
    """The registers before the address."""
    found: list[Register] = []
    for operand in instruction.operands:
        if isinstance(operand, Register) and operand.kind not in ("p", "pn"):
            found.append(operand)
        else:
            found += getattr(operand, "registers", ())
    return found


def _content(state: MachineState, register: Register) -> bytes:
    if register.kind in ("xzr", "wzr"):
        return bytes(register.element_bits // 8)
    if register.canonical in state.general:
        size = 4 if register.kind == "w" else 8
        return state.general[register.canonical].to_bytes(8, "little")[:size]
    if register.kind == "z":
        return state.vectors[register.canonical]
    return state.vectors[register.canonical][: register.element_bits // 8]


def _touches(recording: Recording) -> Iterator[MemoryTouch]:
    for step in recording.steps:
        yield from step.memory


def _size(array: Any) -> int:
    return array.count * lane_bytes(array.lane_type)


def _place(touch: MemoryTouch) -> str:
    active = [lane for lane in range(len(touch.after)) if lane not in touch.inactive]
    if not active or touch.first is None:
        return f"no element of {touch.array}"
    last = touch.first + active[-1]
    reach = str(last) if last == touch.first else f"{touch.first}..{last}"
    return f"{touch.array}[{reach}]"


def _told_values(step: RecordedStep) -> tuple[Value, ...]:
    """What the sentence of a step has to list: floats moved, or lanes computed."""
    if step.called or step.branch:
        return ()
    if step.memory:
        if any(touch.lane_type.endswith("int64") for touch in step.memory):
            return ()
        return tuple(
            value
            for touch in step.memory
            for lane, value in enumerate(touch.after)
            if lane not in touch.inactive
        )
    vectors = [register for register in step.registers if register.register[0] == "v"]
    if len(vectors) != 1 or vectors[0].lane_type.endswith("int64"):
        return ()
    return vectors[0].after


def _texts(values: tuple[Value, ...]) -> str:
    shown = values if len(values) <= 5 else values[:4]
    return ", ".join(value_text(value) for value in shown) + (", …" if len(values) > 5 else "")


def _apply(state: dict[str, Any], step: dict[str, Any]) -> None:
    """What a page's script does to go one step forwards."""
    for change in step.get("registers", ()):
        name = change["register"]
        if name == "nzcv":
            state["nzcv"] = tuple(int(bit) for bit in change["bits"])
        elif name[0] == "p":
            state["predicates"][name] = change["bits"]
        elif name[0] == "v":
            state["vectors"][name] = change
        else:
            state["general"][name] = change["values"][0]
    arrays = {array["name"]: array for array in state["arrays"]}
    for change in step.get("arrays", ()):
        array = arrays[change["array"]]
        first = change["first"] - array["first"]
        array["values"][first : first + len(change["values"])] = change["values"]


def _without_types(state: dict[str, Any]) -> dict[str, Any]:
    """A scalar's change shows its one lane, a state all lanes; a `w` register is shown signed."""
    vectors = {name: (one["lane_type"], one["values"][0]) for name, one in state["vectors"].items()}
    general = {name: int(value) % (1 << 32) for name, value in state["general"].items()}
    predicates = {name: bits.count("1") for name, bits in state["predicates"].items()}
    return {**state, "general": general, "vectors": vectors, "predicates": predicates}
