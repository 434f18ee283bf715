"""The ONNX project's own cases of a transformer's operators, compiled and run.

    python -m tests.llm.attention_fusion.operator_score

Prints what fails, and per operator how many pass. Exit 1 when an operator stays below the goal.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.graph.emission.backend_suite.building import verdicts
from tests.graph.emission.backend_suite.cases import Case, node_cases
from tests.graph.emission.backend_suite.score import Score, score_of

OPERATORS = ("Attention", "RMSNormalization", "RotaryEmbedding")
GOAL = 0.9


def operator_cases() -> list[Case]:
    """Cases of one node of these operators; the package's expanded forms are left out."""
    return [
        case
        for case in node_cases()
        if len(case.model.graph.node) == 1 and case.model.graph.node[0].op_type in OPERATORS
    ]


def scores(found: Mapping[str, str], cases: Sequence[Case]) -> dict[str, Score]:
    return {
        name: score_of(found, [case for case in cases if case.model.graph.node[0].op_type == name])
        for name in OPERATORS
    }


def main() -> int:
    cases = operator_cases()
    with tempfile.TemporaryDirectory() as directory:
        found = verdicts(cases, Path(directory))
    for name, reason in found.items():
        if reason:
            print(f"{name}: {reason}")
    per_operator = scores(found, cases)
    for name, score in per_operator.items():
        print(f"{name}: {score.passed} of {score.total} ({score.share:.1%})")
    whole = score_of(found, cases)
    print(f"together: {whole.passed} of {whole.total} ({whole.share:.1%})")
    return 0 if all(score.share >= GOAL for score in per_operator.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
