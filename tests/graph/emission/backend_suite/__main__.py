"""Run the suite and print what passes. Exit 1 when a goal is missed."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from compiler_core.graph.emission.operators import SUPPORTED_NAMES
from tests.graph.emission.backend_suite.building import verdicts
from tests.graph.emission.backend_suite.cases import Case, node_cases
from tests.graph.emission.backend_suite.operator_set import (
    CNN_OPERATORS,
    EMULATED_NAMES,
    LIGHT_NAMES,
    light_operators,
    shipped_operators,
)
from tests.graph.emission.backend_suite.real import compiled, emulated_error, native_run
from tests.graph.emission.backend_suite.score import only_of, page, score_of

PAGE = Path(__file__).parents[4] / "docs" / "operators.md"
GOAL = 0.8
LARGEST_SHARE = 1e-5


def supported_cases() -> list[Case]:
    """Cases of which every operator is in the table."""
    return only_of(node_cases(), SUPPORTED_NAMES)


def run_node(write: bool) -> bool:
    """All cases of supported operators, and of the light networks' operators."""
    cases = supported_cases()
    with tempfile.TemporaryDirectory() as directory:
        found = verdicts(cases, Path(directory))
    for name, reason in found.items():
        if reason:
            print(f"{name}: {reason}")
    chosen = only_of(cases, frozenset(CNN_OPERATORS))
    used = light_operators() | shipped_operators()
    score, light = score_of(found, chosen), score_of(found, only_of(cases, used))
    print(f"{score.passed} of {score.total} cases of {len(CNN_OPERATORS)} operators of networks")
    print(
        f"{light.passed} of {light.total} cases of the operators that our networks and the nine use"
    )
    whole = score_of(found, cases)
    print(f"{whole.passed} of {whole.total} cases of all supported operators")
    if write:
        PAGE.write_text(page(found, cases))
    return score.share >= GOAL and light.passed == light.total


def run_real() -> bool:
    """The nine networks natively, with their own and with random weights."""
    met = True
    for name in LIGHT_NAMES:
        for seed in (None, 1):
            with tempfile.TemporaryDirectory() as directory:
                error = native_run(compiled(name, seed), Path(directory)).error
            met &= error <= LARGEST_SHARE
            weights = "own weights" if seed is None else "random weights"
            print(f"{name}, {weights}: largest difference {error:.2g} of the largest output")
    return met


def run_emulated() -> bool:
    """The largest networks under the emulator."""
    met = True
    for name in EMULATED_NAMES:
        error = emulated_error(name)
        met &= error <= LARGEST_SHARE
        print(f"{name}, emulated: largest difference {error:.2g} of the largest output")
    return met


def main(arguments: list[str]) -> int:
    """--node, --real, --emulated, --write."""
    met = True
    if "--emulated" in arguments:
        met &= run_emulated()
    if "--node" in arguments or not {"--real", "--emulated"} & set(arguments):
        met &= run_node("--write" in arguments)
    if "--real" in arguments:
        met &= run_real()
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
