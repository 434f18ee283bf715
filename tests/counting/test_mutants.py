"""Each of these mistakes, put into the counting code or the plugin's C source, is noticed."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from compiler_core.host.counting import (
    address_map,
    classes,
    count,
    executable,
    flow,
    markers,
    plan,
    regions,
    scalable,
    tallies,
)
from compiler_core.toolchain import counting
from compiler_core.toolchain.plugin import SOURCE_DIRECTORY, build_plugin
from tests.counting.corpus import corpus, counted_once
from tests.counting.programs import built_function
from tests.counting.requirements import (
    ANEW,
    BRANCH,
    CONTRADICTION,
    COUNTERS,
    DISTINCT,
    EVERYTHING,
    FALLBACK,
    HEAT,
    LIBRARY,
    LOG,
    LOOPS,
    PLACES,
    SCALAR,
    STRADDLE,
    SVE,
    WALK,
    WIDE,
    Requirement,
    holds,
)


@dataclass(frozen=True)
class Mutant:
    """A mistake: the name in the module is replaced by what `change` makes of it.

    notices: the requirement that must no longer hold.
    """

    title: str
    notices: Requirement
    module: Any
    name: str
    change: Callable[[Any], Any]


@dataclass(frozen=True)
class SourceMutant:
    """A mistake in a C file of the plugin: `text`, which stands there once, becomes `wrong`."""

    title: str
    notices: Requirement
    file: str
    text: str
    wrong: str


def swapped_tally(original: Any) -> Any:
    return lambda executions, loads, stores, *rest: original(executions, stores, loads, *rest)


def longer_spans(original: Any) -> Any:
    return lambda *arguments: original(*arguments) + 4


def without(original: Any, name: str) -> Any:
    return original - {name}


MUTANTS = (
    Mutant("loads and stores swapped", COUNTERS, counting, "Tally", swapped_tally),
    Mutant("counters in the plan's order", COUNTERS, counting, "in_order",
           lambda _: lambda plan: [*plan.lines, *plan.symbols]),
    Mutant("lines reach too far", SCALAR, address_map, "_end_of", longer_spans),
    Mutant("probes taken for code", SVE, address_map, "PROBES", lambda _: 0),
    Mutant("padding not noted", PLACES, markers, "_EMITTING", lambda names: without(names,
           ".p2align")),
    Mutant("no note at the end", PLACES, markers, "END_OF_CODE", lambda _: 1),
    Mutant("one unit for all", LOG, regions, "bisect_right", lambda _: lambda *_, **__: 1),
    Mutant("a loop is its function", HEAT, regions, "_loop_spans",
           lambda _: lambda *a: tuple(a[2])),
    Mutant("padding joins the next block", LOOPS, regions, "block_of_line",
           lambda f: lambda listing, line: (f(listing, line) or 0) + 1),
    Mutant("edges added", BRANCH, flow, "_settle",
           lambda f: lambda side, total, known: f(side, total + 1, known)),
    Mutant("contradictions let pass", CONTRADICTION, flow, "_contradicted",
           lambda _: lambda *_: False),
    Mutant("forms not asked", FALLBACK, count, "with_classes", lambda _: lambda run, _: run),
    Mutant("form's bytes never taken", FALLBACK, classes, "effects_of",
           lambda f: lambda instruction: replace(f(instruction), memory_bytes=1)),
    Mutant("lines added up", DISTINCT, count, "region_totals",
           lambda _: lambda spans, run, _lines: tallies.span_totals(spans, run)),
    Mutant("gaps counted as calls", SVE, plan, "_rest",
           lambda f: lambda *a: ((), (*f(*a)[1], *(count_gap(gap) for gap in f(*a)[0])))),
    Mutant("library code forgotten", LIBRARY, plan, "_rest", lambda f: lambda *a: (f(*a)[0], ())),
    Mutant("no function symbols", WALK, executable, "_functions", lambda _: lambda _program: ()),
    Mutant("word offsets not extended", SVE, scalable, "_extension",
           lambda f: lambda memory: ("", f(memory)[1])),
    Mutant("index forgotten", SVE, scalable, "_scalar_index", lambda _: lambda _memory: None),
    Mutant("hottest line last", HEAT, count, "_part", lambda _: lambda part, whole: whole and 0.5),
)  # fmt: skip


def count_gap(gap: counting.CodeRange) -> counting.CodeSymbol:
    return counting.CodeSymbol("gap", gap.first, gap.end)


SOURCE_MUTANTS = (
    SourceMutant("first in, first out", WALK, "cache.c", "const uint32_t moved",
                 "if (!missed) { return false; }\n    const uint32_t moved"),
    SourceMutant("one way too many", WALK, "cache.c", "while (way < plan.ways &&",
                 "while (way <= plan.ways &&"),
    SourceMutant("sets by higher bits", WALK, "cache.c", "(line & (plan.sets - 1))",
                 "(line >> 1 & (plan.sets - 1))"),
    SourceMutant("not emptied", ANEW, "cache.c", "memset(cache_places, 0,",
                 "memset(cache_places, 0, 0 *"),
    SourceMutant("every line new", WALK, "lines.c", "const bool added = (*word & bit) == 0;",
                 "const bool added = true;"),
    SourceMutant("a sum, no union", DISTINCT, "lines.c", "part->words[word] & ~target->words[word]",
                 "part->words[word]"),
    SourceMutant("sets kept", ANEW, "lines.c", "line_sets[set]);\n    }\n}",
                 "(struct line_set){0});\n    }\n}"),
    SourceMutant("stores dropped", DISTINCT, "memory.c", "if (!counting) {",
                 "if (!counting || qemu_plugin_mem_is_store(info)) {"),
    SourceMutant("stores taken for loads", SCALAR, "memory.c",
                 "const bool store = qemu_plugin_mem_is_store(info);",
                 "const bool store = false;"),
    SourceMutant("pieces counted", WIDE, "memory.c", "+= *seen != *site->executions;", "+= 1;"),
    SourceMutant("second line forgotten", STRADDLE, "memory.c", "(address + bytes - 1)",
                 "(address)"),
    SourceMutant("window without begin", ANEW, "counting.c", "    renew_result();\n", ""),
    SourceMutant("window without end", WALK, "counting.c", "        publish_result();\n", ""),
    SourceMutant("runs too long", EVERYTHING, "counting.c", "return end - index;",
                 "return end - index + 1;"),
    SourceMutant("no SVE", SVE, "counting.c", "load_or_store || scalable ||", "load_or_store ||"),
    SourceMutant("executions twice", LOG, "counting.c", "&unit->executions, 1);",
                 "&unit->executions, 2);"),
    SourceMutant("private result", WALK, "result.c", "map(MAP_SHARED | MAP_FIXED, descriptor)",
                 "map(MAP_PRIVATE | MAP_FIXED, descriptor)"),
    SourceMutant("range ends late", LOG, "plan.c", "if (address >= plan.ranges[middle].end)",
                 "if (address > plan.ranges[middle].end)"),
    SourceMutant("lanes elsewhere", SVE, "vectors.c", "PREDICATE_BELOW = 2", "PREDICATE_BELOW = 3"),
    SourceMutant("all lanes", SVE, "vectors.c", ">> bit % BITS & 1;", ">> bit % BITS | 1;"),
    SourceMutant("structures of one", SVE, "vectors.c", "vector->memory_bytes * vector->registers;",
                 "vector->memory_bytes;"),
    SourceMutant("words not signed", SVE, "vectors.c", "(uint64_t)(int64_t)(int32_t)offset",
                 "(uint32_t)offset"),
    SourceMutant("offsets not scaled", SVE, "vectors.c", "return offset << vector->shift;",
                 "return offset;"),
    SourceMutant("vectors one byte apart", SVE, "vectors.c",
                 "(int64_t)(lanes * vector->memory_bytes)", "1"),
)  # fmt: skip


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """Programs built and mapped by a mutant must not outlive it."""
    forget()
    yield
    forget()


def forget() -> None:
    corpus.cache_clear()
    counted_once.cache_clear()
    built_function.cache_clear()
    scalable.vector_access.cache_clear()


def test_all_requirements_hold_without_a_mistake() -> None:
    noticing = {mutant.notices for mutant in (*MUTANTS, *SOURCE_MUTANTS)}
    assert [requirement.__name__ for requirement in noticing if not holds(requirement)] == []


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.title)
def test_a_mistake_is_noticed(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    original = getattr(mutant.module, mutant.name)
    monkeypatch.setattr(mutant.module, mutant.name, mutant.change(original))
    assert not holds(mutant.notices)


@pytest.mark.parametrize("mutant", SOURCE_MUTANTS, ids=lambda mutant: mutant.title)
def test_a_mistake_in_the_plugin_is_noticed(
    mutant: SourceMutant, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    sources = tmp_path / "plugin"
    shutil.copytree(SOURCE_DIRECTORY, sources)
    path = sources / mutant.file
    assert path.read_text().count(mutant.text) == 1
    path.write_text(path.read_text().replace(mutant.text, mutant.wrong))
    library = build_plugin(sources)
    monkeypatch.setattr(counting, "plugin_path", lambda: library)
    try:
        assert not holds(mutant.notices)
    finally:
        Path(library).unlink()
