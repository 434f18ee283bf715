"""What bytes and operations cost in joules on a chip, and what each fusion saves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from app.soc.context import SocContext, ViewAnswer
from app.soc.cost import cost_command
from app.soc.dials import network_dials
from app.soc.works import network_work
from app.view_models.soc.energy import energy_headline, energy_view
from app.view_models.soc.fields import menu
from compiler_core.soc.description import Precision
from compiler_core.soc.energy import (
    REFERENCE,
    EnergyRung,
    FusionEnergy,
    OperationCost,
    energy_ladder,
    fusion_energy,
    operation_cost,
)
from compiler_core.soc.kernel_reason import network_unit
from compiler_core.soc.layers import Layer
from compiler_core.soc.reading import soc_named
from compiler_core.soc.work.records import NetworkWork

PRECISIONS = ("int8", "fp16", "fp32")


@dataclass(frozen=True, slots=True)
class EnergyRecord:
    """The ladder, an operation, and the network; what JSON says."""

    ladder: tuple[EnergyRung, ...]
    operation: OperationCost
    fusion: FusionEnergy


def energy_answer(context: SocContext) -> ViewAnswer:
    """The view. Raises InputError for values that cannot be."""
    assert context.work is not None
    assert context.model is not None
    asked, soc, work = context.asked, context.soc, network_work(context.work)
    precision = cast("Precision", asked.one_of("precision", PRECISIONS))
    record = EnergyRecord(
        energy_ladder(soc),
        operation_cost(soc, precision),
        fusion_energy(soc, precision, members_of(work), work.layers),
    )
    known, computes = bool(work.members), precision in network_unit(soc).precisions
    reference = soc_named(REFERENCE).title
    title = context.model.title
    return ViewAnswer(
        headline=energy_headline(soc, title, record.ladder, record.fusion, known=known),
        detail=energy_view(
            record.ladder, record.operation, record.fusion, reference, known=known, notes=soc.notes
        ),
        template="partials/soc/energy.html",
        record=record,
        command=cost_command(context, precision, "double") if computes else "",
        fields=(
            menu("precision", "Numbers", precision, [(one, one) for one in PRECISIONS]),
            *(one for one in network_dials(asked) if one.name.endswith("capacity_bytes")),
        ),
    )


def members_of(work: NetworkWork) -> tuple[tuple[Layer, ...], ...]:
    """For each kernel those it is made of; the kernel itself where only kernels are known."""
    if not work.members:
        return tuple((one,) for one in work.layers)
    nodes = {one.name: one for one in work.lowered}
    return tuple(tuple(nodes[name] for name in names) for names in work.members)
