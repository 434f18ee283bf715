"""A loop that the profiling exercise cannot take: why, above the form with the loop as given."""

from __future__ import annotations

from dataclasses import replace

from app.soc.context import SocContext, ViewAnswer
from app.soc.profile_loop_request import OWN_FIELDS, given_loop
from app.view_models.soc.fields import Field
from app.view_models.soc.profile_loop import FORM
from app.view_models.soc.profile_own import shown_loop
from app.view_models.soc.profile_records import RefusedLoop
from compiler_core.errors import InputError, LoweringLabError


def refused_answer(context: SocContext, loops: Field, error: LoweringLabError) -> ViewAnswer:
    """The view without an exercise. loops: the menu of them."""
    beside = tuple(one for one in context.asked.query().items() if one[0] in ("chip", "unit"))
    own = replace(shown_loop(given_loop(context.asked), beside), is_open=True)
    return ViewAnswer(
        headline="",
        detail=RefusedLoop(FORM, own),
        template="partials/soc/profile_refused.html",
        record=None,
        command="",
        fields=(loops,),
        inside=OWN_FIELDS,
        problem=InputError(error.message, error.advice),
    )
