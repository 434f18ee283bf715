"""Sections of lessons, made in the background and kept: a page waits a moment and no longer.

A section that is not ready when the page is sent is asked for again by the page itself; without
scripts, by loading the page once more.
"""

from __future__ import annotations

import os
import time
from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache
from threading import Lock

from cachetools import LRUCache

from app.lessons import section_view
from app.view_models.lesson import PendingView, SectionView
from compiler_core.errors import UnknownName
from compiler_core.lessons.lesson import Lesson, Prose
from compiler_core.toolchain.outcome import Compiler

PATIENCE_SECONDS = 0.6
SECTIONS_KEPT = 4096

_Key = tuple[str, int, str]
_made: LRUCache[_Key, Future[SectionView]] = LRUCache(SECTIONS_KEPT)
_made_lock = Lock()


def ready_sections(lesson: Lesson, compiler: Compiler) -> tuple[SectionView, ...]:
    """Every section; those that take longer than a moment are pending."""
    futures = [_future(lesson, number, compiler) for number in range(len(lesson.sections))]
    end = time.monotonic() + PATIENCE_SECONDS
    return tuple(
        _ready(future, end) or _pending(lesson, number, compiler)
        for number, future in enumerate(futures)
    )


def awaited_section(lesson: Lesson, number: int, compiler: Compiler) -> SectionView:
    """One section, however long it takes. Raises UnknownName for a number out of range."""
    if not 0 <= number < len(lesson.sections):
        raise UnknownName(f"{lesson.title} has no section {number}.")
    return _future(lesson, number, compiler).result()


def _future(lesson: Lesson, number: int, compiler: Compiler) -> Future[SectionView]:
    key = (lesson.id, number, compiler.build_id)
    with _made_lock:
        known = _made.get(key)
        if known is not None and not (known.done() and known.exception() is not None):
            return known
        section = lesson.sections[number]
        future = _makers().submit(section_view, lesson, section, compiler)
        _made[key] = future
        return future


def _ready(future: Future[SectionView], end: float) -> SectionView | None:
    try:
        return future.result(timeout=max(end - time.monotonic(), 0))
    except TimeoutError:
        return None


def _pending(lesson: Lesson, number: int, compiler: Compiler) -> SectionView:
    section = lesson.sections[number]
    if isinstance(section, Prose):
        return section_view(lesson, section, compiler)
    address = f"/learn/{lesson.id}/sections/{number}?compiler={compiler.name}"
    return PendingView("pending", f"section-{number}", address)


@lru_cache(maxsize=1)
def _makers() -> ThreadPoolExecutor:
    """One thread a processor; a lesson's sections are made in reading order."""
    return ThreadPoolExecutor(max_workers=os.cpu_count() or 1, thread_name_prefix="lesson")
