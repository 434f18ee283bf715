"""The function to run, or why there is none: a source that the compiler rejects is told so, not
that it defines no function."""

from __future__ import annotations

from collections.abc import Sequence

from compiler_core.errors import InputError, SourceRejected, UnknownName
from compiler_core.host.compile import compile_source
from compiler_core.host.running.target import Target, find_target
from compiler_core.source import SourceFile


def accepted_target(
    sources: Sequence[SourceFile], compiler_name: str, flags_text: str, function: str = ""
) -> Target:
    """As `find_target`. Raises the same for what compiles, SourceRejected for what does not, and
    what `compile_source` raises."""
    try:
        return find_target(sources, function)
    except (InputError, UnknownName):
        for source in sources:
            _refuse_rejected(source, compiler_name, flags_text)
        raise


def _refuse_rejected(source: SourceFile, compiler_name: str, flags_text: str) -> None:
    compilation = compile_source((source,), compiler_name, flags_text)
    if compilation.status == "rejected":
        raise SourceRejected(compilation.message, "Correct it and run it again.")
