"""Mutants of the parsers and of the reconciliation: each must change an answer that is known.

A mutant is one replacement in one function's source. The answers are formed from records and
assembly compiled once, so a mutant costs no compile.
"""

from __future__ import annotations

import inspect
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from types import ModuleType

import pytest

from compiler_core.errors import LoweringLabError
from compiler_core.host.verdicts import (
    clang_record,
    code,
    findings,
    gcc_record,
    names,
    placement,
    reasons,
    report,
    sentences,
    statement_rules,
    vector_use,
    why,
)
from compiler_core.host.verdicts.features import all_features
from compiler_core.host.verdicts.record import Record
from compiler_core.source import SourceFile
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.dumps import compile_with_dumps
from compiler_core.toolchain.flags import parse_flags
from compiler_core.toolchain.outcome import CompileJob, Outcome
from tests.verdicts.corpus import functions

SETTINGS = (
    ("gcc-12", "-O3"),
    ("clang-19", "-O3"),
    ("gcc-12", "-O3 -march=armv8-a+sve"),
    ("gcc-12", "-O1"),
    ("clang-19", "-O3 -fno-vectorize"),
)
PARTS = (
    functions("reductions.c", "sum_floats", "dot_doubles", "sum_through_pointer"),
    functions("recurrences.c", "distance_two", "prefix_sum"),
    functions("nests.c", "fixed_inner", "row_means"),
    functions("control_flow.c", "process_until"),
    functions("trip_counts.c", "clear_bytes", "deleted_loop", "two_doubles"),
    functions("elementwise.c", "saxpy_in_place", "brighten"),
)
MORE = """
float elsewhere(float);
static float shifted(float v) { return elsewhere(v) + 1.0f; }

void calls_inside_inlined(float *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = shifted(x[i]);
}

void simd_sum(const float *x, int n, float *out) {
  float s = 0;
#pragma omp simd reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += x[i];
  *out = s;
}
"""
SOURCE = SourceFile("mixture.c", "\n".join(part.text for part in PARTS) + MORE)


@dataclass(frozen=True)
class Compiled:
    """One setting compiled: its outcome and the record's bytes."""

    compiler: str
    flags: tuple[str, ...]
    outcome: Outcome
    raw: bytes


@cache
def compiled() -> tuple[Compiled, ...]:
    found = []
    for name, text in SETTINGS:
        compiler = find_compiler(name)
        flags = parse_flags(f"{text} -fopenmp-simd", compiler)
        job = CompileJob(SOURCE, compiler, flags)
        run = compile_with_dumps(job, ("-fsave-optimization-record",))
        raw = next(data for file, data in run.files.items() if "opt" in file)
        found.append(Compiled(name, flags, run.outcome, raw))
    return tuple(found)


def answers() -> Iterator[object]:
    """Everything the reading of the records and the reconciliation says, as plain values."""
    all_features.cache_clear()
    for entry in compiled():
        compiler = find_compiler(entry.compiler)
        module = gcc_record if compiler.family == "gcc" else clang_record
        accounts = getattr(module, f"read_{compiler.family}_record")(entry.raw)
        yield [
            (account.depth, account.pass_name, account.remark, account.arguments)
            for account in accounts
        ]
        record = Record(entry.outcome, accounts)
        yield from why.verdicts_of(SOURCE, compiler, entry.flags, record)


@cache
def right_answers() -> tuple[object, ...]:
    return tuple(answers())


MUTANTS: tuple[tuple[ModuleType, str, str, str], ...] = (
    (gcc_record, "_accounts", "depth + 1", "depth"),
    (gcc_record, "_accounts", 'node.get("children", [])', "[]"),
    (gcc_record, "_location", 'place.get("column", 0)', "0"),
    (gcc_record, "_message", "_marked_up(part)", '""'),
    (clang_record, "_argument", "return name,", 'return "String",'),
    (clang_record, "_location", 'place["Column"]', "0"),
    (clang_record, "_account", 'fields["Pass"]', 'fields["Name"]'),
    (report, "_placed_by_gcc", 'analysed if account.pass_name == "vect" else ', ""),
    (report, "_placed_by_clang", " or loop_below_pragma(source, loops, place)", ""),
    (report, "_clang_vector_loop", '"InterleaveCount", "1"', '"Interleave", "1"'),
    (report, "_vector_loops", "int(match[1]) if match[1] else None", "8"),
    (placement, "loop_at", "starting or controlled or around", "around[:1]"),
    (findings, "find", "case.report.vector_loops", "case.code.innermost"),
    (findings, "_made", "max((found.bytes", "min((found.bytes"),
    (findings, "arithmetic_of", "use.ordered and not use.vector", "False"),
    (findings, "arithmetic_of", "(use.ordered or use.scalar) and is_loop", "False"),
    (findings, "_outer_made", "report is not None and report.vector_loops", "False"),
    (findings, "_reason_without_loop", "case.report.said(_LIBRARY)", "False"),
    (findings, "_reason_without_loop", "case.report.said(_UNROLLED)", "False"),
    (findings, "_has_overlap_check", "_OVERLAP in found.loop.role_reason", "False"),
    (findings, "_reason_vectorizer_off", "case.compiled.off_flag", "False"),
    (findings, "_reason_vectorizer_off", "not case.compiled.low_level", "True"),
    (code, "merit", "use.any, use.scalable", "not use.any, use.scalable"),
    (code, "_statement_of", "len(candidates) == 1", "False"),
    (vector_use, "_kind", '"fadda"', '"none"'),
    (vector_use, "_vector_bytes", "return 16", "return 0"),
    (vector_use, "_kind", "_SCALAR_FLOAT.fullmatch(instruction.mnemonic)", "False"),
    (reasons, "recognise", "reason.features <= features", "True"),
    (statement_rules, "_leaves", "_broken(node) == text.loop", "False"),
    (names, "names_in", "(root, function)", "(root,)"),
    (sentences, "_manner", "finding.interleave > 1", "finding.interleave > 9"),
)


@pytest.fixture(autouse=True)
def _fresh_features() -> Iterator[None]:
    yield
    all_features.cache_clear()


def mutate(patch: pytest.MonkeyPatch, module: ModuleType, name: str, old: str, new: str) -> None:
    """Put a changed copy of a function in its place, wherever it was imported."""
    original = getattr(module, name)
    source = textwrap.dedent(inspect.getsource(original))
    assert old in source, f"{name} does not hold {old!r}"
    scope = dict(module.__dict__)
    exec(compile(source.replace(old, new, 1), module.__file__ or "", "exec"), module.__dict__)
    changed = module.__dict__[name]
    module.__dict__[name] = scope[name]
    for other in list(sys.modules.values()):
        own = getattr(other, "__name__", "").startswith("compiler_core.host.verdicts")
        if own and getattr(other, name, None) is original:
            patch.setattr(other, name, changed)


def test_the_answers_are_stable() -> None:
    assert tuple(answers()) == right_answers()


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda found: f"{found[1]}:{found[2][:24]}")
def test_the_mutant_is_caught(
    mutant: tuple[ModuleType, str, str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    right = right_answers()
    mutate(monkeypatch, *mutant)
    assert _differs(right)


def _differs(right: tuple[object, ...]) -> bool:
    """Stops at the first other answer; an exception is another answer too."""
    try:
        return any(found != known for found, known in zip(answers(), right, strict=True))
    except (AssertionError, ValueError, KeyError, TypeError, AttributeError, LoweringLabError):
        return True


EXPECTED = {
    ("gcc-12", "sum_floats"): ("float_reduction", False, "scalar", False, 0),
    ("gcc-12", "sum_through_pointer"): ("memory_reduction", False, "scalar", False, 0),
    ("gcc-12", "distance_two"): ("vectorized", True, "vector", False, 8),
    ("gcc-12", "process_until"): ("early_exit", False, "scalar", False, 0),
    ("gcc-12", "clear_bytes"): ("library_call", False, "none", False, 0),
    ("gcc-12", "saxpy_in_place"): ("vectorized_overlap_check", True, "vector", False, 16),
    ("gcc-12", "calls_inside_inlined"): ("call_unknown", False, "scalar", False, 0),
    ("clang-19", "calls_inside_inlined"): ("call_unknown", False, "scalar", False, 0),
    ("gcc-12", "simd_sum"): ("vectorized", True, "vector", False, 16),
    ("clang-19", "sum_floats"): ("vectorized_ordered_reduction", True, "ordered_scalar", False, 16),
    ("clang-19", "dot_doubles"): ("vectorized_mixed", True, "mixed", False, 16),
    ("clang-19", "prefix_sum"): ("data_dependence", False, "scalar", False, 0),
    ("clang-19", "deleted_loop"): ("loop_deleted", False, "none", False, 0),
    ("clang-19", "two_doubles"): ("vectors_after_unrolling", False, "vector", False, 0),
    ("clang-19", "simd_sum"): ("vectorized", True, "vector", False, 16),
}


@pytest.mark.parametrize(("compiler", "function"), EXPECTED)
def test_the_unmutated_answers_are_the_known_ones(compiler: str, function: str) -> None:
    verdicts = why.why_of(SOURCE, compiler, "-O3 -fopenmp-simd")
    found = next(verdict for verdict in verdicts if verdict.function == function)
    assert (
        found.reason_key,
        found.vectorized,
        found.arithmetic,
        found.scalable,
        found.vector_bytes,
    ) == EXPECTED[compiler, function]
