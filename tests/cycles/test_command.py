"""The command-line functions: JSON on standard output, exit codes, plain text for people."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line.bisect import bisect_command
from command_line.cycles import cycles_command
from compiler_core.errors import InputError
from tests.cycles.asking import EXAMPLES

pytestmark = pytest.mark.usefixtures("emulator")

AXPY = str(EXAMPLES / "axpy_restrict.c")


def test_cycles_prints_the_contract_s_json(capfd: pytest.CaptureFixture[str]) -> None:
    assert cycles_command([AXPY], "gcc", "-O3", "neoverse-n1", "c", True) == 0
    printed = json.loads(capfd.readouterr().out)
    model = printed["loops"][0]["models"][0]
    assert set(model) >= {
        "model", "version", "cpu_asked", "cpu_used", "cycles_per_iteration",
        "elements_per_iteration", "cycles_per_element", "unknown",
    }  # fmt: skip
    assert model["elements_per_iteration"] == 4


def test_cycles_prints_text(capfd: pytest.CaptureFixture[str]) -> None:
    assert cycles_command([AXPY], "gcc", "-O3", "cortex-a76", "c", False) == 0
    printed = capfd.readouterr().out
    assert "axpy, loop of line 3 (main)" in printed
    assert "cycles per element" in printed
    assert "that of cortex-a57 answers" in printed


def test_cycles_refuses_an_unknown_core() -> None:
    with pytest.raises(InputError, match="cortex-a999"):
        cycles_command([AXPY], "gcc", "-O3", "cortex-a999", "c", True)


def test_cycles_of_a_broken_source_exits_with_1(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.c"
    broken.write_text("int f( {")
    assert cycles_command([str(broken)], "gcc", "-O3", "neoverse-n1", "c", True) == 1
    assert "rejects the source" in capfd.readouterr().err


def test_bisect_prints_json_and_text(capfd: pytest.CaptureFixture[str]) -> None:
    assert bisect_command(AXPY, "gcc-12", "-O2", "-O3", "c", True) == 0
    printed = json.loads(capfd.readouterr().out)
    assert [setting["on"] for setting in printed["sufficient"]] == [["-fvect-cost-model=dynamic"]]
    assert bisect_command(AXPY, "gcc-12", "-O2", "-O3", "c", False) == 0
    assert "enough alone, not without it" in capfd.readouterr().out


def test_bisect_of_a_broken_source_exits_with_1(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.c"
    broken.write_text("int f( {")
    assert bisect_command(str(broken), "gcc-12", "-O2", "-O3", "c", True) == 1
    assert "no assembly" in capfd.readouterr().err
