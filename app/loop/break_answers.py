"""From a search's record to what a page shows of it."""

from __future__ import annotations

from app.loop.loop_request import LoopRequest
from app.loop.views.breaking import BreakAnswer, BrokenView, TriedRow
from app.loop.views.source import source_lines
from app.loop.views.source_difference import rows_between
from compiler_core.claims.breaking.record import BreakSearch, Counterexample, GroupTried
from compiler_core.claims.breaking.sentences import WORDS
from compiler_core.source import SourceFile

VERDICTS = {
    "broken": ("fails", "✗", "Broken: here is a setting in which what is checked of it fails."),
    "unbroken": ("unstated", "·", "Not broken by what was tried."),
    "false_here": ("fails", "✗", "It fails in its own setting already."),
    "unstated": ("unstated", "·", "Nothing is said of this compiler."),
}
"""By what came of it: class, sign, words."""


def break_answer(search: BreakSearch, own: str = "") -> BreakAnswer:
    """own: the source that the sentence is about, where the reader has it in view: then only what
    was changed in it is shown."""
    mark, sign, verdict = VERDICTS[search.standing]
    broken = search.broken
    return BreakAnswer(
        mark=mark,
        sign=sign,
        verdict=verdict,
        sentences=search.sentences if broken is None else (),
        broken=_broken(broken, own) if broken is not None else None,
        tried=tuple(_row(group) for group in search.groups),
    )


def _broken(broken: Counterexample, own: str) -> BrokenView:
    source = SourceFile(broken.source_name, broken.source)
    request = LoopRequest(
        source=source.text,
        language=source.language,
        compiler=broken.compiler,
        flags=broken.flags,
        pane="why",
    )
    return BrokenView(
        changes=broken.changes,
        setting=", ".join(filter(None, (broken.compiler_title, broken.flags, broken.inputs))),
        expected=broken.expected,
        found=broken.found,
        home_found=broken.found_at_home,
        source_name=source.name,
        source=source_lines(source) if source.text and not own else (),
        difference=rows_between(own, source.text) if own else (),
        address=request.address() if source.text and request.fits_address else "",
    )


def _row(group: GroupTried) -> TriedRow:
    numbers = (group.planned, group.tried, group.same_code, group.unusable)
    words = WORDS[group.group]
    return TriedRow(f"{words[0].upper()}{words[1:]}", *map(str, numbers))
