"""Stage 5: kernels of a block and what they move, in both regimes; online softmax tile by tile."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

from app.model.views.graph_picture import GraphPicture, graph_picture
from app.model.views.model_step import sources_words
from app.model_runs.request import ModelRequest
from compiler_core.amounts import raised
from compiler_core.llm.attention_fusion.counted import CountedAttention
from compiler_core.llm.attention_fusion.fuse import BlockFusion
from compiler_core.llm.attention_fusion.online_softmax import OnlineSoftmax, TileStep
from compiler_core.llm.attention_fusion.traffic import KernelTraffic
from compiler_core.llm.pipeline.fusion_stage import FusionDetails

VANISHED_SHOWN = 12


@dataclass(frozen=True, slots=True)
class TrafficRow:
    """A kernel and the bytes between memory and the core."""

    traffic: KernelTraffic
    sources: str
    address: str
    current: bool


@dataclass(frozen=True, slots=True)
class RegimeView:
    """One regime before and after. figures: what, before, after."""

    title: str
    figures: tuple[tuple[str, str, str], ...]
    kernels: tuple[TrafficRow, ...]
    vanished: tuple[tuple[str, str], ...]
    more: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TileRow:
    """One tile of keys: what the running numbers were and became."""

    keys: str
    """First and last, from 1, such as `1–16`."""
    scores: str
    """Of these keys, with spaces between."""
    maximum: str
    """The largest score before and after, such as `none → 1.234`."""
    rescale: str
    """What the sum and output so far are multiplied by."""
    sum: str
    """Of exponentials, before and after."""
    output: str
    """The first elements so far, not yet divided by the sum."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageFusionView:
    """The fused kernels of a language model's block, as their stage shows them."""

    regimes: tuple[RegimeView, ...]
    """The prompt at once, then one token."""
    chosen: str
    """Name of the kernel whose nodes are drawn."""
    picture: GraphPicture | None
    """The chosen kernel's nodes."""
    tiles: tuple[TileRow, ...]
    """One row of scores, tile by tile."""
    agreement: str
    """How little the output by tiles differs from that by whole rows, in a sentence."""
    counted: tuple[CountedAttention, ...]
    """Attention as two programs that ran; empty before, or where they could not."""
    counted_on: str
    """Where the programs ran, or why they did not; empty before."""
    waiting: str
    """Address to look at again while attention is being counted; else empty."""


def language_fusion_view(
    request: ModelRequest, details: FusionDetails, waiting: str
) -> LanguageFusionView:
    """The view; asked.view names a kernel of the prompt's graph. waiting: the address to look at
    again for what is still being counted, "" when nothing is.
    """
    kernels = details.prefill.kernels_after
    chosen = next((kernel for kernel in kernels if kernel.kernel == request.view), None)
    shown = chosen or max(kernels, key=lambda traffic: len(traffic.operators))
    return LanguageFusionView(
        regimes=(
            _regime(
                request,
                f"The prompt: {details.prefill.regime.tokens} tokens at once",
                details.prefill,
                shown,
            ),
            _regime(
                request, f"One token, after {details.decode.regime.position}", details.decode, None
            ),
        ),
        chosen=shown.kernel,
        picture=_picture(details.prefill, shown.kernel),
        tiles=tuple(_tile(step) for step in details.softmax.steps),
        agreement=_agreement(details.softmax),
        counted=details.counted,
        counted_on=details.counted_on,
        waiting="" if details.counted_on else waiting,
    )


def _picture(fusion: BlockFusion, kernel: str) -> GraphPicture | None:
    nodes = fusion.fused.nodes
    names = [node.id for node in nodes if kernel in (node.group, node.id)]
    return graph_picture(f"Inside {kernel}", nodes, names) if names else None


def _regime(
    request: ModelRequest, title: str, fusion: BlockFusion, shown: KernelTraffic | None
) -> RegimeView:
    rest = len(fusion.vanished) - VANISHED_SHOWN
    largest = sorted(fusion.vanished, key=lambda activation: -activation.bytes)[:VANISHED_SHOWN]
    return RegimeView(
        title,
        (
            ("Kernels", str(len(fusion.kernels_before)), str(len(fusion.kernels_after))),
            (
                "Activations, bytes",
                f"{fusion.activations_before:,}",
                f"{fusion.activations_after:,}",
            ),
            ("With weights, bytes", f"{fusion.bytes_before:,}", f"{fusion.bytes_after:,}"),
        ),
        tuple(
            _kernel(request, kernel, kernel is shown, shown is not None)
            for kernel in fusion.kernels_after
        ),
        tuple((tensor.name, f"{tensor.bytes:,}") for tensor in largest),
        f"and {rest} smaller ones" if rest > 0 else "",
    )


def _kernel(
    request: ModelRequest, traffic: KernelTraffic, current: bool, linked: bool
) -> TrafficRow:
    return TrafficRow(
        traffic,
        sources_words(traffic.sources),
        request.changed(view=traffic.kernel).address("moved-title") if linked else "",
        current,
    )


def _tile(step: TileStep) -> TileRow:
    return TileRow(
        keys=f"{step.first + 1}–{step.last}",
        scores=" ".join(f"{score:.2f}" for score in step.scores),
        maximum=f"{_largest(step.maximum_before)} → {_largest(step.maximum_after)}",
        rescale=f"{step.rescale:.4f}",
        sum=f"{step.sum_before:.4f} → {step.sum_after:.4f}",
        output=" ".join(f"{value:.3f}" for value in step.output),
    )


def _largest(score: float) -> str:
    """Before the first key there is none."""
    return f"{score:.3f}" if isfinite(score) else "none"


def _agreement(softmax: OnlineSoftmax) -> str:
    return (
        "The last row divided by its sum is the output; computed from whole rows it differs by at "
        f"most {raised(f'{softmax.largest_difference:.1e}')}."
    )
