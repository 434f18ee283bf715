"""Pages and answers of the atlas as finished bytes, which can be kept as they are sent."""

from __future__ import annotations

from collections.abc import Mapping

import orjson

from app.addresses.atlas import atlas_address
from app.analysis.task import FinishedAnswer, finished
from app.atlas.answers import begun_answers, progress_told
from app.atlas.apart import atlas_answer
from app.atlas.pages import AtlasShown, answered_page, atlas_page, waiting_page
from app.serving.background import ready
from app.serving.templating import VARY, Page, render_text
from compiler_core.atlas.pages import page_named

_ACCEPTED = 202
_HTML = "text/html; charset=utf-8"


def finished_page(name: str, given: Mapping[str, str]) -> FinishedAnswer:
    """Raises as `atlas_page` does."""
    return _finished(name, atlas_page(name, given))


def page_or_waiting(name: str, given: Mapping[str, str]) -> FinishedAnswer:
    """The page, if its answer is there within a moment; else one that waits for it and asks again.

    Raises as `begun_answers` does.
    """
    begun = begun_answers(name, given)
    answers = ready(begun)
    if answers is not None:
        return _finished(name, answered_page(name, given, answers))
    progress = progress_told(name, given)
    page = Page("atlas/waiting.html", waiting_page(name, given, begun.number, progress))
    return _page_bytes(name, page, _ACCEPTED, lasting=False)


def _finished(name: str, shown: AtlasShown) -> FinishedAnswer:
    page = Page("atlas/page.html", shown.page)
    return _page_bytes(name, page, shown.status, lasting=shown.lasting)


def _page_bytes(name: str, page: Page, status: int, *, lasting: bool) -> FinishedAnswer:
    text = render_text(page, atlas_address(name, {}))
    vary = (("Vary", f"{VARY}, Accept-Encoding"),)
    return finished(status, text.encode("utf-8", "replace"), _HTML, lasting, vary)


def finished_record(name: str, given: Mapping[str, str]) -> FinishedAnswer:
    """As JSON. Raises as `atlas_answer` does."""
    answer = orjson.dumps(atlas_answer(name, given))
    return finished(200, answer, lasting=not page_named(name).own_texts(given))
