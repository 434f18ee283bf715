"""Which suggestions a loop's card offers: those that apply, and that promise nothing untrue.

An offer is made only after its edit was made in memory, so that nothing is offered and then
refused. The two edits that a compiler may reject (OpenMP's, which ask for a canonical loop) have
their rules in the table of suggestions.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from compiler_core.host.source_edits.edit import Edit, EditRequest, apply_edits
from compiler_core.host.source_edits.edits import edit_named
from compiler_core.host.source_edits.refutation import ANY_LENGTH, refutation
from compiler_core.host.source_reading.source_loops import SourceLoop
from compiler_core.host.source_reading.syntax import column_of, line_of
from compiler_core.host.verdicts.features import features_of, loop_texts
from compiler_core.host.verdicts.loop_text import LoopText
from compiler_core.host.verdicts.nested_unwritten import hides_a_loop
from compiler_core.host.verdicts.suggestions import Suggestion
from compiler_core.source import SourceFile
from compiler_core.toolchain.outcome import Compiler

_SOURCES_KEPT = 8
# Two lanes may meet the same element, however the source spells that (`facts.py`).
UPDATED_ELEMENT = "updated_element"


def is_offered(
    suggestion: Suggestion,
    source: SourceFile,
    loop: SourceLoop,
    setting: tuple[Compiler, Sequence[str]],
    reason_key: str,
    facts: Collection[str] = (),
) -> bool:
    """True if it applies to this loop, its promise is not refuted, and it is not known to change
    nothing. setting: with flags. facts: that the compiler's own form of the loop shows."""
    compiler, _ = setting
    if ANY_LENGTH in suggestion.grants and UPDATED_ELEMENT in facts:
        return False
    if (compiler.family, reason_key) in suggestion.idle:
        return False
    if not applies(suggestion, source, loop, setting):
        return False
    text = text_of_loop(source, loop)
    return text is None or not refutation(suggestion, text, reason_key)


def applies(
    suggestion: Suggestion,
    source: SourceFile,
    loop: SourceLoop,
    setting: tuple[Compiler, Sequence[str]],
) -> bool:
    """True if the table admits it for this loop and its edit changes something."""
    compiler, flags = setting
    if not suggestion.fits(compiler.family, flags, features_of(source, loop)):
        return False
    if not suggestion.edit:
        return True
    if hides_a_loop(source, loop):
        return False
    try:
        edits = edits_of(suggestion, source, loop, setting)
        return bool(edits) and bool(apply_edits(source.text.encode("utf-8", "replace"), edits))
    except ValueError:
        return False


def edits_of(
    suggestion: Suggestion,
    source: SourceFile,
    loop: SourceLoop,
    setting: tuple[Compiler, Sequence[str]],
) -> tuple[Edit, ...]:
    """What the suggestion does to the source; nothing for one that only sets flags."""
    text = text_of_loop(source, loop)
    if not suggestion.edit or text is None:
        return ()
    compiler, flags = setting
    return edit_named(suggestion.edit)(EditRequest(text, compiler.family, tuple(flags)))


def text_of_loop(source: SourceFile, loop: SourceLoop) -> LoopText | None:
    """The syntax of one loop statement; None if the source has none there."""
    return _texts(source).get((loop.line, loop.column))


@lru_cache(maxsize=_SOURCES_KEPT)
def _texts(source: SourceFile) -> Mapping[tuple[int, int], LoopText]:
    """Every loop of a source by line and column of its keyword, read once for all suggestions."""
    return {(line_of(text.loop), column_of(text.loop)): text for text in loop_texts(source)}
