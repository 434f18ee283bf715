"""The explorer's state from a form or query, with the button that was pressed applied to it."""

from __future__ import annotations

from app.loop.loop_request import OPEN_ALL, LoopRequest, Pane, request_from
from app.loop.run_settings import USUAL
from app.loop.views.settings import set_cpu, toggle_flag
from app.serving.addresses import Values, read_as
from app.serving.bodies import StrictBody
from compiler_core.host.other_language import without_standard
from compiler_core.source import Language


class Pressed(StrictBody):
    """What the explorer's form says beside its state."""

    shown_pane: Pane = "listing"
    """Of the page whose button was pressed, unless the button names another."""
    unfold: str = ""
    """`all` opens what panes keep closed, anything else closes it."""
    toggle: str = ""
    """The flag that is set or taken away."""
    set: str = ""
    """`cpu` where a processor was chosen."""
    cpu: str = ""
    """The chosen one."""
    switch: str = ""
    """The language to compile in instead, and its standard: `c++ -std=c++17`."""
    why: str = ""
    """Set where a value is to be explained."""


def read_state(values: Values) -> LoopRequest:
    """The state. Raises UnknownName for an example that is none."""
    pressed = read_as(Pressed, values)
    state = request_from(values)
    if "pane" not in values:
        state = state.changed(pane=pressed.shown_pane)
    if pressed.unfold:
        state = state.changed(open=OPEN_ALL if pressed.unfold == OPEN_ALL else "")
    if pressed.toggle:
        state = state.changed(flags=toggle_flag(state.flags, pressed.toggle))
    if pressed.set == "cpu":
        state = state.changed(flags=set_cpu(state.flags, pressed.cpu))
    word, _, standard = pressed.switch.partition(" ")
    if word in ("c", "c++"):
        language: Language = "c" if word == "c" else "c++"
        flags = f"{without_standard(state.flags, language)} {standard}".strip()
        state = state.changed(language=language, flags=flags, example="")
    if pressed.why:
        element = state.run.element or USUAL
        state = state.changed(pane="step", run=state.run.changed(element=element))
    return state
