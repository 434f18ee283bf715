"""Golden cases: a C function named after the trap it guards, and what a pass makes of it.

A file holds a sentence, the passes, the C text, a line `----`, and what is expected: what the last
pass said, one line each, and the program it left.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from compiler_core.loop.passes.infrastructure import Pass
from compiler_core.loop.passes.registry import pass_named
from tests.loop.running import Case, case_of
from tests.loop.text_form import function_text

FOLDER = Path(__file__).parent / "golden"
SEPARATOR = "\n----\n"


@dataclass(frozen=True)
class GoldenCase:
    """One file: passes to run before, the pass under test, the C text, and what is expected."""

    path: Path
    before: tuple[str, ...]
    pass_name: str
    source: str
    expected: str

    @property
    def title(self) -> str:
        return f"{self.path.parent.name}/{self.path.stem}"

    def prepared(self, seeds: int = 0) -> Case:
        """The program before the pass under test."""
        case = case_of(self.source, seeds=seeds)
        for name in self.before:
            case.run(pass_named(name))
        return case


def read_case(path: Path) -> GoldenCase:
    """Read one golden file."""
    given, _, expected = path.read_text(encoding="utf-8").partition(SEPARATOR)
    _, passes, source = given.split("\n", 2)
    names = tuple(passes.removeprefix("; passes: ").split(", "))
    return GoldenCase(path, names[:-1], names[-1], source + "\n", expected)


def golden_cases() -> list[GoldenCase]:
    return [read_case(path) for path in sorted(FOLDER.glob("*/*.txt"))]


def outcome_of(case: Case, one: Pass) -> str:
    """What the pass says and leaves, as golden files hold it."""
    result = case.run(one)
    said = [f"{change.kind}: {change.reason}" for change in result.changes]
    return "\n".join([*said, "", function_text(case.function), ""])
