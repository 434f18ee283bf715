"""The ladder on the shipped parameters: the published shape, sizes, and the parameters' file."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from compiler_core.content_files import ContentError
from compiler_core.errors import InputError, UnknownName
from compiler_core.soc.latency_hiding.chips import machine_beside
from compiler_core.soc.latency_hiding.ladder import (
    Ladder,
    climb,
    sized,
    sweep_intensity,
    sweep_sizes,
)
from compiler_core.soc.latency_hiding.parameters import (
    LADDER_FILE,
    ladder_parameters,
    read_parameters,
)
from compiler_core.soc.reading import load_socs

MILLION = 1 << 20
OPERATIONS = (1, 4, 8, 16, 24, 32, 64, 128, 512, 2048)


def ladder(kernel: str, elements: int) -> Ladder:
    machine = ladder_parameters().machine
    return climb(sized(ladder_parameters().kernel(kernel).work, elements, machine), machine)


@pytest.mark.parametrize("kernel", [one.work.name for one in ladder_parameters().kernels])
def test_vectors_give_most(kernel: str) -> None:
    gains = ladder(kernel, MILLION).gains
    assert gains["vec"] > 10 * max(gains["vec_mt"], gains["vec_mt_db"])


def test_a_vector_sum_gains_about_41_by_vectors() -> None:
    found = ladder("vector-add", MILLION)
    assert found.gains["vec"] == pytest.approx(41, rel=0.05)
    assert [rung.bound for rung in found.rungs][1:] == ["memory"] * 3


def test_gelu_gains_up_to_nearly_four_by_contexts() -> None:
    assert ladder("gelu", MILLION).gains["vec_mt"] == pytest.approx(3.91, rel=0.01)


def test_contexts_pay_once_their_launch_does() -> None:
    machine, kernel = ladder_parameters().machine, ladder_parameters().kernel("gelu").work
    sizes = [1 << power for power in range(10, 23, 2)]
    gains = [size.gains["vec_mt"] for size in sweep_sizes(kernel, machine, sizes)]
    assert all(less < more for less, more in pairwise(gains))
    assert gains[0] < 1 < gains[-1] < machine.contexts


def test_double_buffers_pay_only_between_the_extremes() -> None:
    machine = ladder_parameters().machine
    work = sized(ladder_parameters().kernel("gelu").work, MILLION, machine)
    gains = [one.gains["vec_mt_db"] for one in sweep_intensity(work, machine, OPERATIONS)]
    best = gains.index(max(gains))
    assert gains[0] < 1.01
    assert gains[-1] < 1.02
    assert max(gains) > 1.2
    assert 2 < best < len(gains) - 3
    assert gains[: best + 1] == sorted(gains[: best + 1])
    assert gains[best:] == sorted(gains[best:], reverse=True)


def test_the_ladders_machine_stands_beside_the_generic_soc() -> None:
    assert machine_beside("generic") == ladder_parameters().machine


def test_a_chip_brings_its_memories() -> None:
    phone, board = machine_beside("snapdragon-865"), machine_beside("raspberry-pi-5")
    assert phone.dma_bytes_per_second == 4 * 16 // 8 * 5_500_000_000
    work = sized(ladder_parameters().kernel("vector-add").work, MILLION, board)
    fast, slow = climb(work, replace(phone, scratchpad_bytes=1 << 20)), climb(work, board)
    assert fast.cycles["vec_mt"] < slow.cycles["vec_mt"]


@pytest.mark.parametrize("name", [soc.name for soc in load_socs()])
def test_every_chip_has_a_ladder(name: str) -> None:
    machine = machine_beside(name)
    found = climb(sized(ladder_parameters().kernel("gelu").work, 1 << 16, machine), machine)
    assert found.cycles["vec"] < found.cycles["scalar"]


@pytest.mark.parametrize("elements", [1, 31, 33, 4097, 100_000])
def test_a_chosen_tile_suits(elements: int) -> None:
    found = ladder("gelu", elements)
    tile = found.rungs[0].work.tile
    assert tile % 32 == 0
    assert {rung.work.tile for rung in found.rungs} == {tile}


def test_unknown_names_are_refused() -> None:
    with pytest.raises(UnknownName, match="gelu"):
        ladder_parameters().kernel("nothing")
    with pytest.raises(UnknownName, match="generic"):
        machine_beside("nothing")
    with pytest.raises(InputError):
        ladder("gelu", 0)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("  contexts:\n    value: 4\n", "  contexts:\n    value: 0\n", "contexts"),
    ],
)
def test_a_broken_file_says_where(tmp_path: Path, old: str, new: str, message: str) -> None:
    text = LADDER_FILE.read_text(encoding="utf-8")
    assert old in text
    broken = tmp_path / "ladder.yaml"
    broken.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises((ContentError, InputError), match=message):
        read_parameters(broken)


def test_every_number_has_its_reason() -> None:
    parameters = ladder_parameters().parameters
    assert len(parameters) == 15
    assert all(len(parameter.reason) > 20 for parameter in parameters)
