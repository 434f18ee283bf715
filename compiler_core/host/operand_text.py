"""The operands of one instruction line as pieces of its text.

A comma separates operands only outside brackets, braces and quotes: LLVM quotes a symbol whose name
holds anything but letters, digits, `_`, `.` and `$` (`MCSymbol::print`).
"""

from __future__ import annotations

import re

_QUOTED_NAME = re.compile(r'"(?:[^"\\]|\\.)*"')


def split_operands(text: str) -> list[str]:
    """Split at commas outside brackets, braces and quotes."""
    parts: list[str] = []
    depth, start, quoted_until = 0, 0, 0
    for position, character in enumerate(text):
        if position < quoted_until:
            continue
        if character == '"':
            quoted_until = _end_of_quotes(text, position)
        elif character in "[{(":
            depth += 1
        elif character in "]})":
            depth -= 1
        elif character == "," and depth == 0:
            parts.append(text[start:position].strip())
            start = position + 1
    parts.append(text[start:].strip())
    return [part for part in parts if part]


def _end_of_quotes(text: str, start: int) -> int:
    """Behind the quotes that open at `start`; the text's end if they are never closed."""
    quotes = _QUOTED_NAME.match(text, start)
    return quotes.end() if quotes is not None else len(text)
