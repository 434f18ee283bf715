"""File arguments of the commands: C or C++ by suffix, `-` for standard input."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from compiler_core.errors import InputError

if TYPE_CHECKING:
    from compiler_core.source import Language, SourceFile

STANDARD_INPUT = "-"
LANGUAGES = ("c", "c++")

# A name reaches the compiler inside the jail: nothing that it could take for an option or a path.
_PLAIN_STEM = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,63}")


def read_sources(files: list[str], language: str) -> tuple[SourceFile, ...]:
    """The source files named on the command line; `language` counts for standard input only.

    Raises InputError for an unknown suffix or language, more than two files or one name twice,
    text that is not UTF-8; SourceTooLarge; OSError for a file that cannot be read.
    """
    if len(files) > 2:
        raise InputError(f"At most two source files can be given, not {len(files)}.")
    if files.count(STANDARD_INPUT) > 1:
        raise InputError("Standard input (-) can be given once.")
    sources = tuple(_read_source(file, language) for file in files)
    names = [source.name for source in sources]
    if len(set(names)) < len(names):
        raise InputError(f"Both files are called {names[0]}.", "Rename one of them.")
    return sources


def _read_source(file: str, language: str) -> SourceFile:
    from compiler_core.source import MAXIMUM_SOURCE_BYTES, source_file

    spoken = _language_of(file, language)
    return source_file(read_text(file, MAXIMUM_SOURCE_BYTES), spoken, _stem_of(file))


def read_text(file: str, most: int) -> str:
    """A file's text, of what has more than `most` bytes that many and one more.

    Raises InputError for what is not UTF-8; OSError for a file that cannot be read.
    """
    try:
        return read_bytes(file, most).decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{file} is not UTF-8 text (byte {error.start}).") from error


def read_bytes(file: str, most: int) -> bytes:
    """The same for what is no text. Raises OSError."""
    # One byte more than allowed is enough to know, however large the file is.
    if file == STANDARD_INPUT:
        return sys.stdin.buffer.read(most + 1)
    with open(file, "rb") as opened:
        return opened.read(most + 1)


def _language_of(file: str, language: str) -> Language:
    from compiler_core.source import C_SUFFIXES, CPP_SUFFIXES

    if language not in LANGUAGES:
        raise InputError(f"The language {language!r} is not known.", "Use c or c++.")
    if file == STANDARD_INPUT:
        return "c++" if language == "c++" else "c"
    if file.endswith(CPP_SUFFIXES):
        return "c++"
    if file.endswith(C_SUFFIXES):
        return "c"
    suffixes = ", ".join((*C_SUFFIXES, *CPP_SUFFIXES))
    raise InputError(f"{file}: the suffix tells neither C nor C++.", f"Known: {suffixes}.")


def _stem_of(file: str) -> str:
    stem = Path(file).stem
    return stem if _PLAIN_STEM.fullmatch(stem) else "loop"
