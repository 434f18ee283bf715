"""A counted loop on a chip's roofline, in short: which side of the ridge, and by how much."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from app.addresses.chips import LONGEST_WORD, SocRequest
from app.drawing.views.chart import short_number, three_digits
from app.loop.loop_request import LoopRequest
from app.site.views.setting_fields import SettingChoice, choices_of
from compiler_core.errors import InputError
from compiler_core.host.running.record import Counts
from compiler_core.sizes import size_text
from compiler_core.soc.description import SocDescription
from compiler_core.soc.reading import load_socs
from compiler_core.soc.rooflines.loop_points import PlacedLoop, loop_work
from compiler_core.soc.rooflines.loop_time import modelled_loop
from compiler_core.soc.rooflines.roofline import PlacedPoint


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRoof:
    """A counted loop on the roofline of a chip, in short."""

    chips: tuple[SettingChoice, ...]
    """To choose the chip from."""
    sentence: str
    """Computed; "" where refused says why there is none."""
    refused: str
    """Why the run cannot be placed; empty where it can."""
    rows: tuple[tuple[str, PlacedPoint], ...]
    """The loop at each memory, by what moves there."""
    notes: tuple[str, ...]
    """What is assumed or left out."""
    address: str
    """The roofline with this loop beside a network; empty where no address holds the loop."""
    exercise: str
    """The profiling exercise with this loop; empty where no address holds the loop."""


def run_roof(request: LoopRequest, counts: Counts) -> RunRoof:
    """Of a run that ended well."""
    socs = load_socs()
    soc = next((candidate for candidate in socs if candidate.name == request.run.chip), socs[0])
    chips = choices_of(((chip.name, chip.title) for chip in socs), soc.name)
    try:
        placed = modelled_loop(soc, loop_work(counts))
    except InputError as error:
        refused = f"{error.message} {error.advice}".strip()
        return RunRoof(
            chips=chips, sentence="", refused=refused, rows=(), notes=(), address="", exercise=""
        )
    rows = [("every load and store", placed.every_access)]
    if placed.missed:
        rows.append(("lines that the modelled cache fetched", placed.missed))
    taken = (placed.taken,) if placed.taken else ()
    return RunRoof(
        chips=chips,
        sentence=_sentence(soc, placed),
        refused="",
        rows=tuple(rows),
        notes=(_below(placed), *taken, *placed.work.notes),
        address=soc_address("roofline", request, soc),
        exercise=soc_address("profile", request, soc),
    )


def _sentence(soc: SocDescription, placed: PlacedLoop) -> str:
    work, point = placed.work, placed.every_access
    intensity = point.intensity or 0.0
    far = max(intensity / placed.ridge, placed.ridge / intensity)
    side = "left" if point.bound == "memory" else "right"
    waits = "bytes" if point.bound == "memory" else "arithmetic"
    return (
        f"{short_number(work.operations)} {work.kind} operations on {size_text(work.bytes)}: "
        f"{three_digits(intensity)} operations a byte, {three_digits(far)} times {side} of the "
        f"ridge ({three_digits(placed.ridge)}) of one core of {soc.title}. It is "
        f"{point.bound}-bound: it waits for {waits}, and reaches at most "
        f"{short_number(point.attainable)} of {short_number(placed.peak)} operations a second "
        "(modelled)."
    )


def _below(placed: PlacedLoop) -> str:
    """How fast the model sees it, or why it does not."""
    point = placed.every_access.modelled
    if point is None:
        return placed.unmodelled
    return (
        f"As modelled it makes {short_number(point.operations_per_second)} operations a second, "
        f"{three_digits(point.distance)} times fewer than the roof allows for the lines that the "
        f"modelled cache fetched. {point.reason}"
    )


def soc_address(view: str, request: LoopRequest, soc: SocDescription) -> str:
    """Of a chip's view with this loop; "" where it does not fit into an address.

    The explorer's own query is the loop's name there; the server counts it again.
    """
    query = urlencode(request.changed(pane="run").query())
    if not request.fits_address or len(query) > LONGEST_WORD:
        return ""
    return SocRequest(view, soc.name, values=(("loop", query),)).address()
