"""Stage 7: what the network says, what each kernel executed, what each stage bought."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from urllib.parse import urlencode

from app.model.views.model_step import sources_words
from app.model.views.stage_board import BoardView
from app.model_runs.request import ModelRequest
from app.words import count
from compiler_core.graph.pipeline.run_stage import (
    BackEnd,
    ClassScore,
    FusedCost,
    LadderRung,
    RunDetails,
)
from compiler_core.graph.running.records import KernelCount, OutputComparison

WAITING = "The programs of the lower rungs are being run; this page says when they are done."


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A class: both scores, and the bar's share of the best in percent. why: address of what the
    score depends on."""

    score: ClassScore
    why: str
    share: int


@dataclass(frozen=True, slots=True)
class KernelLine:
    """What one kernel executed; share: percent of all instructions. address: its C lines."""

    kernel: KernelCount
    bytes: int
    share: int
    address: str
    sources: str


@dataclass(frozen=True, slots=True)
class FusedRow:
    """A fused kernel beside its operators apart. times: instructions together for each apart."""

    cost: FusedCost
    sources: str
    times: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RunView:
    """The run of a compiled network, as the last stage shows it."""

    failure: str
    """Why the program did not finish, "" if it did."""
    meaning: str
    """Why the scores mean nothing, empty where they mean something."""
    says: str
    """The class it names, "" where classes mean nothing."""
    picture: str
    """What it looked at, as a data address."""
    scores: tuple[ScoreRow, ...]
    """Of the classes, best first."""
    kernels: tuple[KernelLine, ...]
    """In order of execution; empty when nothing was counted."""
    elsewhere: str
    """Instructions outside the kernels."""
    compared: tuple[tuple[OutputComparison, str], ...]
    """Outputs, each beside what."""
    agreement: str
    """`within` what the tolerance allows, or `beyond` it."""
    sign: str
    """`✓` where the outputs agree, else `✗`."""
    ladder: tuple[tuple[LadderRung, int], ...]
    """From the plain graph to this program, each with its bar's share of the most in percent."""
    ladder_note: str
    """Why there is no ladder, or that it is being run; empty where there is one."""
    ladder_sentence: str
    """What all rungs bought together; empty without a ladder."""
    fused: tuple[FusedRow, ...]
    """Fused kernels beside their operators apart, those that grew most first."""
    fused_sentence: str
    """How many fused kernels execute more than their parts did."""
    seconds: str
    """Time of the run under the emulator, in seconds, as `0.12`."""
    interpreted: BackEnd | None
    """The same plan by an interpreter; None until measured or where it cannot be."""
    interpreted_address: str
    """Where compiled and interpreted code stand side by side."""
    board: BoardView | None = None
    """The way to a reader's own, None where nothing ran."""
    layers_address: str = ""
    """Where some layers of a network that is too slow for the emulator are run."""


def run_view(request: ModelRequest, details: RunDetails, picture: str) -> RunView:
    """The view of a run. picture: a data address of what it looked at, "" if there is none."""
    result = details.result
    total = max(1, result.instructions)
    best = max((abs(score.ours) for score in details.classes), default=1.0) or 1.0
    return RunView(
        failure="" if result.ok else result.message,
        meaning=details.meaning,
        says=details.classes[0].name if details.classes and not details.meaning else "",
        picture=picture,
        scores=tuple(_score(request, class_score, best) for class_score in details.classes),
        kernels=tuple(_kernel(request, kernel, total) for kernel in result.kernels),
        elsewhere=f"{result.elsewhere:,}",
        compared=(
            *((comparison, result.reference) for comparison in result.comparison),
            *(
                (float_comparison, "the model before quantisation")
                for float_comparison in details.float_comparison
            ),
        ),
        agreement="within" if details.agrees else "beyond",
        sign="✓" if details.agrees else "✗",
        ladder=tuple(_rung(rung, details.ladder) for rung in details.ladder),
        ladder_note=details.ladder_note or ("" if details.ladder else WAITING),
        ladder_sentence=_ladder_sentence(details.ladder),
        fused=tuple(_fused(cost) for cost in sorted(details.fused_costs, key=_grown)),
        fused_sentence=_fused_sentence(details.fused_costs),
        seconds=f"{result.seconds_emulated:.2f}",
        layers_address=_fewer_layers(request) if result.status == "stopped" else "",
        interpreted=details.back_ends.interpreted if details.back_ends else None,
        interpreted_address=request.at_stage("engine").address("back-ends-title"),
    )


def _fewer_layers(request: ModelRequest) -> str:
    """Where a large network is run and counted part by part."""
    return f"/soc/profile?{urlencode({'model': request.model, 'network': request.model})}"


def _score(request: ModelRequest, score: ClassScore, best: float) -> ScoreRow:
    share = round(100 * max(0.0, score.ours) / best)
    return ScoreRow(score, request.why_address(index=str(score.place)), share)


def _kernel(request: ModelRequest, kernel: KernelCount, total: int) -> KernelLine:
    tally = kernel.tally
    engine = request.at_stage("engine").changed(view=kernel.function)
    return KernelLine(
        kernel,
        tally.bytes_loaded + tally.bytes_stored,
        round(100 * tally.executions / total),
        engine.address("code-title"),
        sources_words(kernel.sources),
    )


def _ladder_sentence(ladder: tuple[LadderRung, ...]) -> str:
    """From first to last; and why a rung may execute more than the one before it."""
    if not ladder:
        return ""
    first, last = ladder[0], ladder[-1]
    said = (
        f"From the plain graph to this program: {_times(first.instructions, last.instructions)} "
        f"fewer instructions, {_times(first.bytes_moved, last.bytes_moved)} fewer bytes moved, "
        f"{_times(first.arena_bytes, last.arena_bytes)} less arena."
    )
    more = [now.name for before, now in pairwise(ladder) if now.instructions > before.instructions]
    if not more:
        return said
    return (
        f"{said} More instructions than on the rung before: {' and '.join(more)}. Generic loops "
        "compute all rungs but the last: there fusion is for fewer kernels and less memory, and "
        "only the chosen kernels make the program fast."
    )


def _grown(cost: FusedCost) -> int:
    """Sorts what grew most to the front."""
    return cost.apart - cost.together


def _fused(cost: FusedCost) -> FusedRow:
    return FusedRow(cost, sources_words(cost.sources), f"{cost.together / max(1, cost.apart):.2f}")


def _fused_sentence(costs: tuple[FusedCost, ...]) -> str:
    grown = sum(cost.together > cost.apart for cost in costs)
    return (
        f"The same operators, in kernels of their own and together, both in generic C. "
        f"{grown} of {count(len(costs), 'fused kernel')} execute more instructions than their "
        "parts did. Where nothing is computed twice, that is the C compiler's work: of one large "
        "nest of loops it makes other code than of several small ones, and many more loads say "
        "that its sums no longer stay in registers."
    )


def _times(first: int, last: int) -> str:
    return f"{first / max(1, last):.1f} times"


def _rung(ladder_rung: LadderRung, ladder: tuple[LadderRung, ...]) -> tuple[LadderRung, int]:
    most = max(rung.instructions for rung in ladder) or 1
    return ladder_rung, max(1, round(100 * ladder_rung.instructions / most))
