"""The commands of other tools that can be installed here do what the page says they do."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import onnx
import pytest

from app.model.views.elsewhere import ElsewhereCommand, all_commands
from app.model_runs.tracks import GRAPH
from compiler_core.graph.evaluation.shipped import shipped_model
from tests.conftest import ROOT
from tests.patience import PATIENCE_SECONDS

pytestmark = pytest.mark.usefixtures("emulator", "oracle")

PROGRAMS = {"python": sys.executable, "onnxsim": str(ROOT / "build/oracles/bin/onnxsim")}
HERE = [one for one in all_commands(GRAPH) if one.tool in ("onnxruntime", "onnxsim")]


def test_some_can_be_run() -> None:
    assert len(HERE) >= 4


@pytest.mark.slow
@pytest.mark.parametrize("command", HERE, ids=lambda one: f"{one.stage}-{one.tool}")
def test_the_documented_command_runs(command: ElsewhereCommand, tmp_path: Path) -> None:
    model = onnx.load_from_string(shipped_model("plain").content())
    # As the command of the first stage expects it: an axis of any size, called batch.
    model.graph.input[0].type.tensor_type.shape.dim[0].dim_param = "batch"
    onnx.save(model, tmp_path / "model.onnx")
    program, *words = shlex.split(command.command)
    done = subprocess.run(
        [PROGRAMS[program], *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
    )
    assert done.returncode == 0, done.stderr
    made = {path.name for path in tmp_path.iterdir()} - {"model.onnx"}
    assert made >= {word for word in words if word.endswith(".onnx")} - {"model.onnx"}
    assert made
    if "fixed.onnx" in made:
        fixed = onnx.load(tmp_path / "fixed.onnx")
        assert fixed.graph.input[0].type.tensor_type.shape.dim[0].dim_value == 1
