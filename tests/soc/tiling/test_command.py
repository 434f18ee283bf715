"""`lowlab soc tile`: the JSON of the page's record, the text, and errors in one line."""

from __future__ import annotations

import json

import pytest

from command_line.main import run_arguments
from compiler_core.soc.reading import soc_named
from compiler_core.soc.tiling.chips import tiling_chip
from compiler_core.soc.tiling.operations import Convolution
from compiler_core.soc.tiling.search import best_tiling

# Python reads no number of more than 4,300 digits.
LONG = "1" * 5000


def test_the_best_tiles_as_json(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    layer = Convolution(
        name="layer",
        rows=14,
        columns=14,
        channels_out=512,
        channels_in=256,
        kernel_rows=3,
        kernel_columns=3,
        stride=2,
    )
    best = best_tiling(layer, tiling_chip(soc_named("tesla-fsd")).machine).best
    asked = ["--layer", "14x14x256x512", "--stride", "2", "--soc", "tesla-fsd", "--json"]
    assert run_arguments(["soc", "tile", *asked]) == 0
    found = json.loads(capfdbinary.readouterr().out)
    assert found["choice"]["tiling"]["cycles"] == best.cycles
    assert found["times_as_long"] == 1


def test_a_choice_beside_the_best_as_text(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run_arguments(["soc", "tile", "--tile", "1x32x32x32"]) == 0
    text = capfdbinary.readouterr().out.decode()
    assert "times as long as the best" in text
    assert run_arguments(["soc", "tile", "--tile", "56x56x64x64", "--buffers", "1"]) == 0
    assert "so 6,400 too few" in capfdbinary.readouterr().out.decode()


def test_precision_and_residuals_as_json(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    asked = ["--layer", "56x56x64x256", "--window", "1x1", "--precision", "fp16"]
    asked += ["--residuals", "1", "--soc", "rk3588", "--json"]
    assert run_arguments(["soc", "tile", *asked]) == 0
    found = json.loads(capfdbinary.readouterr().out)
    assert found["chip"]["precision"] == "fp16"
    assert found["least_traffic"]["residual"] == 56 * 56 * 256 * 2
    assert found["layer"]["one"]["accumulator_bytes"] == 4


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--precision", "fp16"], "Known: int8"),
        (["--precision", "int3"], "Known: int8, fp16, fp32"),
        (["--residuals", "-1"], "--residuals"),
        (["--layer", "56x56"], "ROWSxCOLUMNSxINxOUT"),
        (["--tile", "axbxcxd"], "--tile cannot be"),
        pytest.param(["--tile", f"{LONG}x1x1x1"], "--tile cannot be", id="long"),
        (["--tile", "99x1x1x1"], "1 to 56"),
        (["--order", "any", "--tile", "1x32x32x32"], "pixels_first"),
        (["--buffers", "3"], "One or two"),
        (["--groups", "0"], "--groups"),
        (["--soc", "nothing"], "Known:"),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, list) else "",
)
def test_errors_say_what_is_possible(
    capfdbinary: pytest.CaptureFixture[bytes], arguments: list[str], words: str
) -> None:
    assert run_arguments(["soc", "tile", *arguments]) != 0
    assert words in capfdbinary.readouterr().err.decode()
