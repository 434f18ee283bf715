"""Where an indirect branch of a linked program may go: its jump table, read from the program.

Both compilers store distances from an anchor: `ldrb w3, [table, index]`, `adr x7, anchor`,
`add x3, x7, w3, sxtb #2`, `br x3`. The instructions before the branch say where table and anchor
lie, and the comparison that guards it how many entries there are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from compiler_core.host.assembly_numbers import address_number, number_within, whole_number
from compiler_core.host.executable import Executable

Code = Sequence[tuple[int, str]]

_BRANCH = re.compile(r"br (?P<target>x\d+)$")
_SUM = re.compile(
    r"add (?P<target>x\d+), (?P<anchor>x\d+), [wx](?P<index>\d+)"
    r"(?:, (?P<extension>sxt[bhw]|uxt[bhw]|lsl)(?: #(?P<shift>\d+))?)?$"
)
_LOAD = re.compile(r"(?P<load>ldrb|ldrh|ldrsw|ldr) [wx](?P<index>\d+), \[(?P<table>x\d+), ")
_NEAR = re.compile(r"adr (?P<target>x\d+), (?P<address>[0-9a-f]+)\b")
_PAGE = re.compile(r"adrp (?P<target>x\d+), (?P<address>[0-9a-f]+)\b")
_LOW = re.compile(r"add (?P<target>x\d+), (?P<base>x\d+), #(?P<offset>\d+|0x[0-9a-f]+)$")
_BOUND = re.compile(r"cmp [wx]\d+, #(?P<last>\d+|0x[0-9a-f]+)$")
_ENTRY_BYTES = {"ldrb": 1, "ldrh": 2, "ldr": 4, "ldrsw": 4}
# How far before the branch its parts may stand; the table's address may be anywhere before.
_LOOK_BACK = 16
_MOST_ENTRIES = 1024
_MOST_SHIFT = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class JumpTable:
    """A table at `address`: what the branch adds to `anchor`, and the addresses this leads to."""

    branch: int
    """Address of the indirect branch that uses it."""
    address: int
    """Where its first entry lies."""
    page: int | None
    """Address of the instruction that begins to form the table's address; None if not found."""
    anchor: int
    """The address that an entry, times scale, is added to."""
    entry_bytes: int
    """Size of an entry: 1, 2 or 4."""
    scale: int
    """Bytes that a distance of 1 stands for, a power of two."""
    targets: tuple[int, ...]
    """Addresses that the branch can lead to, in the order of the entries."""


@dataclass(frozen=True, slots=True)
class _Parts:
    """What stands before the branch: the sum, the load of the entry, the number of entries."""

    sum: re.Match[str]
    load: re.Match[str]
    entries: int


def jump_tables(program: Executable, code: Code) -> tuple[JumpTable, ...]:
    """The table of every indirect branch of a function whose parts can be followed."""
    starts = frozenset(address for address, _ in code)
    return tuple(
        table
        for position, (address, text) in enumerate(code)
        if (branch := _BRANCH.match(text)) is not None
        and (table := _table(program, code, position, address, branch["target"])) is not None
        and {*table.targets, table.anchor} <= starts | {table.address}
    )


def _table(
    program: Executable, code: Code, position: int, branch: int, register: str
) -> JumpTable | None:
    parts = _parts(code[max(0, position - _LOOK_BACK) : position], register)
    if parts is None:
        return None
    before = code[:position]
    table = _address_of(before, parts.load["table"])
    anchor = _address_of(before, parts.sum["anchor"])
    if table is None or anchor is None:
        return None
    size = _ENTRY_BYTES[parts.load["load"]]
    shift = number_within(parts.sum["shift"] or "", 0, _MOST_SHIFT) or 0
    signed = parts.load["load"] == "ldrsw" or (parts.sum["extension"] or "").startswith("sxt")
    distances = _entries(program, table[0], size, parts.entries, signed)
    targets = tuple(anchor[0] + (distance << shift) for distance in distances)
    return JumpTable(
        branch=branch,
        address=table[0],
        page=table[1],
        anchor=anchor[0],
        entry_bytes=size,
        scale=1 << shift,
        targets=targets,
    )


def _parts(near: Code, register: str) -> _Parts | None:
    """The nearest instructions before the branch that make its address."""
    added = _last(near, _SUM, register)
    if added is None:
        return None
    load = next(
        (
            match
            for _, text in reversed(near)
            if (match := _LOAD.match(text)) is not None and match["index"] == added["index"]
        ),
        None,
    )
    bound = next((match for _, text in reversed(near) if (match := _BOUND.match(text))), None)
    if load is None or bound is None:
        return None
    return _Parts(added, load, min((whole_number(bound["last"]) or 0) + 1, _MOST_ENTRIES))


def _last(near: Code, form: re.Pattern[str], register: str) -> re.Match[str] | None:
    matches = (form.match(text) for _, text in reversed(near))
    return next((match for match in matches if match and match["target"] == register), None)


def _address_of(before: Code, register: str) -> tuple[int, int | None] | None:
    """The address a register was last given, and the place of its `adrp`, if there is one."""
    offset = 0
    for address, text in reversed(before):
        near, page, low = (form.match(text) for form in (_NEAR, _PAGE, _LOW))
        if near is not None and near["target"] == register:
            return (address_number(near["address"]) or 0) + offset, None
        if page is not None and page["target"] == register:
            return (address_number(page["address"]) or 0) + offset, address
        if low is not None and low["target"] == register:
            register, offset = low["base"], offset + (whole_number(low["offset"]) or 0)
    return None


def _entries(
    program: Executable, address: int, size: int, count: int, signed: bool
) -> Iterator[int]:
    section = program.section_of(address)
    if section is None:
        return
    start = address - section.address
    content = bytes(section.content[start : start + size * count])
    for offset in range(0, len(content) - size + 1, size):
        yield int.from_bytes(content[offset : offset + size], "little", signed=signed)
