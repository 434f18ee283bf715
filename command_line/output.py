"""How results reach standard output."""

from __future__ import annotations

import shutil
import sys

from compiler_core.answer_size import check_size
from compiler_core.deceptive_text import with_marks_in_prose
from compiler_core.fault_words import with_short_words


def terminal_width() -> int | None:
    """Columns of the terminal that standard output is, None if it is a file or a pipe."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def print_json(encoded: bytes) -> None:
    """One JSON document and a line end."""
    sys.stdout.buffer.write(encoded + b"\n")
    sys.stdout.buffer.flush()


def print_answer(encoded: bytes) -> None:
    """One JSON document about a source. Raises AnswerTooLarge."""
    print_json(check_size(encoded))


def print_answer_lines(lines: list[str]) -> None:
    """Text about a source. Raises AnswerTooLarge."""
    check_size("".join(lines).encode("utf-8", "replace"))
    print_lines(lines)


def print_lines(lines: list[str]) -> None:
    """Text for people; what a terminal would obey or hide is shown by its code point.

    Characters that the terminal's encoding lacks are replaced.
    """
    encoding = sys.stdout.encoding or "utf-8"
    text = with_marks_in_prose("".join(f"{line.rstrip()}\n" for line in lines))
    sys.stdout.write(text.encode(encoding, "replace").decode(encoding))
    sys.stdout.flush()


def print_error(message: str) -> None:
    """One line on standard error."""
    text = with_short_words(" ".join(message.split()))
    print(f"lowlab: {with_marks_in_prose(text)}", file=sys.stderr)


def with_title(title: str, message: str) -> str:
    """Of whom a message speaks; it may begin with that itself."""
    return message if message.startswith(title) else f"{title}: {message}"


def columns(rows: list[tuple[str, ...]], gap: str = "  ") -> list[str]:
    """Left-aligned columns, each as wide as its widest cell."""
    if not rows:
        return []
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    return [
        gap.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
