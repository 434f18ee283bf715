"""Mistakes made on purpose: each has to fail something that the real fusions meet."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from compiler_core.errors import LoweringLabError
from compiler_core.llm.attention_fusion import half_program
from compiler_core.llm.attention_fusion.kernels import Span, Tiles
from compiler_core.llm.attention_fusion.tiled_attention import (
    Operands,
    plain_attention,
    tiled_attention,
)
from compiler_core.llm.block_graph.regime import decode, prefill
from tests.graph.mutation import Mutant, apply_mutant, read_mutants
from tests.llm.attention_fusion import test_fusions, test_online_softmax, test_written_out
from tests.llm.attention_fusion.native import fused_difference
from tests.llm.attention_fusion.shapes import LLAMA

MUTANTS = read_mutants(Path(__file__).with_name("mutants.yaml"))
ODD = replace(LLAMA, hidden=20, heads=6, key_value_heads=2, head_size=6, sliding_window=5)
IN_C = (
    ("the sum is not scaled", "sum = tile_sums[row] * rescale", "sum = tile_sums[row]"),
    ("the output is not scaled", "output[i] *= rescale;", ";"),
    ("the last tile is whole", "int stop = at_most(start + KEY_TILE, end);",
     "int stop = start + KEY_TILE < end ? start + KEY_TILE : end - 1;"),
    ("a window sees one more", "POSITION + t + 1 - WINDOW", "POSITION + t - WINDOW"),
    ("keys are stored one too far", "turn(keys[h][POSITION + t]", "turn(keys[h][POSITION]"),
    ("all heads share the first key head", "first, int end)\n{\n    float grown",
     "first, int end)\n{\n    shared = 0;\n    float grown"),
)  # fmt: skip


def tiles_equal_rows() -> None:
    drawn = np.random.default_rng(1).standard_normal
    operands = Operands(drawn((4, 9, 6), np.float32) * 4, drawn((2, 13, 6), np.float32),
                        drawn((2, 13, 5), np.float32), 0.5)  # fmt: skip
    for window in (0, 3):
        span = Span(4, window)
        tiled = tiled_attention(operands, span, Tiles(4, 5))
        assert np.abs(tiled - plain_attention(operands, span)).max() <= 1e-5


def odd_block_is_unchanged() -> None:
    for regime in (prefill(9), decode(9)):
        assert test_fusions.fuse_block(ODD, regime).validation.equal


def both_halves() -> None:
    for regime in (prefill(20), decode(40)):
        test_fusions.test_the_attention_half_becomes_two_kernels_and_the_block_four(regime)


def requirements() -> list[Callable[[], None]]:
    """The tests that are quick, and short forms of the others; the quickest first."""
    fusions = [test for name, test in vars(test_fusions).items()
               if name.startswith("test_") and not hasattr(test, "hypothesis")
               and not getattr(test, "pytestmark", ())]  # fmt: skip
    walks = [
        test_online_softmax.test_the_walk_by_hand,
        test_online_softmax.test_a_first_tile_without_a_visible_key_leaves_nothing,
        test_online_softmax.test_a_smaller_maximum_changes_nothing,
        test_online_softmax.test_scores_beyond_what_exp_can_hold,
    ]
    written = [
        test_written_out.test_a_causal_query_sees_nothing_to_its_right,
        test_written_out.test_keys_beyond_the_mask_are_hidden,
        test_written_out.test_the_runtime_gives_what_the_package_says,
    ]
    return [*walks, tiles_equal_rows, odd_block_is_unchanged, both_halves, *fusions, *written]


def meets_all() -> bool:
    try:
        for requirement in requirements():
            requirement()
    except (AssertionError, ArithmeticError, LookupError, LoweringLabError, TypeError,
            ValueError, StopIteration, RuntimeError):  # fmt: skip
        return False
    return True


@pytest.mark.slow
def test_the_real_fusions_meet_all() -> None:
    for requirement in requirements():
        requirement()
    assert len(MUTANTS) + len(IN_C) >= 35


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.label)
def test_a_mistake_fails_a_requirement(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    apply_mutant(mutant, monkeypatch)
    assert not meets_all()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new"), [pytest.param(old, new, id=title) for title, old, new in IN_C]
)
def test_a_mistake_in_the_kernels_is_seen(
    old: str, new: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = shutil.copytree(half_program._FOLDER, tmp_path / "program")
    text = (folder / "fused.c").read_text()
    assert text.count(old) == 1
    (folder / "fused.c").write_text(text.replace(old, new))
    monkeypatch.setattr(half_program, "_FOLDER", folder)
    found = [fused_difference(ODD, regime, 3, 4) for regime in (prefill(11), decode(9))]
    assert not max(found) <= 1e-5
