"""Stage 3, try it: what the lint rules find, remedies at one click, and what one bought."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.model.measures import RunMeasures
from app.model.request import ModelRequest
from app.view_models.words import count
from compiler_core.graph.linting.finding import Finding, LintRule
from compiler_core.graph.pipeline.passes_stage import PassesDetails
from compiler_core.graph.pipeline.remedies import remedy_id

ANCHOR = "try-title"
FINDINGS_SHOWN = 12
_KEEPS = "keeps the outputs"
_CHANGES = "changes the outputs: train the network again afterwards"


@dataclass(frozen=True, slots=True)
class FindingRow:
    """A node that a rule speaks of. address: of the page with the remedy, "" without one."""

    node: str
    sentence: str
    remedy: str
    effect: str
    address: str


@dataclass(frozen=True, slots=True)
class RuleRow:
    """A rule with what it finds; more: how many are not listed."""

    idea: str
    found: str
    findings: tuple[FindingRow, ...]
    more: str


@dataclass(frozen=True, slots=True)
class AppliedRow:
    """A remedy in force; address: of the page without it."""

    title: str
    node: str
    effect: str
    address: str


@dataclass(frozen=True, slots=True)
class MeasureRow:
    """One number before and after, and the change in words."""

    name: str
    before: str
    after: str
    change: str


@dataclass(frozen=True, slots=True)
class TryView:
    """before: address of the page without any remedy; waiting: what is not measured yet."""

    rules: tuple[RuleRow, ...]
    applied: tuple[AppliedRow, ...]
    measures: tuple[MeasureRow, ...]
    waiting: str
    before: str
    again: str


@dataclass(frozen=True, slots=True)
class Measured:
    """Both runs: without any remedy, and with those in force."""

    before: RunMeasures
    after: RunMeasures


def try_view(
    asked: ModelRequest,
    details: PassesDetails,
    known: Sequence[LintRule],
    measured: Measured | None,
) -> TryView:
    """measured: None where no remedy is in force."""
    return TryView(
        rules=tuple(_rule(asked, one, details.findings) for one in known),
        applied=tuple(_applied(asked, one) for one in details.remedies),
        measures=_measures(measured) if measured else (),
        waiting=_waiting(measured) if measured else "",
        before=asked.with_settings(remedies=[]).address(ANCHOR),
        again=asked.address(ANCHOR),
    )


def _rule(asked: ModelRequest, rule: LintRule, findings: Sequence[Finding]) -> RuleRow:
    own = [one for one in findings if one.rule == rule.name]
    rest = len(own) - FINDINGS_SHOWN
    return RuleRow(
        rule.idea, count(len(own), "finding") if own else "nothing found",
        tuple(_finding(asked, one) for one in own[:FINDINGS_SHOWN]),
        f"{count(rest, 'more finding')} of this rule." if rest > 0 else "",
    )  # fmt: skip


def _finding(asked: ModelRequest, finding: Finding) -> FindingRow:
    chosen = [*asked.settings.remedies, remedy_id(finding)]
    address = asked.with_settings(remedies=chosen).address(ANCHOR) if finding.remedy else ""
    remedy = finding.remedy_title if finding.remedy else "Only who trains the network can help."
    effect = _effect(finding) if finding.remedy else ""
    return FindingRow(finding.node, finding.sentence, remedy, effect, address)


def _effect(finding: Finding) -> str:
    return _KEEPS if finding.same_outputs else _CHANGES


def _applied(asked: ModelRequest, finding: Finding) -> AppliedRow:
    rest = [one for one in asked.settings.remedies if one != remedy_id(finding)]
    address = asked.with_settings(remedies=rest).address(ANCHOR)
    return AppliedRow(finding.remedy_title, finding.node, _effect(finding), address)


_NAMES = (
    ("kernels", "Kernels"),
    ("instructions", "Instructions executed"),
    ("bytes", "Bytes loaded and stored"),
    ("arena_bytes", "Arena, bytes"),
    ("weight_bytes", "Weights, bytes"),
)


def _measures(measured: Measured) -> tuple[MeasureRow, ...]:
    before, after = measured.before, measured.after
    rows = [_number(title, getattr(before, name), getattr(after, name)) for name, title in _NAMES]
    return (*rows, _accuracy(measured))


def _number(title: str, before: float | None, after: float | None) -> MeasureRow:
    change = ""
    if before and after is not None:
        part = after / before - 1
        change = "the same" if before == after else f"{part:+.1%}"
    return MeasureRow(title, _shown(before), _shown(after), change)


def _shown(number: float | None) -> str:
    return "…" if number is None else f"{number:,.0f}"


def _accuracy(measured: Measured) -> MeasureRow:
    before, after = measured.before.accuracy, measured.after.accuracy
    change = ""
    if before is not None and after is not None:
        points = 100 * (after - before)
        change = f"{points:+.1f} points" if before != after else "the same"
    return MeasureRow(
        "Test pictures right", _share(measured.before), _share(measured.after), change
    )


def _share(one: RunMeasures) -> str:
    if one.accuracy is not None:
        return f"{one.accuracy:.1%}"
    return "not known" if one.ended else "…"


def _waiting(measured: Measured) -> str:
    if not measured.before.started:
        return "The network without a remedy has not been compiled with these settings."
    late = [name for name, one in (("before", measured.before), ("after", measured.after))
            if not one.ended]  # fmt: skip
    return f"Still being made: {' and '.join(late)}." if late else ""
