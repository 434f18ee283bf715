"""One attempt tried: whether the claim fails there, with the evidence, or why that is not known."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from compiler_core.claims.breaking.change import Attempt
from compiler_core.claims.case import Case
from compiler_core.claims.claim import Expectation
from compiler_core.claims.kinds.settings import OtherSetting
from compiler_core.claims.vocabulary import KIND_BY_NAME
from compiler_core.errors import InputError, ToolMissing

Outcome = Literal["fails", "holds", "same_code", "unusable"]
# What these say follows from the code of the function, or from running it.
OF_CODE = frozenset(
    (
        "vectorized", "scalable", "vector_bytes", "interleave", "arithmetic",
        "loop_has", "loop_lacks", "loop_size", "code_has", "code_lacks", "function_size", "calls",
        "no_call", "instruction_count", "same_instructions_as", "other_instructions_than",
        "same_code_as", "other_code_than", "same_loop_as", "smaller_loop_than", "as_long_loop_as",
        "longer_loop_than", "count", "fewer", "as_many", "same_result_as", "other_result_than",
        "returns", "overlap",
    )
)  # fmt: skip
_OF_LOOP_CODE = frozenset(
    (
        "loop_has",
        "loop_lacks",
        "loop_size",
        "same_loop_as",
        "smaller_loop_than",
        "as_long_loop_as",
        "longer_loop_than",
    )
)
_OF_REFUSED_SOURCES = frozenset(("error", "takes_cpu", "refuses_cpu"))

Code = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Failure:
    """An expectation that is not met. expected, found: in words."""

    expectation: Expectation
    expected: str
    found: str


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of an attempt. failure: the first expectation that is not met."""

    attempt: Attempt
    outcome: Outcome
    failure: Failure | None = None


class BreakTrial:
    """An attempt, compiled when asked. Raises Overloaded, JailBroken and WorkCancelled."""

    def __init__(self, attempt: Attempt) -> None:
        self.attempt = attempt
        self.case = Case(attempt.statement.setting, attempt.compiler)

    @property
    def follows_from_code(self) -> bool:
        """Whether equal code means an equal answer."""
        changes = self.attempt.changes
        expected = self.attempt.statement.expectations
        is_run_alike = all(change.inputs is None for change in changes)
        return is_run_alike and all(expectation.kind in OF_CODE for expectation in expected)

    @cached_property
    def code(self) -> Code:
        """Of the function in question, and of those it is compared with. Raises InputError."""
        arguments = [expectation.argument for expectation in self.attempt.statement.expectations]
        others = [other.case(self.case) for argument in arguments for other in _others(argument)]
        return tuple(line for case in (self.case, *others) for line in _whole_code(case))

    def tried(self, at_home: Code | None) -> Tried:
        """at_home: the code in the claim's own setting, None where that is not known."""
        try:
            if self._speaks_of_code:
                _ = self.case.compilation
            if at_home is not None and self.follows_from_code and self.code == at_home:
                return Tried(self.attempt, "same_code")
        except (InputError, ToolMissing):
            return Tried(self.attempt, "unusable")
        return self._judged()

    @property
    def _speaks_of_code(self) -> bool:
        """Whether there must be code: a source that is refused then says nothing of the claim."""
        expected = self.attempt.statement.expectations
        return not all(expectation.kind in _OF_REFUSED_SOURCES for expectation in expected)

    def _judged(self) -> Tried:
        unusable = False
        for expectation in self.attempt.statement.expectations:
            try:
                failure = self._failure_of(expectation)
            except (InputError, ToolMissing):
                unusable = True
                continue
            if failure is not None:
                return Tried(self.attempt, "fails", failure)
        return Tried(self.attempt, "unusable" if unusable else "holds")

    def _failure_of(self, expectation: Expectation) -> Failure | None:
        """Raises InputError and ToolMissing where the question has no answer."""
        kind = KIND_BY_NAME[expectation.kind]
        finding = kind.judge(self.case, expectation.argument)
        if finding.holds:
            return None
        if expectation.kind in _OF_LOOP_CODE:
            others = [other.case(self.case) for other in _others(expectation.argument)]
            if not all(case.loop_code for case in (self.case, *others)):
                raise InputError("There is no code of the loop.")
        return Failure(expectation, kind.describe(expectation.argument), finding.text)


def words_found(attempt: Attempt, kind: str) -> str:
    """What the expectations of this kind find there. Raises InputError and ToolMissing."""
    case = Case(attempt.statement.setting, attempt.compiler)
    texts = [
        KIND_BY_NAME[expectation.kind].judge(case, expectation.argument).text
        for expectation in attempt.statement.expectations
        if expectation.kind == kind
    ]
    return "; ".join(texts)


def _others(argument: object) -> list[OtherSetting]:
    """The settings that an expectation compares with."""
    if isinstance(argument, OtherSetting):
        return [argument]
    parts = [getattr(argument, name, None) for name in ("other", "origin")]
    return [part for part in parts if isinstance(part, OtherSetting)]


def _whole_code(case: Case) -> list[str]:
    """Of every function: what a run executes may call others."""
    return [line.text for function in case.compilation.functions for line in function.lines]
