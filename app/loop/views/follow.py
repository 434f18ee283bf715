"""Following a source line: the lines to choose from, and which places belong to one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.site.views.setting_fields import SettingChoice, choices_of
from compiler_core.source import SourceFile

LONGEST_LINE = 60


def line_options(sources: Sequence[SourceFile], followed: str) -> tuple[SettingChoice, ...]:
    """The lines that say something: no empty ones, no lone braces, no whole-line comments."""
    options = {
        f"{file}-{number}": _title(source, number, text, len(sources))
        for file, source in enumerate(sources, 1)
        for number, text in enumerate(source.text.split("\n"), 1)
        if _says_something(text)
    }
    if followed:
        options.setdefault(followed, f"line {followed.partition('-')[2]}")
    return choices_of((("", "no line"), *options.items()), followed)


def _says_something(text: str) -> bool:
    stripped = text.strip()
    is_comment = stripped.startswith(("//", "/*", "*"))
    return any(letter.isalnum() for letter in stripped) and not is_comment


def _title(source: SourceFile, number: int, text: str, files: int) -> str:
    location = f"{source.name} {number}" if files > 1 else str(number)
    code = " ".join(text.split())
    short = code if len(code) <= LONGEST_LINE else f"{code[: LONGEST_LINE - 1]}…"
    return f"{location}: {short}"


def keys_of(file: int, lines: Iterable[int]) -> tuple[str, ...]:
    """Keys of these lines of one file, in order."""
    return tuple(f"{file}-{line}" for line in sorted(set(lines)) if line)
