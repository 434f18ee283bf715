"""What is wrong with a name, a file or a number of a network's settings is said as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line.main import run_arguments
from compiler_core.errors import InputError, UnknownName
from compiler_core.graph.model_inputs import inputs_of
from compiler_core.graph.observing.records import Calibration, TensorCalibration
from compiler_core.graph.picture_input.errors import PictureRefused
from compiler_core.graph.settings import DEFAULT_SETTINGS, settings_of
from compiler_core.graph.source_model import source_model

COMMANDS = (
    ("graph", "compile", "NAME", "--out", "OUT"),
    ("graph", "compile", "plain", "--picture", "NAME", "--out", "OUT"),
    ("graph", "slice", "NAME"),
    ("soc", "cnn", "NAME"),
    ("soc", "map", "NAME"),
    ("soc", "decode", "--type", "q4_0", "--config", "NAME"),
)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_folder_is_called_one(
    command: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "net.onnx"
    folder.mkdir()
    words = {"NAME": str(folder), "OUT": str(tmp_path / "out")}
    assert run_arguments([words.get(word, word) for word in command]) == 2
    assert "is a folder; a file is expected" in capsys.readouterr().err


def test_arrays_that_are_not_there_are_not_called_broken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "out")
    for name, words in (("gone.npz", "There is no file"), (".", "is a folder")):
        given = str(tmp_path / name)
        assert (
            run_arguments(["graph", "compile", "plain", "--calibration", given, "--out", out]) == 2
        )
        assert words in capsys.readouterr().err


def test_an_empty_picture_is_not_taken_for_a_drawn_one() -> None:
    """Its stage would say `Your PNG picture`."""
    source = source_model("plain", DEFAULT_SETTINGS)
    with pytest.raises(PictureRefused):
        inputs_of(source, b"")


@pytest.mark.parametrize("number", ["-1", "99999999999", "1.5", "x" * 300, "٣" * 12])
def test_a_setting_says_the_number_and_its_range(number: str) -> None:
    with pytest.raises(InputError) as refused:
        settings_of({"tune_seconds": number})
    assert number[:9] in refused.value.message
    assert "0 to 999,999,999" in refused.value.advice
    assert len(str(refused.value)) < 200


def test_an_unknown_method_of_ranges_names_those_there_are() -> None:
    observed = TensorCalibration.__new__(TensorCalibration)
    object.__setattr__(observed, "ranges", {"percentile": None})
    with pytest.raises(UnknownName) as refused:
        Calibration({"image": observed}, 1).range_of("image", "nosuch")
    assert "'nosuch'" in refused.value.message
    assert "percentile" in refused.value.advice
