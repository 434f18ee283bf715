"""A chip: its picture, the chosen part's figures with their sources, and all chips side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.addresses.chips import EDIT_PREFIX, SocRequest, edit_text
from app.soc.views.chip_derived import DerivedLine, derived_lines
from app.soc.views.chip_picture import ChipPicture, chip_picture, unit_peak, unit_shape
from app.soc.views.chip_words import (
    kind_words,
    label_and_unit,
    memory_speed,
    part_titles,
    peak_text,
    plain_number,
    readable,
    source_state,
)
from app.soc.views.fields import Field, kept
from app.soc.views.operator_uses import OperatorTable
from compiler_core.sizes import bandwidth_text, size_text
from compiler_core.soc.chip_figures import ChipSummary, Ridge, further_figures, leading_ridge
from compiler_core.soc.description import ComputeUnit, Memory, SocDescription
from compiler_core.soc.editing import KeyedFigure, figure_range, keyed_figures

_NOT_KNOWN = "–"


@dataclass(frozen=True, slots=True)
class SourceWords:
    """A document. state: what is to be said beside its title, "" for one that was opened."""

    title: str
    state: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureField:
    """A figure to read and to change, from least to most."""

    name: str
    """In the form: the figure's key behind the prefix of edits."""
    label: str
    """What the figure is, in words."""
    value: str
    """As it stands now, as text for the form."""
    own: str
    """What the chip itself has."""
    least: str
    """Smallest value that is taken."""
    most: str
    """Largest value that is taken."""
    unit: str
    """Of the value, which may be empty."""
    words: str
    """A large number made readable."""
    source: SourceWords
    """Document of the chip's own figure."""
    reset: str
    """The address without this change, "" where there is none."""


@dataclass(frozen=True, slots=True)
class PartPanel:
    """The chosen part. kept: changes of other parts, hidden in the form."""

    title: str
    kind: str
    figures: tuple[FigureField, ...]
    derived: tuple[DerivedLine, ...]
    kept: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class PartLine:
    """A part in the list that stands for the picture on small screens."""

    address: str
    title: str
    text: str
    current: bool


@dataclass(frozen=True, slots=True)
class RidgeLine:
    """Where compute becomes the limit, of one unit at one precision."""

    title: str
    precision: str
    peak: str
    speed: str
    ridge: str


@dataclass(frozen=True, slots=True)
class FigureLine:
    """A figure in the table of all."""

    part: str
    label: str
    value: str
    source: SourceWords


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipLine:
    """A chip among the others."""

    title: str
    """Of the chip."""
    address: str
    """Page of this chip."""
    mark: str
    """What sets it apart, "" for nothing."""
    current: bool
    """Whether it is the chip of the page."""
    cores: str
    """Of its CPU, `–` where not known."""
    peak: str
    """Most operations a second with their precision, `–` where not known."""
    sram: str
    """Memory on the chip, `–` where not known."""
    memory: str
    """Main memory, `–` where its size is not known."""
    speed: str
    """Of main memory, in bytes a second with their unit."""
    ridge: str
    """Operations a byte from which compute is the limit, `–` where not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipView:
    """A chip with its parts, and beside other chips."""

    picture: ChipPicture
    """The chip as a block diagram."""
    lines: tuple[PartLine, ...]
    """The picture as a list."""
    part: PartPanel
    """The chosen part with its figures, which can be changed."""
    ridges: tuple[RidgeLine, ...]
    """Of each unit and precision whose speed is known."""
    operators: OperatorTable | None
    """None where no precision of networks is known."""
    figures: tuple[FigureLine, ...]
    """All figures of the chip, with their sources."""
    chips: tuple[ChipLine, ...]
    """All chips that are described, this one among them."""
    notes: tuple[str, ...]
    """What the documents leave open."""


def chip_view(
    request: SocRequest,
    soc: SocDescription,
    original: SocDescription,
    ridges: Sequence[Ridge],
    operators: OperatorTable | None,
    chips: Sequence[ChipSummary],
) -> ChipView:
    """The view of this chip; original: without the reader's changes."""
    parts = {block.name: block for block in (*soc.units, *soc.memories)}
    chosen = parts.get(request.value("part")) or parts[soc.main_unit.name]

    def address(name: str) -> str:
        return request.with_values(part=name).address()

    return ChipView(
        picture=chip_picture(soc, chosen.name, address),
        lines=tuple(
            PartLine(address(part.name), part.title, _in_short(part), part is chosen)
            for part in parts.values()
        ),
        part=_panel(request, soc, original, chosen),
        ridges=tuple(_ridge(ridge) for ridge in ridges),
        operators=operators,
        figures=_figures(soc),
        chips=tuple(_chip(request, chip) for chip in chips),
        notes=soc.notes,
    )


def headline(soc: SocDescription, original: SocDescription) -> str:
    """What the chip asks of a kernel before compute is its limit."""
    ridge = leading_ridge(soc)
    memory = soc.main_memory
    if ridge is None:
        return (
            f"How fast {soc.title} computes is in none of its documents. {memory.title}: "
            f"{memory_speed(memory)}."
        )
    own = leading_ridge(original)
    sentence = (
        f"{soc.title} gets at most {peak_text(ridge.operations_per_second, ridge.precision)} from "
        f"{ridge.title}, and {bandwidth_text(ridge.bytes_per_second)} from "
        f"{soc.memory(ridge.memory).title}. So a kernel must do {ridge.operations_a_byte:,.0f} "
        "operations with each byte before compute is its limit; with fewer it waits for memory."
    )
    if own and own.operations_a_byte != ridge.operations_a_byte:
        sentence += f" The chip as it is asks for {own.operations_a_byte:,.0f}."
    return sentence


def field_names(request: SocRequest, view: ChipView) -> tuple[str, ...]:
    """What of the form stands inside the view."""
    edits = [f"{EDIT_PREFIX}{key}" for key, _ in request.edits]
    return ("part", *dict.fromkeys((*edits, *(figure.name for figure in view.part.figures))))


def _panel(
    request: SocRequest, soc: SocDescription, original: SocDescription, part: ComputeUnit | Memory
) -> PartPanel:
    own = {figure.key: figure for figure in keyed_figures(original)}
    figures = tuple(
        _field(request, original, keyed_figure, own[keyed_figure.key])
        for keyed_figure in keyed_figures(soc)
        if keyed_figure.part == part.name
    )
    shown = {field.name for field in figures}
    others = [
        kept(f"{EDIT_PREFIX}{key}", edit_text(value))
        for key, value in request.edits
        if f"{EDIT_PREFIX}{key}" not in shown
    ]
    return PartPanel(
        part.title,
        kind_words(part.kind),
        figures,
        derived_lines(soc, part),
        (kept("part", part.name), *others),
    )


def _field(
    request: SocRequest, original: SocDescription, keyed_figure: KeyedFigure, own: KeyedFigure
) -> FigureField:
    label, unit = label_and_unit(keyed_figure.field)
    least, most = figure_range(keyed_figure.key, own.figure.value)
    rest = {key: value for key, value in request.edits if key != keyed_figure.key}
    return FigureField(
        name=f"{EDIT_PREFIX}{keyed_figure.key}",
        label=label,
        value=edit_text(keyed_figure.figure.value),
        own=edit_text(own.figure.value),
        least=edit_text(least),
        most=edit_text(most),
        unit=unit,
        words=readable(keyed_figure.field, keyed_figure.figure.value),
        source=_source(original, own),
        reset=request.with_edits(rest).address() if keyed_figure.edited else "",
    )


def _source(soc: SocDescription, keyed_figure: KeyedFigure) -> SourceWords:
    source = soc.source_of(keyed_figure.figure)
    return SourceWords(source.title, source_state(source), source.address)


def _in_short(part: ComputeUnit | Memory) -> str:
    if isinstance(part, ComputeUnit):
        return f"{unit_peak(part)}, {unit_shape(part)}"
    size = size_text(part.capacity_bytes.value) if part.capacity_bytes else "size not published"
    return f"{size}, {memory_speed(part)}"


def _ridge(ridge: Ridge) -> RidgeLine:
    return RidgeLine(
        ridge.title,
        ridge.precision,
        peak_text(ridge.operations_per_second, ridge.precision),
        bandwidth_text(ridge.bytes_per_second),
        f"{ridge.operations_a_byte:,.0f}",
    )


def _figures(soc: SocDescription) -> tuple[FigureLine, ...]:
    titles = part_titles(soc) | {"": "The whole chip"}
    figures = (*keyed_figures(soc), *further_figures(soc))
    return tuple(_figure(soc, titles[figure.part], figure) for figure in figures)


def _figure(soc: SocDescription, part: str, keyed_figure: KeyedFigure) -> FigureLine:
    label, unit = label_and_unit(keyed_figure.field)
    value = f"{plain_number(keyed_figure.figure.value)} {unit}".strip()
    return FigureLine(part, label, value, _source(soc, keyed_figure))


def _chip(request: SocRequest, chip: ChipSummary) -> ChipLine:
    ridge = chip.leading
    return ChipLine(
        title=chip.title,
        address=request.with_chip(chip.name).with_values(part="").address(),
        mark="a yardstick, no edge chip" if chip.yardstick else "",
        current=chip.name == request.chip,
        cores=str(chip.cpu_cores) if chip.cpu_cores else _NOT_KNOWN,
        peak=peak_text(ridge.operations_per_second, ridge.precision) if ridge else _NOT_KNOWN,
        sram=size_text(chip.on_chip_bytes) if chip.on_chip_bytes else _NOT_KNOWN,
        memory=size_text(chip.capacity_bytes) if chip.capacity_bytes else _NOT_KNOWN,
        speed=bandwidth_text(chip.bytes_per_second),
        ridge=f"{ridge.operations_a_byte:,.0f}" if ridge else _NOT_KNOWN,
    )
