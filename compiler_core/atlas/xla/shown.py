"""Steps of the page on XLA: what came, each pass, both ends, memory by two planners."""

from __future__ import annotations

from compiler_core.atlas.records import SIDES
from compiler_core.atlas.texts import text_snapshot
from compiler_core.atlas.xla.asking import XlaRun
from compiler_core.atlas.xla.buffers import buffer_lines, our_plan, xla_plan
from compiler_core.atlas.xla.dumps import LINES_KEPT, steps_of
from compiler_core.atlas.xla.hlo import read_hlo
from compiler_core.trace import Step


def run_steps(run: XlaRun) -> tuple[Step, ...]:
    """In the order in which things happen."""
    return (_written(run), *steps_of(run.dumps), _both_ends(run), _memory(run))


def _written(run: XlaRun) -> Step:
    after = text_snapshot("StableHLO", run.stablehlo, LINES_KEPT)
    return Step("what jax hands over", "program", True, None, after)


def _both_ends(run: XlaRun) -> Step:
    """The first and the last text beside each other, each with its numbers."""
    return Step(
        "all passes together",
        SIDES,
        run.text != run.dumps.first,
        text_snapshot(_counted("Before", run.dumps.first), run.dumps.first, LINES_KEPT),
        text_snapshot(_counted("Behind all passes", run.text), run.text, LINES_KEPT),
    )


def _counted(title: str, text: str) -> str:
    module = read_hlo(text)
    return f"{title}: {len(module.instructions)} instructions, {module.kernels} kernels"


def _memory(run: XlaRun) -> Step:
    plans = (xla_plan(run.buffers), our_plan(run.buffers))
    titles = ("XLA's buffer assignment", f"Our planner {plans[1].method}")
    before, after = (
        text_snapshot(
            f"{title}: {plan.arena_bytes:,} bytes", buffer_lines(run.buffers, plan), LINES_KEPT
        )
        for title, plan in zip(titles, plans, strict=True)
    )
    return Step("buffer assignment", SIDES, True, before, after)
