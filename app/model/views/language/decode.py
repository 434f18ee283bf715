"""Stage 7: what the program wrote, what it executed, and what each stage bought."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.drawing.views.picture import Line, Picture, path
from app.model.views.language.loop import DecodeLoop, decode_loop
from app.model_runs.request import ModelRequest
from compiler_core.llm.engine.records import KernelCount, PhaseCount
from compiler_core.llm.pipeline.batches import BatchRow
from compiler_core.llm.pipeline.decode_stage import DecodeDetails
from compiler_core.llm.pipeline.rungs import Rung, tokens_counted
from compiler_core.pipelines.stages import StageResult

CURVE_WIDTH, CURVE_HEIGHT = 520, 150
MARGIN = 8


@dataclass(frozen=True, slots=True)
class PhaseView:
    """Prefill or decode, counted. kernels: with role and share."""

    title: str
    facts: tuple[tuple[str, str], ...]
    kernels: tuple[tuple[KernelCount, str, float], ...]


@dataclass(frozen=True, slots=True)
class EarlierStage:
    """What an earlier stage said of itself."""

    title: str
    address: str
    sentence: str


@dataclass(frozen=True, slots=True)
class DecodeAnswers:
    """What closed tables say, in a sentence each; "" for a table that is not there."""

    counted: str
    bought: str
    batches: str


@dataclass(frozen=True, slots=True)
class WrittenPiece:
    """A token that the program wrote. address: of the page that says why."""

    text: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DecodeView:
    """The run of a compiled language model, as the last stage shows it."""

    prompt: str
    """What went in."""
    text: str
    """What the program wrote."""
    written: tuple[WrittenPiece, ...]
    """The text by token, empty where it cannot be cut so."""
    why: str
    """The address about the last of them."""
    phases: tuple[PhaseView, ...]
    """Prefill and decode, each where it had tokens."""
    rungs: tuple[tuple[Rung, str], ...]
    """Engines that leave earlier stages out, each with its factor to the one before."""
    batches: tuple[BatchRow, ...]
    """What a decode step of several sequences reads and computes."""
    curve: Picture
    """Operations a byte over sequences; empty for fewer than two rows of `batches`."""
    seconds: str
    """What the emulator took, such as `3.2 s`; says nothing of a real core."""
    waiting: str
    """Address to look at again while `rungs` are being measured; else empty."""
    loop: DecodeLoop
    """The steps of a decode loop, as ours and other programs call them."""
    ran: bool
    """Whether the program ran; without it there is nothing counted."""
    earlier: tuple[EarlierStage, ...]
    """What stages 3 to 5 said of themselves."""
    answers: DecodeAnswers
    """What the closed parts of the page say, in a sentence each."""
    rung_tokens: str
    """Over how many tokens the engines of `rungs` are counted."""


def decode_view(
    request: ModelRequest,
    details: DecodeDetails,
    waiting: str,
    earlier: Sequence[StageResult],
) -> DecodeView:
    """The view of a run. waiting: the address to look at again for what is still being measured, ""
    when nothing is.
    """
    return DecodeView(
        prompt=details.prompt,
        text=details.text,
        written=_pieces(request, details),
        why=request.why_token_address({}),
        phases=tuple(
            _phase(title, phase)
            for title, phase in (("Prefill", details.prefill), ("Decode", details.decode))
            if phase.tokens
        ),
        rungs=tuple(
            (rung, _to(before.instructions, rung.instructions) if before else "")
            for before, rung in zip((None, *details.rungs), details.rungs, strict=False)
        ),
        batches=details.batches,
        curve=_curve(details.batches),
        seconds=f"{details.seconds_emulated:.1f} s",
        waiting="" if details.rungs or not details.ran else waiting,
        loop=decode_loop(),
        ran=details.ran,
        earlier=tuple(_earlier(request, result) for result in earlier),
        answers=DecodeAnswers(_counted(details), _bought(details.rungs), _shared(details)),
        rung_tokens=_rung_tokens(details),
    )


def _pieces(request: ModelRequest, details: DecodeDetails) -> tuple[WrittenPiece, ...]:
    """None where a character is cut into several tokens: the text then says it better."""
    if "".join(piece.text for piece in details.written) != details.text:
        return ()
    return tuple(
        WrittenPiece(token.text, request.why_token_address({"position": str(before)}))
        for before, token in enumerate(details.written, details.prompt_tokens - 1)
    )


def _counted(details: DecodeDetails) -> str:
    """By what kernels do, the largest first."""
    phase, roles = details.decode, dict[str, int]()
    for kernel in phase.kernels:
        roles[kernel.role] = roles.get(kernel.role, 0) + kernel.instructions
    if not details.ran:
        return ""
    if not phase.instructions:
        return "Nothing was decoded: the first token that is written comes with the prompt."
    role, most = max(roles.items(), key=lambda pair: pair[1])
    return f"{most / phase.instructions:.0%} of decode’s instructions are in kernels “{role}”."


def _to(before: int, now: int) -> str:
    """`÷ 13.7` for fewer, `× 10.7` for more."""
    return f"÷ {before / now:.1f}" if now <= before else f"× {now / before:.1f}"


def _rung_tokens(details: DecodeDetails) -> str:
    """Of which tokens an engine's mean is, and why it is not the run's."""
    written = len(details.written)
    counted = tokens_counted(written)
    if counted > written:
        return f"Each is counted over {counted} tokens: the one of this run comes with the prompt."
    if counted == written:
        return f"Each is counted over the {counted} tokens of this run."
    return (
        f"Each is counted over the first {counted} tokens that it writes. Later ones read a longer "
        f"cache, so the mean of the run above, over {written}, is another."
    )


def _bought(rungs: tuple[Rung, ...]) -> str:
    if len(rungs) < 2:
        return ""
    first, last = rungs[0], rungs[-1]
    return (
        f"{first.instructions:,} instructions a token became {last.instructions:,}: "
        f"÷ {first.instructions / last.instructions:.1f}."
    )


def _shared(details: DecodeDetails) -> str:
    if not details.batches:
        return ""
    least, most = details.batches[0], details.batches[-1]
    return (
        f"{least.operations_a_byte:.1f} operations a byte, {most.operations_a_byte:.1f} with "
        f"{most.sequences} sequences."
    )


def _earlier(request: ModelRequest, result: StageResult) -> EarlierStage:
    kind = request.track.kind(result.stage)
    return EarlierStage(kind.title, request.at_stage(result.stage).address(), result.sentence)


def _phase(title: str, phase: PhaseCount) -> PhaseView:
    return PhaseView(
        title,
        (
            ("Tokens", f"{phase.tokens:,}"),
            ("Instructions for each", f"{phase.instructions_per_token:,}"),
            ("Bytes loaded for each", f"{phase.bytes_loaded_per_token:,}"),
            ("Loads for each", f"{phase.loads // phase.tokens if phase.tokens else 0:,}"),
        ),
        tuple(
            _kernel(kernel, phase)
            for kernel in sorted(phase.kernels, key=lambda counted: -counted.instructions)
            if kernel.instructions
        ),
    )


def _kernel(kernel: KernelCount, phase: PhaseCount) -> tuple[KernelCount, str, float]:
    share = kernel.instructions / phase.instructions if phase.instructions else 0.0
    return kernel, f"{kernel.role} {kernel.type}".strip(), share


def _curve(rows: tuple[BatchRow, ...]) -> Picture:
    """Sequences double from column to column; operations a byte upwards, from 0 to the largest."""
    highest = max((row.operations_a_byte for row in rows), default=1)
    across = (CURVE_WIDTH - 2 * MARGIN) / max(len(rows) - 1, 1)
    up = (CURVE_HEIGHT - 2 * MARGIN) / highest
    places = [
        (MARGIN + column * across, CURVE_HEIGHT - MARGIN - batch.operations_a_byte * up)
        for column, batch in enumerate(rows)
    ]
    title = "Operations a byte by sequences; the table has the numbers"
    lines = (Line(path(places), "curve"),) if len(rows) > 1 else ()
    return Picture(title=title, width=CURVE_WIDTH, height=CURVE_HEIGHT, lines=lines)
