"""From a claim to the page that tries to break it; the search is a task of an analysis process."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace

import msgspec
import orjson
from anyio import to_thread

from app.addresses.lessons import lesson_link
from app.addresses.views.lesson_link import LessonLink
from app.analysis.from_threads import analysed
from app.analysis.task import Task
from app.lesson.break_address import answer_address, break_address, events_address
from app.lesson.fact_breaking import fact_answer, searched_facts
from app.lesson.lessons import compiler_choices, sentence_with_links
from app.lesson.views.breaking import BreakPage
from app.loop.break_answers import break_answer
from app.loop.views.breaking import (
    BreakAnswer,
    SearchTold,
    begun_fact_search,
    begun_search,
    search_told,
)
from app.serving.background import Background, ready
from app.serving.exercise_makers import MakerLinks, offering
from app.serving.streaming import followed_events, html_event
from app.serving.templating import Page, render_text
from compiler_core.claims.breaking.record import BUDGET_SECONDS, BreakSearch, SearchProgress
from compiler_core.claims.claim import Claim
from compiler_core.claims.compiler_range import CORE
from compiler_core.claims.reading import claim_named
from compiler_core.errors import UnknownName
from compiler_core.kept import Kept
from compiler_core.lessons.atlas_articles import article_of
from compiler_core.lessons.reading import find_lesson
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.outcome import Compiler

SEARCHES_KEPT = 256
MOST_WAITING = 4
FOLKLORE = "folklore"
TEMPLATE, ANSWER, PROGRESS = "break.html", ("answer",), ("progress",)
TRIES = (
    "Other compilers, flags, lengths, types and small edits of the source are tried for up to a "
    "minute."
)
FACT_TRIES = (
    "Other settings, models, chips and figures of chips are tried for up to a minute, the nearest "
    "values first: one change, then two."
)

Makers = Callable[[str], Awaitable[MakerLinks]]
"""Links to what exercises can be made of, for the page at an address."""

_Key = tuple[str, str]
# One at a time: each uses two processors.
_searches: Background[BreakSearch] = Background(
    "breaks", 1, SEARCHES_KEPT, settled=lambda search: search.lasting, most_waiting=MOST_WAITING
)
_told: Kept[SearchTold] = Kept(SEARCHES_KEPT)
"""What each told last while it was made."""


def begin_search(identity: str, compiler_name: str) -> str:
    """The address of the answer to be. A search whose time was over goes on. Raises as
    `break_page`, and Overloaded."""
    request = _asked(identity, compiler_name)
    _searches.started(request.key, lambda: _searched(request), anew=True)
    return request.own


@dataclass(frozen=True, slots=True)
class _Asked:
    """A sentence, from one compiler on; from none if it is about models, chips or atlas pages."""

    claim: Claim
    compiler: Compiler | None

    @property
    def name(self) -> str:
        """The compiler's."""
        return self.compiler.name if self.compiler else ""

    @property
    def key(self) -> _Key:
        return self.claim.id, self.compiler.build_id if self.compiler else CORE

    @property
    def own(self) -> str:
        """Address of the page."""
        return answer_address(self.claim, self.name)

    def answer(self, search: BreakSearch) -> BreakAnswer:
        return break_answer(search) if self.compiler else fact_answer(self.claim, search)


def _asked(identity: str, compiler_name: str) -> _Asked:
    """Raises UnknownName and UnknownCompiler."""
    claim = claim_named(identity)
    return _Asked(claim, None if claim.is_of_core else find_compiler(compiler_name))


def break_page(identity: str, compiler_name: str) -> BreakPage:
    """The answer, the wait for it, or the button that begins it. Raises UnknownName,
    UnknownCompiler, and as `analysed`."""
    request = _asked(identity, compiler_name)
    claim, compiler = request.claim, request.compiler
    begun = _searches.begun(request.key)
    search = ready(begun) if begun is not None else None
    waits = begun is not None and search is None
    progress = begun_search() if compiler else begun_fact_search()
    answer = request.answer(search) if search is not None else None
    return BreakPage(
        title="Try to break this sentence",
        says=sentence_with_links(claim.says),
        lesson=_place(claim),
        compilers=compiler_choices(compiler) if compiler else (),
        own=request.own,
        action=break_address(claim, request.name) if begun is None else "",
        tries=TRIES if compiler else FACT_TRIES,
        told=_told.kept(request.key) or progress if waits else None,
        events=events_address(claim, request.name) if waits else "",
        answer=answer,
        again=_again(request, search),
        command=f"lowlab break {claim.id}{f' --compiler {request.name}' if compiler else ''}",
    )


def _again(request: _Asked, search: BreakSearch | None) -> str:
    """Address that a search about facts goes on with, where its time was over: what it compiled is
    kept, so that it comes further."""
    goes_on = request.compiler is None and search is not None and not search.lasting
    return break_address(request.claim) if goes_on else ""


def exercise_address(page: BreakPage) -> str:
    """Of the page that an exercise of this answer is made from: of facts the one with the changed
    setting, where that is one of which exercises can be made."""
    broken = page.answer.broken if page.answer else None
    if broken is None or not broken.command:
        return page.own
    return "" if broken.nothing_kept else broken.address


def fact_search_begun(identity: str, seconds: float) -> Future[BreakSearch] | None:
    """The search about facts that this asks for, begun if it was not or if its time was over; None
    for a claim about compilers of C. Raises UnknownName and Overloaded."""
    claim = claim_named(identity)
    if not claim.is_of_core:
        return None
    key = (claim.id, f"{CORE} {seconds:g}")
    return _searches.started(key, lambda: searched_facts(claim, seconds), anew=True)


@dataclass(frozen=True, slots=True)
class FollowedSearch:
    """A search that a page follows. page: as it is now."""

    key: _Key
    claim: str
    compiler: str
    page: BreakPage

    def events(self, makers: Makers) -> AsyncIterator[str]:
        """How far it is, as server-sent events whenever that changes; `done` has the answer, with
        the links that `makers` has for it. Nothing is begun for it."""
        return followed_events(self._news, self._part, self._is_there, lambda: self._last(makers))

    def _news(self) -> SearchTold | None:
        return _told.kept(self.key)

    def _part(self, progress: SearchTold) -> str:
        return html_event("part", self._text(replace(self.page, told=progress), PROGRESS))

    def _is_there(self) -> bool:
        begun = _searches.begun(self.key)
        return begun is None or begun.done()

    async def _last(self, makers: Makers) -> str:
        page = await to_thread.run_sync(break_page, self.claim, self.compiler)
        address = exercise_address(page)
        offered = await makers(address) if address else ()
        return html_event("done", self._text(page, ANSWER, offered))

    def _text(self, page: BreakPage, blocks: tuple[str, ...], makers: MakerLinks = ()) -> str:
        with offering(makers):
            return render_text(Page(TEMPLATE, page), page.own, blocks)


def followed_search(identity: str, compiler_name: str) -> FollowedSearch:
    """Raises as `break_page`."""
    page = break_page(identity, compiler_name)
    request = _asked(identity, compiler_name)
    return FollowedSearch(request.key, request.claim.id, request.name, page)


def _searched(request: _Asked) -> BreakSearch:
    def tell(far: SearchProgress) -> None:
        _told.keep(request.key, search_told(far))

    _told.forget(request.key)  # It was of another attempt.

    if request.compiler is None:
        return searched_facts(request.claim, progress=tell)
    body = {"claim": request.claim.id, "compiler": request.name, "seconds": BUDGET_SECONDS}
    task = Task(name="break", path=request.own, body=orjson.dumps(body))

    def listener(part: bytes) -> None:
        tell(msgspec.json.decode(part, type=SearchProgress))

    return msgspec.json.decode(analysed(task, listener=listener).body, type=BreakSearch)


def _place(claim: Claim) -> LessonLink:
    if claim.lesson == FOLKLORE:
        return LessonLink("/learn/folklore", "The folklore ledger", "")
    try:
        lesson = find_lesson(claim.lesson)
    except UnknownName:
        lesson = article_of(claim.lesson)
    return lesson_link(lesson)
