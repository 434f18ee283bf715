"""Latency hiding: the ladder of one kernel, its timelines, its curves, and what is measured."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from shlex import join

from app.addresses.chips import SocRequest
from app.serving.background import Background, ready
from app.soc.scenes import latency_picture
from app.soc.views.context import SocContext, ViewAnswer
from app.soc.views.fields import Field, menu, stepped
from app.soc.views.latency import MeasuredPart, latency_view
from app.soc.views.summaries import latency_summaries
from compiler_core.errors import LoweringLabError
from compiler_core.sizes import bandwidth_text, size_text
from compiler_core.soc.latency_hiding.chips import machine_of
from compiler_core.soc.latency_hiding.ladder import sized
from compiler_core.soc.latency_hiding.measured import MeasuredVariant, measured_gelu
from compiler_core.soc.latency_hiding.parameters import ladder_parameters
from compiler_core.soc.latency_hiding.records import MAXIMUM_ELEMENTS, KernelWork, ThreadedCore
from compiler_core.soc.latency_hiding.shape import ShapeCheck, shape_checks
from compiler_core.soc.latency_hiding.simulation import largest_tile
from compiler_core.soc.latency_hiding.study import MOST_TILES, WINDOWS, Study, Window, study

_OWN = "own"
_GELU = "gelu"
_KEPT = 64
# A slider does not wait for the counts: the page asks again.
_PATIENCE_SECONDS = 0.02
_counts: Background[tuple[MeasuredVariant, ...]] = Background(
    "gelu", 1, 1, settled=lambda answer: bool(answer)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Knob:
    """A number that can be moved."""

    name: str
    """In addresses."""
    label: str
    """What readers see above the slider."""
    of_machine: str
    """The machine's field, "" for one of the kernel."""
    steps: tuple[int, ...]
    """What the slider offers beside its own value."""
    text: Callable[[int], str]
    """Writes a value as readers see it."""
    least: int
    """The smallest value that an address may say."""
    most: int
    """The largest value that an address may say."""


def _powers(first: int, last: int) -> tuple[int, ...]:
    return tuple(1 << power for power in range(first, last + 1))


def _plain(value: int) -> str:
    return f"{value:,}"


_LATENCIES = (0, 100, 200, 400, 700, 1000, 2000, 4000)
_RATES = tuple(size * 10**9 for size in (1, 2, 4, 8, 17, 34, 68, 136, 273, 546))
_MOST = 1 << 40
KNOBS = tuple(
    Knob(name=name, label=label, of_machine=field, steps=steps, text=text, least=least, most=most)
    for name, label, field, steps, text, least, most in (
        ("elements", "Elements", "", _powers(10, 22), _plain, 1, MAXIMUM_ELEMENTS),
        ("operations", "Operations an element", "", _powers(0, 11), _plain, 1, 100_000),
        ("tile", "Tile, elements", "", _powers(8, 17), _plain, 1, MAXIMUM_ELEMENTS),
        ("contexts", "Contexts", "contexts", (1, 2, 3, 4, 6, 8), _plain, 1, 8),
        ("latency", "DMA latency, cycles", "dma_latency_cycles", _LATENCIES, _plain, 0, 1_000_000),
        ("bandwidth", "DMA bandwidth", "dma_bytes_per_second", _RATES, bandwidth_text, 1, _MOST),
        ("scratchpad", "Scratchpad", "scratchpad_bytes", _powers(17, 25), size_text, 1, _MOST),
        ("vector", "Vector, bytes", "vector_bytes", _powers(2, 8), _plain, 1, 4096),
    )
)
_USUAL_ELEMENTS = 1 << 20


@dataclass(frozen=True, slots=True)
class LatencyRecord:
    """What the view shows. limited: why the tile is another than the one asked for, "" if it is
    not. published: what a paper says beside this simulation. measured: counted, empty until it is.
    """

    kernel: str
    study: Study
    limited: str
    published: tuple[ShapeCheck, ...]
    measured: tuple[MeasuredVariant, ...]


def latency_answer(context: SocContext) -> ViewAnswer:
    """The view. Raises InputError for numbers that no kernel or machine has."""
    request = context.asked
    names = tuple(ladder_kernel.work.name for ladder_kernel in ladder_parameters().kernels)
    kernel = ladder_parameters().kernel(request.one_of("kernel", (_GELU, *names)))
    window = WINDOWS[WINDOWS.index(request.one_of("window", WINDOWS))]  # type: ignore[arg-type]
    own = machine_of(context.soc)
    machine = replace(own, **_changed(request))
    given = replace(kernel.work, operations=_value(request, "operations") or kernel.work.operations)
    elements = _value(request, "elements") or _USUAL_ELEMENTS
    work, limited = _tiled(given, elements, _value(request, "tile"), machine)
    study = _study(work, machine, window)
    part = _measured(given.name)
    record = LatencyRecord(kernel.title, study, limited, _published(), part.variants)
    detail = latency_view(request, record, part, ladder_parameters())
    command = _command(context, work, own)
    return ViewAnswer(
        headline=study.headline,
        detail=detail,
        says=latency_summaries(detail),
        template="partials/soc/latency.html",
        record=record,
        command=command,
        scene=latency_picture(study, kernel.title, context.soc.title, command),
        fields=_fields(request, window, _own_values(kernel.work, own, machine, elements)),
        waits=part.waits,
    )


def _value(request: SocRequest, name: str) -> int | None:
    """What the address says of a knob, None for its own value. Raises InputError."""
    knob = next(candidate for candidate in KNOBS if candidate.name == name)
    if request.value(name, _OWN) == _OWN:
        return None
    return request.whole(name, 0, knob.least, knob.most)


def _changed(request: SocRequest) -> dict[str, int]:
    values = {knob.of_machine: _value(request, knob.name) for knob in KNOBS if knob.of_machine}
    return {field: value for field, value in values.items() if value is not None}


def _tiled(
    kernel: KernelWork, elements: int, tile: int | None, machine: ThreadedCore
) -> tuple[KernelWork, str]:
    """The kernel in its size, in the tile asked for as far as that can be."""
    if tile is None:
        return sized(kernel, elements, machine), ""
    largest = largest_tile(kernel, machine, "vec_mt_db")
    smallest = -(-elements // MOST_TILES)
    shown = min(max(tile, smallest), largest)
    work = sized(kernel, elements, machine, shown) if shown else sized(kernel, elements, machine)
    if shown < tile:
        return work, f"Tiles of {tile:,} elements do not fit: the largest that fits is shown."
    if shown > tile:
        return work, f"Tiles of {tile:,} elements would be too many: {shown:,} is the least shown."
    return work, ""


@lru_cache(_KEPT)
def _study(work: KernelWork, machine: ThreadedCore, window: Window) -> Study:
    return study(work, machine, window)


@lru_cache(1)
def _published() -> tuple[ShapeCheck, ...]:
    return shape_checks(ladder_parameters())


def _measured(kernel: str) -> MeasuredPart:
    """The counts of GELU, made in the background once."""
    if kernel != _GELU:
        return MeasuredPart((), "Only GELU is counted. Choose it above to compare.")
    try:
        variants = ready(_counts.started("gelu", measured_gelu), _PATIENCE_SECONDS)
    except LoweringLabError as error:
        return MeasuredPart((), f"{error.message} {error.advice}".strip())
    if variants is None:
        return MeasuredPart((), "Compiling GELU three times and counting each…", waits=True)
    return MeasuredPart(variants, "")


def _own_values(
    kernel: KernelWork, own: ThreadedCore, machine: ThreadedCore, elements: int
) -> dict[str, int]:
    """What each knob stands at when nobody moved it; the tile suits the machine as it is moved."""
    of_kernel = {
        "elements": _USUAL_ELEMENTS,
        "operations": kernel.operations,
        "tile": sized(kernel, elements, machine).tile,
    }
    return of_kernel | {
        knob.name: getattr(own, knob.of_machine) for knob in KNOBS if knob.of_machine
    }


def _fields(request: SocRequest, window: Window, own: dict[str, int]) -> tuple[Field, ...]:
    kernels = [(kernel.work.name, kernel.title) for kernel in ladder_parameters().kernels]
    chosen = request.value("kernel", _GELU)
    views = [("start", "the first tiles"), ("middle", "tiles in the middle"), ("end", "the last")]
    return (
        menu("kernel", "Kernel", chosen, kernels, reloads=True),
        *(_slider(request, knob, own[knob.name]) for knob in KNOBS),
        menu("window", "Timelines show", window, views),
    )


def _slider(request: SocRequest, knob: Knob, own: int) -> Field:
    """The steps in rising order, the own value and the one in the address among them."""
    given = _value(request, knob.name)
    values = sorted({*knob.steps, own} | ({given} if given is not None else set()))
    tells = knob.name != "elements"
    choices = [
        (_OWN, _own_text(knob, own, tells=tells))
        if value == own
        else (str(value), knob.text(value))
        for value in values
    ]
    chosen = _OWN if given in (None, own) else str(given)
    return stepped(knob.name, knob.label, chosen, choices)


def _own_text(knob: Knob, own: int, *, tells: bool) -> str:
    return f"{knob.text(own)}, as it is" if tells else knob.text(own)


def _command(context: SocContext, work: KernelWork, own: ThreadedCore) -> str:
    """What prints the same ladder; figures of a chip that were edited are given one by one."""
    words = [
        "lowlab",
        "soc",
        "ladder",
        "--kernel",
        work.name,
        "--elements",
        str(work.elements),
        "--tile",
        str(work.tile),
        "--operations",
        str(work.operations),
        "--soc",
        context.soc.name,
    ]
    sets = _changed(context.asked)
    if context.asked.edits:
        sets = {
            "dma_bytes_per_second": own.dma_bytes_per_second,
            "scratchpad_bytes": own.scratchpad_bytes,
        } | sets
    return join([*words, *_pairs(sets)])


def _pairs(sets: dict[str, int]) -> Sequence[str]:
    return [word for name, value in sets.items() for word in ("--set", f"{name}={value}")]
