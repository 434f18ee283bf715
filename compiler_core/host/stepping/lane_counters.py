"""The registers beside the lanes: what counts rounds and moves addresses, the flags, the masks.

A step's sentence names their values; a picture that shows lanes only would leave a reader to
believe them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from compiler_core.host.stepping.page_form import state_form
from compiler_core.host.stepping.record import CodeLine, RecordedStep, Recording, Value

MOST_COUNTERS = 6
_MOST_BITS, _MOST_DIGITS = 8, 12
FLAGS = "nzcv"


@dataclass(frozen=True, slots=True)
class LaneCounter:
    """A general register, a mask or the flags. text: what it holds before the first step."""

    register: str
    text: str


def lane_counters(
    recording: Recording, steps: Sequence[RecordedStep], lines: Mapping[int, CodeLine]
) -> tuple[LaneCounter, ...]:
    """Those that the steps compute, compare and mask with; the flags stand last."""
    before = state_form(recording, 0)
    known: dict[str, Sequence[Value]] = {
        **{name: (value,) for name, value in before["general"].items()},
        **{name: tuple(bits) for name, bits in before["predicates"].items()},
        FLAGS: before[FLAGS],
    }
    met = [name for name in dict.fromkeys(_met(steps, lines)) if name in known and name != "sp"]
    names = sorted(met[:MOST_COUNTERS], key=lambda name: name == FLAGS)
    return tuple(LaneCounter(name, counter_text(name, known[name])) for name in names)


def _met(steps: Sequence[RecordedStep], lines: Mapping[int, CodeLine]) -> Iterator[str]:
    """In the order of the steps. Of one that loads or stores only what it changes and its mask: its
    address stands in the sentence as an element."""
    for step in steps:
        changed = {change.register for change in step.registers}
        for name in (*lines[step.position].registers, *sorted(changed)):
            if is_counter(name) and (not step.memory or name in changed or name[0] == "p"):
                yield name


def is_counter(register: str) -> bool:
    """Whether it is none of those that are drawn as lanes."""
    return register[0] != "v"


def counter_text(register: str, values: Sequence[Value]) -> str:
    """`x4 = 16`, `N=0 Z=1 C=1 V=0`, `p0 = 1110`: a number, four flags, a bit for each lane. Of a
    long mask how many lanes are on, and of a long number its last digits."""
    if register == FLAGS:
        return " ".join(f"{name}={value}" for name, value in zip("NZCV", values, strict=True))
    if len(values) > _MOST_BITS:
        return f"{register}: {sum(str(bit) == '1' for bit in values)} of {len(values)} on"
    text = "".join("?" if value is None else str(value) for value in values)
    cut = text if len(text) <= _MOST_DIGITS else f"…{text[1 - _MOST_DIGITS :]}"
    return f"{register} = {cut}"
