"""The instructions of one loop, in the spelling both analysers take."""

from __future__ import annotations

import re
from dataclasses import dataclass

from compiler_core.host.canonical import without_comment
from compiler_core.host.compilation import FunctionListing, ListingLine, Loop

_SPACE = re.compile(r"\s+")
_PLAIN_NAME = re.compile(r"[\w.$]+")
_CALLS = frozenset(("bl", "blr", "blraa", "blrab", "blraaz", "blrabz"))
# A pure annotation of the control flow: no unit executes it and the analysers stumble over it.
_LEFT_OUT = frozenset(("bti", "nop", "hint"))


@dataclass(frozen=True, slots=True)
class LoopInstruction:
    """One instruction: the id of its listing line, and its text without comment."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class LoopCode:
    """What is analysed of one loop.

    label: the label at its start. calls: the calls that were left out. path: one sentence that says
    which instructions were taken. uses_sve: some instruction works on SVE registers.
    """

    label: str
    instructions: tuple[LoopInstruction, ...]
    calls: tuple[str, ...]
    path: str
    uses_sve: bool


def loop_code(listing: FunctionListing, loop: Loop) -> LoopCode:
    """The loop's blocks in the order of the code, each once, calls left out."""
    blocks = frozenset(loop.blocks)
    lines = [line for line in listing.lines if line.kind == "instruction" and line.block in blocks]
    calls = [line for line in lines if _is_call(line)]
    instructions = tuple(
        LoopInstruction(line.id, _plain(line))
        for line in lines
        if line not in calls and line.mnemonic not in _LEFT_OUT
    )
    return LoopCode(
        label=_label(listing, loop),
        instructions=instructions,
        calls=tuple(_plain(line) for line in calls),
        path=_path(len(blocks), len(instructions), len(calls)),
        uses_sve=any(_uses_sve(instruction.text) for instruction in instructions),
    )


def _plain(line: ListingLine) -> str:
    """White space made uniform, and names as C++ writes them made names an assembler takes."""
    text = line.text
    for use in sorted(line.labels, key=lambda use: -use.start):
        if not _PLAIN_NAME.fullmatch(text[use.start : use.end]):
            text = f"{text[: use.start]}symbol{text[use.end :]}"
    return _SPACE.sub(" ", without_comment(text))


def _is_call(line: ListingLine) -> bool:
    return line.mnemonic in _CALLS


def _uses_sve(text: str) -> bool:
    return re.search(r"\b[zp]\d+\b", text) is not None


def _label(listing: FunctionListing, loop: Loop) -> str:
    header = listing.blocks[loop.header]
    labels = [
        line.text.strip().rstrip(":")
        for line in listing.lines[header.first : header.last + 1]
        if line.kind == "label"
    ]
    return labels[0] if labels else ""


def _path(blocks: int, instructions: int, calls: int) -> str:
    taken = f"{instructions} instruction{'' if instructions == 1 else 's'}"
    sentence = f"The {taken} of the loop, in order."
    if blocks > 1:
        sentence = (
            f"The loop has {blocks} blocks; all of them are taken once, in the order of the code "
            f"({taken}): a real iteration may skip some."
        )
    if calls:
        left = "A call is" if calls == 1 else f"{calls} calls are"
        sentence += f" {left} left out: what the called function costs is not in the figures."
    return sentence
