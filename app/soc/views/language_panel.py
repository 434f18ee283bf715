"""A stage of a language model on a chip, modelled: a sentence, a table, and for decode a roof."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from app.drawing.table import Table
from app.site.views.links import Link
from app.site.views.setting_fields import SettingChoice, SettingField
from app.soc.views.decode_words import launch_words, rate_text, type_title
from app.soc.views.language_roof import RoofView, roof_view
from app.words import count
from compiler_core.amounts import time_text
from compiler_core.sizes import size_text
from compiler_core.soc.bound_words import WAITS_FOR
from compiler_core.soc.decoding.decode import DecodeSpeed, capacity_text
from compiler_core.soc.decoding.decode_grid import GridCell, MemoryParts, TypeSpeed
from compiler_core.soc.decoding.published_shape import PublishedShape
from compiler_core.soc.description import SocDescription
from compiler_core.soc.rooflines.decode_curves import ContextSpeed, DecodeCurves
from compiler_core.soc.rooflines.roofline import PlacedPoint, Roofline

_DOES_NOT_FIT = "does not fit"
_SAME = 0.01
_NOT_MODELLED = "–"
_STARTS = "the start of kernels"
_BESIDE_PRODUCTS = "what is no product of weights"


@dataclass(frozen=True, slots=True)
class StageOnChip:
    """What one stage says of a chip. notes: what its numbers stand on."""

    sentence: str
    table: Table | None = None
    roof: RoofView | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BesideView:
    """A published model of usual size on the same chip. link: its decode there."""

    title: str
    sentence: str
    table: Table
    link: Link


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguagePanel:
    """What a stage's page says of a language model on a chip."""

    chips: tuple[SettingChoice, ...]
    """For the menu of the form."""
    kept: tuple[SettingField, ...]
    """Hidden fields, so that the form forgets nothing else."""
    action: str
    """Where the form is sent."""
    title: str
    """Of the chosen chip."""
    problem: str
    """Why nothing is modelled."""
    stage: StageOnChip | None
    """What the stage is on the chip; None where nothing is modelled."""
    links: tuple[Link, ...]
    """To decoding and the roofline of the chip with this model."""
    beside: BesideView | None = None
    """Where this model is so small that something else than memory binds."""


def of_beside(
    soc: SocDescription,
    own: tuple[str, MemoryParts, DecodeSpeed],
    other: PublishedShape,
    link: Link,
) -> BesideView:
    """own: title, memory and speed of this page's model."""
    columns = (own, (other.model.title, other.memory, other.speed))
    rows = tuple(
        (
            name,
            size_text(memory.weights),
            size_text(decode.bytes_per_token),
            _rate(decode),
            _limit(decode) if decode.fits else _DOES_NOT_FIT,
        )
        for name, memory, decode in columns
    )
    table = Table(
        f"One sequence of {other.context:,} positions; the published model in "
        f"{type_title(other.type)}",
        ("Model", "Weights", "Bytes a token reads", "Tokens a second, modelled", "Limited by"),
        rows,
    )
    title = f"Beside it, a published model: {other.model.title}"
    return BesideView(title, _beside_sentence(soc, own, other), table, link)


def _beside_sentence(
    soc: SocDescription, own: tuple[str, MemoryParts, DecodeSpeed], other: PublishedShape
) -> str:
    """What limits this page's model, and what limits the published one."""
    title, _, speed = own
    sentence = (
        f"What limits {title} here is {_limit(speed)}, as its {size_text(speed.bytes_per_token)} a "
        f"token are soon read. "
    )
    if not other.speed.fits:
        return f"{sentence}{other.model.title} does not fit on {soc.title} in this type."
    if other.speed.bound != "memory":
        return f"{sentence}{other.model.title} is limited by {_limit(other.speed)} on this chip."
    share = (other.speed.memory_seconds or 0.0) * (other.speed.tokens_per_second or 0.0)
    return (
        f"{sentence}A model of usual size is limited by memory: {other.model.title} reads "
        f"{size_text(other.speed.bytes_per_token)} a token, and reading takes {share:.0%} of "
        "each step. For it fewer bytes a token are more tokens a second."
    )


def of_tokens(soc: SocDescription, memory: MemoryParts, tokens: int, roof: Roofline) -> StageOnChip:
    """The prompt at once, then a token at a time. roof: of decode, then of prefill."""
    if not memory.fits:
        return StageOnChip(_too_large(soc, memory))
    decode, prefill = roof.points
    rows = tuple(
        (
            name,
            f"{phase.operations:,.0f}",
            size_text(phase.bytes),
            f"{phase.intensity or 0:.3g}",
            _side(phase),
            time_text(phase.seconds),
            _modelled_side(phase, other),
            time_text(phase.modelled.seconds) if phase.modelled else "–",
        )
        for name, phase, other in (
            (f"Prefill, {count(tokens, 'token')} at once", prefill, _BESIDE_PRODUCTS),
            ("Decode, one token", decode, _STARTS),
        )
    )
    table = Table(
        f"Under the roof of {soc.unit(roof.unit).title}, {roof.precision}",
        ("Regime", "Operations", "Bytes", "Operations a byte", "Waits for",
         "Time at least, modelled", "Waits for below the roof", "Time as modelled below the roof"),
        rows,
    )  # fmt: skip
    sentence = (
        f"At its peak {soc.title} does {roof.ridge:,.0f} operations in the time of one byte from "
        f"main memory. {count(tokens, 'token')} at once make {prefill.intensity or 0:.3g} of them, "
        f"so prefill waits for {_waits(prefill, _BESIDE_PRODUCTS)}; one token makes "
        f"{decode.intensity or 0:.3g}, so decode waits for {_waits(decode, _STARTS)} (modelled)."
    )
    note = (
        "At least: as fast as the peak and the bandwidth allow; attention's products left out. "
        "Below the roof: with the share of both that programs reach."
    )
    return StageOnChip(sentence, table, notes=(note,))


def _waits(point: PlacedPoint, other: str) -> str:
    """`memory there, but for arithmetic at the speed that programs reach`."""
    peak, below = _side(point), _modelled_side(point, other)
    if below in (peak, _NOT_MODELLED):
        return peak
    return f"{peak} there, but for {below} at the speed that programs reach"


def _modelled_side(point: PlacedPoint, other: str) -> str:
    """other: what takes longest where it is neither arithmetic nor memory."""
    if point.modelled is None:
        return _NOT_MODELLED
    return {"compute": "arithmetic", "overhead": other}.get(point.modelled.bound, "memory")


def _side(point: PlacedPoint) -> str:
    return WAITS_FOR[point.bound]


def of_file(soc: SocDescription, memory: MemoryParts, types: tuple[TypeSpeed, ...]) -> StageOnChip:
    """The file against main memory, and what each type would give."""
    share = memory.weights / (memory.available or inf)
    holds = f"{share:.2%} of" if memory.fits else "more than there is beside the system in"
    sentence = (
        f"On {soc.title} the weights of this file take {size_text(memory.weights)}, {holds} its "
        f"{capacity_text(memory.available)} of main memory."
    )
    slow, fast = types[0], types[-1]
    if slow.speed.tokens_per_second and fast.speed.tokens_per_second:
        times = fast.speed.tokens_per_second / slow.speed.tokens_per_second
        sentence += (
            f" With weights in {type_title(fast.type)} it would decode {times:.1f} times as fast "
            f"as in {type_title(slow.type)} (modelled)."
        )
    rows = tuple(
        (
            type_title(form.type),
            size_text(form.memory.weights),
            "✓\N{NO-BREAK SPACE}fits" if form.memory.fits else f"✗ {_DOES_NOT_FIT}",
            _rate(form.speed),
            _limit(form.speed, "–"),
        )
        for form in types
    )
    table = Table(
        "The same shape with all weights in one type",
        ("Weights", "Bytes", "Fits?", "Tokens a second, modelled", "Limited by"),
        rows,
    )
    return StageOnChip(sentence, table, notes=fast.speed.assumptions)


def of_weights(
    soc: SocDescription,
    before: tuple[MemoryParts, DecodeSpeed],
    after: tuple[MemoryParts, DecodeSpeed],
) -> StageOnChip:
    """Before the weights were rounded, and after."""
    rows = tuple(
        (name, figure, other)
        for name, figure, other in zip(
            ("Weights in memory", "Bytes a token reads", "Tokens a second, modelled", "Limited by"),
            _weights_column(*before), _weights_column(*after), strict=True,
        )
    )  # fmt: skip
    table = Table("What the new weights change", ("Of this model", "before", "after"), rows)
    sentence = _gain_sentence(soc, before[1], after[1])
    return StageOnChip(sentence, table, notes=after[1].assumptions)


def _weights_column(memory: MemoryParts, speed: DecodeSpeed) -> tuple[str, ...]:
    return (
        size_text(memory.weights),
        size_text(speed.bytes_per_token),
        _rate(speed),
        _limit(speed, _DOES_NOT_FIT),
    )


def _gain_sentence(soc: SocDescription, before: DecodeSpeed, after: DecodeSpeed) -> str:
    if not after.tokens_per_second:
        return f"On {soc.title} neither fits: no speed is given for what cannot run."
    if not before.tokens_per_second:
        return f"Only with the new weights it fits on {soc.title}: {_rate(after)} tokens a second."
    times = after.tokens_per_second / before.tokens_per_second
    fewer = before.bytes_per_token / after.bytes_per_token
    if abs(times - 1) < _SAME:
        return (
            f"On {soc.title} it decodes {_rate(after)} tokens a second either way (modelled): what "
            f"limits it is {_limit(after)}, not the bytes."
        )
    return (
        f"On {soc.title} it decodes {_rate(after)} tokens a second instead of {_rate(before)} "
        f"(modelled): {times:.2g} times as fast with {fewer:.2g} times fewer bytes a token. What "
        f"limits it now is {_limit(after)}."
    )


def _limit(speed: DecodeSpeed, unbound: str = "memory") -> str:
    """In words; unbound: where it has no speed."""
    return WAITS_FOR[speed.bound] if speed.bound else unbound


def of_cache(
    soc: SocDescription, trained: int, longest: int, cells: tuple[GridCell, ...]
) -> StageOnChip:
    """The longest context that fits, and what a full cache costs. cells: shortest first."""
    rows = tuple(
        (
            f"{cell.context:,}",
            size_text(cell.speed.needed_bytes),
            size_text(cell.speed.bytes_per_token),
            _rate(cell.speed),
        )
        for cell in cells
    )
    table = Table(
        "With so many positions in the cache of one sequence, F16",
        ("Positions", "Memory needed", "Bytes a token reads", "Tokens a second, modelled"),
        rows,
    )
    sentence = _longest_words(soc, trained, longest)
    first, last = cells[0].speed, cells[-1].speed
    if first.tokens_per_second and last.tokens_per_second:
        share = 1 - last.tokens_per_second / first.tokens_per_second
        extra = last.bytes_per_token - first.bytes_per_token
        sentence += (
            f" A cache of {cells[-1].context:,} positions makes each token read "
            f"{size_text(extra)} more than one of {cells[0].context:,}, and decode {share:.0%} "
            "slower (modelled)."
        )
    return StageOnChip(sentence, table, notes=first.assumptions)


def _longest_words(soc: SocDescription, trained: int, longest: int) -> str:
    if not longest:
        return f"On {soc.title} not even the weights fit."
    fits = f"On {soc.title} a context of {longest:,} positions would fit beside the weights"
    if trained and longest >= trained:
        return f"{fits}; the model was trained for {trained:,}."
    return f"{fits}, not the {trained:,} that the model was trained for."


def of_engine(soc: SocDescription, memory: MemoryParts, speed: DecodeSpeed) -> StageOnChip:
    """The parts of a step with this engine's weights."""
    if not speed.fits:
        return StageOnChip(_too_large(soc, memory))
    parts = (
        ("Read weights and cache", speed.memory_seconds, "memory"),
        ("Multiply, beside the reading", speed.compute_seconds, "compute"),
        (launch_words(soc), speed.launch_seconds, "launch"),
    )
    rows = tuple(
        (name, time_text(seconds or 0.0), "◂ the limit" if bound == speed.bound else "")
        for name, seconds, bound in parts
    )
    sentence = (
        f"With these weights {soc.title} would decode {_rate(speed)} tokens a second (modelled): "
        f"what limits it is {_limit(speed)}. The engine that is modelled is the usual one of the "
        "chip, not the C program above."
    )
    table = Table("One step", ("Part", "Time", "Binds"), rows)
    return StageOnChip(sentence, table, notes=speed.assumptions)


def of_decode(soc: SocDescription, memory: MemoryParts, curves: DecodeCurves) -> StageOnChip:
    """Tokens a second by context, and prefill and batches under the roof."""
    if not curves.contexts[0].speed.fits:
        return StageOnChip(_too_large(soc, memory))
    rows = tuple(
        (
            f"{context.context:,}",
            _rate(context.speed),
            _limit(context.speed, _DOES_NOT_FIT),
            size_text(context.speed.bytes_per_token),
        )
        for context in curves.contexts
    )
    first = curves.contexts[0]
    sentence = f"{soc.title}: {_from_short_to_long(curves.contexts)}"
    table = Table(
        "One sequence",
        ("Positions in the cache", "Tokens a second, modelled", "Limited by", "Bytes a token"),
        rows,
    )
    notes = (*first.speed.assumptions, *soc.notes)
    return StageOnChip(sentence, table, roof_view(curves), notes)


def _from_short_to_long(contexts: tuple[ContextSpeed, ...]) -> str:
    """Speeds with the shortest and the longest context that fits, and what limits them."""
    first, last = contexts[0], [context for context in contexts if context.speed.fits][-1]
    said = f"with {count(first.context, 'position')} in the cache {_rate(first.speed)} tokens a "
    said += f"second, limited by {_limit(first.speed)}"
    if last.context == first.context:
        return f"{said}."
    limit = "" if last.speed.bound == first.speed.bound else f", limited by {_limit(last.speed)}"
    return f"{said}; with {last.context:,} it is {_rate(last.speed)}{limit}."


def _too_large(soc: SocDescription, memory: MemoryParts) -> str:
    return (
        f"It does not fit on {soc.title}: {size_text(memory.needed)} are needed and there are "
        f"{capacity_text(memory.available)}. No speed is given for what cannot run."
    )


def _rate(speed: DecodeSpeed) -> str:
    if speed.tokens_per_second is None:
        return _DOES_NOT_FIT
    return rate_text(speed.tokens_per_second)
