"""What the tests of the textbook compiler share: lowering texts, running passes, comparing."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.loop.front_end.lowering import lower_source
from compiler_core.loop.ir.cloning import clone_module
from compiler_core.loop.ir.values import Function, Module
from compiler_core.loop.passes.infrastructure import Pass, PassResult
from compiler_core.loop.passes.registry import pass_named
from compiler_core.loop.validation import (
    VALIDATION_OPERATIONS,
    Expectation,
    expectations,
    validate,
)
from compiler_core.loop.verifier import problems_of
from compiler_core.source import SourceFile

# This one changes what floats add up to, on purpose.
INEXACT = "vectorisation-reassociating"


def lowered(text: str, function: str = "") -> Module:
    """A C text in memory form."""
    return lower_source(SourceFile("loop.c", text), function)


def last_function(module: Module) -> Function:
    return list(module.functions.values())[-1]


@dataclass
class Case:
    """One program under test: its present form, and what the source does."""

    text: str
    module: Module
    expected: tuple[Expectation, ...]

    @property
    def function(self) -> Function:
        return last_function(self.module)

    def copy(self) -> Case:
        """The same, free to be rewritten."""
        return Case(self.text, clone_module(self.module), self.expected)

    def run(self, one: Pass) -> PassResult:
        return one.run(self.function, self.module)

    def problem(self) -> str:
        """The first rule broken or difference from the source; empty if there is none."""
        problems = problems_of(self.function)
        if problems:
            return problems[0]
        return validate(self.module, self.function.name, self.expected).difference


def case_of(text: str, function: str = "", seeds: int = 6) -> Case:
    """A program with what it does on some inputs."""
    module = lowered(text, function)
    return Case(text, module, expectations(module, last_function(module).name, seeds))


def through(text: str, *passes: str, function: str = "") -> Module:
    """A C text after these passes."""
    module = lowered(text, function)
    for name in passes:
        pass_named(name).run(last_function(module), module)
    return module


__all__ = [
    "INEXACT",
    "VALIDATION_OPERATIONS",
    "Case",
    "case_of",
    "last_function",
    "lowered",
    "through",
]
