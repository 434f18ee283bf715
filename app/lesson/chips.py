"""Figures of lessons that lead to the pages about chips: loops on rooflines, vectors counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.addresses.chips import USUAL_CHIP
from app.drawing.views.chart import short_number, three_digits
from app.lesson.runs import counted_run
from app.lesson.views.lesson import ChipRow, Part, RoofPart, TablePart, TextPart
from app.lesson.views.lesson_roof import RoofedLoop, roof_chart, roof_sentence
from app.loop.loop_request import LoopRequest
from app.loop.views.run_roof import soc_address
from compiler_core.claims.case import Case
from compiler_core.errors import InputError
from compiler_core.host.running.experiment import experiment_of
from compiler_core.lessons.lesson import Figure
from compiler_core.soc.bound_words import WAITS_FOR
from compiler_core.soc.description import SocDescription
from compiler_core.soc.latency_hiding.chips import machine_beside
from compiler_core.soc.latency_hiding.ladder import climb, sized
from compiler_core.soc.latency_hiding.measured import (
    MeasuredVariant,
    ladder_work,
    measured_loop,
    modelled_per_element,
)
from compiler_core.soc.latency_hiding.records import KernelWork, ThreadedCore
from compiler_core.soc.latency_hiding.story import stories
from compiler_core.soc.reading import load_socs, soc_named
from compiler_core.soc.rooflines.loop_points import LoopWork, loop_work, placed_loop
from compiler_core.soc.rooflines.one_lane import one_lane

SVE_BITS = (128, 256, 512)
COUNTED = 4096
LADDER_ELEMENTS = 1 << 20
_TIMES = "\N{NO-BREAK SPACE}×"
_NAMES = {"scalar": "scalar", "neon": "NEON", "sve": "SVE"}


@dataclass(frozen=True, slots=True)
class _Counted:
    """A loop that ran, and its state in the explorer."""

    name: str
    work: LoopWork
    request: LoopRequest


def roofline_parts(figure: Figure, case: Case) -> tuple[Part, ...]:
    """The loop, and the other one, on the usual chip; and on which side of the ridge on others."""
    cases = [case] if figure.other is None else [case, case.under(figure.other)]
    loops = [_counted(counted_case) for counted_case in cases]
    soc = soc_named(USUAL_CHIP)
    roofed = [_roofed(soc, loop) for loop in loops]
    return (
        TextPart("text", tuple(roof_sentence(soc.title, placed) for placed in roofed)),
        RoofPart(
            kind="roof",
            chart=roof_chart(soc.title, roofed),
            head=_loop_head(soc),
            rows=tuple(_loop_row(shown) for shown in roofed),
            chip_head=("Chip", "Ridge", *(f"{counted.name} waits for" for counted in loops)),
            chips=tuple(_chip_rows(loops)),
        ),
    )


def _counted(case: Case) -> _Counted:
    """Raises NothingThere when it does not run, InputError when it computes nothing."""
    run, setting = counted_run(case), case.setting
    request = LoopRequest(
        source=setting.sources[0].text,
        language=setting.sources[0].language,
        compiler=case.compiler.name,
        flags=setting.flags,
        pane="run",
    )
    return _Counted(run.function, loop_work(run), request)


def _roofed(soc: SocDescription, loop: _Counted) -> RoofedLoop:
    placed = placed_loop(soc, loop.work)
    return RoofedLoop(loop.name, placed, one_lane(soc, placed))


def _loop_head(soc: SocDescription) -> tuple[str, ...]:
    return (
        "Loop",
        "Operations",
        "Bytes",
        "Operations a byte",
        "One number at a time, at most",
        "With vectors, at most",
        f"On {soc.title} it waits for",
    )


def _loop_row(loop: RoofedLoop) -> tuple[str, ...]:
    point = loop.placed.every_access
    return (
        loop.name,
        f"{point.operations:,.0f}",
        f"{point.bytes:,.0f}",
        three_digits(point.intensity or 0.0),
        short_number(loop.scalar.every_access.attainable) if loop.scalar else "–",
        short_number(point.attainable),
        WAITS_FOR[point.bound],
    )


def _chip_rows(loops: Sequence[_Counted]) -> Iterator[ChipRow]:
    """Chips whose cores have a known speed; each leads to the roofline with the last loop on it."""
    for soc in load_socs():
        try:
            placed = [placed_loop(soc, loop.work) for loop in loops]
        except InputError:  # A chip without a described core says nothing of a loop.
            continue
        bounds = tuple(WAITS_FOR[placement.every_access.bound] for placement in placed)
        address = soc_address("roofline", loops[-1].request, soc)
        yield ChipRow(soc.title, address, (three_digits(placed[0].ridge), *bounds))


def vectors_parts(figure: Figure, case: Case) -> tuple[Part, ...]:
    """The loop scalar, with NEON and with SVE, counted; beside it what the ladder models."""
    setting = figure.setting
    experiment = experiment_of(setting.function, COUNTED)
    variants = measured_loop(setting.sources, experiment, SVE_BITS, case.compiler.name)
    work, machine = ladder_work(case.source), machine_beside(USUAL_CHIP)
    modelled_head = ("Modelled an element", "Modelled fewer") if work else ()
    head = ("Code", "Bits", "Counted", "an element", "fewer", *modelled_head)
    rows = tuple(_variant_row(variant, variants[0], work, machine) for variant in variants)
    numbers = ("", *("number" for _ in head[1:]))
    said = [_counted_sentence(variants)]
    if work:
        said += [_modelled_sentence(work, machine)]
    return (TablePart("table", head, numbers, rows), TextPart("text", tuple(said)))


def _variant_row(
    variant: MeasuredVariant,
    scalar: MeasuredVariant,
    work: KernelWork | None,
    machine: ThreadedCore,
) -> tuple[str, ...]:
    own = (
        _NAMES[variant.name],
        f"{variant.vector_bits}",
        f"{variant.instructions:,}",
        f"{variant.instructions_per_element:.2f}",
        f"{variant.fewer:.2f}{_TIMES}",
    )
    if work is None:
        return own
    modelled = modelled_per_element(work, machine, variant)
    fewer = modelled_per_element(work, machine, scalar) / modelled
    return (*own, f"{modelled:.2f}", f"{fewer:.2f}{_TIMES}")


def _counted_sentence(variants: Sequence[MeasuredVariant]) -> str:
    scalar, neon = variants[0], variants[1]
    lanes = neon.vector_bits // scalar.vector_bits
    same = len({variant.digest for variant in variants}) == 1
    bits = "All of them wrote the same bits." if same else "They did not all write the same bits."
    return (
        f"Measured: {lanes} lanes of NEON make {neon.fewer:.2f} times fewer instructions. {bits} "
        f"{scalar.measured[:1].upper()}{scalar.measured[1:]}, n = {COUNTED:,}."
    )


def _modelled_sentence(work: KernelWork, machine: ThreadedCore) -> str:
    """Of the ladder's own machine, whose vectors are longer."""
    ladder = climb(sized(work, LADDER_ELEMENTS, machine), machine)
    vectors = next(story for story in stories(ladder) if story.rung == "vec")
    return (
        f"Modelled: on the ladder’s machine, with vectors of {machine.vector_bytes * 8:,} bits, "
        f"{LADDER_ELEMENTS:,} elements take {vectors.gain:.3g} times fewer cycles. "
        f"{vectors.sentence}"
    )
