"""Remedies of lint findings, applied to the tidied model before everything that follows."""

from __future__ import annotations

from dataclasses import dataclass, replace

import onnx_ir as ir

from compiler_core.errors import UnknownName
from compiler_core.graph.linting.finding import LintFinding
from compiler_core.graph.linting.lint import apply_remedy, lint
from compiler_core.graph.model_text import snapshot_of
from compiler_core.graph.pass_pipeline import PassRun
from compiler_core.graph.provenance import sources_of
from compiler_core.graph.undoing import run_sound_passes
from compiler_core.trace import Change, Snapshot, Step

PASS_NAME = "lint-remedies"


@dataclass(frozen=True, slots=True)
class Remedied:
    """run: of the passes, with a step for the remedies. start: the model with nothing but the
    remedies added to the passes before them. same_outputs: whether all of them keep the outputs.
    """

    run: PassRun
    start: ir.Model
    remedies: tuple[LintFinding, ...]

    @property
    def same_outputs(self) -> bool:
        return all(remedy.same_outputs for remedy in self.remedies)


def remedy_id(finding: LintFinding) -> str:
    """As in settings: rule:node."""
    return f"{finding.remedy}:{finding.node}"


def remedied(run: PassRun, passes: tuple[str, ...], ids: tuple[str, ...]) -> Remedied:
    """Apply remedies one after the other to what the passes left, then run the passes again.

    Raises UnknownName for an id that no finding of the model has.
    """
    if not ids:
        return Remedied(run, run.model, ())
    model, findings = run.model, []
    for remedy in ids:
        finding = _finding(model, remedy)
        model = apply_remedy(model, finding)
        findings.append(finding)
    again = run_sound_passes(model, passes)
    steps = (_step(run.model, model, findings), *(step for step in again.steps if step.changed))
    line = replace(
        again,
        steps=run.steps + steps,
        validations=(None,) * (len(run.steps) + len(steps)),
        seconds=run.seconds + again.seconds,
    )
    return Remedied(line, model, tuple(findings))


def _finding(model: ir.Model, name: str) -> LintFinding:
    finding = next((hint for hint in lint(model) if hint.remedy and remedy_id(hint) == name), None)
    if finding is None:
        raise UnknownName(
            f"There is nothing to remedy at {name[:80]}.",
            "It may be done already, or the passes leave no such node: choose a finding anew.",
        )
    return finding


def _step(before: ir.Model, after: ir.Model, findings: list[LintFinding]) -> Step:
    first = snapshot_of(before, "before the remedies")
    last = snapshot_of(after, "after the remedies")
    changes = tuple(_change(after, last, finding) for finding in findings)
    metrics = {
        "nodes_before": float(before.graph.num_nodes()),
        "nodes_after": float(after.graph.num_nodes()),
    }
    return Step(PASS_NAME, "graph", True, first, last, changes, (), metrics)


def _change(after: ir.Model, snapshot: Snapshot, finding: LintFinding) -> Change:
    """before: the finding's node; after: the nodes that compute what it computed."""
    there = {line.id for line in snapshot.lines}
    made = tuple(
        name
        for node in after.graph
        if (name := node.name or "") in there
        and (name == finding.node or finding.node in sources_of(node))
    )
    reason = f"{finding.remedy_title}. {finding.sentence}"
    return Change("replaced", finding.node, reason, (finding.node,), made)
