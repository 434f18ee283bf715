"""The block through PyTorch's Inductor, as recorded: kernels are what its program calls.

`script/record_block` keeps the program, which is read here. Asked live it would take from ten
seconds to some minutes, and 830 MB of PyTorch.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import prod
from pathlib import Path

import msgspec

from compiler_core.atlas.one_block.block import USUAL
from compiler_core.atlas.one_block.records import BlockCut, CutKernel
from compiler_core.content_files import CONTENT_FOLDER, ContentError

RECORD = CONTENT_FOLDER / "atlas" / "one-block" / "inductor.json"
_CALL = re.compile(r"^ +(?P<name>(?:extern_kernels\.|cpp_fused_)\w+)\((?P<takes>.*)\)$")
_BUFFER = re.compile(r"^ +(?P<name>buf\d+) = empty_strided_\w+\(\((?P<sizes>[\d, ]*)\),")
_OTHER_NAME = re.compile(r"^ +(?P<name>buf\d+) = (?P<of>buf\d+);?.*$")
_NAMED = re.compile(r"\b(?:buf|arg)\d+(?:_\d+)?\b")
_FLOAT = 4
_OPERATORS = {
    "mul": ("square", "scaled"), "mean": ("mean",), "add": ("shifted",), "sqrt": ("root",),
    "div": ("normed",), "mm": ("product",),
}  # fmt: skip
"""Of the block, by PyTorch's names, of which Inductor makes the names of kernels."""


@dataclass(frozen=True, slots=True)
class _Call:
    """takes: arrays, by their names in the program."""

    name: str
    takes: tuple[str, ...]

    @property
    def operators(self) -> frozenset[str]:
        """Of the block, as its name tells."""
        words = re.split(r"[._]", self.name)
        return frozenset(name for word in words for name in _OPERATORS.get(word, ()))


class RecordedProgram(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What PyTorch's Inductor once made of the block, as it was recorded."""

    version: str
    """PyTorch's version at that time: `2.13.0`."""
    recorded_on: str
    """The day of the recording as an ISO date: `2026-11-27`."""
    command: str
    """The call of PyTorch that gave the program, in Python."""
    sizes: tuple[int, int, int]
    """Rows, width and columns of the recorded block."""
    difference: float
    """Largest difference of its result from numpy's, as a share of the largest element."""
    code: str
    """The whole program that Inductor wrote, in Python with C++ in it; kernels are read from it."""


@cache
def recorded_program(file: Path = RECORD) -> RecordedProgram:
    """Raises ContentError for one that is damaged or of another block."""
    try:
        program = msgspec.json.decode(file.read_bytes(), type=RecordedProgram)
    except (OSError, msgspec.MsgspecError) as error:
        raise ContentError(f"{file.name} is no recorded program: {error}") from error
    if program.sizes != (USUAL.rows, USUAL.width, USUAL.columns):
        raise ContentError(f"{file.name} is of another block.", "Run script/record_block.")
    return program


def recorded_cut() -> BlockCut:
    """Of the usual block. Raises ContentError."""
    program = recorded_program()
    return BlockCut(
        version=program.version,
        kernels=read_kernels(program.code, USUAL.operators),
        artefact=program.code,
        difference=program.difference,
    )


def read_kernels(code: str, operators: tuple[str, ...]) -> tuple[CutKernel, ...]:
    """In the order of calls. What a kernel writes is what a later one reads, and of the last one
    what is returned."""
    calls, sizes = tuple(_calls(code)), dict(_sizes(code))
    return tuple(
        CutKernel(
            name=call.name,
            operators=tuple(name for name in operators if name in call.operators),
            written=sum(sizes.get(buffer, 0) for buffer in _written(calls, at)),
        )
        for at, call in enumerate(calls)
    )


def _written(calls: tuple[_Call, ...], at: int) -> set[str]:
    """Arrays that no call before takes, and one behind does, if there is one."""
    before = {name for call in calls[:at] for name in call.takes}
    behind = {name for call in calls[at + 1 :] for name in call.takes}
    own = set(calls[at].takes) - before
    return own & behind if calls[at + 1 :] else own


def _calls(code: str) -> Iterator[_Call]:
    calls = (_CALL.match(line) for line in code.splitlines())
    return (_Call(match["name"], tuple(_NAMED.findall(match["takes"]))) for match in calls if match)


def _sizes(code: str) -> Iterator[tuple[str, int]]:
    """Bytes of each array that the program makes; one that takes over another's place has its."""
    sizes: dict[str, int] = {}
    for line in code.splitlines():
        if made := _BUFFER.match(line):
            sides = [int(size) for size in made["sizes"].split(",") if size.strip()]
            sizes[made["name"]] = _FLOAT * prod(sides)
        elif (other := _OTHER_NAME.match(line)) and other["of"] in sizes:
            sizes[other["name"]] = sizes[other["of"]]
    yield from sizes.items()
