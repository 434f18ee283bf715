"""A loop that cannot be profiled, or not yet: why, above the form with the loop as given."""

from __future__ import annotations

from dataclasses import replace

from app.soc.profile_loop_request import OWN_FIELDS, given_loop
from app.soc.views.context import SocContext, ViewAnswer
from app.soc.views.fields import Field
from app.soc.views.profile_loop import FORM
from app.soc.views.profile_own import shown_loop
from app.soc.views.profile_records import RefusedLoop
from compiler_core.errors import InputError, LoweringLabError


def refused_answer(context: SocContext, loops: Field, error: LoweringLabError) -> ViewAnswer:
    """The view without an exercise. loops: the menu of them."""
    refused = InputError(error.message, error.advice)
    return replace(_form_alone(context, loops), problem=refused)


def running_answer(context: SocContext, loops: Field) -> ViewAnswer:
    """The view while the loop as given still runs: there is nothing to say of it yet."""
    doing = "The loop is compiled and run. One that never ends is stopped after a while."
    return replace(_form_alone(context, loops, doing), waits=True)


def _form_alone(context: SocContext, loops: Field, doing: str = "") -> ViewAnswer:
    beside = tuple(pair for pair in context.asked.query().items() if pair[0] in ("chip", "unit"))
    own = replace(shown_loop(given_loop(context.asked), beside), is_open=True)
    return ViewAnswer(
        headline="",
        detail=RefusedLoop(FORM, own, doing),
        template="partials/soc/profile_refused.html",
        record=None,
        command="",
        fields=(loops,),
        inside=OWN_FIELDS,
    )
