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
_NEWEST: dict[Language, str] = {"c": "-std=c2x", "c++": "-std=c++20"}


@dataclass(frozen=True, slots=True)
class OtherLanguage:
    """The language in which the compiler accepts the text. standard: the `-std=` it needs there
    beside the flags given, "" for none."""

    language: Language
    standard: str = ""

    @property
    def title(self) -> str:
        return LANGUAGE_TITLES[self.language]


def accepted_elsewhere(
    sources: Sequence[SourceFile], compiler_name: str, flags_text: str
) -> OtherLanguage | None:
    """For sources that were rejected: the other language, where this compiler takes them all, as
    it reads that language by itself or by its newest standard."""
    language = _OTHER[sources[0].language]
    flags = without_standard(flags_text, language)
    standards = ("",) if _names_standard(flags) else ("", _NEWEST[language])
    for standard in standards:
        if _accepts(sources, compiler_name, f"{flags} {standard}".strip(), language):
            return OtherLanguage(language, standard)
    return None


def _accepts(
    sources: Sequence[SourceFile], compiler_name: str, flags: str, language: Language
) -> bool:
    try:
        compiler = find_compiler(compiler_name)
        words = parse_flags(flags, compiler)
        renamed = [
            source_file(file.text, language, PurePath(file.name).stem or "loop") for file in sources
        ]
        return all(compile_assembly(file, compiler, words).status == "ok" for file in renamed)
    except (InputError, ToolMissing):
        return False


def without_standard(flags_text: str, language: Language) -> str:
    """The flags without `-std=` and `-ansi` that are not of this language."""
    return " ".join(word for word in flags_text.split() if not _is_foreign(word, language))


def _is_foreign(word: str, language: Language) -> bool:
    return word == "-ansi" or (_names_standard(word) and ("++" in word) != (language == "c++"))


def _names_standard(flags: str) -> bool:
    return any(word.startswith("-std=") for word in flags.split())
