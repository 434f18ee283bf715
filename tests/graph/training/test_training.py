"""The training script makes the nets that ship: the same graphs, and the same weights twice."""

from __future__ import annotations

import subprocess
from pathlib import Path

import onnx
import pytest

from compiler_core.graph.evaluation.shipped import shipped_model

ROOT = Path(__file__).resolve().parents[3]
PYTHON = ROOT / "build" / "oracles" / "bin" / "python"
PROGRAM = """
import sys
from pathlib import Path
import torch
from compiler_core.graph.evaluation.splits import split
from script.training import train
from script.training.export import export_net
torch.set_num_threads(1)
torch.use_deterministic_algorithms(True)
pictures = train.pictures_of("calibration")
train._EPOCHS[sys.argv[1]] = 1
for number in (1, 2):
    net = train.train_net(sys.argv[1], pictures)
    export_net(net, Path(sys.argv[2]) / f"{number}.onnx")
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["plain", "residual", "depthwise"])
def test_training_twice_gives_the_same_file_of_the_shipped_form(name: str, tmp_path: Path) -> None:
    subprocess.run(
        [PYTHON, "-W", "ignore", "-c", PROGRAM, name, str(tmp_path)],
        cwd=ROOT, check=True, timeout=200, capture_output=True,
    )  # fmt: skip
    first, second = (tmp_path / "1.onnx", tmp_path / "2.onnx")
    assert first.read_bytes() == second.read_bytes()
    assert form_of(first.read_bytes()) == form_of(shipped_model(name).content())


def form_of(content: bytes) -> list[tuple[str, tuple[int, ...]]]:
    """Operators in order with the sizes of their weights; nodes that read no picture left out,
    which the exporter makes when two weights happen to be equal.
    """
    model = onnx.load_from_string(content)
    sizes = {one.name: tuple(one.dims) for one in model.graph.initializer}
    return [
        (node.op_type, next((sizes[name] for name in node.input if name in sizes), ()))
        for node in model.graph.node
        if not (node.op_type == "Identity" and node.input[0] in sizes)
    ]
