"""What each pass does to a small graph that holds a trap: text before and after, and reasons."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import onnx_ir as ir
import pytest

from compiler_core.graph.importing.inference.engine import infer_shapes
from compiler_core.graph.model_text import snapshot_of
from compiler_core.graph.passes.registry import PASSES, pass_named
from compiler_core.graph.soundness import problem_of
from compiler_core.graph.validation import validate
from compiler_core.trace import SnapshotNode
from tests.golden_file import assert_golden
from tests.graph.passes.golden_cases import CASES, GoldenCase
from tests.graph.passes.rule_cases import RULE_CASES

GOLDEN = Path(__file__).parent / "golden"
ALL_CASES = (*CASES, *RULE_CASES)


def text_of(model: ir.Model) -> str:
    """One line a node, with its sources where it stands for others than itself."""
    snapshot = snapshot_of(model, "")
    return "\n".join(
        f"  {line.id}: {line.text}{_sources_text(node)}"
        for line, node in zip(snapshot.lines, snapshot.nodes, strict=True)
    )


def _sources_text(node: SnapshotNode) -> str:
    return "" if node.sources == (node.id,) else f"  <- {' '.join(node.sources)}"


def outcome_of(case: GoldenCase) -> tuple[ir.Model, ir.Model, str]:
    """The model before, after, and the text of both with the changes."""
    before, after = case.model(), case.model()
    result = pass_named(case.pass_name).run(after)
    infer_shapes(after)
    changes = "\n".join(
        f"  {one.kind} {one.subject} [{' '.join(one.before)} -> {' '.join(one.after)}] {one.reason}"
        for one in result.changes
    )
    parts = (("before", text_of(before)), ("after", text_of(after)), ("changes", changes))
    return before, after, "".join(f"{name}:\n{text}\n" for name, text in parts)


@pytest.mark.parametrize("case", ALL_CASES, ids=lambda case: case.label)
def test_the_pass_does_this(case: GoldenCase, request: pytest.FixtureRequest) -> None:
    before, after, text = outcome_of(case)
    assert problem_of(after) == ""
    if "random" not in case.trap and "huge" not in case.trap:
        assert validate(before, after, inputs=2).equal
    assert_golden(GOLDEN / f"{case.label}.txt", text, request)


def test_every_pass_has_golden_cases_and_no_case_is_orphaned() -> None:
    counts = Counter(case.pass_name for case in ALL_CASES)
    assert {one.name for one in PASSES} == set(counts)
    files = {str(path.relative_to(GOLDEN).with_suffix("")) for path in GOLDEN.rglob("*.txt")}
    assert files == {case.label for case in ALL_CASES}
