"""The chip itself: its parts as a picture, its figures with their sources."""

from __future__ import annotations

from app.soc.context import SocContext, ViewAnswer
from app.view_models.soc.chip import chip_view, field_names, headline
from compiler_core.soc.chip_figures import chip_summary, ridges
from compiler_core.soc.reading import load_socs, soc_named


def chip_answer(context: SocContext) -> ViewAnswer:
    """The view; `part` chooses a unit or memory, of another chip's the usual one is taken."""
    asked, soc, original = context.asked, context.soc, soc_named(context.asked.chip)
    found = ridges(soc)
    chips = tuple(chip_summary(one) for one in load_socs())
    detail = chip_view(asked, soc, original, found, chips)
    return ViewAnswer(
        headline=headline(soc, original),
        detail=detail,
        template="partials/soc/chip.html",
        record={"chip": soc, "ridges": found, "chips": chips},
        command="lowlab soc list --json",
        inside=field_names(asked, detail),
    )
