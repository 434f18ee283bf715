"""Compiler messages as text to records: `file:line:column: severity: message`."""

from __future__ import annotations

import re
from typing import Literal

from compiler_core.deceptive_text import with_marks
from compiler_core.host.assembly_numbers import line_number
from compiler_core.host.compilation import Diagnostic

_PLACED = re.compile(
    r"(?P<file>[^:\n]+):(?P<line>\d+):(?:(?P<column>\d+):)?\s+"
    r"(?P<severity>fatal error|error|warning|note|remark|sorry, unimplemented):\s+(?P<message>.*)"
)
_UNPLACED = re.compile(
    r"(?:[\w.+-]*(?:gcc|g\+\+|cc1|cc1plus|clang|clang\+\+|as|ld|lld)[\w.+-]*):\s+"
    r"(?P<severity>fatal error|error|warning|note):\s+(?P<message>.*)"
)
_CONTROL = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|[\x00-\x08\x0b-\x1f\x7f]")
_SEVERITIES: dict[str, Literal["error", "warning", "note"]] = {
    "warning": "warning",
    "note": "note",
    "remark": "note",
}
MAXIMUM_MESSAGE = 2000


def parse_diagnostics(text: str) -> tuple[Diagnostic, ...]:
    """All messages in order; lines that are no message (context, carets) are left out."""
    diagnostics = (_parse_line(plain_text(line)) for line in text.splitlines())
    return tuple(diagnostic for diagnostic in diagnostics if diagnostic is not None)


def plain_text(text: str) -> str:
    """Text without terminal control sequences and with marks for characters that deceive the eye.

    A source may smuggle both into messages.
    """
    return with_marks(_CONTROL.sub("", text))


def _parse_line(line: str) -> Diagnostic | None:
    match = _PLACED.fullmatch(line)
    if match is not None:
        file = match["file"].rpartition("/")[2]
        return _diagnostic(match, file, line_number(match["line"]), line_number(match["column"]))
    match = _UNPLACED.fullmatch(line)
    return _diagnostic(match, "", 0, 0) if match is not None else None


def _diagnostic(match: re.Match[str], file: str, line: int, column: int) -> Diagnostic:
    severity = _SEVERITIES.get(match["severity"], "error")
    return Diagnostic(file, line, column, severity, match["message"][:MAXIMUM_MESSAGE])
