"""Hostile and large input: within limits, and in plain words where it is too much."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from compiler_core.host.compile import compile_source
from compiler_core.host.passes import timeline as timeline_module
from compiler_core.host.passes.delta import compare_dumps
from compiler_core.host.passes.dump import Dump, DumpLine
from compiler_core.host.passes.json_form import timeline_json
from compiler_core.host.passes.measures import measure
from compiler_core.host.passes.timeline import pass_timeline
from compiler_core.kept import Kept
from compiler_core.source import SourceFile
from compiler_core.toolchain import dumps
from compiler_core.toolchain.jail import Jail
from compiler_core.toolchain.job import Job, RunResult
from tests.passes.loops import SORTED_ROWS
from tests.stopwatch import Stopwatch

COMPILERS = ("gcc", "clang")


def branches(count: int) -> SourceFile:
    """One function with about three blocks for each of `count` tests."""
    tests = "".join(
        f"  if (a[{number}] > x) s += a[{number + 1}] * {number % 7 + 2}; else s ^= {number};\n"
        for number in range(count)
    )
    return SourceFile("loop.c", f"int f(int *a, int x) {{ int s = 0;\n{tests}  return s; }}\n")


def functions(count: int) -> SourceFile:
    text = "".join(
        f"void f{number}(int *a, int n) {{ for (int i = 0; i < n; i++) a[i] += {number}; }}\n"
        for number in range(count)
    )
    return SourceFile("loop.c", text)


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("small", [{"diagnostics_bytes": 1 << 13}, {"wall_seconds": 0.01}])
def test_too_much_is_said_in_plain_words(
    compiler: str, small: dict[str, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of bytes and of seconds alike: the source compiles, and only its dumps are too much."""
    limits = replace(dumps.DUMP_LIMITS, **small)
    limits = replace(limits, collect_bytes=limits.file_bytes + (1 << 16))
    monkeypatch.setattr(dumps, "DUMP_LIMITS", limits)
    source = SourceFile("loop.c", f"int f(int x) {{ return x + {time.time_ns() % 10**6}; }}")
    timeline = pass_timeline(source, compiler, "-O3")
    assert timeline.steps == ()
    assert timeline.outcome.status == "limited"
    assert "so it is not shown. Paste only the function to follow" in timeline.message
    assert timeline.outcome.message == timeline.message


def test_many_functions_cost_only_the_one_that_is_followed() -> None:
    timeline = pass_timeline(functions(30), "clang", "-O2", "f7")
    assert timeline.function == "f7"
    assert any(step.concept and step.concept.key == "vectorise" for step in timeline.steps)
    assert all("f8" not in line.text for step in timeline.steps for line in step.dump.lines or ())
    assert all("f8" not in step.dump.unit for step in timeline.steps)


MOST_BYTES = 300_000


@pytest.mark.slow
@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_library_s_templates_are_compiled_once_and_told_in_little(
    compiler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sort instantiates a dozen functions, and every pass runs over each of them."""
    commands: list[tuple[str, ...]] = []
    run_jailed = dumps.run_jailed

    def counted(jail: Jail, job: Job) -> RunResult:
        commands.append(job.command)
        return run_jailed(jail, job)

    monkeypatch.setattr(dumps, "run_jailed", counted)
    source = SourceFile("rows.cpp", SORTED_ROWS)
    (symbol,) = [
        function.symbol
        for function in compile_source((source,), compiler, "-O3").functions
        if function.name.startswith("sorted_rows")
    ]
    timeline = pass_timeline(source, compiler, "-O3", symbol)
    assert timeline.steps, timeline.message
    assert timeline.story
    assert pass_timeline(source, compiler, "-O3", symbol) is timeline
    assert len(commands) == 1
    assert len(timeline_json(timeline)) <= MOST_BYTES
    assert len(timeline.steps) < 400


@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_function_of_180_blocks(compiler: str) -> None:
    timeline = pass_timeline(branches(60), compiler, "-O1")
    assert timeline.message == ""
    assert len(timeline.story) >= 5


def test_long_texts_are_compared_in_a_second() -> None:
    """10,000 lines of which every tenth is another, and one line of 100,000 characters."""
    before = [f"  _{number} = _{number - 1} + {number % 97};" for number in range(1, 10_000)]
    after = [
        line.replace("+", "-") if number % 10 == 0 else line for number, line in enumerate(before)
    ]
    long = "  _1 = f (" + ", ".join(f"a_{number}(D)" for number in range(12_000)) + ");"
    left, right = gimple([*before, long]), gimple([long, *after])
    watch = Stopwatch()
    delta = compare_dumps(left, right)
    assert measure(right).statements == len(after) + 1
    assert watch.seconds() < 5
    assert delta.changed
    assert (len(before), 0) in delta.moves


def gimple(texts: list[str]) -> Dump:
    return Dump(
        number=1,
        pass_name="vect",
        level="GIMPLE",
        unit="f",
        lines=tuple(DumpLine(text) for text in texts),
    )


def test_kept_timelines_are_bounded_by_their_size(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = timeline_module._weight(pass_timeline(branches(3), "gcc", "-O2"))
    monkeypatch.setattr(timeline_module, "_kept", Kept(lines, timeline_module._weight))
    first = pass_timeline(branches(3), "gcc", "-O2")
    assert pass_timeline(branches(3), "gcc", "-O2") is first
    heavier = pass_timeline(branches(9), "gcc", "-O2")
    assert timeline_module._weight(heavier) > lines
    assert pass_timeline(branches(9), "gcc", "-O2") is not heavier
    assert pass_timeline(branches(3), "gcc", "-O2") is first


@pytest.mark.slow
@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("source", [branches(700), functions(640)], ids=["blocks", "functions"])
def test_64_kib_end_in_a_timeline_or_a_plain_message(compiler: str, source: SourceFile) -> None:
    assert len(source.text) < 64 * 1024
    timeline = pass_timeline(source, compiler, "-O2")
    assert bool(timeline.steps) != bool(timeline.message)
    assert timeline.outcome.status in ("ok", "limited")
