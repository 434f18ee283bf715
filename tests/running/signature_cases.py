"""Functions with odd parameters, as the tests state them: refused or driven, and what comes out."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.source import SourceFile

N = 64


@dataclass(frozen=True)
class Refused:
    """A function that cannot be driven, and a part of the reason."""

    title: str
    source: SourceFile
    words: str
    function: str = ""


@dataclass(frozen=True)
class DrivenCase:
    """A function that can: elements of its outputs by name, with n = 64."""

    title: str
    source: SourceFile
    outputs: dict[str, int]
    function: str = ""
    flags: str = "-O2"
