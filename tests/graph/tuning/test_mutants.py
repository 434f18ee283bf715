"""Mistakes made on purpose in selection and tuning: each fails a requirement."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from compiler_core.errors import LoweringLabError
from compiler_core.graph.kernels import registry
from compiler_core.graph.kernels.request import Tile
from compiler_core.graph.selection import builder_log, choose, costs, layers
from compiler_core.graph.selection.records import TacticRow
from compiler_core.graph.tuning import candidates, loop_cycles, winners
from compiler_core.graph.tuning import tune as tuning
from tests.graph.selection.example import depthwise_example
from tests.graph.tuning.requirements import selection_requirements, tuning_requirements


def always(value: Any) -> Callable[..., Any]:
    return lambda *_arguments, **_named: value


_COST, _KEY, _ROW = choose.cost_of, tuning.winner_key, choose._row
_CANDIDATES = tuning.candidates_for


def backwards(row: TacticRow) -> tuple[bool, int, int]:
    return (True, 0, 0) if row.cost is None else (False, -row.cost.instructions, 0)


def by_memory(row: TacticRow) -> tuple[bool, int, int]:
    return (True, 0, 0) if row.cost is None else (False, row.cost.scratch_bytes, 0)


def with_refused_cost(tactic: Any, shape: Any, core: Any) -> TacticRow:
    row = _ROW(tactic, shape, core)
    return row if row.cost else replace(row, cost=_COST(registry.find_tactic("direct-fma"), shape))


def forgetful_key(shape: Any, kernel: Any, core: Any, compiler: Any) -> str:
    return _KEY(
        shape, replace(kernel, tactic="", text=""), replace(core, name="", flags=()), compiler
    )


MUTANTS: dict[str, tuple[Any, str, Any]] = {
    "takes the dearest": (choose, "_rank", backwards),
    "takes the smallest": (choose, "_rank", by_memory),
    "overlooks what a core lacks": (choose, "_lacking", always("")),
    "refuses every core": (choose, "_lacking", always("lacks it")),
    "overlooks shapes": (choose, "refusal", always("")),
    "gives refused tactics a cost": (choose, "_row", with_refused_cost),
    "prices all the same": (choose, "cost_of", always(_COST(
        registry.find_tactic("depthwise-sdot"), depthwise_example().shape))),
    "forgets the border's copy": (costs, "direct_scratch_bytes", always(0)),
    "thinks transforms are dear": (costs, "PLACES", 160),
    "marks nothing as chosen": (builder_log, "_line", always("")),
    "confuses the axes of one line": (
        layers, "_pair", lambda sizes, missing=1: (sizes[0], missing)),
    "lets a wrong result win": (tuning, "better", lambda best, one: min(
        best, one, key=lambda candidate: candidate.instructions)),
    "never improves": (tuning, "better", lambda best, one: best),
    "takes the last": (tuning, "better", lambda best, one: one),
    "never stops": (tuning, "_stopped", always(None)),
    "stops at once": (tuning, "_stopped", always("time is over")),
    "takes cancelling for the end of time": (tuning, "_stopped", lambda start, budget, cancelled: (
        "time is over" if cancelled() or tuning.time.monotonic() - start >= budget else None)),
    "keys winners without core": (tuning, "winner_key", forgetful_key),
    "keeps what time ended": (winners.WinnerCache, "_limit_of", staticmethod(always(""))),
    "keeps nothing": (winners.WinnerCache, "_limit_of", staticmethod(always("wall"))),
    "forgets to say that it is from the cache": (
        winners.WinnerCache, "_as_cached", staticmethod(lambda result: result)),
    "tries only the default": (tuning, "candidates_for", lambda tactic, shape: (
        _CANDIDATES(tactic, shape)[:1])),
    "starts with another tile": (candidates, "own_tile", always(Tile(1, 1))),
    "takes outer loops for innermost": (loop_cycles, "_within", always(False)),
    "does not count SDOT": (loop_cycles, "_MULTIPLIES", {"fmla": 4}),
    "leaves addresses in": (loop_cycles, "_TARGET", loop_cycles.re.compile("(?P<address>nothing)")),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MUTANTS)
def test_a_mistake_fails_a_requirement(
    mistake: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    place, name, wrong = MUTANTS[mistake]
    monkeypatch.setattr(place, name, wrong)
    try:
        met = all(selection_requirements()) and all(tuning_requirements(tmp_path, monkeypatch))
    except (LoweringLabError, StopIteration, IndexError, TypeError, ValueError, AttributeError):
        met = False
    assert not met
