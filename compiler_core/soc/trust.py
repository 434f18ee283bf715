"""How far the models are from what was published: all rows of both models in one form.

Errors are modelled / measured - 1: of tokens a second, or of milliseconds. A row that is fitted on
is judged by what the model says when the row itself is left out of the fit; a prompt, when the half
of the rows that it is in is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean, median
from typing import Literal

from compiler_core.llm.weight_quantisation.published_recipes import type_title
from compiler_core.soc.decode_engines import engine_named
from compiler_core.soc.decoding.decode_fit import (
    DecodeResidual,
    HeldOutResidual,
    decode_residuals,
    held_out_residuals,
)
from compiler_core.soc.description import Source
from compiler_core.soc.networks.cnn_fit import (
    HeldOutNetwork,
    NetworkResidual,
    held_out_network_residuals,
    network_residuals,
)
from compiler_core.soc.prompts.fit import PromptResidual, prompt_residuals

TrustKind = Literal["decode", "network", "prompt"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrustRow:
    """One published row."""

    kind: TrustKind
    """Which model the row judges; decides the unit of its numbers."""
    soc: str
    """Name of the chip."""
    group: str
    """The engine it ran on, or the class of its device."""
    model: str
    """Of what was run, as the source or its table calls it."""
    measured: float
    """Published: tokens a second for `decode`, else milliseconds."""
    modelled: float
    """With constants from all fitted rows."""
    judged: float
    """As `modelled` for a held-out row; for a fitted one with constants from the other rows."""
    held_out: bool
    """Whether nothing is fitted on it."""
    alone: bool
    """A fitted row whose group has no other, or a held-out one whose device and group no fitted row
    has."""
    source: Source
    """Where it was published."""

    @property
    def error(self) -> float:
        return self.modelled / self.measured - 1

    @property
    def judged_error(self) -> float:
        return self.judged / self.measured - 1


@dataclass(frozen=True, slots=True)
class ErrorSummary:
    """Of absolute errors. worst: the row that is farthest off."""

    rows: int
    mean: float
    median: float
    worst: TrustRow


def trust_rows(kind: TrustKind) -> tuple[TrustRow, ...]:
    """Those that are fitted on, then those that are held out, in the files' order; prompts by
    chip, engine and type."""
    if kind == "decode":
        return (*map(_decode, decode_residuals()), *map(_held_decode, held_out_residuals()))
    if kind == "prompt":
        return tuple(map(_prompt, prompt_residuals()))
    return (*map(_network, network_residuals()), *map(_held_network, held_out_network_residuals()))


def error_summary(rows: Sequence[TrustRow]) -> ErrorSummary | None:
    """Of how these rows are judged; None for none."""
    if not rows:
        return None
    errors = [abs(row.judged_error) for row in rows]
    worst = max(rows, key=lambda candidate: abs(candidate.judged_error))
    return ErrorSummary(len(rows), fmean(errors), median(errors), worst)


def _decode(residual: DecodeResidual) -> TrustRow:
    return _decode_row(residual, residual.left_out, alone=residual.alone)


def _held_decode(residual: HeldOutResidual) -> TrustRow:
    row = _decode_row(residual, residual.modelled, alone=not residual.fitted_pair)
    return replace(row, held_out=True)


def _decode_row(
    residual: DecodeResidual | HeldOutResidual, judged: float, *, alone: bool
) -> TrustRow:
    row = residual.row
    return TrustRow(
        kind="decode",
        soc=row.soc,
        group=row.engine.title,
        model=row.model,
        measured=row.tokens_per_second,
        modelled=residual.modelled,
        judged=judged,
        held_out=False,
        alone=alone,
        source=row.source,
    )


def _network(residual: NetworkResidual) -> TrustRow:
    return _network_row(residual, residual.left_out_ms, alone=residual.alone)


def _held_network(residual: HeldOutNetwork) -> TrustRow:
    return replace(_network_row(residual, residual.modelled_ms, alone=False), held_out=True)


def _network_row(
    residual: NetworkResidual | HeldOutNetwork, judged: float, *, alone: bool
) -> TrustRow:
    row = residual.row
    return TrustRow(
        kind="network",
        soc=row.soc,
        group=residual.device_class,
        model=row.model,
        measured=row.milliseconds,
        modelled=residual.modelled_ms,
        judged=judged,
        held_out=False,
        alone=alone,
        source=row.source,
    )


def _prompt(residual: PromptResidual) -> TrustRow:
    row = residual.row
    engine = engine_named(row.engine)
    return TrustRow(
        kind="prompt",
        soc=row.soc,
        group=engine.title if engine else row.engine,
        model=f"{row.model} {type_title(row.type)}, {row.tokens:,} tokens",
        measured=row.milliseconds,
        modelled=residual.modelled_ms,
        judged=residual.judged_ms,
        held_out=False,
        alone=residual.alone,
        source=row.source,
    )
