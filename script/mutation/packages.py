"""The packages whose tests are measured by mutants, and the tests that are to notice them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MutatedPackage:
    """name: below compiler_core. tests: folders and files; only those that reach a line are run.
    marks: which of them, as pytest's -m.
    """

    name: str
    tests: tuple[str, ...]
    marks: str = "not slow"

    @property
    def label(self) -> str:
        """Its name in file names."""
        return self.name.replace("/", "-")


# The textbook compiler is tried by what is plain Python, with no other compiler beside it.
_TEXTBOOK = ("golden_passes", "pipeline", "analyses", "samples", "random_programs")
# Not the counts of nodes, which other model compilers are asked for.
_GRAPH = ("golden", "pipeline", "random_models")
# First what needs no compiler; each test that compiles takes the time of ten others.
_VERDICTS = (
    "tests/recorded_verdicts",
    *(
        f"tests/verdicts/test_{name}.py"
        for name in ("records", "math_flags", "copies", "surroundings", "unwritten")
    ),
)
PACKAGES = (
    MutatedPackage("loop/passes", tuple(f"tests/loop/test_{name}.py" for name in _TEXTBOOK)),
    MutatedPackage("graph/passes", tuple(f"tests/graph/passes/test_{name}.py" for name in _GRAPH)),
    MutatedPackage("host/verdicts", _VERDICTS),
    # What it models is also counted, in half a minute.
    MutatedPackage("soc", ("tests/soc", "tests/board"), "not oracle"),
)
