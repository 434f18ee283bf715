"""Stage 3, try it: what the lint rules find, remedies at one click, and what one bought."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.model.views.model_measures import Measured, MeasureRow, measure_rows
from app.model_runs.request import ModelRequest
from app.words import count
from compiler_core.graph.linting.finding import LintFinding, LintRule
from compiler_core.graph.pipeline.passes_stage import PassesDetails
from compiler_core.graph.pipeline.remedies import remedy_id
from compiler_core.pipelines.setting_values import LONGEST_VALUE

ANCHOR = "try-title"
GROUPS_SHOWN = 12
FINDINGS_SHOWN = 30
_NUMBER = re.compile(r"\d[\d,.]*")


@dataclass(frozen=True, slots=True)
class FindingGroup:
    """Findings that say the same of several nodes, each with the address of the page with its
    remedy, "" without one. others: all but the first, with
    `more` in words how many; address: of the page with all their remedies, "" without one, or for
    more than an address holds.
    """

    first: tuple[LintFinding, str]
    others: tuple[tuple[LintFinding, str], ...]
    more: str
    all_title: str
    address: str


@dataclass(frozen=True, slots=True)
class RuleRow:
    """A rule with what it finds; more: how many are not listed."""

    idea: str
    found: str
    groups: tuple[FindingGroup, ...]
    more: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TryView:
    """The remedies of lint findings, to be tried on the network."""

    rules: tuple[RuleRow, ...]
    """Every lint rule with what it finds."""
    applied: tuple[tuple[LintFinding, str], ...]
    """Remedies in force, each with the address of the page without it."""
    measures: tuple[MeasureRow, ...]
    """The network without remedies beside this one; empty where none is in force."""
    waiting: str
    """What is not measured yet."""
    before: str
    """Address of the page without any remedy."""
    again: str
    """Address of this page."""
    cliff: str
    """Where most instructions are lost, "" for nowhere."""
    kernels: str
    """Address of the table that shows it."""


def try_view(
    request: ModelRequest,
    details: PassesDetails,
    known: Sequence[LintRule],
    measured: Measured | None,
    cliff: str = "",
) -> TryView:
    """measured: None where no remedy is in force. cliff: where the program, once it has run, loses
    most."""
    return TryView(
        rules=tuple(_rule(request, rule, details.findings) for rule in known),
        applied=tuple(_applied(request, remedy) for remedy in details.remedies),
        measures=measure_rows(measured) if measured else (),
        waiting=_waiting(measured) if measured else "",
        before=request.with_settings(remedies=[]).address(ANCHOR),
        again=request.address(ANCHOR),
        cliff=cliff,
        kernels=request.at_stage("run").address("worst-title") if cliff else "",
    )


def _rule(request: ModelRequest, rule: LintRule, findings: Sequence[LintFinding]) -> RuleRow:
    own = [finding for finding in findings if finding.rule == rule.name]
    alike: dict[tuple[str, str], list[LintFinding]] = {}
    for own_finding in own:
        alike.setdefault(_kind(own_finding), []).append(own_finding)
    groups = sorted(alike.values(), key=len, reverse=True)
    rest = sum(map(len, groups[GROUPS_SHOWN:]))
    return RuleRow(
        rule.idea,
        count(len(own), "finding") if own else "nothing found",
        tuple(_group(request, group) for group in groups[:GROUPS_SHOWN]),
        f"{count(rest, 'more finding')} of this rule." if rest > 0 else "",
    )


def _kind(finding: LintFinding) -> tuple[str, str]:
    """What a finding says, whatever its numbers and its node, and what it proposes."""
    said = finding.sentence.replace(finding.node, "#") if finding.node else finding.sentence
    return _NUMBER.sub("#", said), finding.remedy_title


def _group(request: ModelRequest, alike: Sequence[LintFinding]) -> FindingGroup:
    first, *others = alike
    shown = tuple(_finding(request, other) for other in others[:FINDINGS_SHOWN])
    ids = [*request.settings.remedies, *map(remedy_id, alike)]
    whole = bool(first.remedy and others) and len(str(ids)) <= LONGEST_VALUE
    return FindingGroup(
        _finding(request, first),
        shown,
        f"The same at {count(len(others), 'more node')}" if others else "",
        f"{first.remedy_title} at all {len(alike)}",
        request.with_settings(remedies=ids).address(ANCHOR) if whole else "",
    )


def _finding(request: ModelRequest, finding: LintFinding) -> tuple[LintFinding, str]:
    chosen = [*request.settings.remedies, remedy_id(finding)]
    return finding, request.with_settings(remedies=chosen).address(ANCHOR) if finding.remedy else ""


def _applied(request: ModelRequest, finding: LintFinding) -> tuple[LintFinding, str]:
    rest = [remedy for remedy in request.settings.remedies if remedy != remedy_id(finding)]
    return finding, request.with_settings(remedies=rest).address(ANCHOR)


def _waiting(measured: Measured) -> str:
    if not measured.before.started:
        return "The network without a remedy has not been compiled with these settings."
    late = measured.late
    return f"Still being made: {' and '.join(late)}." if late else ""
