"""`lowlab soc map`: the JSON contract, the text, and errors in one line."""

from __future__ import annotations

import json
from typing import Any

import pytest

from command_line.main import run_arguments


def asked(capfdbinary: pytest.CaptureFixture[bytes], *arguments: str) -> dict[str, Any]:
    """What the command prints with --json."""
    assert run_arguments(["soc", "map", *arguments, "--json"]) == 0
    return json.loads(capfdbinary.readouterr().out)


def test_mapping_as_json(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    found = asked(capfdbinary, "mobilenet-v2", "--soc", "tesla-fsd")
    ids = ["best", "all-cpu", "all-gpu", "all-npu", "greedy"]
    assert [one["id"] for one in found["alternatives"]] == ids
    assert found["proven_optimal"] is True
    assert len(found["kernels"]) == 54
    assert {one["unit"] for one in found["kernels"]} <= {"cpu", "gpu", "npu"}
    assert all(
        one["totals"]["seconds"] >= found["totals"]["seconds"] for one in found["alternatives"]
    )
    apart = asked(capfdbinary, "mobilenet-v2", "--soc", "tesla-fsd", "--link-gbps", "1")
    assert apart["totals"]["seconds"] > found["totals"]["seconds"]


def test_mapping_of_a_chip_that_is_changed(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    usual = asked(capfdbinary, "mobilenet-v2")
    dear = asked(capfdbinary, "mobilenet-v2", "--hand-over-us", "1000")
    assert dear["totals"]["transfers"] < usual["totals"]["transfers"]
    lacking = asked(capfdbinary, "mobilenet-v2", "--without", "Add", "--without", "Gemm")
    assert {name for one in lacking["fallbacks"] for name in one["lacking"]} == {"Add", "Gemm"}
    again = asked(capfdbinary, "mobilenet-v2", "--without", "Add", "--also", "Softmax")
    assert {name for one in again["fallbacks"] for name in one["lacking"]} == {"Add"}


@pytest.mark.parametrize("option", ["--without", "--also"])
def test_operators_that_nobody_has_are_refused(
    option: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """`conv` is not Conv; Resize is no operator of this network, but chips run it."""
    assert run_arguments(["soc", "map", "mobilenet-v2", option, "Resize", option, "conv"]) == 2
    words = capfdbinary.readouterr().err.decode()
    assert "no operator 'conv'" in words
    assert "Conv" in words.partition("In the network:")[2]
    asked(capfdbinary, "mobilenet-v2", option, "Resize")


def test_mapping_for_energy(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    quick = asked(capfdbinary, "mobilenet-v2")
    frugal = asked(capfdbinary, "mobilenet-v2", "--objective", "energy")
    assert frugal["totals"]["energy_joules"] < quick["totals"]["energy_joules"]
    assert frugal["totals"]["seconds"] > quick["totals"]["seconds"]


def test_mapping_as_text(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run_arguments(["soc", "map", "bvlc_alexnet"]) == 0
    text = capfdbinary.readouterr().out.decode()
    assert "(modelled); nothing is faster" in text
    assert "If npu ran every operator" in text
    assert "Best mapping" in text
    assert "The only unit that runs it." not in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nowhere.onnx",), b"no file"),
        (("mobilenet-v2", "--soc", "none"), b"There is no SoC"),
        (("mobilenet-v2", "--precision", "int7"), b"No precision"),
        (("mobilenet-v2", "--objective", "beauty"), b"No objective"),
        (("mobilenet-v2", "--objective", "energy", "--soc", "rk3588"), b"energy is not known"),
        (("mobilenet-v2", "--link-gbps", "0"), b"above 0"),
        (("mobilenet-v2", "--link-gbps", "nan"), b"above 0"),
        (("bvlc_alexnet", "--soc", "a311d"), b"No unit runs"),
    ],
    ids=["no-network", "no-soc", "no-precision", "no-objective", "no-energies", "no-link",
         "odd-link", "no-fallback"],
)  # fmt: skip
def test_bad_input_is_one_line(
    capfdbinary: pytest.CaptureFixture[bytes], arguments: tuple[str, ...], words: bytes
) -> None:
    assert run_arguments(["soc", "map", *arguments]) == 2
    error = capfdbinary.readouterr().err
    assert words in error
    assert error.count(b"\n") == 1
