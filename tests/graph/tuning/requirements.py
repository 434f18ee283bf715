"""What has to hold of tuning and selection; every line is true of the real code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from compiler_core.errors import InputError
from compiler_core.graph.kernels.registry import find_tactic
from compiler_core.graph.selection import choose, layers
from compiler_core.graph.selection.cores import CORES
from compiler_core.graph.selection.costs import cost_of
from compiler_core.graph.tuning.candidates import candidates_for, own_tile
from compiler_core.graph.tuning.loop_cycles import innermost_loops
from tests.graph.kernels.layers import in_float, sample_of, shape_of
from tests.graph.selection.example import depthwise_example
from tests.graph.tuning.trials import BEST, BROKEN, LAYER, WRONG, Bench

A72, A76, V1 = CORES
_BORDER = (1, 1, 1, 1)
_SPATIAL = in_float(shape_of(32, 32, (16, 16), (3, 3), pads=_BORDER))
_LISTING = """\
  400100:\tmov\tx0, #0x0
  400104:\tldr\tq0, [x1], #16
  400108:\tsdot\tv1.4s, v0.16b, v2.4b[0]
  40010c:\tcmp\tx1, x2
  400110:\tb.ne\t400104 <kernel_run+0x4>  // b.any
  400114:\tadd\tx0, x0, #0x1
  400118:\tcbnz\tx3, 400100 <kernel_run>
"""


def tuning_requirements(directory: Path, patch: pytest.MonkeyPatch) -> list[bool]:
    bench = Bench(directory / "whole", patch)
    whole = bench.run()
    tiles = candidates_for(find_tactic("gemm-sdot"), LAYER.shape)
    again = bench.run()
    count = len(bench.measured)
    bench.forget_memory()
    from_disk = bench.run()
    other_core = bench.run(core=V1)
    tactic = find_tactic("gemm-sdot")
    return [
        whole.winner.tile == BEST,
        whole.ending == "all measured" and not whole.cached,
        [candidate.tile for candidate in whole.candidates] == list(tiles),
        whole.default.tile == own_tile(tactic, LAYER.shape),
        {WRONG, BROKEN} <= {candidate.tile for candidate in whole.candidates},
        again.cached and count == len(tiles),
        from_disk.cached and from_disk.winner == whole.winner,
        not other_core.cached,
        bench.progress[0].done == 1 and bench.progress[0].total == len(tiles),
        [step.done for step in bench.progress[: len(tiles)]] == list(range(1, len(tiles) + 1)),
        "fewer" in whole.sentence,
        *_endings(directory, patch),
    ]


def _endings(directory: Path, patch: pytest.MonkeyPatch) -> list[bool]:
    short = Bench(directory / "short", patch)
    ended = short.run(2.5)
    longer = short.run()
    none = Bench(directory / "none", patch).run(0.0)
    stopped = Bench(directory / "stopped", patch)
    cancelled = stopped.run(cancelled=lambda: len(stopped.measured) >= 2)
    return [
        ended.ending == "time is over" and len(ended.candidates) == 3,
        not longer.cached and longer.ending == "all measured",
        len(none.candidates) == 1 and none.winner == none.default,
        cancelled.ending == "cancelled" and len(cancelled.candidates) == 2,
    ]


def selection_requirements() -> list[bool]:
    example = depthwise_example()
    plans = [choose.choose_kernel(example, core).tactic for core in CORES]
    spatial = choose.choose_kernel(sample_of(_SPATIAL, 2).layer, A76)
    strided = replace(_SPATIAL, strides=(2, 2), height_out=8, width_out=8)
    rows = {row.tactic: row for row in spatial.rows}
    pointwise = choose.choose_kernel(sample_of(shape_of(64, 128, (16, 16)), 2).layer, V1)
    plan = choose.choose_kernels((example,), A76)
    loops = innermost_loops(_LISTING)
    gemm, wide = find_tactic("gemm-fma"), in_float(shape_of(16, 96, (24, 24)))
    return [
        cost_of(gemm, wide) == cost_of(gemm, wide, own_tile(gemm, wide)),
        plans == ["depthwise-smlal", "depthwise-sdot", "depthwise-sdot"],
        spatial.tactic == "winograd",
        choose.choose_kernel(sample_of(strided, 2).layer, A76).tactic != "winograd",
        all(row.cost is None for row in rows.values() if row.refused),
        pointwise.tactic == "gemm-smmla",
        "times fewer instructions than depthwise-smlal" in plan.choices[0].reason,
        plan.log[0].count("chosen") == 1 and plan.log[0].count("refused") == 5,
        cost_of(find_tactic("direct-fma"), _SPATIAL).scratch_bytes > 0,
        cost_of(find_tactic("im2col-fma"), _SPATIAL).instructions
        > cost_of(find_tactic("winograd"), _SPATIAL).instructions,
        _refuses(lambda: choose.check_plan(plan, A72)),
        _refuses(
            lambda: choose.kernel_of(replace(example, shape=_SPATIAL), plan.choices[0], "kernel")
        ),
        len(loops) == 1 and len(loops[0].instructions) == 4 and loops[0].multiplies == 16,
        loops[0].instructions[-1] == "b.ne\tloop",
        layers._pair((3,)) == (1, 3),
    ]


def _refuses(action: Callable[[], object]) -> bool:
    try:
        action()
    except InputError:
        return True
    return False
