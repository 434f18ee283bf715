"""Run chosen passes in order, each timed, checked against the model before it, and told as a step.

Any pass can be left out, moved, or run twice: a pass may rely on nothing but a valid model.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter

import onnx_ir as ir

from compiler_core.errors import InputError, LoweringLabError
from compiler_core.graph.importing.inference.engine import infer_shapes
from compiler_core.graph.model_text import snapshot_of
from compiler_core.graph.pass_base import GraphPass, PassResult
from compiler_core.graph.passes.registry import pass_named
from compiler_core.graph.soundness import problem_of
from compiler_core.graph.validation import Reference, Validation, reference_of, validate_against
from compiler_core.trace import Remark, Snapshot, Step

MAXIMUM_PASSES = 40
# In the order in which each finds most: constants first, what is folded away next, and the sweep
# that removes what nothing reads at the end.
DEFAULT_PASSES: tuple[str, ...] = (
    "constant-folding",
    "identity-removal",
    "algebraic-simplification",
    "sinking",
    "batch-norm-folding",
    "scale-folding",
    "batch-norm-folding",
    "algebraic-simplification",
    "common-subexpressions",
    "dead-code-elimination",
)


# What a mistake in a pass raises, on models that whoever wrote it did not think of.
_MISTAKES = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RuntimeError,
    TypeError,
    ValueError,
)


class GraphPassFailed(LoweringLabError):
    """A pass raised an error, left an invalid model, or changed what is computed."""

    def __init__(self, pass_name: str, earlier: tuple[str, ...], what: str) -> None:
        after = f"after {', '.join(earlier)}" if earlier else "as the first pass"
        super().__init__(f"The pass {pass_name} ({after}) failed: {what}")
        self.pass_name = pass_name
        self.earlier = earlier
        self.what = what


@dataclass(frozen=True, slots=True)
class PassRun:
    """The model after all passes, a step for each, and a comparison for each that changed it.

    validations: one per step; None where the pass changed nothing, or comparing was not asked for.
    seconds: of the passes and their texts; validation_seconds: of the comparisons.
    """

    model: ir.Model
    steps: tuple[Step, ...]
    validations: tuple[Validation | None, ...]
    seconds: float
    validation_seconds: float


def run_passes(
    model: ir.Model, names: tuple[str, ...] = DEFAULT_PASSES, inputs: int = 8
) -> PassRun:
    """Run passes on a copy of the model.

    inputs: on how many random inputs each change is compared with the model as given; 0 compares
    nothing. Raises UnknownPass, InputError for too many passes or a model that ONNX Runtime does
    not run, and GraphPassFailed if a pass of ours is wrong.
    """
    chosen = chosen_passes(names)
    started = perf_counter()
    reference = reference_of(model, inputs) if inputs else None
    validation_seconds = perf_counter() - started
    with collector_paused():
        line = _Line(model.clone(), reference, validation_seconds)
        for graph_pass in chosen:
            line.run(graph_pass)
    return PassRun(
        line.model,
        tuple(line.steps),
        tuple(line.validations),
        line.seconds,
        line.validation_seconds,
    )


def chosen_passes(names: tuple[str, ...]) -> tuple[GraphPass, ...]:
    """The passes of these names. Raises UnknownPass, and InputError for too many."""
    if len(names) > MAXIMUM_PASSES:
        raise InputError(f"{len(names)} passes are more than {MAXIMUM_PASSES}.", "Leave some out.")
    return tuple(pass_named(name) for name in names)


@contextmanager
def collector_paused() -> Iterator[None]:
    """Passes and stages make many objects and hardly any garbage, yet the collector looks through
    them all again and again: two fifths of the time of 8,000 nodes."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class _Line:
    """The model between two passes."""

    def __init__(
        self, model: ir.Model, reference: Reference | None, validation_seconds: float
    ) -> None:
        self.model = model
        self.reference = reference
        self.steps: list[Step] = []
        self.validations: list[Validation | None] = []
        self.seconds = 0.0
        self.validation_seconds = validation_seconds
        self.snapshot: Snapshot = snapshot_of(model, "as imported")

    def run(self, rewrite: GraphPass) -> None:
        before, count = self.snapshot, self.model.graph.num_nodes()
        started = perf_counter()
        result = self._attempt(rewrite)
        seconds = perf_counter() - started
        if result.changed:
            self.snapshot = snapshot_of(self.model, f"after {rewrite.name}")
        self.seconds += perf_counter() - started
        validation = self._validation(rewrite, result)
        counts = (count, self.model.graph.num_nodes())
        self.steps.append(
            step_of(rewrite, result, (before, self.snapshot), counts, validation, seconds)
        )
        self.validations.append(validation)

    def _attempt(self, rewrite: GraphPass) -> PassResult:
        try:
            return applied(rewrite, self.model)
        except GraphPassFailed as error:
            raise self._failed(rewrite, error.what) from error

    def _validation(self, rewrite: GraphPass, result: PassResult) -> Validation | None:
        if self.reference is None or not result.changed:
            return None
        started = perf_counter()
        try:
            validation = validate_against(self.reference, self.model)
        except InputError as error:
            raise self._failed(rewrite, str(error)) from error
        self.validation_seconds += perf_counter() - started
        if not validation.equal:
            raise self._failed(rewrite, validation.sentence)
        return validation

    def _failed(self, rewrite: GraphPass, what: str) -> GraphPassFailed:
        earlier = tuple(step.pass_name for step in self.steps)
        return GraphPassFailed(rewrite.name, earlier, what)


def step_of(
    rewrite: GraphPass,
    result: PassResult,
    snapshots: tuple[Snapshot, Snapshot],
    counts: tuple[int, int],
    validation: Validation | None,
    seconds: float,
) -> Step:
    """What is told of a pass. snapshots, counts of nodes: before and after it."""
    metrics: dict[str, float] = {"nodes_before": counts[0], "nodes_after": counts[1]}
    remarks = () if validation is None else (Remark("passed", validation.sentence),)
    return Step(
        rewrite.name, "graph", result.changed, *snapshots, result.changes, remarks, metrics, seconds
    )


def _nothing() -> None:
    """What most passes need between their work and the check of what they left."""


def applied(
    rewrite: GraphPass, model: ir.Model, between: Callable[[], None] = _nothing
) -> PassResult:
    """The pass on the model, in place; shapes are inferred anew and the model is looked over.

    between: done before that. Raises GraphPassFailed.
    """
    try:
        result = rewrite.run(model)
        between()
        if result.changed:
            infer_shapes(model)
    except LoweringLabError as error:
        raise GraphPassFailed(rewrite.name, (), str(error)) from error
    except _MISTAKES as error:
        raise GraphPassFailed(rewrite.name, (), f"{type(error).__name__}: {error}") from error
    problem = problem_of(model) if result.changed else ""
    if problem:
        raise GraphPassFailed(rewrite.name, (), problem)
    return result
