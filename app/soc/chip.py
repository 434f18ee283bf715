"""The chip itself: its parts as a picture, its figures with their sources."""

from __future__ import annotations

from app.soc.scenes import power_picture
from app.soc.views.chip import chip_view, field_names, headline
from app.soc.views.context import SocContext, ViewAnswer
from app.soc.views.operator_uses import OperatorTable, operator_table
from app.soc.views.summaries import chip_summaries
from compiler_core.soc.chip_figures import chip_summary, ridges
from compiler_core.soc.description import SocDescription
from compiler_core.soc.networks.cnn import network_unit
from compiler_core.soc.networks.cnn_fit import constants_for
from compiler_core.soc.networks.operator_use import operator_uses
from compiler_core.soc.reading import load_socs, soc_named


def chip_answer(context: SocContext) -> ViewAnswer:
    """The view; `part` chooses a unit or memory, of another chip's the usual one is taken."""
    request, soc, original = context.asked, context.soc, soc_named(context.asked.chip)
    chip_ridges = ridges(soc)
    chips = tuple(chip_summary(chip) for chip in load_socs())
    detail = chip_view(request, soc, original, chip_ridges, _operators(soc), chips)
    return ViewAnswer(
        headline=headline(soc, original),
        detail=detail,
        says=chip_summaries(detail),
        template="partials/soc/chip.html",
        record={"chip": soc, "ridges": chip_ridges, "chips": chips},
        command="lowlab soc list --json",
        scene=power_picture(soc, f"lowlab soc energy residual --soc {soc.name}"),
        inside=field_names(request, detail),
    )


def _operators(soc: SocDescription) -> OperatorTable | None:
    """At the first precision whose speed is known; a yardstick runs no networks here."""
    known = network_unit(soc).precisions
    if soc.yardstick or not known:
        return None
    return operator_table(soc, known[0], operator_uses(soc, constants_for(soc), known[0]))
