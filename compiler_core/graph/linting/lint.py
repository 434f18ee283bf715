"""Find what a model could do better, and apply a remedy to a copy of it."""

from __future__ import annotations

import onnx_ir as ir

from compiler_core.errors import InputError, UnknownName
from compiler_core.graph.importing.inference.engine import infer_shapes
from compiler_core.graph.linting.activations import ACTIVATIONS
from compiler_core.graph.linting.channels import CHANNELS
from compiler_core.graph.linting.finding import Lanes, LintFinding, LintRule
from compiler_core.graph.linting.opaque import OPAQUE
from compiler_core.graph.linting.separable import SEPARABLE
from compiler_core.graph.linting.transposes import TRANSPOSES

LINT_RULES: tuple[LintRule, ...] = (CHANNELS, ACTIVATIONS, TRANSPOSES, OPAQUE, SEPARABLE)


def lint(model: ir.Model, lanes: Lanes | None = None) -> tuple[LintFinding, ...]:
    """All findings, rule by rule, each in the order of the graph."""
    return tuple(finding for rule in LINT_RULES for finding in rule.find(model, lanes or Lanes()))


def apply_remedy(model: ir.Model, finding: LintFinding, lanes: Lanes | None = None) -> ir.Model:
    """A changed copy. Raises UnknownName for another model's finding, InputError without remedy."""
    rule = next((lint_rule for lint_rule in LINT_RULES if lint_rule.name == finding.remedy), None)
    if rule is None:
        raise InputError(
            f"There is no remedy for {finding.node} that can be applied here.",
            "Change the model where it is trained.",
        )
    changed = model.clone()
    node = next((candidate for candidate in changed.graph if candidate.name == finding.node), None)
    current = rule.find(model, lanes or Lanes())
    if node is None or finding.node not in {hint.node for hint in current if hint.remedy}:
        raise UnknownName(
            f"The rule {rule.name} finds nothing at {finding.node!r}.", "Lint the model again."
        )
    rule.remedy(changed, node, lanes or Lanes())
    infer_shapes(changed)
    return changed
