"""Tuning: the table is of the C that is written now, and a search sees only what it counts."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import overload

import numpy as np
import pytest

from compiler_core.atlas import run
from compiler_core.atlas.records import Progress
from compiler_core.atlas.run import run_page
from compiler_core.atlas.tuning import counting, page
from compiler_core.atlas.tuning.counting import CountedKernel, count_kernels, text_digest
from compiler_core.atlas.tuning.emission import kernel_text
from compiler_core.atlas.tuning.models import rank_correlation
from compiler_core.atlas.tuning.search import (
    STRATEGIES,
    Strategy,
    Try,
    best_so_far,
    looked_up,
    run_search,
)
from compiler_core.atlas.tuning.space import SPACE, KernelChoice
from compiler_core.atlas.tuning.table import TABLE_FILE, count_table, read_table, table_text
from compiler_core.content_files import ContentError
from compiler_core.errors import InputError
from compiler_core.kept import Kept
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
        counts, told = WatchedCounts(), list[list[Try]]()

        def hear(so_far: Sequence[Try], told: list[list[Try]] = told) -> None:
            told.append(list(so_far))

        tried = run_search(strategy, looked_up(counts), seed, budget, hear)
        assert counts.read == [one.place for one in tried]
        assert len(set(counts.read)) == budget
        assert tried == run_search(strategy, looked_up(counts), seed, budget)
        assert tried[:5] == run_search(strategy, looked_up(counts), seed, min(budget, 5))
        lengths = [len(one) for one in told]
        assert lengths == sorted(set(lengths))
        assert told[-1] == tried
        assert all(one == told[-1][: len(one)] for one in told)
        assert best_so_far(tried)[-1] == min(one.instructions for one in tried)


def test_a_search_that_counts_itself_tells_how_far_it_is(
    jail: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[KernelChoice] = []

    def slower(choices: Sequence[KernelChoice]) -> tuple[CountedKernel, ...]:
        """As if another compiler made them: a tenth more of everything, and the same bits."""
        asked.extend(choices)
        rows = [count_table().rows[SPACE.index(choice)] for choice in choices]
        return tuple(
            CountedKernel(
                choice=row.kernel,
                instructions=row.instructions * 11 // 10,
                output_digest=row.output,
            )
            for row in rows
        )

    monkeypatch.setattr(page, "count_kernels", slower)
    monkeypatch.setattr(run, "_findings", Kept(8))
    told: list[Progress] = []
    answer = run_page(
        "autotune", {"count": "each", "budget": "21", "strategy": "evolution"}, told.append
    )
    assert [one.gone for one in told] == [4, 8, *range(9, 22)]
    assert {one.planned for one in told} == {21}
    assert len(asked) == len(set(asked)) == 21
    curves = [one.plots[0].series[0].points for one in told]
    assert curves[-1] == answer.plots[0].series[0].points
    assert [curve == curves[-1][: len(curve)] for curve in curves] == [True] * len(told)
    assert answer.facts["tries counted now"] == 21
    assert answer.facts["of these, counts that are the table's"] == 0
    assert answer.facts["all of these compute its bits"] is True
    assert answer.facts["best found"] == min(map(int_of_best, told))
    # Read aloud where there is news, not at every step.
    assert len({one.announces for one in told}) < len(told) / 2


def int_of_best(progress: Progress) -> int:
    """As it is said."""
    return int(re.findall(r"takes ([\d,]+)", progress.says)[0].replace(",", ""))


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
    for place, kernel in zip(places, count_kernels([SPACE[at] for at in places]), strict=True):
        row = table.rows[place]
        assert kernel.choice == row.kernel
        assert kernel.output_digest == row.output
        assert kernel.instructions == (row.instructions if same_tools else kernel.instructions)


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
