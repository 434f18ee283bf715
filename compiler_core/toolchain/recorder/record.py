"""What the recorder writes, as plain data. Its lines are described in record.c.

The guest shares the recorder's jail and can speak to it in the stub's name, so this text is read
like any other text from outside: what does not fit ends the reading with UnreadableRecord.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

PROGRAM_COUNTER = 32
STATUS_REGISTER = 33
_GENERAL_COUNT = 34
_WIDE_COUNT = 50
# Also what the plan does not list is run and written, this many times what it lists: stepping.c.
_UNLISTED_FACTOR = 4
USUAL_STEPS = 500
_LINES = {
    "x": re.compile(r"x ([0-9a-f]{1,2}) ([0-9a-f]{1,16})"),
    "w": re.compile(r"w ([0-9a-f]{1,2}) ((?:[0-9a-f]{2}){1,256})"),
    "a": re.compile(r"a ([0-9a-f]) ([0-9a-f]{1,16}) ([0-9a-f]{1,4}) ((?:[0-9a-f]{2})*)"),
    "m": re.compile(
        r"m ([0-9a-f]{1,16}) ([0-9a-f]{1,3}) (-|(?:[0-9a-f]{2})+) (-|=|(?:[0-9a-f]{2})+)"
    ),
    "step": re.compile(r"step ([0-9a-f]{1,16})"),
    "call": re.compile(r"call"),
    "broken": re.compile(r"broken"),
    "unlisted": re.compile(r"unlisted ([0-9a-f]{1,2})"),
    "unseen": re.compile(r"unseen ([0-9a-f])"),
    "begin": re.compile(r"begin"),
    "vector": re.compile(r"vector ([0-9a-f]{1,3}) ([0-9a-f]{1,2})"),
    "end": re.compile(r"end ([a-z]+) ([0-9a-f]{1,16})"),
}


class UnreadableRecord(ValueError):
    """The text is no record."""


@dataclass(frozen=True, slots=True)
class RawTouch:
    """Memory one step touched. before and after are None where it could not be read; after is
    `before` for an access that only reads."""

    address: int
    size: int
    store: bool
    before: bytes | None
    after: bytes | None


@dataclass(frozen=True, slots=True)
class RawRegion:
    """Bytes of a watched region, from `offset` on."""

    number: int
    address: int
    offset: int
    content: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class RawStep:
    """One instruction that ran: new values of the registers that changed, by their numbers."""

    address: int
    """Of the instruction that ran."""
    general: Mapping[int, int]
    """New values of general registers that changed, by number; 32 pc, 33 the status."""
    wide: Mapping[int, bytes]
    """New bytes of vector, predicate and other wide registers that changed, by number."""
    touched: tuple[RawTouch, ...]
    """Memory that the instruction's access touched; empty for one without access."""
    regions: tuple[RawRegion, ...]
    """Bytes of watched regions that changed."""
    called: bool
    """Whether a function was called that ran whole, before the next step."""


@dataclass(frozen=True, slots=True)
class RawRecord:
    """Everything the recorder wrote."""

    vector_bytes: int
    """The vector length in force; predicate_bytes 0 without SVE."""
    predicate_bytes: int
    """Length of a predicate register, 0 without SVE."""
    general: Mapping[int, int]
    """All general registers before the first step, by number; may be empty if it never came."""
    wide: Mapping[int, bytes]
    """All wide registers before the first step, as bytes by number."""
    regions: tuple[RawRegion, ...]
    """The watched regions' bytes before the first step."""
    steps: tuple[RawStep, ...]
    """In the order in which they ran."""
    unlisted: tuple[int, ...]
    """Wide registers and regions that changed without the plan's saying so, so that some step
    misses a change."""
    unseen: tuple[int, ...]
    """Numbers of watched regions that changed without the plan's saying so."""
    reason: str
    """Why it ended, with a number that goes with it; record.c and stepping.c have the words."""
    number: int
    """What goes with `reason`: of `exited` the status."""
    broken_off: bool = False
    """Whether it ended within the last step, of which then not all is known: a signal, a called
    function that did not come back, no time left."""


@dataclass(slots=True, kw_only=True)
class _Part:
    """The state before the first step, or one step, while its lines come in."""

    address: int = 0
    """Of the instruction that ran, 0 for the state before the first step."""
    general: dict[int, int] = field(default_factory=dict)
    """Values of general registers, by number."""
    wide: dict[int, bytes] = field(default_factory=dict)
    """Bytes of wide registers, by number."""
    touched: list[RawTouch] = field(default_factory=list)
    """Memory that the instruction's access touched."""
    regions: list[RawRegion] = field(default_factory=list)
    """Bytes of watched regions."""
    called: bool = False
    """Whether a function was called that ran whole."""

    def step(self) -> RawStep:
        return RawStep(
            address=self.address,
            general=self.general,
            wide=self.wide,
            touched=tuple(self.touched),
            regions=tuple(self.regions),
            called=self.called,
        )


@dataclass(slots=True, kw_only=True)
class _Reader:
    vector_bytes: int = 0
    """The vector length in force, 0 before its line comes."""
    predicate_bytes: int = 0
    """Length of a predicate register, 0 without SVE."""
    parts: list[_Part] = field(default_factory=lambda: [_Part()])
    """The state before the first step, then each step."""
    began: bool = False
    """Whether the line `begin` has come; steps are refused before it."""
    most_steps: int = _UNLISTED_FACTOR * USUAL_STEPS
    """More are refused; what was asked for, times _UNLISTED_FACTOR."""
    unlisted: list[int] = field(default_factory=list)
    """Numbers of wide registers that changed without the plan's saying so."""
    unseen: list[int] = field(default_factory=list)
    """Numbers of watched regions that changed without the plan's saying so."""
    broken_off: bool = False
    """Whether recording ended within the last step."""
    end: tuple[str, int] | None = None
    """Reason and number of the last line, None before it comes."""


def parse_record(text: str, most_steps: int = USUAL_STEPS) -> RawRecord:
    """most_steps: as many as were asked for. Raises UnreadableRecord for text that is cut off or no
    record, and for one that holds more."""
    reader = _Reader(most_steps=_UNLISTED_FACTOR * most_steps)
    for line in text.splitlines():
        if reader.end is not None:
            raise UnreadableRecord("text after the end")
        _read_line(reader, line)
    if reader.end is None:
        raise UnreadableRecord("no end")
    first, *steps = reader.parts
    if reader.began and len(first.general) != _GENERAL_COUNT:
        raise UnreadableRecord("registers are missing")
    return RawRecord(
        reader.vector_bytes,
        reader.predicate_bytes,
        first.general,
        first.wide,
        tuple(first.regions),
        tuple(part.step() for part in steps),
        tuple(reader.unlisted),
        tuple(reader.unseen),
        *reader.end,
        broken_off=reader.broken_off,
    )


def _read_line(reader: _Reader, line: str) -> None:
    word = line.partition(" ")[0]
    pattern = _LINES.get(word)
    match = pattern.fullmatch(line) if pattern is not None else None
    if match is None:
        raise UnreadableRecord(f"line {line[:60]!r}")
    part = reader.parts[-1]
    if word == "x":
        part.general[_number(match[1], _GENERAL_COUNT)] = int(match[2], 16)
    elif word == "w":
        _read_wide(reader, part, match)
    elif word == "m":
        part.touched.append(_touch(match))
    elif word == "a":
        _read_region(reader, part, match)
    else:
        _read_mark(reader, word, match)


def _read_mark(reader: _Reader, word: str, match: re.Match[str]) -> None:
    if word == "vector":
        reader.vector_bytes, reader.predicate_bytes = int(match[1], 16), int(match[2], 16)
    elif word == "begin":
        reader.began = True
    elif word == "step":
        if not reader.began or len(reader.parts) > reader.most_steps:
            raise UnreadableRecord("a step too many")
        reader.parts.append(_Part(address=int(match[1], 16)))
    elif word == "call":
        reader.parts[-1].called = True
    elif word == "broken":
        reader.broken_off = True
    elif word == "unlisted":
        reader.unlisted.append(_number(match[1], _WIDE_COUNT))
    elif word == "unseen":
        reader.unseen.append(int(match[1], 16))
    else:
        reader.end = match[1], int(match[2], 16)


def _read_wide(reader: _Reader, part: _Part, match: re.Match[str]) -> None:
    number = _number(match[1], _WIDE_COUNT)
    content = bytes.fromhex(match[2])
    if number < 32 and len(content) != reader.vector_bytes:
        raise UnreadableRecord("a vector of another length")
    part.wide[number] = content


def _read_region(reader: _Reader, part: _Part, match: re.Match[str]) -> None:
    region = RawRegion(
        int(match[1], 16), int(match[2], 16), int(match[3], 16), bytes.fromhex(match[4])
    )
    part.regions.append(region)


def _touch(match: re.Match[str]) -> RawTouch:
    size = int(match[2], 16)
    before = None if match[3] == "-" else bytes.fromhex(match[3])
    store = match[4] != "="
    after = before if not store else None if match[4] == "-" else bytes.fromhex(match[4])
    if any(content is not None and len(content) != size for content in (before, after)):
        raise UnreadableRecord("an access of another size")
    return RawTouch(int(match[1], 16), size, store, before, after)


def _number(text: str, count: int) -> int:
    number = int(text, 16)
    if number >= count:
        raise UnreadableRecord(f"no register {number}")
    return number
