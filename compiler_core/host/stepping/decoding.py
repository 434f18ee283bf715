"""From what the recorder wrote to steps a person can read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from compiler_core.host.effects import effects_of
from compiler_core.host.formulas.agreement import Agreement
from compiler_core.host.instruction import Instruction
from compiler_core.host.stepping.changes import kept_delta, predicate_elements, register_changes
from compiler_core.host.stepping.executed_formulas import executed_formulas
from compiler_core.host.stepping.lane_typing import LaneTyping, TypedStep, usual_type
from compiler_core.host.stepping.moment import StepMoment
from compiler_core.host.stepping.planning import PlacedLine
from compiler_core.host.stepping.record import Delta, MachineState, RecordedStep
from compiler_core.host.stepping.sentences import branch_of, broken_off, sentence_of
from compiler_core.host.stepping.states import delta_of, first_state, forward
from compiler_core.host.stepping.touches import (
    Watched,
    memory_touches,
    touched_element,
)
from compiler_core.toolchain.recorder.record import RawRecord, RawStep

_VECTOR_COUNT = 32
_RESULT_REGISTERS = ("x0", "v0")


@dataclass(frozen=True, slots=True)
class Decoded:
    """The steps with their deltas, the state before them, each vector register's lane type then,
    and the bytes per lane that each predicate is first used for."""

    first: MachineState
    steps: tuple[RecordedStep, ...]
    deltas: tuple[Delta, ...]
    lane_types: Mapping[str, str]
    predicate_lanes: Mapping[str, int]


@dataclass(slots=True, kw_only=True)
class _Decoder:
    record: RawRecord
    """The recorder's raw record, cut to steps at lines of the listing."""
    code: Mapping[int, PlacedLine]
    """Address to the instruction that stands there."""
    watched: Watched
    """The arrays and structures that memory is named by."""
    label_line: Callable[[str], int | None]
    """Gives the source line of a label; None where unknown."""
    typing: LaneTyping
    """Finds the lane type of each vector register at each step."""
    elements: dict[str, int] = field(default_factory=dict)
    """Predicate to the bytes of the lanes it is used for, as far as the steps have come."""
    setter: StepMoment | None = None
    """The step that set the flags now in force; None before the first and after a call."""
    agreements: tuple[Agreement, ...] = ()
    """For each step what came of executing its formula."""


def decode(
    record: RawRecord,
    code: Sequence[PlacedLine],
    watched: Watched,
    label_line: Callable[[str], int | None],
    labels: Mapping[str, int],
) -> Decoded:
    """Every recorded step in the words of the listing. Its arrays are in the order of the first
    regions. labels: their addresses."""
    placed = {line.address: line for line in code}
    executed = executed_formulas(record, {line.address: line.instruction for line in code}, labels)
    agreements = tuple(formula.agreement for formula in executed if formula is not None)
    record, known = _listed_only(record, placed)
    typed = [
        _typed_step(placed[step.address].instruction, touched_element(step.touched, watched))
        for step in known
    ]
    typing = LaneTyping(typed, usual_type([line.instruction for line in code]))
    lane_types = {f"v{number}": typing.type_of(f"v{number}", 0) for number in range(_VECTOR_COUNT)}
    predicate_lanes: dict[str, int] = {}
    for step in reversed(typed):
        predicate_lanes |= predicate_elements(step.instruction)
    decoder = _Decoder(
        record=record,
        code=placed,
        watched=watched,
        label_line=label_line,
        typing=typing,
        elements=dict(predicate_lanes),
        agreements=agreements,
    )
    first = first_state(record, [array.name for array in watched.arrays])
    steps, deltas = _decode_steps(decoder, first, known)
    return Decoded(first, tuple(steps), tuple(deltas), lane_types, predicate_lanes)


def _typed_step(instruction: Instruction, element: str) -> TypedStep:
    return TypedStep(instruction, effects_of(instruction), element)


def _listed_only(
    record: RawRecord, placed: Mapping[int, PlacedLine]
) -> tuple[RawRecord, list[RawStep]]:
    """The steps at lines of the listing. What ran between them (the alignment's `nop`s) is added to
    the step before, or to the first state, so that nothing it changed is lost."""
    general, wide = dict(record.general), dict(record.wide)
    steps: list[RawStep] = []
    for step in record.steps:
        if step.address in placed:
            steps.append(step)
        elif steps:
            steps[-1] = _with_rest(steps[-1], step)
        else:
            general |= step.general
            wide |= step.wide
    return replace(record, general=general, wide=wide), steps


def _with_rest(step: RawStep, rest: RawStep) -> RawStep:
    return replace(
        step,
        general={**step.general, **rest.general},
        wide={**step.wide, **rest.wide},
        regions=(*step.regions, *rest.regions),
        called=step.called or rest.called,
    )


def _decode_steps(
    decoder: _Decoder, state: MachineState, raw_steps: Sequence[RawStep]
) -> tuple[list[RecordedStep], list[Delta]]:
    addresses = {array.name: array.address for array in decoder.watched.arrays}
    steps: list[RecordedStep] = []
    deltas: list[Delta] = []
    for index, raw in enumerate(raw_steps):
        delta = delta_of(state, raw, addresses)
        after = forward(state, delta)
        steps.append(_step(decoder, index, raw, state, after, delta))
        deltas.append(delta)
        state = after
    return steps, deltas


def _step(
    decoder: _Decoder,
    index: int,
    raw: RawStep,
    before: MachineState,
    after: MachineState,
    delta: Delta,
) -> RecordedStep:
    line = decoder.code[raw.address]
    moment = _moment(decoder, index, raw, before, after, delta)
    if raw.called:
        decoder.setter = None
    elif "nzcv" in effects_of(line.instruction).writes:
        decoder.setter = replace(moment, setter=None)
    stopped = decoder.record.broken_off and index == len(decoder.typing.steps) - 1
    return RecordedStep(
        index=index,
        position=line.position,
        source_line=line.line.source_line,
        registers=tuple(moment.changes),
        memory=tuple(moment.memory),
        called=moment.called,
        branch="" if stopped else branch_of(moment),
        sentence=broken_off(moment) if stopped else sentence_of(moment),
        agreement=decoder.agreements[index],
    )


def _moment(
    decoder: _Decoder,
    index: int,
    raw: RawStep,
    before: MachineState,
    after: MachineState,
    delta: Delta,
) -> StepMoment:
    instruction = decoder.code[raw.address].instruction
    types_before = dict(decoder.typing.known)
    types = _types_after(decoder, index, raw, delta)
    decoder.elements.update(predicate_elements(instruction))
    written = effects_of(instruction).writes if not raw.called else ()
    unchanged = kept_delta(after, delta, written)
    moved = _moved_type(instruction, types_before, types)
    return StepMoment(
        instruction=instruction,
        before=before,
        after=after,
        changes=register_changes(instruction, delta, types, decoder.elements),
        kept=register_changes(instruction, unchanged, types, decoder.elements),
        memory=memory_touches(instruction, raw.touched, before, decoder.watched, moved),
        types_before=types_before,
        arrays=decoder.watched.arrays,
        label_line=decoder.label_line,
        called=_called_name(instruction) if raw.called else "",
        results=_results(decoder, index) if raw.called else (),
        setter=decoder.setter,
        records=decoder.watched.records,
    )


def _types_after(decoder: _Decoder, index: int, raw: RawStep, delta: Delta) -> dict[str, str]:
    """The lane types once the step is done; a call may leave anything in a register."""
    typing = decoder.typing
    typing.write(index)
    for register in delta.vectors if raw.called else ():
        typing.known.pop(register, None)
    writes = effects_of(typing.steps[index].instruction).writes
    vectors = {*typing.known, *delta.vectors, *(name for name in writes if name[0] == "v")}
    return {name: typing.type_of(name, index + 1) for name in vectors}


def _results(decoder: _Decoder, index: int) -> tuple[str, ...]:
    """Of the registers in which a result may come back, those that are read before they are
    written again."""
    registers: list[str] = []
    waiting = list(_RESULT_REGISTERS)
    for step in decoder.typing.steps[index + 1 :]:
        effects = effects_of(step.instruction)
        registers += [name for name in waiting if name in effects.reads]
        waiting = [name for name in waiting if name not in (*effects.reads, *effects.writes)]
        if not waiting or effects.branch == "call":
            break
    return tuple(registers)


def _moved_type(
    instruction: Instruction, before: Mapping[str, str], after: Mapping[str, str]
) -> str:
    """What a load or store moves, where no array says it: the type of its first register."""
    effects = effects_of(instruction)
    types, names = (after, effects.writes) if effects.memory == "load" else (before, effects.reads)
    vectors = [types[name] for name in names if name in types]
    if vectors:
        return vectors[0]
    size = effects.memory_bytes or 8
    count = 2 if instruction.mnemonic.startswith(("ldp", "stp")) else 1
    width = size // count
    return f"int{8 * width}" if width in (1, 2, 4, 8) else "uint8"


def _called_name(instruction: Instruction) -> str:
    return effects_of(instruction).target or "The function in a register"
