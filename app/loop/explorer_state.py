"""The explorer's state from a form or query, with the button that was pressed applied to it."""

from __future__ import annotations

from dataclasses import replace

from starlette.datastructures import FormData, QueryParams

from app.loop.loop_request import OPEN_ALL, LoopRequest, request_from
from app.loop.run_settings import USUAL
from app.loop.views.settings import set_cpu, toggle_flag
from compiler_core.host.other_language import without_standard
from compiler_core.source import Language


def read_state(values: FormData | QueryParams) -> LoopRequest:
    """The state. Raises UnknownName for an example that is none."""
    texts = {name: value for name, value in values.items() if isinstance(value, str)}
    texts.setdefault("pane", texts.get("shown_pane", ""))
    shown = [value for value in values.getlist("show") if isinstance(value, str)]
    asked = request_from(texts, shown)
    if texts.get("unfold"):
        asked = replace(asked, open=OPEN_ALL if texts["unfold"] == OPEN_ALL else "")
    if texts.get("toggle"):
        asked = replace(asked, flags=toggle_flag(asked.flags, texts["toggle"]))
    if texts.get("set") == "cpu":
        asked = replace(asked, flags=set_cpu(asked.flags, texts.get("cpu", "")))
    if texts.get("switch") in ("c", "c++"):
        language: Language = "c" if texts["switch"] == "c" else "c++"
        asked = replace(asked, language=language, flags=without_standard(asked.flags), example="")
    if texts.get("why"):
        element = asked.run.element or USUAL
        asked = replace(asked, pane="step", run=replace(asked.run, element=element))
    return asked
