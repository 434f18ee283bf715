"""Verdicts, flag matrix, comparison and cycles say the same number of iterations per round.

The numbers are worked out by hand from the assembly: lanes of a vector times vectors side by side,
by the narrowest element that goes through the loop. `slp` packs the four elements of one iteration;
`outer` takes four columns at once, in one iteration of its inner loop.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import orjson
import pytest

from compiler_core.host.comparison.diff import compare
from compiler_core.host.comparison.matrix import MatrixSetting, flag_matrix
from compiler_core.host.compile import compile_source
from compiler_core.host.cycles.cycles import cycles_of_source
from compiler_core.host.why import explain_loops, why_json
from compiler_core.json_form import plain_json
from compiler_core.source import SourceFile

pytestmark = pytest.mark.usefixtures("emulator")

SETTINGS = (("gcc-12", "-O2"), ("gcc-12", "-O3"), ("clang-19", "-O2"), ("clang-19", "-O3"))
DOTPROD = " -march=armv8.2-a+dotprod"
# By function: under each setting, iterations of the source in a round of the main loop.
KNOWN: Mapping[str, tuple[int, int, int, int]] = {
    "dot_signed": (1, 16, 32, 32),
    "dot_unsigned": (1, 16, 32, 32),
    "saxpy": (1, 4, 8, 8),
    "widen_short": (1, 8, 16, 16),
    "widen_float": (1, 4, 8, 8),
    "narrow": (1, 16, 32, 32),
    "sum_int": (1, 4, 8, 8),
    "sum_bytes": (1, 16, 32, 32),
    "maximum": (1, 8, 16, 16),
    "complex_split": (1, 4, 8, 8),
    "grey": (1, 16, 32, 32),
    "norm": (1, 4, 8, 8),
    "gather": (1, 1, 2, 2),
    "outer": (4, 4, 1, 4),
    "slp": (1, 1, 4, 4),
    "exclusive": (1, 4, 8, 8),
    "copy16": (1, 8, 16, 16),
    "fixed": (4, 4, 8, 8),
    "pop": (1, 1, 8, 8),
    "mixed": (1, 8, 16, 16),
    "sumf": (1, 1, 8, 8),
    "selected": (1, 16, 1, 1),
    "dotd": (1, 1, 4, 4),
    "conditional_count": (1, 16, 32, 32),
    "column": (1, 4, 8, 8),
    "no_memory": (1, 4, 8, 8),
}
# In a headline: lanes, what they are, and vectors side by side.
HEADLINE = re.compile(r": (\d+) [^:]*?at once(?:[^;.]*?(\d+) vectors side by side)?")


@cache
def source() -> SourceFile:
    text = (Path(__file__).parent / "loops.c").read_text(encoding="utf-8")
    return SourceFile("loops.c", text)


def _expected(setting: tuple[str, str]) -> dict[str, int]:
    compiler, flags = setting
    column = SETTINGS.index((compiler, flags.removesuffix(DOTPROD)))
    return {name: numbers[column] for name, numbers in KNOWN.items()}


ALL = pytest.mark.parametrize(
    "setting", [*SETTINGS, ("gcc-12", f"-O3{DOTPROD}"), ("clang-19", f"-O3{DOTPROD}")], ids=" ".join
)


@ALL
def test_the_matrix_says_it(setting: tuple[str, str]) -> None:
    matrix = flag_matrix((source(),), setting[0], "", (MatrixSetting("one", setting[1]),))
    (row,) = orjson.loads(orjson.dumps(matrix))["rows"]
    assert {loop["function"]: loop["elements"] for loop in row["loops"]} == _expected(setting)


@pytest.mark.parametrize("level", ["-O2", "-O3"])
def test_two_compilers_side_by_side_say_it(level: str) -> None:
    sides = [compile_source((source(),), compiler, level) for compiler in ("gcc-12", "clang-19")]
    shown = orjson.loads(plain_json(compare(sides[0], sides[1], (source(),))))
    for side, compiler in (("left", "gcc-12"), ("right", "clang-19")):
        found = {
            function["name"]: function["metrics"][side].get("loop_elements_per_iteration")
            for function in shown["functions"]
            if function["metrics"][side].get("loop_instructions")
        }
        assert found == _expected((compiler, level))


@ALL
def test_the_cycles_divide_by_it(setting: tuple[str, str]) -> None:
    expected = _expected(setting)
    part = _part(
        "no_memory", "dot_signed", "widen_float", "outer", "slp", "exclusive", "sumf", "column"
    )
    report = orjson.loads(orjson.dumps(cycles_of_source((part,), *setting)))
    found = {
        loop["function"]: loop["models"][0]["elements_per_iteration"]
        for loop in report["loops"]
        if loop["role"] == "main"
    }
    assert found == {name: expected[name] for name in found}
    assert len(found) == 8


@ALL
def test_the_verdicts_say_it(setting: tuple[str, str]) -> None:
    expected = _expected(setting)
    loops = orjson.loads(why_json(explain_loops(source(), *setting)))["loops"]
    told = [loop for loop in loops if loop["vectorized"] and loop["iterations_per_round"]]
    assert len(told) == (
        2
        if setting == SETTINGS[0]
        else 21
        if setting[0] == "gcc-12"
        else 24
        if setting[1] != "-O2"
        else 23
    )
    for loop in told:
        assert loop["iterations_per_round"] == expected[loop["function"]], loop["sentence"]
        assert _headline(loop) == expected[loop["function"]], loop["sentence"]


def _headline(loop: Mapping[str, Any]) -> int:
    """What a reader takes the headline to say of a round."""
    explicit = re.search(r"a round of its code does (\d+) iteration", loop["sentence"])
    if explicit is not None:
        return int(explicit[1])
    found = HEADLINE.search(loop["sentence"])
    assert found is not None, loop["sentence"]
    return int(found[1]) * int(found[2] or 1)


def _part(*names: str) -> SourceFile:
    """Only these functions: the models of a core take a second for ten loops."""
    pieces = re.split(r"\n(?=\w[^\n]*\{)", source().text)
    chosen = [piece for piece in pieces if any(f" {name}(" in piece for name in names)]
    return SourceFile("loops.c", "\n".join((pieces[0], *chosen)) + "\n")
