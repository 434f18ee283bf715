"""The training script makes the nets that ship: the same graphs, and the same weights twice."""

from __future__ import annotations

import subprocess
from pathlib import Path

import onnx
import pytest

from compiler_core.graph.evaluation.shipped import shipped_model

pytestmark = pytest.mark.usefixtures("emulator", "oracle")

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
for name in sys.argv[2:]:
    train._EPOCHS[name] = 1
    for number in (1, 2):
        net = train.train_net(name, pictures)
        export_net(net, Path(sys.argv[1]) / f"{name}{number}.onnx")
"""
NETS = ("plain", "residual", "depthwise")


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two files of each net, made by one process: PyTorch takes long to load."""
    folder = tmp_path_factory.mktemp("trained")
    subprocess.run(
        [PYTHON, "-W", "ignore", "-c", PROGRAM, str(folder), *NETS],
        cwd=ROOT,
        check=True,
        timeout=600,
        capture_output=True,
    )
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("name", NETS)
def test_training_twice_gives_the_same_file_of_the_shipped_form(name: str, trained: Path) -> None:
    first, second = (trained / f"{name}{number}.onnx" for number in (1, 2))
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
