"""One attempt as Gradescope's autograders report theirs (`results.json`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from classroom.records import Attempt, OutcomeRow

_STATUS = {"passed": "passed", "failed": "failed", "skipped": "failed", "error": "failed"}


def gradescope_results(
    attempt: Attempt, outcomes: Sequence[OutcomeRow], texts: Sequence[str]
) -> dict[str, Any]:
    """texts: what each check expects, in order. Numbers are points."""
    return {
        "score": attempt.points,
        "output": f"Attempt {attempt.id}, grading run {attempt.run}.",
        "visibility": "visible",
        "extra_data": {"attempt": attempt.id, "run": attempt.run, "digest": attempt.digest},
        "tests": [
            {
                "name": texts[mark.number - 1] if mark.number <= len(texts) else str(mark.number),
                "number": str(mark.number),
                "score": mark.points,
                "max_score": mark.most,
                "status": _STATUS[mark.status],
                "output": mark.sentence,
                "visibility": "visible",
            }
            for mark in outcomes
        ],
        "leaderboard": [],
    }
