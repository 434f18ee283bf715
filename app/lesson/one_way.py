"""One loop all the way from its text to a counted run: what it is at each stage, made now."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

from app.lesson.views.learning_map import WayRow, WayView
from app.loop.views.settings import sentence
from app.serving.background import Background, ready
from app.words import count
from compiler_core.claims.metrics import METRICS
from compiler_core.errors import LoweringLabError
from compiler_core.examples import find_example
from compiler_core.host.compile import compile_source
from compiler_core.host.passes.steps import PassStep
from compiler_core.host.passes.timeline import Timeline, pass_timeline
from compiler_core.host.running.count import count_source
from compiler_core.host.running.experiment import experiment_of
from compiler_core.source import SourceFile
from compiler_core.toolchain.discovery import find_compiler

EXAMPLE = "saxpy"
COMPILER = "gcc"
FLAGS = "-O3"
ELEMENTS = 1000
MACHINE_LEVELS = ("RTL", "machine IR")

_ways: Background[WayView] = Background("way", 1, 1, settled=lambda way: not way.problem)


def way_if_ready() -> WayView:
    """The example at every stage; pending while it is being made."""
    way = ready(_ways.started(EXAMPLE, _made))
    return way or WayView("", "", (), "", pending=True)


def _made() -> WayView:
    source = find_example(EXAMPLE).source
    try:
        title = sentence(find_compiler(COMPILER).title, tuple(FLAGS.split()))
        rows = tuple(_rows(source))
    except LoweringLabError as error:
        return WayView("", source.text, (), str(error), pending=False)
    return WayView(title, source.text.strip(), rows, "", pending=False)


def _rows(source: SourceFile) -> Iterator[WayRow]:
    timeline = pass_timeline(source, COMPILER, FLAGS)
    yield WayRow("Source", source.name, count(len(source.text.splitlines()), "line"), _address())
    yield from _forms(timeline)
    compilation = compile_source((source,), COMPILER, FLAGS)
    instructions = sum(
        line.kind == "instruction" for function in compilation.functions for line in function.lines
    )
    yield WayRow("Assembly", "AArch64", count(instructions, "instruction"), _address())
    run = count_source((source,), COMPILER, FLAGS, experiment_of("", ELEMENTS))
    if run.ok:
        executed = METRICS["instructions"].read(run)
        amount = f"{executed:,.0f} instructions executed"
        address = _address(pane="run", n=ELEMENTS)
        yield WayRow("Program", f"run over {ELEMENTS:,} elements", amount, address)


def _forms(timeline: Timeline) -> Iterator[WayRow]:
    """The forms between source and assembly, each from the dump that first or last shows it."""
    written = [step for step in timeline.steps if step.after is not None and step.after.lines]
    plain = [step for step in written if step.dump.level not in (*MACHINE_LEVELS, "IPA")]
    machine = [step for step in written if step.dump.level in MACHINE_LEVELS]
    named = [step for step in plain if step.concept and step.concept.key == "promote-to-ssa"]
    if plain:
        yield _form("Front end", "first form", plain[0])
    if named:
        yield _form("Representation", "in SSA form", named[0])
    changed = sum(step.changed for step in timeline.steps)
    yield WayRow(
        "Passes",
        count(len(timeline.steps), "pass", "passes"),
        f"{changed} changed it",
        _address(pane="passes"),
    )
    if machine:
        yield _form("Machine form", "at the end", machine[-1])


def _form(stage: str, which: str, step: PassStep) -> WayRow:
    lines = step.after.lines if step.after is not None else ()
    query = {"pane": "passes", "step": step.number, "unchanged": 1}
    return WayRow(
        stage, f"{step.dump.level}, {which}", count(len(lines or ()), "line"), _address(**query)
    )


def _address(**fields: object) -> str:
    """The explorer with the example, and these fields."""
    return f"/loop?{urlencode({'example': EXAMPLE, **fields})}"
