"""Pages and answers of the atlas as finished bytes, which can be kept as they are sent."""

from __future__ import annotations

from collections.abc import Mapping

import orjson

from app.analysis.task import FinishedAnswer, finished
from app.atlas.addresses import atlas_address
from app.atlas.apart import atlas_answer
from app.atlas.pages import atlas_page
from app.serving.templating import VARY, Page, render_text
from compiler_core.atlas.pages import page_named

_HTML = "text/html; charset=utf-8"


def finished_page(name: str, given: Mapping[str, str]) -> FinishedAnswer:
    """Raises as `atlas_page` does."""
    shown = atlas_page(name, given)
    text = render_text(Page("atlas/page.html", shown.page), atlas_address(name, {}))
    vary = (("Vary", f"{VARY}, Accept-Encoding"),)
    return finished(shown.status, text.encode("utf-8", "replace"), _HTML, shown.lasting, vary)


def finished_record(name: str, given: Mapping[str, str]) -> FinishedAnswer:
    """As JSON. Raises as `atlas_answer` does."""
    answer = orjson.dumps(atlas_answer(name, given))
    return finished(200, answer, lasting=not page_named(name).own_texts(given))
