"""Each of these mistakes, put into the pass timeline, breaks some requirement."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from compiler_core.host.passes import (
    concepts,
    delta,
    empty_blocks,
    gcc_dumps,
    line_facts,
    llvm_dumps,
    llvm_lines,
    loop_exits,
    measures,
    noise,
    steps,
    story,
    structure,
)
from tests.passes.requirements import REQUIREMENTS, Requirement


@dataclass(frozen=True)
class Mutant:
    """A mistake: the name in the module is replaced by what `change` makes of it."""

    title: str
    module: Any
    name: str
    change: Callable[[Any], Any]


def pattern(text: str) -> Callable[[Any], Any]:
    return lambda _: re.compile(text)


def entry(key: str, value: Any) -> Callable[[Any], Any]:
    """One entry of a table is another."""
    return lambda table: {**table, key: value}


def no_sentence(_: Any) -> Any:
    return lambda *_arguments: ""


def one_more(original: Any) -> Any:
    return lambda *arguments: original(*arguments) + 1


def kind_is_never(level: str, kind: str) -> Callable[[Any], Any]:
    return lambda table: {**table, level: {**table[level], kind: re.compile(r"(?!)")}}


def without_last_line(original: Any) -> Any:
    def mutant(*arguments: Any) -> Any:
        found = original(*arguments)
        return None if found is None else (found[0], found[1].rpartition("\n")[0], found[2])

    return mutant


def wrong_way(original: Any) -> Any:
    return lambda before, after, *rest: original(after, before, *rest)


LLVM_DUMPS = (
    Mutant("omitted passes are lost", llvm_dumps, "_is_repeated",
           lambda f: lambda header: f(header) or header["omitted"] is not None),
    Mutant("repeated texts are kept", llvm_dumps, "_is_repeated", lambda _: lambda _: False),
    Mutant("the last line is lost", llvm_dumps, "_function_text", without_last_line),
    Mutant("the first function is taken", llvm_dumps, "_ir_name", lambda _: lambda _: "f"),
    Mutant("the pass before names the text", llvm_dumps, "_name_and_unit",
           lambda f: lambda header: ("", f(header)[1])),
    Mutant("older passes are not seen", llvm_dumps, "_HEADER",
           lambda found: re.compile(found.pattern.replace("(?:function|loop): ", "(?!)"))),
    Mutant("machine code is not seen", llvm_dumps, "_MACHINE_CODE", lambda _: "# Machine words "),
    Mutant("places are of the call", llvm_lines, "_DEBUG", pattern(r",? !dbg !(\d)")),
    Mutant("places are cut off", llvm_lines, "_MACHINE_PLACE", pattern(r"(x)(y)(z)")),
    Mutant("live registers are code", llvm_lines, "_DERIVED", lambda _: ("; predecessors",)),
)  # fmt: skip
GCC_DUMPS = (
    Mutant("the first copy counts", gcc_dumps, "_open_block",
           lambda f: lambda body, name: body if name in body.edges else f(body, name)),
    Mutant("the log is code", gcc_dumps, "_RTL_NOISE", lambda _: ("debug ",)),
    Mutant("another function's section", gcc_dumps, "function_section",
           lambda f: lambda content, function, shown: f(content, "square", "square")),
    Mutant("passes in the order of names", gcc_dumps, "_named",
           lambda f: lambda files: [(0, *found[1:]) for found in f(files)]),
    Mutant("RTL is left out", gcc_dumps, "_FILE_NAME",
           lambda found: re.compile(found.pattern.replace("[tri]", "[ti]"))),
    Mutant("only one way on", gcc_dumps, "_SUCCESSORS",
           pattern(r"^;;\s+(?P<start>succ:\s+)(?P<name>\d+|EXIT)?\b")),
    Mutant("places stay in the text", gcc_dumps, "_PLACE", pattern(r"(?P<file>(?!))")),
    Mutant("every place is line 7", gcc_dumps, "gimple_line",
           lambda f: lambda raw: f(re.sub(r"\[[\w.]+:\d+:\d+", "[loop.c:7:1", raw))),
)  # fmt: skip
STRUCTURE = (
    Mutant("no labels", structure, "_BLOCKS", entry("LLVM IR", re.compile(r"(?P<name>(?!))"))),
    Mutant("no machine labels", structure, "_BLOCKS",
           entry("machine IR", re.compile(r"(?P<name>(?!))"))),
    Mutant("no branches in IR", structure, "_IR_TARGET", pattern(r"label @(\w+)")),
    Mutant("no branches in machine code", structure, "_MACHINE_TARGET", pattern(r"@(bb\.\d+)")),
    Mutant("only the outermost depth", structure, "_loop_depths",
           lambda f: lambda found: (tuple(min(one, 1) for one in f(found)[0]), f(found)[1])),
    Mutant("depth one block late", structure, "_loop_depths",
           lambda f: lambda found: ((0, *f(found)[0][:-1]), f(found)[1])),
    Mutant("one loop too many", structure, "_loop_depths",
           lambda f: lambda found: (f(found)[0], f(found)[1] + 1)),
)  # fmt: skip
DELTA = (
    Mutant("names are ignored", delta, "_agrees", lambda _: lambda *_: True),
    Mutant("no renaming", delta, "_renaming", lambda _: lambda *_: {}),
    Mutant("nothing moves", delta, "_moves", lambda _: lambda *_: []),
    Mutant("blanks do not count", delta, "_aligned", lambda f: lambda one, two: f(one, two)[:-1]),
    Mutant("before and after swapped", delta, "_rows",
           lambda f: lambda left, right, *rest: f(right, left, *rest)),
    Mutant("a row is lost", delta, "_rows",
           lambda f: lambda *arguments: list(f(*arguments))[:-1]),
    Mutant("only names differ, always", delta, "_only_renamed", lambda _: lambda *_: True),
    Mutant("blocks are no names", line_facts, "_PERCENT", lambda _: ()),
    Mutant("every note counts", noise, "NOISE", lambda table: dict.fromkeys(table, ())),
    Mutant("registers are notes", noise, "NOISE",
           entry("machine IR", (noise.Noise(re.compile(r"\$\w+"), "", ""),))),
    Mutant("parameters are notes", noise, "NOISE",
           entry("GIMPLE", (noise.Noise(re.compile(r"\w+\(D\)"), "", ""),))),
    Mutant("empty blocks count", empty_blocks, "_JUMP", lambda _: {}),
    Mutant("all jumps are alike", empty_blocks, "_renamed", lambda _: lambda *_: ""),
)  # fmt: skip
MEASURES = (
    Mutant("loads not seen", measures, "_COMPILED", kind_is_never("LLVM IR", "load")),
    Mutant("stores not seen in GIMPLE", measures, "_COMPILED", kind_is_never("GIMPLE", "store")),
    Mutant("phis not seen in machine code", measures, "_COMPILED",
           kind_is_never("machine IR", "phi")),
    Mutant("branches not seen", measures, "_COMPILED", kind_is_never("GIMPLE", "branch")),
    Mutant("calls not seen in RTL", measures, "_COMPILED", kind_is_never("RTL", "call")),
    Mutant("labels are statements", measures, "_SKIPPED", pattern(r"(?!)")),
    Mutant("everything is in a loop", measures, "structure_of",
           lambda f: lambda one: replace(f(one), depth_of=tuple(1 for _ in f(one).depth_of))),
    Mutant("the entry is no block", measures, "structure_of",
           lambda f: lambda one: replace(f(one), names=f(one).names[1:])),
)  # fmt: skip
STORY = (
    Mutant("one too many", story, "_fewer", one_more),
    Mutant("one too many new", story, "_more", one_more),
    Mutant("gains are losses", story, "_more", wrong_way),
    Mutant("losses are gains", story, "_fewer", wrong_way),
    Mutant("no lanes", story, "_lanes", no_sentence),
    Mutant("plural always", story, "_count", lambda _: lambda n, noun, many="": f"{n} {noun}s"),
    Mutant("thirteen steps", story, "MOST", lambda _: 99),
    Mutant("weakest of each concept", story, "_strongest_of_each_concept", lambda _: list),
    Mutant("told before it happened", story, "_told",
           lambda f: lambda one: f(one) and replace(f(one), number=one.number - 1)),
    Mutant("nothing is hoisted", steps, "_hoisted", lambda _: lambda *_: ()),
    Mutant("everything moved was hoisted", steps, "_hoisted",
           lambda _: lambda before, after, found: found.moves),
    Mutant("only lines move out of loops", steps, "with_lines_that_left_loops",
           lambda _: lambda found, *_rest: found),
    Mutant("a copy in the loop is no copy", loop_exits, "_new_in_loops",
           lambda _: lambda *_: frozenset()),
    Mutant("no concepts", concepts, "_BY_NAME", lambda _: {}),
)  # fmt: skip
MUTANTS = (*LLVM_DUMPS, *GCC_DUMPS, *STRUCTURE, *DELTA, *MEASURES, *STORY)


@pytest.fixture(autouse=True)
def fresh_caches() -> Iterator[None]:
    """Nothing computed by a mutant may outlive it, nor hide it."""
    _forget()
    yield
    _forget()


def _forget() -> None:
    line_facts.facts_of.cache_clear()
    measures.kinds_of.cache_clear()
    measures.is_statement.cache_clear()
    cached = getattr(structure._loop_depths, "cache_clear", None)
    if cached is not None:
        cached()


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.title)
def test_a_mutant_breaks_a_requirement(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = mutant.change(getattr(mutant.module, mutant.name))
    monkeypatch.setattr(mutant.module, mutant.name, changed)
    assert not all(_holds(requirement) for requirement in REQUIREMENTS)


def _holds(requirement: Requirement) -> bool:
    """A requirement that ends in an error does not hold either."""
    try:
        return requirement()
    except (AssertionError, AttributeError, IndexError, KeyError, StopIteration, TypeError,
            ValueError):  # fmt: skip
        return False


def test_there_are_enough_mutants() -> None:
    groups = (LLVM_DUMPS, GCC_DUMPS, STRUCTURE, DELTA, MEASURES, STORY)
    assert all(len(group) >= 5 for group in groups)
