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
                "name": texts[one.number - 1] if one.number <= len(texts) else str(one.number),
                "number": str(one.number),
                "score": one.points,
                "max_score": one.most,
                "status": _STATUS[one.status],
                "output": one.sentence,
                "visibility": "visible",
            }
            for one in outcomes
        ],
        "leaderboard": [],
    }
