"""Run passes so that none can end a compilation: what one does wrong is undone, and said.

All passes run first, while the model as given computes its outputs, and only the end is compared
with it. Where that differs, or a pass fails, each runs again on a copy and is compared for itself;
halving the nodes that it may touch finds those whose change is wrong (Zeller and Hildebrandt,
"Simplifying and isolating failure-inducing input", IEEE TSE 28(2), 2002). They stay as they were,
the rest of the pass counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import perf_counter

import onnx_ir as ir

from compiler_core.errors import InputError
from compiler_core.graph.model_text import snapshot_of
from compiler_core.graph.pass_base import GraphPass, PassResult
from compiler_core.graph.pass_pipeline import (
    DEFAULT_PASSES,
    GraphPassFailed,
    PassRun,
    applied,
    chosen_passes,
    run_passes,
    step_of,
)
from compiler_core.graph.validation import Reference, Validation, reference_of, validate_against
from compiler_core.trace import Change, Snapshot, Step

# Of one pass: enough to find two nodes among 20,000.
MOST_TRIALS = 64
# A node of this domain is none that a pass knows, so it stays as it is.
_HELD = "lowlab.held"
UNDONE = "Undone: "


@dataclass(frozen=True, slots=True)
class _Trial:
    """A pass on a copy that went well."""

    model: ir.Model
    result: PassResult
    validation: Validation | None


def run_sound_passes(
    model: ir.Model, names: tuple[str, ...] = DEFAULT_PASSES, inputs: int = 0
) -> PassRun:
    """As `run_passes`, but a change that fails or gives other outputs is undone and refused.

    inputs: on how many random inputs the end is compared, and each pass where that fails; a model
    that ONNX Runtime does not run is not compared. Raises UnknownPass, and InputError for too many.
    """
    chosen = chosen_passes(names)
    with ThreadPoolExecutor(max_workers=1) as computing:
        computed = computing.submit(_reference, model, inputs)
        run = _passed(model, names)
        reference = computed.result()
    if run is not None and (reference is None or _problem(reference, run.model) == ""):
        return run
    line = _Line(model, reference)
    for graph_pass in chosen:
        line.run(graph_pass)
    return line.end()


def _passed(model: ir.Model, names: tuple[str, ...]) -> PassRun | None:
    """All passes on a copy, uncompared; None if one failed."""
    try:
        return run_passes(model, names, inputs=0)
    except GraphPassFailed:
        return None


def undone_changes(steps: Sequence[Step]) -> tuple[tuple[str, Change], ...]:
    """Changes that were undone, each with the name of its pass."""
    return tuple(
        (step.pass_name, change)
        for step in steps
        for change in step.changes
        if change.kind == "refused" and change.reason.startswith(UNDONE)
    )


def _reference(model: ir.Model, inputs: int) -> Reference | None:
    if not inputs:
        return None
    try:
        return reference_of(model, inputs)
    except InputError:
        return None


def _problem(reference: Reference, model: ir.Model) -> str:
    """Why the model is no longer the same; empty if it is."""
    try:
        validation = validate_against(reference, model)
    except InputError as error:
        return str(error)
    return "" if validation.equal else validation.sentence


class _Line:
    """The model between two passes, each of which works on a copy."""

    def __init__(self, model: ir.Model, reference: Reference | None) -> None:
        self.model = model.clone()
        self.reference = reference
        self.steps: list[Step] = []
        self.validations: list[Validation | None] = []
        self.started = perf_counter()
        self.snapshot: Snapshot = snapshot_of(self.model, "as imported")

    def end(self) -> PassRun:
        seconds = perf_counter() - self.started
        return PassRun(self.model, tuple(self.steps), tuple(self.validations), seconds, 0.0)

    def run(self, rewrite: GraphPass) -> None:
        before, count, started = self.snapshot, self.model.graph.num_nodes(), perf_counter()
        trial, undone = _Search(self.model, rewrite, self.reference).best()
        self.model = trial.model
        if trial.result.changed:
            self.snapshot = snapshot_of(self.model, f"after {rewrite.name}")
        result = PassResult((*trial.result.changes, *undone))
        seconds = perf_counter() - started
        self.steps.append(
            step_of(
                rewrite,
                result,
                (before, self.snapshot),
                (count, self.model.graph.num_nodes()),
                trial.validation,
                seconds,
            )
        )
        self.validations.append(trial.validation)


class _Search:
    """One pass on a model: as much of it as may stay."""

    def __init__(self, model: ir.Model, rewrite: GraphPass, reference: Reference | None) -> None:
        self.model = model
        self.one = rewrite
        self.reference = reference
        self.trials = 0
        self.names = tuple(node.name or "" for node in model.graph)

    def best(self) -> tuple[_Trial, tuple[Change, ...]]:
        """The pass without the changes that fail, and those changes as refused."""
        whole = self._tried(frozenset())
        if isinstance(whole, _Trial):
            return whole, ()
        culprits = self._fewest(self._culprits(self.names))
        trial = self._tried(frozenset(culprits))
        if culprits and isinstance(trial, _Trial):
            return trial, tuple(_refused(name, words) for name, words in culprits.items())
        nothing = _Trial(self.model, PassResult(()), None)
        return nothing, (Change("refused", self.one.name, f"{UNDONE}{whole}"),)

    def _culprits(self, allowed: tuple[str, ...]) -> dict[str, str]:
        """Of nodes with which alone the pass fails, those to hold, with what it says of them."""
        if self.trials >= MOST_TRIALS:
            return dict.fromkeys(allowed, "the pass fails near it, and where was not looked for.")
        words = self._tried(frozenset(self.names) - set(allowed))
        if isinstance(words, _Trial):
            return {}
        if len(allowed) == 1:
            return {allowed[0]: words}
        half = len(allowed) // 2
        culprits = self._culprits(allowed[:half]) | self._culprits(allowed[half:])
        return culprits or dict.fromkeys(allowed, words)

    def _fewest(self, culprits: dict[str, str]) -> dict[str, str]:
        """Without those that need not be held when the others are: a change of three nodes is
        prevented by holding one."""
        for name in tuple(culprits):
            rest = {culprit: words for culprit, words in culprits.items() if culprit != name}
            if (
                rest
                and self.trials < MOST_TRIALS
                and not isinstance(self._tried(frozenset(rest)), str)
            ):
                culprits = rest
        return culprits

    def _tried(self, held: frozenset[str]) -> _Trial | str:
        """The pass on a copy in which it cannot touch these nodes; what went wrong, in words."""
        self.trials += 1
        changed = self.model.clone()
        domains = _hold(changed, held)
        try:
            result = applied(self.one, changed, lambda: _release(changed, domains))
        except GraphPassFailed as error:
            return error.what
        if self.reference is None or not result.changed:
            return _Trial(changed, result, None)
        try:
            validation = validate_against(self.reference, changed)
        except InputError as error:
            return str(error)
        return _Trial(changed, result, validation) if validation.equal else validation.sentence


def _hold(model: ir.Model, names: frozenset[str]) -> dict[str, str]:
    """Give the nodes a domain that no pass knows; returns what they had."""
    held = [node for node in model.graph if node.name in names]
    domains = {node.name or "": node.domain for node in held}
    for node in held:
        node.domain = _HELD
    return domains


def _release(model: ir.Model, domains: dict[str, str]) -> None:
    for node in model.graph:
        if node.domain == _HELD:
            node.domain = domains.get(node.name or "", "")


def _refused(name: str, words: str) -> Change:
    return Change("refused", name, f"{UNDONE}{words}", (name,), (name,))
