"""From a claim to the page that tries to break it; the search is a task of an analysis process."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace

import msgspec
import orjson
from anyio import to_thread
from cachetools import LRUCache

from app.addresses.views.lesson_link import LessonLink
from app.analysis.from_threads import analysed
from app.analysis.task import Task
from app.lesson.break_address import answer_address, break_address, events_address
from app.lesson.lessons import compiler_choices, sentence_with_links
from app.lesson.views.breaking import BreakPage
from app.loop.break_answers import break_answer
from app.loop.views.breaking import SearchTold, begun_search, search_told
from app.serving.background import Background, ready
from app.serving.exercise_makers import MakerLinks, offering
from app.serving.streaming import SIGN, SIGN_SECONDS, html_event
from app.serving.templating import Page, render_text
from compiler_core.claims.breaking.record import BUDGET_SECONDS, BreakSearch, SearchProgress
from compiler_core.claims.claim import Claim
from compiler_core.claims.reading import claim_named
from compiler_core.errors import InputError, UnknownName
from compiler_core.lessons.atlas_articles import article_of
from compiler_core.lessons.reading import find_lesson
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.outcome import Compiler

SEARCHES_KEPT = 256
MOST_WAITING = 4
FOLKLORE = "folklore"
TEMPLATE, ANSWER, PROGRESS = "break.html", ("answer",), ("progress",)
LOOK_SECONDS = 0.4
"""How often a page that follows a search is told how far it is."""
LONGEST_SECONDS = 600.0

_Key = tuple[str, str]
# One at a time: each uses two processors.
_searches: Background[BreakSearch] = Background(
    "breaks", 1, SEARCHES_KEPT, settled=lambda search: search.lasting, most_waiting=MOST_WAITING
)
# What each search told last; one entry is put in one step, so threads need no lock.
_told: LRUCache[_Key, SearchTold] = LRUCache(SEARCHES_KEPT)


def begin_search(identity: str, compiler_name: str) -> str:
    """The address of the answer to be. Raises as `break_page`, and Overloaded."""
    claim, compiler = _breakable(identity), find_compiler(compiler_name)
    own = answer_address(claim, compiler.name)
    _searches.started(_key(claim, compiler), lambda: _searched(own, claim, compiler))
    return own


def _breakable(identity: str) -> Claim:
    claim = claim_named(identity)
    if claim.is_of_core:
        raise InputError(
            "This sentence is about models or chips; settings of a compiler cannot break it.",
            "Choose a claim about code.",
        )
    return claim


def _key(claim: Claim, compiler: Compiler) -> _Key:
    return claim.id, compiler.build_id


def break_page(identity: str, compiler_name: str) -> BreakPage:
    """The answer, the wait for it, or the button that begins it. Raises UnknownName,
    UnknownCompiler, InputError for a claim about models or chips, and as `analysed`."""
    claim, compiler = _breakable(identity), find_compiler(compiler_name)
    begun = _searches.begun(_key(claim, compiler))
    search = ready(begun) if begun is not None else None
    waits = begun is not None and search is None
    return BreakPage(
        title="Try to break this sentence",
        says=sentence_with_links(claim.says),
        lesson=_place(claim),
        compilers=compiler_choices(compiler),
        own=answer_address(claim, compiler.name),
        action=break_address(claim, compiler.name) if begun is None else "",
        told=_told.get(_key(claim, compiler)) or begun_search() if waits else None,
        events=events_address(claim, compiler.name) if waits else "",
        answer=break_answer(search) if search is not None else None,
        command=f"lowlab break {claim.id} --compiler {compiler.name}",
    )


@dataclass(frozen=True, slots=True)
class FollowedSearch:
    """A search that a page follows. page: as it is now."""

    key: _Key
    claim: str
    compiler: str
    page: BreakPage

    async def events(self, makers: MakerLinks) -> AsyncIterator[str]:
        """How far it is, as server-sent events whenever that changes; `done` has the answer, with
        these links. Nothing is begun for it."""
        shown: SearchTold | None = None
        began = said = time.monotonic()
        while (now := time.monotonic()) - began < LONGEST_SECONDS:
            begun, told = _searches.begun(self.key), _told.get(self.key) or begun_search()
            if begun is None or begun.done():
                page = await to_thread.run_sync(break_page, self.claim, self.compiler)
                yield html_event("done", self._text(page, ANSWER, makers))
                return
            if told != shown:
                shown, said = told, now
                yield html_event("part", self._text(replace(self.page, told=told), PROGRESS))
            elif now - said > SIGN_SECONDS:
                said = now
                yield SIGN
            await asyncio.sleep(LOOK_SECONDS)

    def _text(self, page: BreakPage, blocks: tuple[str, ...], makers: MakerLinks = ()) -> str:
        with offering(makers):
            return render_text(Page(TEMPLATE, page), page.own, blocks)


def followed_search(identity: str, compiler_name: str) -> FollowedSearch:
    """Raises as `break_page`."""
    page = break_page(identity, compiler_name)
    claim, compiler = _breakable(identity), find_compiler(compiler_name)
    return FollowedSearch(_key(claim, compiler), claim.id, compiler.name, page)


def _searched(path: str, claim: Claim, compiler: Compiler) -> BreakSearch:
    body = {"claim": claim.id, "compiler": compiler.name, "seconds": BUDGET_SECONDS}
    task = Task(name="break", path=path, body=orjson.dumps(body))

    def listener(part: bytes) -> None:
        far = msgspec.json.decode(part, type=SearchProgress)
        _told[_key(claim, compiler)] = search_told(far)

    return msgspec.json.decode(analysed(task, listener=listener).body, type=BreakSearch)


def _place(claim: Claim) -> LessonLink:
    if claim.lesson == FOLKLORE:
        return LessonLink("/learn/folklore", "The folklore ledger", "")
    try:
        lesson = find_lesson(claim.lesson)
    except UnknownName:
        lesson = article_of(claim.lesson)
    return LessonLink(f"/learn/{lesson.id}", lesson.title, lesson.idea)
