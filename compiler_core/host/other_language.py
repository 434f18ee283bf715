"""Whether a rejected source is only in the wrong language: C++ given as C, or C given as C++.

The compilers decide: the same text is compiled once more in the other language.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

from compiler_core.errors import InputError, ToolMissing
from compiler_core.source import Language, SourceFile, source_file
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.flags import parse_flags
from compiler_core.toolchain.service import compile_assembly

LANGUAGE_TITLES: dict[Language, str] = {"c": "C", "c++": "C++"}
_OTHER: dict[Language, Language] = {"c": "c++", "c++": "c"}


@dataclass(frozen=True, slots=True)
class OtherLanguage:
    """The language in which the compiler accepts the text. flags: those to give it there."""

    language: Language
    flags: str

    @property
    def title(self) -> str:
        return LANGUAGE_TITLES[self.language]


def accepted_elsewhere(
    sources: Sequence[SourceFile], compiler_name: str, flags_text: str
) -> OtherLanguage | None:
    """For sources that were rejected: the other language, where this compiler takes them all."""
    language = _OTHER[sources[0].language]
    flags = without_standard(flags_text)
    try:
        compiler = find_compiler(compiler_name)
        words = parse_flags(flags, compiler)
        renamed = [
            source_file(file.text, language, PurePath(file.name).stem or "loop") for file in sources
        ]
        accepted = all(compile_assembly(file, compiler, words).status == "ok" for file in renamed)
    except (InputError, ToolMissing):
        return None
    return OtherLanguage(language, flags) if accepted else None


def without_standard(flags_text: str) -> str:
    """The flags without `-std=` and `-ansi`: a standard belongs to one language."""
    words = flags_text.split()
    return " ".join(word for word in words if not word.startswith("-std=") and word != "-ansi")
