"""What stands beside a network on a roofline: prefill and decode of a language model, a C loop."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from app.drawing.views.chart import three_digits
from app.soc.views.roofline_point import (
    reason_text,
)
from compiler_core.soc.bound_words import WAITS_FOR
from compiler_core.soc.description import SocDescription
from compiler_core.soc.prompts.fit import NEAR, PromptErrors
from compiler_core.soc.rooflines.loop_points import LoopWork, PlacedLoop
from compiler_core.soc.rooflines.phase_speed import PhaseSpeed
from compiler_core.soc.rooflines.roofline import PlacedPoint, Roofline

_LOOP_TIME = (
    "The loop's time (modelled) is the longest of three, which a core overlaps: taking in its "
    "instructions, computing on its vectors, and the cache lines from memory. How fast the caches "
    "are, how long an instruction waits for the result of another, and jumps that were guessed "
    "wrongly are not described and not counted: a real core is slower."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageShown:
    """A language model's decode and prefill, in this order."""

    id: str
    """Of the model in addresses."""
    title: str
    """Of the model."""
    context: int
    """Positions in the cache, and tokens of the prompt."""
    batch: int
    """Sequences decoded at once."""
    roofline: Roofline
    """With two points and phases: decode, then prefill."""
    errors: PromptErrors
    """Of the model of prefill, on published prompts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopShown:
    """A counted loop."""

    work: LoopWork
    """What the loop's run counted."""
    placed: PlacedLoop | None
    """None where the chip's core has no described speed; refused says so."""
    refused: str
    """Why the loop has no place under the roof, empty where it has one."""
    address: str
    """Page of the loop in the explorer."""
    without: str
    """Address of the roofline's page without the loop."""
    query: str
    """The loop's state, as this page's address has it."""
    words: tuple[str, ...]
    """Options that the command at home takes for the loop."""


@dataclass(frozen=True, slots=True)
class BesideRow:
    """A point that is no kernel of the network. unit: under whose ceiling."""

    name: str
    unit: str
    point: PlacedPoint
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseRow:
    """Prefill or decode, by the token."""

    name: str
    """`Decode` or `Prefill`."""
    phase: PhaseSpeed
    """Tokens at once; operations, bytes and time of one of them."""
    speed: str
    """Tokens a second as modelled, `–` where not known."""
    allowed: str
    """Tokens a second on the roof."""
    waits: str
    """For what it waits most, `–` where not known."""


def beside_rows(
    soc: SocDescription, language: LanguageShown | None, loop: PlacedLoop | None
) -> Iterator[BesideRow]:
    """Decode, prefill, and the loop's two points."""
    if language:
        roof, together = language.roofline, _together(language)
        decode, prefill = roof.points
        unit = f"{soc.unit(roof.unit).title}, {roof.precision}"
        yield _row(
            f"Decode of {language.title}, {together}{language.context:,} positions in the cache",
            unit,
            decode,
        )
        yield _row(f"Prefill of {language.context:,} positions", unit, prefill)
    if loop:
        unit = f"One core of {soc.unit(loop.unit).title}, {loop.precision}"
        every = _row(f"{loop.work.name}: every load and store", unit, loop.every_access)
        yield every if loop.missed is None else _without_time(every)
        if loop.missed:
            yield _row("The same through the modelled cache: lines it fetched", unit, loop.missed)


def _together(language: LanguageShown) -> str:
    return f"{language.batch} at once, " if language.batch > 1 else ""


def _without_time(row: BesideRow) -> BesideRow:
    """The time is that of the bytes which pass the cache, so it stands there alone."""
    reason = "As if there were no cache: its time stands with the lines below."
    return replace(row, point=replace(row.point, modelled=None), reason=reason)


def _row(name: str, unit: str, point: PlacedPoint) -> BesideRow:
    return BesideRow(name, unit, point, reason_text(point))


def phase_rows(language: LanguageShown | None) -> Iterator[PhaseRow]:
    """Decode, then prefill."""
    if language is None:
        return
    for name, phase in zip(("Decode", "Prefill"), language.roofline.phases, strict=True):
        yield PhaseRow(
            name=name,
            phase=phase,
            speed=_rate(phase.tokens_per_second),
            allowed=_rate(phase.allowed_per_second),
            waits=WAITS_FOR[phase.bound] if phase.bound else "–",
        )


def _rate(tokens: float | None) -> str:
    if tokens is None:
        return "–"
    return f"{tokens:,.0f}" if tokens >= 1000 else three_digits(tokens)


def phase_sentence(language: LanguageShown | None) -> str:
    """How many times as long a decoded token takes, and why; "" without modelled times."""
    if language is None:
        return ""
    decode, prefill = language.roofline.phases
    if decode.seconds is None or prefill.seconds is None:
        return ""
    times = decode.seconds / prefill.seconds
    longer = "decoded token takes" if times >= 1 else "token of the prompt takes"
    return (
        f"As modelled, a {longer} {three_digits(max(times, 1 / times))} times as long as "
        f"{'one of the prompt' if times >= 1 else 'a decoded one'}, for as many operations with "
        f"weights: {_why_longer(decode, prefill, times)}."
    )


def _why_longer(decode: PhaseSpeed, prefill: PhaseSpeed, times: float) -> str:
    """What a decoded token has alone and a token of the prompt shares, where that decides."""
    if times >= 1 and decode.bound in ("dram", "sram"):
        what = "reads the weights"
    elif times >= 1 and decode.bound == "overhead":
        what = "starts its kernels"
    else:
        waits = {
            step.name: WAITS_FOR[step.bound] if step.bound else "–" for step in (prefill, decode)
        }
        return f"the prompt waits for {waits[prefill.name]}, decoding for {waits[decode.name]}"
    return f"the prompt {what} once for {_tokens(prefill)}, decoding once for {_tokens(decode)}"


def _tokens(phase: PhaseSpeed) -> str:
    return "each token" if phase.tokens == 1 else f"{phase.tokens:,} tokens"


def _off(errors: PromptErrors) -> str:
    return (
        f"How far off prefill is: of {errors.rows} published prompts, each predicted from the half "
        f"that it is not in, {errors.near} came within {NEAR:.0%}; the error is {errors.mean:.1%} "
        f"on average and {errors.largest:.0%} at most."
    )


def phase_note(language: LanguageShown | None) -> str:
    """Why there is no modelled time, or how far off it is; "" without a language model."""
    if language is None:
        return ""
    if language.roofline.unmodelled:
        return f"Decode and prefill lie on the roof. {language.roofline.unmodelled}"
    return _off(language.errors)


def loop_notes(loop: LoopShown | None) -> tuple[str, ...]:
    """Why it has no modelled time or what that stands on, and what is left out."""
    if loop is None:
        return ()
    notes: list[str] = []
    if loop.placed:
        placed = loop.placed
        notes += [f"The loop lies on the roof. {placed.unmodelled}"] if placed.unmodelled else []
        notes += [_LOOP_TIME] if placed.every_access.modelled else []
        notes += [placed.taken] if placed.taken else []
    return (*notes, *loop.work.notes)
