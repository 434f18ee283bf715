"""A network's bundle on a board: the emulator, started by the script as a board's reader does."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

from compiler_core.board.report import BoardReport, read_report
from tests.board.packed_network import network, unpacked

pytestmark = pytest.mark.usefixtures("emulator")
NATIVE = {"LOWLAB_RUNS": "3"}
EMULATED = NATIVE | {"LOWLAB_RUNNER": "qemu-aarch64"}


def run_script(folder: Path, settings: dict[str, str], *arguments: str) -> tuple[int, str]:
    """From another directory, by the system's plain shell."""
    done = subprocess.run(
        ["sh", str(folder / "run.sh"), *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder.parent,
        env=os.environ | settings,
    )
    return done.returncode, done.stdout + done.stderr


def reported(path: Path) -> BoardReport:
    return read_report(path.read_bytes(), network().subject)


def test_the_script_leaves_a_report_of_every_kernel(tmp_path: Path) -> None:
    status, said = run_script(unpacked(network(), tmp_path), EMULATED, "mine.json")
    assert status == 0, said
    assert "byte for byte" in said
    report = reported(tmp_path / "mine.json")
    assert report.runs == 3
    assert report.output.same_bytes
    assert report.machine.architecture == "aarch64"
    assert [one.name for one in report.kernels] == [one.name for one in network().subject.kernels]
    assert all(kernel.seconds.minimum > 0 for kernel in report.kernels)
    # qemu-user has no counters, and the report says so.
    assert all(one.instructions is None for one in report.kernels)


def test_an_output_that_differs_is_told(tmp_path: Path) -> None:
    folder = unpacked(network(), tmp_path)
    expected = np.fromfile(folder / "expected0.bin", np.float32)
    expected[1] += 10
    expected.tofile(folder / "expected0.bin")
    status, said = run_script(folder, EMULATED)
    assert status == 1
    assert "differs" in said
    report = reported(tmp_path / "report.json")
    assert not report.output.same_bytes
    assert report.output.difference == pytest.approx(10, rel=1e-3)


@pytest.mark.parametrize("name", ["input0.bin", "weights.bin", "expected0.bin"])
def test_a_damaged_file_is_named(name: str, tmp_path: Path) -> None:
    folder = unpacked(network(), tmp_path)
    (folder / name).write_bytes(b"short")
    status, said = run_script(folder, EMULATED)
    assert (status, name in said) == (2, True)


def test_another_machine_is_told_to_build(tmp_path: Path) -> None:
    """And once it has, its own program runs and agrees within rounding."""
    folder = unpacked(network(), tmp_path)
    status, said = run_script(folder, NATIVE)
    if os.uname().machine != "aarch64":
        assert (status, "make board-native" in said) == (2, True)
    subprocess.run(["make", "-s", "board-native"], cwd=folder, check=True)
    status, said = run_script(folder, NATIVE)
    assert status == 0, said
    report = reported(tmp_path / "report.json")
    assert report.machine.architecture == os.uname().machine
    assert report.output.difference <= 1e-3 * report.output.largest


def test_the_digest_follows_what_is_run() -> None:
    """Not the linked program: a builder of another version packs the same bundle."""
    from compiler_core.graph.running.board_bundle import network_subject
    from tests.board.packed_network import network_run

    assert network_subject(network_run()).digest == network().subject.digest
