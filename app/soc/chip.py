"""The chip itself: its parts as a picture, its figures with their sources."""

from __future__ import annotations

from app.soc.context import SocContext, ViewAnswer
from app.view_models.soc.chip import chip_view


def chip_answer(context: SocContext) -> ViewAnswer:
    """The view; `part` chooses a unit or memory."""
    detail = chip_view(context.asked, context.soc)
    return ViewAnswer(
        headline=detail.sentence,
        detail=detail,
        template="partials/soc/chip.html",
        record=context.soc,
        command="lowlab soc list --json",
    )
