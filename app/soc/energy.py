"""What bytes and operations cost in joules on a chip, and what each fusion saves."""

from __future__ import annotations

import shlex
from typing import cast

from app.soc.cost import network_name, unchanged_note
from app.soc.dials import memory_dials
from app.soc.scenes import energy_picture
from app.soc.views.context import SocContext, ViewAnswer
from app.soc.views.energy import energy_headline, energy_view
from app.soc.views.fields import menu
from app.soc.views.layer_words import words_by_name
from app.soc.views.summaries import energy_summaries
from app.soc.works import network_work
from compiler_core.soc.description import Precision
from compiler_core.soc.energy import REFERENCE
from compiler_core.soc.network_energy import network_energy
from compiler_core.soc.reading import soc_named

PRECISIONS = ("int8", "fp16", "fp32")


def energy_answer(context: SocContext) -> ViewAnswer:
    """The view. Raises InputError for values that cannot be."""
    assert context.work is not None
    assert context.model is not None
    request, soc, work = context.asked, context.soc, network_work(context.work)
    precision = cast("Precision", request.one_of("precision", PRECISIONS))
    record = network_energy(soc, work, precision)
    known = bool(work.members)
    reference = soc_named(REFERENCE).title
    title = context.model.title
    detail = energy_view(
        record.ladder,
        record.operation,
        record.fusion,
        reference,
        words_by_name(work.layers),
        known=known,
        notes=soc.notes,
    )
    command = _command(context, precision)
    return ViewAnswer(
        headline=energy_headline(soc, title, record.ladder, record.fusion, known=known),
        detail=detail,
        says=energy_summaries(detail),
        template="partials/soc/energy.html",
        record=record,
        command=command,
        scene=energy_picture(
            record.ladder, record.fusion, (title, soc.title, command), known=known
        ),
        fields=(
            menu("precision", "Numbers", precision, [(choice, choice) for choice in PRECISIONS]),
            *(dial for dial in memory_dials(request) if dial.name.endswith("capacity_bytes")),
        ),
    )


def _command(context: SocContext, precision: str) -> str:
    words = ["lowlab", "soc", "energy", network_name(context), "--soc", context.asked.chip]
    return shlex.join([*words, "--precision", precision]) + unchanged_note(context.asked)
