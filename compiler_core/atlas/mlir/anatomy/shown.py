"""Steps of the page: texts side by side, the list of operations, and what MLIR complains of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from compiler_core.atlas.mlir.anatomy.asking import Complaint
from compiler_core.atlas.mlir.anatomy.operations import Operation
from compiler_core.atlas.mlir.anatomy.parts import shortened
from compiler_core.atlas.mlir.anatomy.texts import DIALECT, PROGRAM, REWRITE
from compiler_core.atlas.records import SIDES
from compiler_core.atlas.texts import text_snapshot
from compiler_core.source import Location
from compiler_core.trace import Change, Remark, Snapshot, Step

_MOST_LINES = 120
_BEFORE, _BEHIND = 70, 60
_DEEPEST = 30
_ABOUT = {PROGRAM: "program", DIALECT: "dialect", REWRITE: "rewrite"}


def snapshot(title: str, text: str) -> Snapshot:
    """The text's first lines, none longer than can be read."""
    return text_snapshot(title, text, _MOST_LINES, shortened)


def side_by_side(name: str, before: Snapshot, after: Snapshot, reason: str) -> Step:
    """One text beside the other, with what makes the difference."""
    changed = [line.text for line in before.lines] != [line.text for line in after.lines]
    changes = (Change("replaced", "difference", reason),) if reason else ()
    return Step(
        name, SIDES, changed, before, after, changes, metrics={"lines": float(len(after.lines))}
    )


def operation_list(operations: Sequence[Operation]) -> Step:
    """All operations with their numbers, each as deep as it stands."""
    text = "\n".join(
        f"{at:>3}  {'  ' * min(operation.depth, _DEEPEST)}{operation.name}"
        for at, operation in enumerate(operations, 1)
    )
    return Step(
        "All operations",
        "list",
        True,
        None,
        snapshot("operations", text),
        metrics={"operations": float(len(operations))},
    )


def about(complaint: Complaint) -> str:
    """Which of the three texts; another name where the program's own location says so."""
    return _ABOUT.get(complaint.file, complaint.file) or "none of them"


def place_of(complaint: Complaint) -> str:
    """In words, behind "at"; "" where there is none."""
    if not complaint.line:
        return ""
    if complaint.file not in _ABOUT:
        return f"{complaint.file}:{complaint.line}:{complaint.column}, as the program itself says"
    return f"line {complaint.line}, column {complaint.column} of the {_ABOUT[complaint.file]}"


def complained(complaint: Complaint, texts: Mapping[str, str]) -> Step:
    """The message under the line that it is about. texts: by their files."""
    location = Location(complaint.file, complaint.line, complaint.column)
    excerpt = _excerpt(complaint, texts.get(complaint.file, ""))
    return Step(
        "What MLIR complains of",
        "message",
        True,
        None,
        snapshot("message", excerpt),
        (Change("refused", place_of(complaint) or "no place", complaint.words),),
        (Remark("error", complaint.words, location if complaint.line else None),),
    )


def _excerpt(complaint: Complaint, text: str) -> str:
    """The line with a caret under the column, which counts bytes."""
    lines = text.split("\n")
    if not 1 <= complaint.line <= len(lines):
        return complaint.words
    line = lines[complaint.line - 1].encode()
    before = line[: max(complaint.column - 1, 0)].decode("utf-8", "replace")
    behind = line[max(complaint.column - 1, 0) :].decode("utf-8", "replace")
    left = before if len(before) <= _BEFORE else f"…{before[-_BEFORE:]}"
    right = behind if len(behind) <= _BEHIND else f"{behind[:_BEHIND]}…"
    caret = "".join("\t" if sign == "\t" else " " for sign in left)
    return f"{left}{right}\n{caret}^"
