"""Stage 7 on a chip, modelled: tokens a second by context, and the roofline with its batches."""

from __future__ import annotations

from dataclasses import dataclass
from math import log10

from app.model.request import ModelRequest
from app.view_models.model_settings import SettingChoice
from compiler_core.errors import InputError
from compiler_core.llm.pipeline.decode_stage import DecodeDetails
from compiler_core.soc.decode_curves import BATCHES, ContextSpeed, DecodeCurves, decode_curves
from compiler_core.soc.description import SocDescription
from compiler_core.soc.reading import load_socs
from compiler_core.soc.roofline import PlacedPoint, Roofline

USUAL = "generic"
WIDTH, HEIGHT, MARGIN = 560, 220, 28
GIGA = 1e9
DECADES_BEYOND = 0.4


@dataclass(frozen=True, slots=True)
class SpeedRow:
    """Tokens a second with so many positions in the cache."""

    context: str
    tokens: str
    bound: str
    bytes: str


@dataclass(frozen=True, slots=True)
class PointRow:
    """A kernel of the roofline; x, y: its place in the picture. classes: `is-batch` for decode."""

    name: str
    intensity: str
    attainable: str
    bound: str
    x: float
    y: float
    classes: str


@dataclass(frozen=True, slots=True)
class RoofView:
    """path: of the roof, on logarithmic scales. last: how many steps a slider over batches has."""

    path: str
    box: str
    width: int
    height: int
    points: tuple[PointRow, ...]
    sentence: str
    last: int


@dataclass(frozen=True, slots=True)
class LanguageSocView:
    """problem: why nothing is modelled, "" if it is. assumptions: what the numbers stand on."""

    chips: tuple[SettingChoice, ...]
    title: str
    problem: str
    speeds: tuple[SpeedRow, ...]
    roof: RoofView | None
    assumptions: tuple[str, ...]


def language_soc_view(asked: ModelRequest, details: DecodeDetails) -> LanguageSocView:
    """The view; asked.view names the chip."""
    chips = [one for one in load_socs() if one.main_memory.capacity_bytes is not None]
    names = [one.name for one in chips]
    chosen = chips[names.index(asked.view if asked.view in names else USUAL)]
    choices = tuple(SettingChoice(one.name, _title(one), one is chosen) for one in chips)
    try:
        curves = decode_curves(chosen, details.header, details.prompt_tokens)
    except InputError as error:
        return LanguageSocView(choices, chosen.title, error.message, (), None, ())
    shortest = curves.contexts[0].speed
    if not shortest.fits:
        return LanguageSocView(choices, chosen.title, _too_large(curves), (), None, ())
    return LanguageSocView(
        choices,
        chosen.title,
        "",
        tuple(_speed(one) for one in curves.contexts),
        _roof(curves, curves.roofline) if curves.roofline else None,
        (*shortest.assumptions, *chosen.notes),
    )


def _title(soc: SocDescription) -> str:
    return f"{soc.title} (to compare)" if soc.yardstick else soc.title


def _too_large(curves: DecodeCurves) -> str:
    speed = curves.contexts[0].speed
    return (
        f"It does not fit: {speed.needed_bytes / GIGA:.1f} GB are needed and {curves.title} has "
        f"{speed.available_bytes / GIGA:.1f} GB. No speed is given for what cannot run."
    )


def _speed(one: ContextSpeed) -> SpeedRow:
    speed = one.speed
    if not speed.fits or speed.tokens_per_second is None:
        return SpeedRow(f"{one.context:,}", "–", "does not fit", f"{speed.bytes_per_token:,.0f}")
    return SpeedRow(
        f"{one.context:,}",
        f"{speed.tokens_per_second:,.1f}",
        speed.bound or "",
        f"{speed.bytes_per_token:,.0f}",
    )


def _roof(curves: DecodeCurves, found: Roofline) -> RoofView:
    places = [one for one in found.points if one.intensity]
    scale = _Scale.around(found, places)
    corners = ((scale.left, found.bandwidth * scale.left), (found.ridge, found.peak),
               (scale.right, found.peak))  # fmt: skip
    path = " ".join(
        f"{'L' if number else 'M'}{scale.x(x):.1f} {scale.y(y):.1f}"
        for number, (x, y) in enumerate(corners)
    )
    return RoofView(
        path,
        f"0 0 {WIDTH} {HEIGHT}",
        WIDTH,
        HEIGHT,
        tuple(_point(one, scale) for one in places),
        _meeting(curves, found),
        len(BATCHES) - 1,
    )


def _meeting(curves: DecodeCurves, found: Roofline) -> str:
    roof = (
        f"{curves.unit}: {found.peak / GIGA:,.0f} billion operations a second in "
        f"{found.precision}, {found.bandwidth / GIGA:.1f} GB/s from memory; they meet at "
        f"{found.ridge:.0f} operations a byte."
    )
    if curves.meets_compute is None:
        return f"{roof} None of these batches leaves the memory's side."
    return f"{roof} With {curves.meets_compute} sequences at once decode meets the compute roof."


def _point(one: PlacedPoint, scale: _Scale) -> PointRow:
    intensity = one.intensity or scale.left
    return PointRow(
        one.name,
        f"{intensity:.1f}",
        f"{one.attainable / GIGA:,.1f}",
        one.bound,
        round(scale.x(intensity), 1),
        round(scale.y(one.attainable), 1),
        "is-batch" if one.name.startswith("decode") else "",
    )


@dataclass(frozen=True, slots=True)
class _Scale:
    """Logarithmic: operations a byte from left to right, operations a second from low to high."""

    left: float
    right: float
    low: float
    high: float

    @classmethod
    def around(cls, found: Roofline, places: list[PlacedPoint]) -> _Scale:
        beyond = 10**DECADES_BEYOND
        intensities = [one.intensity or found.ridge for one in places] + [found.ridge]
        left, right = min(intensities) / beyond, max(intensities) * beyond
        return cls(left, right, found.bandwidth * left, found.peak * beyond)

    def x(self, intensity: float) -> float:
        share = log10(intensity / self.left) / log10(self.right / self.left)
        return MARGIN + share * (WIDTH - 2 * MARGIN)

    def y(self, speed: float) -> float:
        share = log10(speed / self.low) / log10(self.high / self.low)
        return HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN)
