"""An exercise as plain data, as its file says it: nothing compiled, nothing substituted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

ExerciseKind = Literal["loop", "network", "decode", "quiz"]
VariantValue = str | int

MOST_CHECKS = 12
MOST_HINTS = 5
MOST_HIDDEN_INPUTS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One row of points: what is expected of what a student hands in."""

    gate: bool
    """When it fails, grading ends."""
    points: int
    """What it gives when it is met; otherwise it gives none."""
    kind: str
    """The expectation's name in the vocabulary."""
    argument: Any
    """The expectation's value as the file has it; once posed, with the variants' values in it."""
    text: str
    """"Expected: …" in words; in an exercise that is not posed, with the first values."""
    further: tuple[tuple[str, Any], ...] = ()
    """More expectations of the same row, as names and values: all of them must be met."""

    @property
    def expectations(self) -> tuple[tuple[str, Any], ...]:
        """Names and values of all that the row expects, in order."""
        return ((self.kind, self.argument), *self.further)


@dataclass(frozen=True, slots=True)
class Hint:
    """One step of help; cost in points, taken when it is opened."""

    text: str
    cost: int = 0


@dataclass(frozen=True, slots=True)
class Prediction:
    """What is asked before anything is shown. why_claim: id of the claim that shows the answer."""

    question: str
    right: str
    wrong: tuple[str, ...]
    why_claim: str = ""


@dataclass(frozen=True, slots=True)
class ProofAnswer:
    """An answer whose points are known. state: as a student would hand it in, before the variant's
    values; points: exactly these, None where only a bound is known."""

    name: str
    state: Mapping[str, Any]
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Proof:
    """Answers that must get full points, exactly their number, and at most half."""

    solved: tuple[ProofAnswer, ...] = ()
    partial: tuple[ProofAnswer, ...] = ()
    wrong: tuple[ProofAnswer, ...] = ()


@dataclass(frozen=True, slots=True)
class ExerciseLimits:
    """What grading one answer may take. cpu_seconds: of a processor; source_bytes: of a source."""

    cpu_seconds: int = 60
    source_bytes: int = 64 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Exercise:
    """A whole exercise file with the files it names."""

    digest: str
    """SHA-256 of its values and its files, in hexadecimal; comments, order and what it was
    measured on do not count."""
    id: str
    """The one that the file gives itself, unique among exercises: `memory-sum-vectorises`."""
    title: str
    """Variants' names stand in it in braces, `{size}`."""
    task: str
    """What the student is to do; variants' names stand in it in braces."""
    kind: ExerciseKind
    """Which of our compilers it is about, or `quiz`."""
    starter: Mapping[str, Any]
    """What the student begins with: loop `source`, network `model` and `settings`, decode `config`,
    `soc`, `type`…"""
    given: Mapping[str, Any]
    """What the exercise fixes."""
    allow: tuple[str, ...]
    """What the student may change."""
    checks: tuple[Check, ...]
    """In the order in which they are judged, 1 to MOST_CHECKS."""
    hints: tuple[Hint, ...]
    """In the order in which they are opened; at most MOST_HINTS."""
    predict: Prediction | None
    """What is asked before anything is shown; None for nothing."""
    variants: Mapping[str, tuple[VariantValue, ...]]
    """Values of which each student gets one, by the variant's name; empty for none."""
    limits: ExerciseLimits
    """What grading one answer may take."""
    proof: Proof
    """Answers whose points are known, with which the exercise proves itself."""
    files: Mapping[str, str]
    """Texts of the files that it names, by name, whether they stand in it or beside it."""
    suggestions: bool
    """Whether the page offers suggestions that would solve it."""
    measured_on: Mapping[str, str]
    """Tools' names and versions that it was last proven with."""
    text: str
    """The YAML as given."""

    @property
    def points(self) -> int:
        """Of all checks."""
        return sum(check.points for check in self.checks)
