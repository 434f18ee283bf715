"""Source files as the user wrote them, and places in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from compiler_core.errors import InputError, SourceTooLarge

Language = Literal["c", "c++"]

MAXIMUM_SOURCE_BYTES = 64 * 1024
C_SUFFIXES = (".c", ".h")
CPP_SUFFIXES = (".cc", ".cpp", ".cxx", ".C", ".hpp")


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One source file: a plain name such as `loop.c`, never a path, and its text."""

    name: str
    """File name without a folder, such as `loop.c`; its suffix decides whether it is C or C++."""
    text: str
    """The whole text of the file, comments included."""

    @property
    def language(self) -> Language:
        """C or C++, by suffix as the compilers do."""
        return "c++" if self.name.endswith(CPP_SUFFIXES) else "c"


@dataclass(frozen=True, slots=True)
class Location:
    """A place in a source file; lines and columns count from 1, column 0 means unknown."""

    file: str
    """Name of the file, such as `loop.c`."""
    line: int
    """Line in the file, from 1."""
    column: int = 0
    """Column in the line, from 1; 0 where only the line is known."""


@dataclass(frozen=True, slots=True)
class SourceSpan:
    """From `start` up to and without `end`, in one file."""

    start: Location
    end: Location


def source_file(text: str, language: Language = "c", stem: str = "loop") -> SourceFile:
    """A checked source file from text typed by a user.

    Raises SourceTooLarge above 64 KiB of UTF-8, InputError for a NUL character.
    """
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > MAXIMUM_SOURCE_BYTES:
        raise SourceTooLarge(
            f"The source is {size:,} bytes; the limit is {MAXIMUM_SOURCE_BYTES:,}.",
            "Paste the loop and what it needs, not the whole project.",
        )
    if "\0" in text:
        raise InputError("The source holds a NUL character.", "Paste text, not a binary file.")
    name = f"{stem}.cpp" if language == "c++" else f"{stem}.c"
    return SourceFile(name, text.replace("\r\n", "\n").encode("utf-8", "replace").decode())
