"""Compiler runs with dumps, one each for the whole suite, and what our reading makes of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from compiler_core.host.assembly import read_assembly
from compiler_core.host.passes import steps, story, timeline
from compiler_core.host.passes.dump import Dump
from compiler_core.host.passes.steps import PassStep
from compiler_core.host.passes.timeline import Timeline
from compiler_core.source import SourceFile
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.dumps import DumpRun, compile_with_dumps
from compiler_core.toolchain.flags import parse_flags
from compiler_core.toolchain.outcome import CompileJob


@dataclass(frozen=True)
class Case:
    """A function of a source under one setting."""

    title: str
    source: SourceFile
    compiler: str
    flags: str
    symbol: str = "f"


@lru_cache(maxsize=128)
def job_of(case: Case) -> CompileJob:
    compiler = find_compiler(case.compiler)
    return CompileJob(case.source, compiler, parse_flags(case.flags, compiler))


@lru_cache(maxsize=128)
def run_of(case: Case) -> DumpRun:
    job = job_of(case)
    run = compile_with_dumps(job, timeline.dump_flags(job.compiler, case.symbol))
    assert run.outcome.status == "ok", (case.title, run.outcome.diagnostics[:500])
    return run


def dumps_of(case: Case) -> tuple[Dump, ...]:
    """Read anew each time: a mutant may have got into the reading."""
    run = run_of(case)
    return timeline._dumps(run, read_assembly(run.outcome.output), job_of(case), case.symbol)


def steps_of(case: Case) -> tuple[PassStep, ...]:
    return steps.steps_of(dumps_of(case), job_of(case).compiler.family)


def timeline_of(case: Case) -> Timeline:
    run, job = run_of(case), job_of(case)
    found = steps_of(case)
    functions = tuple(function.symbol for function in read_assembly(run.outcome.output).functions)
    return Timeline(
        compiler=job.compiler,
        flags=job.flags,
        source_name=job.source.name,
        function=case.symbol,
        functions=functions,
        outcome=run.outcome,
        steps=found,
        story=story.tell_story(found),
    )
