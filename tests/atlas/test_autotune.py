"""Tuning: the table is of the C that is written now, and a search sees only what it counts."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import overload

import numpy as np
import pytest

from compiler_core.atlas.tuning import counting
from compiler_core.atlas.tuning.counting import count_kernels, text_digest
from compiler_core.atlas.tuning.emission import kernel_text
from compiler_core.atlas.tuning.models import rank_correlation
from compiler_core.atlas.tuning.search import STRATEGIES, Strategy, best_so_far, run_search
from compiler_core.atlas.tuning.space import SPACE, KernelChoice
from compiler_core.atlas.tuning.table import TABLE_FILE, count_table, read_table, table_text
from compiler_core.content_files import ContentError
from compiler_core.errors import InputError
from compiler_core.toolchain.discovery import find_compiler

EACH_STRATEGY = pytest.mark.parametrize("strategy", STRATEGIES, ids=lambda one: one.name)
SMALL = KernelChoice(rows=2, vectors=1, unroll=1, order="rows", packed=False)


class WatchedCounts(Sequence[int]):
    """Counts that remember which of them were read."""

    def __init__(self) -> None:
        self.read: list[int] = []

    @overload
    def __getitem__(self, place: int) -> int: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[int]: ...
    def __getitem__(self, place: int | slice) -> int | Sequence[int]:
        assert isinstance(place, int)
        self.read.append(place)
        return count_table().instructions[place]

    def __len__(self) -> int:
        return len(SPACE)


def test_the_table_is_of_the_kernels_that_are_written_now() -> None:
    rows = count_table().rows
    assert [row.text for row in rows] == [text_digest(choice) for choice in SPACE]
    assert len({row.text for row in rows}) == len(SPACE) == 288
    assert len({row.output for row in rows}) == 1
    assert table_text(count_table()) == TABLE_FILE.read_bytes()


@pytest.mark.parametrize("damage", [
    (b'"instructions":', b'"instruction":'), (b'"rows":2', b'"rows":5'),
    (b'"instructions":1', b'"instructions":-1'), (b"{", b""),
])  # fmt: skip
def test_a_damaged_table_is_refused(tmp_path: Path, damage: tuple[bytes, bytes]) -> None:
    file = tmp_path / "counts.json"
    file.write_bytes(TABLE_FILE.read_bytes().replace(*damage, 1))
    with pytest.raises(ContentError):
        read_table(file)


@EACH_STRATEGY
def test_a_search_sees_only_what_it_tries(strategy: Strategy) -> None:
    for seed, budget in ((1, 1), (2, 64), (7, 9)):
        counts = WatchedCounts()
        tried = run_search(strategy, counts, seed, budget)
        assert counts.read == [one.place for one in tried]
        assert len(set(counts.read)) == budget
        assert tried == run_search(strategy, counts, seed, budget)
        assert tried[:5] == run_search(strategy, counts, seed, min(budget, 5))
        assert best_so_far(tried)[-1] == min(one.instructions for one in tried)


def test_rank_correlation_shares_the_ranks_of_equals() -> None:
    rising = np.array([1.0, 2.0, 3.0, 4.0])
    assert rank_correlation(rising, np.exp(rising)) == pytest.approx(1)
    assert rank_correlation(rising, -rising) == pytest.approx(-1)
    assert rank_correlation(np.array([1.0, 2.0, 2.0, 3.0]), rising) == pytest.approx(0.9**0.5)
    assert rank_correlation(np.ones(4), rising) == 0


@pytest.mark.slow
def test_a_drawn_sample_counts_as_in_the_table(emulator: None) -> None:
    table = count_table()
    places = random.Random(48).sample(range(len(SPACE)), 6)
    same_tools = find_compiler(table.compiler).version == table.version
    for place, one in zip(places, count_kernels([SPACE[at] for at in places]), strict=True):
        row = table.rows[place]
        assert one.choice == row.kernel
        assert one.output_digest == row.output
        assert one.instructions == (row.instructions if same_tools else one.instructions)


@pytest.mark.slow
@pytest.mark.parametrize(("written", "instead", "said"), [
    ("vfmaq_n_f32", "vfmsq_n_f32", "another product"),
    ("(void)packed;", "extern int rand(void); packed[0] = rand();", "library"),
    ("vst1q_f32(c", "vst1q_f32(0 * SIZE + (float *)0", "run to their end"),
    ("float32x4_t", "float32x5_t", "does not compile"),
])  # fmt: skip
def test_a_kernel_that_is_wrong_has_no_count(
    emulator: None, monkeypatch: pytest.MonkeyPatch, written: str, instead: str, said: str
) -> None:
    def wrong(choice: KernelChoice, function: str) -> str:
        return kernel_text(choice, function).replace(written, instead)

    monkeypatch.setattr(counting, "kernel_text", wrong)
    with pytest.raises(InputError, match=said):
        count_kernels((SMALL,))
