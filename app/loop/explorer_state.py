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
    state = request_from(texts, shown)
    if texts.get("unfold"):
        state = replace(state, open=OPEN_ALL if texts["unfold"] == OPEN_ALL else "")
    if texts.get("toggle"):
        state = replace(state, flags=toggle_flag(state.flags, texts["toggle"]))
    if texts.get("set") == "cpu":
        state = replace(state, flags=set_cpu(state.flags, texts.get("cpu", "")))
    word, _, standard = texts.get("switch", "").partition(" ")
    if word in ("c", "c++"):
        language: Language = "c" if word == "c" else "c++"
        flags = f"{without_standard(state.flags, language)} {standard}".strip()
        state = replace(state, language=language, flags=flags, example="")
    if texts.get("why"):
        element = state.run.element or USUAL
        state = replace(state, pane="step", run=replace(state.run, element=element))
    return state
