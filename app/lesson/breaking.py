"""From a claim to the page that tries to break it; the search is a task of an analysis process."""

from __future__ import annotations

import msgspec
import orjson

from app.analysis.from_threads import analysed
from app.analysis.task import Task
from app.lesson.break_address import answer_address, break_address
from app.lesson.figures import explorer_address, source_lines
from app.lesson.lessons import compiler_choices, sentence_with_links
from app.lesson.views.breaking import BreakAnswer, BreakPage, BrokenView, TriedRow
from app.lesson.views.lesson import LessonLink
from app.serving.background import Background, ready
from compiler_core.claims.breaking.record import (
    BUDGET_SECONDS,
    BreakSearch,
    Counterexample,
    GroupTried,
)
from compiler_core.claims.breaking.sentences import WORDS
from compiler_core.claims.claim import Claim, Setting
from compiler_core.claims.reading import claim_named
from compiler_core.errors import InputError
from compiler_core.lessons.reading import find_lesson
from compiler_core.source import SourceFile
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.outcome import Compiler

SEARCHES_KEPT = 256
MOST_WAITING = 4
FOLKLORE = "folklore"
WAITING = (
    "Trying other compilers, flags, lengths, types and small edits of the source: one change, "
    "then two. This may take a minute."
)
VERDICTS = {
    "broken": ("fails", "✗", "Broken: here is a setting in which it fails."),
    "unbroken": ("unstated", "·", "Not broken by what was tried."),
    "false_here": ("fails", "✗", "It fails in its own setting already."),
    "unstated": ("unstated", "·", "Nothing is said of this compiler."),
}
"""By what came of it: class, sign, words."""

# One at a time: each uses two processors.
_searches: Background[BreakSearch] = Background(
    "breaks", 1, SEARCHES_KEPT, settled=lambda search: search.lasting, most_waiting=MOST_WAITING
)


def begin_search(identity: str, compiler_name: str) -> str:
    """The address of the answer to be. Raises as `break_page`, and Overloaded."""
    claim, compiler = _breakable(identity), find_compiler(compiler_name)
    own = answer_address(claim, compiler.name)
    _searches.started(_key(claim, compiler), lambda: _searched(own, claim, compiler.name))
    return own


def _breakable(identity: str) -> Claim:
    claim = claim_named(identity)
    if claim.is_of_core:
        raise InputError(
            "This sentence is about models or chips; settings of a compiler cannot break it.",
            "Choose a claim about code.",
        )
    return claim


def _key(claim: Claim, compiler: Compiler) -> tuple[str, str]:
    return claim.id, compiler.build_id


def break_page(identity: str, compiler_name: str) -> BreakPage:
    """The answer, the wait for it, or the button that begins it. Raises UnknownName,
    UnknownCompiler, InputError for a claim about models or chips, and as `analysed`."""
    claim, compiler = _breakable(identity), find_compiler(compiler_name)
    begun = _searches.begun(_key(claim, compiler))
    search = ready(begun) if begun is not None else None
    return BreakPage(
        title="Try to break this sentence",
        says=sentence_with_links(claim.says),
        lesson=_place(claim),
        compilers=compiler_choices(compiler),
        own=answer_address(claim, compiler.name),
        action=break_address(claim, compiler.name) if begun is None else "",
        waiting=WAITING if begun is not None and search is None else "",
        answer=_answer(search) if search is not None else None,
        command=f"lowlab break {claim.id} --compiler {compiler.name}",
    )


def _searched(path: str, claim: Claim, compiler: str) -> BreakSearch:
    body = {"claim": claim.id, "compiler": compiler, "seconds": BUDGET_SECONDS}
    task = Task(name="break", path=path, body=orjson.dumps(body))
    return msgspec.json.decode(analysed(task).body, type=BreakSearch)


def _place(claim: Claim) -> LessonLink:
    if claim.lesson == FOLKLORE:
        return LessonLink("/learn/folklore", "The folklore ledger", "")
    lesson = find_lesson(claim.lesson)
    return LessonLink(f"/learn/{lesson.id}", lesson.title, lesson.idea)


def _answer(search: BreakSearch) -> BreakAnswer:
    mark, sign, verdict = VERDICTS[search.standing]
    broken = search.broken
    return BreakAnswer(
        mark=mark,
        sign=sign,
        verdict=verdict,
        sentences=search.sentences if broken is None else (),
        broken=_broken(broken) if broken is not None else None,
        tried=tuple(_row(group) for group in search.groups),
    )


def _broken(broken: Counterexample) -> BrokenView:
    source = SourceFile(broken.source_name, broken.source)
    setting = Setting((source,), broken.flags)
    return BrokenView(
        changes=broken.changes,
        setting=", ".join(filter(None, (broken.compiler_title, broken.flags, broken.inputs))),
        expected=broken.expected,
        found=broken.found,
        home_found=broken.found_at_home,
        source_name=source.name,
        source=source_lines(source),
        address=explorer_address(setting, None, broken.compiler, "why"),
    )


def _row(group: GroupTried) -> TriedRow:
    numbers = (group.planned, group.tried, group.same_code, group.unusable)
    words = WORDS[group.group]
    return TriedRow(f"{words[0].upper()}{words[1:]}", *map(str, numbers))
