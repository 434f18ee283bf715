"""Loops that a macro of the file writes and that are gone before the vectoriser looks.

The compiler's form holds no loop for them, and the source no loop statement: they are found where
the macro is used. Of these only what the record or the assembly bears out is told.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from itertools import islice

from compiler_core.host.source_reading.signature import Signature, signatures_of
from compiler_core.host.source_reading.source_loops import UNWRITTEN, SourceLoop
from compiler_core.host.verdicts.circumstances import Circumstances
from compiler_core.source import SourceFile

_DEFINITION = re.compile(
    r"^[ \t]*#[ \t]*define[ \t]+(?P<name>\w+)(?P<text>(?:[^\\\n]|\\.|\\\n)*)", re.MULTILINE
)
_ONCE = re.compile(r"\bwhile\s*\(\s*(?:0|false)\s*\)")
_LOOP = re.compile(r"\b(?:for|while)\s*\(")
_NO_CODE = re.compile(
    r"//[^\n]*|/\*.*?\*/|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'"
    r"|^[ \t]*#(?:[^\\\n]|\\.|\\\n)*",
    re.MULTILINE | re.DOTALL,
)
_MOST_USES = 500
_LONGEST_ARGUMENTS = 4000
"""Characters; a use that goes on for longer ends where it begins."""
_WITH_WORDS = ("library_call", "fully_unrolled", "vectors_after_unrolling")


def macro_loops(source: SourceFile, known: Sequence[SourceLoop]) -> tuple[SourceLoop, ...]:
    """A statement of kind `unwritten` for each use of such a macro that no known loop touches."""
    made = (_statement(source, start, end) for start, end in uses_of_macros(source.text))
    return tuple(
        loop for loop in made if loop is not None and not any(_touch(loop, old) for old in known)
    )


def uses_of_macros(text: str) -> Iterator[tuple[int, int]]:
    """First and last character of each use of a macro of the file that holds a loop."""
    names = {
        match["name"]
        for match in _DEFINITION.finditer(text)
        if _LOOP.search(_ONCE.sub("", match["text"]))
    }
    if not names:
        return
    code = _NO_CODE.sub(lambda region: re.sub(r"[^\n]", " ", region[0]), text)
    named = re.finditer(rf"\b(?:{'|'.join(map(re.escape, sorted(names)))})\b", code)
    for use in islice(named, _MOST_USES):
        yield use.start(), _end_of_arguments(code, use.end())


def loops_of_macro_at(source: SourceFile, line: int, column: int) -> tuple[str, int]:
    """Name of the macro of the file that is used at this place, and how many loops it writes; an
    empty name where there is none."""
    text = source.text.split("\n")[line - 1] if line else ""
    used = re.match(r"\w+", text[max(column, 1) - 1 :])
    if used is None:
        return "", 0
    definitions = _DEFINITION.finditer(source.text)
    texts = [match["text"] for match in definitions if match["name"] == used[0]]
    if not texts:
        return "", 0
    return used[0], len(_LOOP.findall(_ONCE.sub("", texts[-1])))


def _end_of_arguments(code: str, start: int) -> int:
    depth = 0
    for position in range(start, min(len(code), start + _LONGEST_ARGUMENTS)):
        if code[position] == "(":
            depth += 1
        elif code[position] == ")":
            depth -= 1
        elif depth == 0 and not code[position].isspace():
            break
        if depth == 0 and code[position] == ")":
            return position
    return start


def _statement(source: SourceFile, start: int, end: int) -> SourceLoop | None:
    first, last = source.text.count("\n", 0, start) + 1, source.text.count("\n", 0, end) + 1
    column = start - source.text.rfind("\n", 0, start)
    entry = _function_around(source, first, last)
    if entry is None:
        return None
    length = len(source.text.split("\n")[last - 1])
    return SourceLoop(
        file=source.name,
        kind=UNWRITTEN,
        line=first,
        column=column,
        end_line=last,
        end_column=length,
        body_start=(first, column),
        body_end=(last, length),
        depth=1,
        function=entry.name,
        variable="",
    )


def _function_around(source: SourceFile, first: int, last: int) -> Signature | None:
    entries = signatures_of(source)
    return next(
        (
            signature
            for signature in entries
            if signature.line <= first and last <= signature.end_line
        ),
        None,
    )


def _touch(loop: SourceLoop, known: SourceLoop) -> bool:
    return loop.line <= known.end_line and known.line <= loop.end_line


def is_borne_out(case: Circumstances, reason_key: str, merged: Container[str]) -> bool:
    """The compiler's words say it, or for a deleted loop that none of its lines has any code.

    merged: functions of which GCC keeps one body for several: places tell nothing of the others.
    """
    if reason_key in _WITH_WORDS:
        return True
    if reason_key != "loop_deleted" or case.loop.function in merged:
        return False
    lines = range(case.loop.line, case.loop.end_line + 1)
    return not any((case.loop.file, line) in case.compiled.code.lines for line in lines)
