"""Why a run gave no counts, in words for those who have no command line before them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from compiler_core.host.compilation import Diagnostic
from compiler_core.host.compile import compile_source
from compiler_core.host.running.record import Counts
from compiler_core.source import SourceFile

_MOST_SHOWN, _LONGEST = 5, 200
_ADVICE_WITH_OPTION = re.compile(r" ?Give larger arrays, such as --set \S+\.")
_OPTION = re.compile(r" \(--set [^)]*\)|(?:, or [^.]*?|: --n or )--set \S+?(?=\.(?:\s|$))")


def why_no_counts(
    sources: Sequence[SourceFile], compiler: str, flags: str, counts: Counts
) -> tuple[str, str]:
    """What happened, and the compiler's own errors or what to try. Raises as `compile_source`."""
    if counts.status == "rejected":
        errors = [error for source in sources for error in _errors(source, compiler, flags)]
        if errors:
            what = counts.message.partition(";")[0].rstrip(".")
            return f"{what}.", " ".join(map(_placed, errors[:_MOST_SHOWN]))
    words = without_options(counts.message)
    if words == counts.message:
        return words, ""
    return words, "Stay within the arrays: their sizes follow from n and the loop's bounds."


def without_options(text: str) -> str:
    """Without what only `lowlab count` takes."""
    return _OPTION.sub("", _ADVICE_WITH_OPTION.sub("", text))


def _errors(source: SourceFile, compiler: str, flags: str) -> list[Diagnostic]:
    diagnostics = compile_source((source,), compiler, flags).diagnostics
    return [diagnostic for diagnostic in diagnostics if diagnostic.severity == "error"]


def _placed(diagnostic: Diagnostic) -> str:
    said = " ".join(diagnostic.message.split())[:_LONGEST].rstrip(".")
    return f"Line {diagnostic.line}: {said}." if diagnostic.line else f"{said}."
