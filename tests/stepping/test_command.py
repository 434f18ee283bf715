"""`lowlab step` and the JSON a page gets."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from command_line.main import run_arguments
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.stepping.page_form import MOST_BYTES, page_form
from compiler_core.host.stepping.record_steps import record_steps
from compiler_core.source import source_file
from tests.stepping.programs import SOURCES, SVE


@pytest.fixture
def axpy(tmp_path: Path) -> str:
    path = tmp_path / "axpy.c"
    path.write_text(SOURCES["axpy"])
    return str(path)


def test_the_table(axpy: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    flags = ("--flags", SVE, "--sve-bits", "256", "--n", "13", "--set", "a=0.5")
    assert run_arguments(["step", axpy, *flags]) == 0
    lines = capfdbinary.readouterr().out.decode().splitlines()
    assert lines[0].endswith("SVE vectors of 256 bits")
    assert lines[2].split() == ["step", "line", "instruction", "what", "happened"]
    told = [line for line in lines if "whilelo" in line]
    assert "p0.s: 5 of 8 lanes active: 8 + i < 13 for i = 0…4" in told[0]
    assert any(line.strip() == "p0.s = 1 1 1 1 1 0 0 0" for line in lines)
    assert lines[-2] == "The function returned."
    executed = "Worked out beside the machine: the formulas of 15 steps, of which none differs."
    assert lines[-1] == executed


def test_the_json(axpy: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run_arguments(["step", axpy, "--flags", "-O3", "--steps", "30", "--json"]) == 0
    found = orjson.loads(capfdbinary.readouterr().out)
    assert found["function"] == "axpy"
    assert len(found["steps"]) == found["steps_recorded"] == 30
    lines = {line["position"]: line for line in found["code"]}
    first = found["steps"][0]
    assert lines[first["position"]]["in_loop"] is True
    assert first["memory"][0]["place"] == "y[0..3]"
    assert first["registers"][0]["values"] == found["state"]["arrays"][0]["values"][:4]
    assert found["ending"]["reason"] == "steps"


def test_one_step_with_what_it_is(axpy: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run_arguments(["step", axpy, "--flags", "-O3", "--n", "16", "--at", "2"]) == 0
    lines = capfdbinary.readouterr().out.decode().splitlines()
    assert lines[2].startswith("step 2, line ")
    assert lines[-1] == "Worked out beside the machine: the formula of 1 step, which agrees."
    assert not any(line.startswith("step ") for line in lines[3:])


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (("--line", "99"), 2, "No loop of line 99"),
        (("--steps", "900"), 2, "Ask for 1 to 500."),
        (("--at", "500"), 2, "There is no step 500: the recording has "),
        (("--arrival", "9000"), 1, "The loop ran only"),
        (("--function", "nothing"), 2, "nothing"),
        (("--sve-bits", "100"), 2, "100 bits"),
    ],
)
def test_what_cannot_be_recorded(
    axpy: str, capfdbinary: pytest.CaptureFixture[bytes],
    arguments: tuple[str, ...], status: int, words: str,
) -> None:  # fmt: skip
    assert run_arguments(["step", axpy, *arguments]) == status
    captured = capfdbinary.readouterr()
    assert len(captured.err.splitlines()) == 1
    assert words in captured.err.decode()


@pytest.mark.parametrize(
    ("name", "flags", "bits", "n", "least"),
    [
        ("product", "-O3", 128, 16, 500),
        ("axpy", "-O0", 128, 400, 500),
        ("complex", SVE, 512, 4000, 500),
        ("axpy", SVE, 2048, 20000, 250),
    ],
)
def test_a_page_gets_at_most_300_kilobytes(
    name: str, flags: str, bits: int, n: int, least: int
) -> None:
    experiment = Experiment(n=n, sve_bits=bits)
    recording = record_steps((source_file(SOURCES[name]),), "gcc", flags, experiment, steps=500)
    first = page_form(recording, 0, MOST_BYTES)
    assert len(orjson.dumps(first)) <= MOST_BYTES
    assert len(first["steps"]) >= least
    seen = len(first["steps"])
    while seen < first["steps_recorded"]:
        more = page_form(recording, seen, MOST_BYTES)
        assert len(orjson.dumps(more)) <= MOST_BYTES
        assert more["first_step"] == seen
        seen += len(more["steps"])
    assert seen == 500
