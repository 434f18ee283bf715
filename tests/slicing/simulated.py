"""Recordings without an emulator: a few lines of assembly, executed by their formulas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from compiler_core.host.compilation import BasicBlock, ListingLine
from compiler_core.host.explain import explain
from compiler_core.host.formulas.evaluation import run
from compiler_core.host.formulas.machine import Pieces, State
from compiler_core.host.instruction import parse_instruction
from compiler_core.host.slicing.control import ControlFlow, control_flow
from compiler_core.host.slicing.recorded_run import RecordedRun, recorded_run
from compiler_core.host.stepping.planning import PlacedLine, placed_line
from compiler_core.toolchain.recorder.record import (
    PROGRAM_COUNTER,
    STATUS_REGISTER,
    RawRecord,
    RawStep,
    RawTouch,
)

BASE = 0x1000
VECTOR_BYTES = 16
_SIZE = 4


class Watched(Pieces):
    """Memory that remembers what one instruction touched."""

    def __init__(self, content: dict[int, int]) -> None:
        super().__init__(content)
        self.touched: list[RawTouch] = []

    def copy(self) -> Watched:
        """The same memory: nothing here looks back."""
        return self

    def load(self, address: int, size: int) -> int:
        """As of any memory."""
        value = super().load(address, size)
        content = value.to_bytes(size, "little")
        self.touched.append(RawTouch(address, size, False, content, content))
        return value

    def store(self, address: int, size: int, value: int) -> None:
        """As of any memory."""
        before = super().load(address, size).to_bytes(size, "little")
        super().store(address, size, value)
        after = super().load(address, size).to_bytes(size, "little")
        self.touched.append(RawTouch(address, size, True, before, after))


def placed(lines: Sequence[str]) -> tuple[PlacedLine, ...]:
    """Lines of assembly one after the other from BASE on."""
    return tuple(
        placed_line(position, BASE + _SIZE * position, _listing_line(position, text))
        for position, text in enumerate(lines)
    )


def _listing_line(position: int, text: str) -> ListingLine:
    instruction = parse_instruction(text)
    return ListingLine(
        id=position,
        text=text,
        kind="instruction",
        source_file="",
        source_line=None,
        source_column=None,
        source_reason="",
        explanation="",
        formula=explain(instruction).formula,
        specific=True,
        mnemonic=instruction.mnemonic,
        block=None,
        loop=None,
        labels=(),
        reads=(),
        writes=(),
    )


def simulated(
    lines: Sequence[str],
    labels: Mapping[str, int],
    blocks: Sequence[BasicBlock],
    registers: Mapping[str, int],
    memory: Mapping[int, int],
) -> tuple[RecordedRun, ControlFlow]:
    """Run the lines until `ret`. labels: positions by name; memory: bytes by address."""
    code = placed(lines)
    watched = Watched(dict(memory))
    state = State(
        x=[0] * 31,
        sp=0x8000,
        nzcv=0,
        z=[0] * 32,
        p=[0] * 16,
        memory=watched,
        vector_bytes=VECTOR_BYTES,
    )
    for name, value in registers.items():
        state.set_scalar(name, value)
    first, steps, position = state.copy(), [], 0
    while True:
        before, watched.touched = state.copy(), []
        state = run(code[position].line.formula, state, {})
        goes_to = "" if state.taken.startswith("*") else state.taken
        following = labels[goes_to] if goes_to else position + 1
        steps.append(_step(position, following, before, state, watched.touched))
        if lines[position] == "ret":
            break
        state = replace_taken(state)
        position = following
    record = RawRecord(
        VECTOR_BYTES, 0, _general(first, 0), _wide(first), (), tuple(steps), (), (), "returned", 0
    )
    found = recorded_run(record, code)
    return found, control_flow(found, blocks)


def replace_taken(state: State) -> State:
    """The state for the next instruction."""
    return replace(state, taken="")


def _step(
    position: int, following: int, before: State, after: State, touched: Sequence[RawTouch]
) -> RawStep:
    old, new = _general(before, position), _general(after, following)
    general = {number: value for number, value in new.items() if value != old[number]}
    was, now = _wide(before), _wide(after)
    wide = {number: value for number, value in now.items() if value != was[number]}
    return RawStep(
        address=BASE + _SIZE * position,
        general=general,
        wide=wide,
        touched=tuple(touched),
        regions=(),
        called=False,
    )


def _general(state: State, position: int) -> dict[int, int]:
    found = dict(enumerate(state.x))
    found[31] = state.sp
    found[PROGRAM_COUNTER] = BASE + _SIZE * position
    found[STATUS_REGISTER] = state.nzcv << 28
    return found


def _wide(state: State) -> dict[int, bytes]:
    return {number: value.to_bytes(VECTOR_BYTES, "little") for number, value in enumerate(state.z)}
