"""A plan with the measured error of every tactic in its rows and log, within a time budget.

Layers of one shape are measured once, on the weights of the first. Shapes are taken in batches of
one program each, the most expensive first; what was measured before is read from the disk.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256

from compiler_core.graph.kernels.harness import harness_data, harness_text
from compiler_core.graph.records import ConvolutionShape
from compiler_core.graph.selection.builder_log import log_of
from compiler_core.graph.selection.cores import CoreProfile
from compiler_core.graph.selection.errors import Probe, errors_together, probe_cases, probe_of
from compiler_core.graph.selection.records import Layer, LayerChoice, Selection
from compiler_core.toolchain.content_cache import ContentCache
from compiler_core.toolchain.outcome import Compiler
from compiler_core.toolchain.state import results_directory

SHAPES_TOGETHER = 4
# Part of every key: change it when what is measured changes.
_FORM = "1"

ErrorsByTactic = dict[str, float]


class ErrorCache(ContentCache[list[ErrorsByTactic]]):
    """Errors of the probes of one program, in their order."""

    @staticmethod
    def _size(result: list[ErrorsByTactic]) -> int:
        return 512 * (len(result) + 1)

    @staticmethod
    def _encode(result: list[ErrorsByTactic]) -> bytes:
        return json.dumps(result).encode()

    @staticmethod
    def _decode(content: bytes) -> list[ErrorsByTactic]:
        return [
            {str(name): float(error) for name, error in entry.items()}
            for entry in json.loads(content)
        ]

    @staticmethod
    def _as_cached(result: list[ErrorsByTactic]) -> list[ErrorsByTactic]:
        return result

    @staticmethod
    def _limit_of(result: list[ErrorsByTactic]) -> str:
        return ""


@lru_cache(maxsize=1)
def error_cache() -> ErrorCache:
    """The one on this computer; of this process alone where it is jailed."""
    return ErrorCache(results_directory("tactic-errors"))


def with_errors(
    selection: Selection,
    layers: Sequence[Layer],
    core: CoreProfile,
    compiler: Compiler,
    seconds: float = math.inf,
) -> Selection:
    """The same plan, its rows and log with errors, but for shapes for which there was no time.

    No batch begins after so many seconds. Raises InputError when a kernel does not compile or run.
    """
    end = time.monotonic() + seconds
    measured: dict[ConvolutionShape, ErrorsByTactic] = {}
    shapes = _shapes(selection, layers)
    for first in range(0, len(shapes), SHAPES_TOGETHER):
        if time.monotonic() >= end:
            break
        batch = shapes[first : first + SHAPES_TOGETHER]
        probes = tuple(probe_of(layer, _legal(choice)) for choice, layer in batch)
        errors = _kept_errors(probes, core, compiler)
        measured |= {layer.shape: error for (_, layer), error in zip(batch, errors, strict=True)}
    choices = tuple(_with(choice, measured.get(choice.shape, {})) for choice in selection.choices)
    log = [log_of(choice, core) for choice in choices]
    rest = selection.log[len(selection.choices) :]
    return replace(selection, choices=choices, log=(*log, *rest))


def measured_sentence(selection: Selection) -> str:
    """How many layers were measured, and the largest error of a chosen tactic by element type."""
    choices = [choice for choice in selection.choices if choice.chosen.error is not None]
    if not choices:
        return "No kernel's error was measured."
    parts = []
    for kind, words in (
        ("float32", "{:.1e} of the largest sum from float64"),
        ("int8", "{:g} from the exact sum"),
    ):
        errors = [row.chosen.error or 0.0 for row in choices if row.shape.element_type == kind]
        if errors:
            parts.append(f"{kind} kernels differ by at most {words.format(max(errors))}")
    count = f"Measured on {len(choices)} of {len(selection.choices)} layers"
    return f"{count}: {'; '.join(parts)}."


def _shapes(selection: Selection, layers: Sequence[Layer]) -> list[tuple[LayerChoice, Layer]]:
    """The first layer of each shape, by predicted instructions."""
    by_name = {layer.name: layer for layer in layers}
    firsts: dict[ConvolutionShape, tuple[LayerChoice, Layer]] = {}
    for choice in selection.choices:
        firsts.setdefault(choice.shape, (choice, by_name[choice.layer]))
    return sorted(firsts.values(), key=_instructions, reverse=True)


def _instructions(pair: tuple[LayerChoice, Layer]) -> int:
    cost = pair[0].chosen.cost
    return cost.instructions if cost else 0


def _legal(choice: LayerChoice) -> tuple[str, ...]:
    return tuple(row.tactic for row in choice.rows if row.cost is not None)


def _kept_errors(
    probes: tuple[Probe, ...], core: CoreProfile, compiler: Compiler
) -> list[ErrorsByTactic]:
    cases = probe_cases(probes)
    names = " ".join(tactic for probe in probes for tactic in probe.tactics)
    texts = (_FORM, core.name, *core.flags, compiler.build_id, names, harness_text(cases))
    key = sha256("\0".join(texts).encode() + harness_data(cases)).hexdigest()
    return error_cache().get_or_compute(key, lambda: errors_together(probes, core, compiler))


def _with(choice: LayerChoice, errors: ErrorsByTactic) -> LayerChoice:
    rows = tuple(replace(row, error=errors.get(row.tactic)) for row in choice.rows)
    return replace(choice, rows=rows)
