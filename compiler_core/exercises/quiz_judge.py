"""Answers to a question, and whether a question was answered before the reveal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from compiler_core.claims.kinds.kind import Found
from compiler_core.exercises.judge import Refused


def judge_predicted(answered_first: bool, wanted: bool) -> Found:
    """Whether the prediction came before the reveal, as the caller knows."""
    words = "it was answered before the reveal" if answered_first else "it was not answered before"
    return Found(answered_first == wanted, words)


@dataclass(frozen=True)
class QuizJudge:
    """One answer out of those of the question."""

    answer: Mapping[str, Any]
    answered_first: bool

    def refusal(self) -> Refused | None:
        """None where there is an answer."""
        if isinstance(self.answer.get("answer"), str):
            return None
        return Refused("There is no answer yet. Choose one.")

    def judge(self, name: str, argument: Any) -> Found:
        """As `Judge.judge`."""
        if name == "predicted":
            return judge_predicted(self.answered_first, argument)
        holds = self.answer["answer"] == argument
        return Found(holds, "that is right" if holds else "that is not the answer")
