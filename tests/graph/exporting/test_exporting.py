"""What is exported, what is refused, and what a reader without PyTorch is shown."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

import onnx
import pytest

from command_line.graph_export import export_lines, graph_export_command
from compiler_core.errors import ToolMissing, UnknownName
from compiler_core.graph.evaluation.shipped import shipped_model
from compiler_core.graph.exporting import export
from compiler_core.graph.exporting.errors import ExportRefused
from compiler_core.graph.exporting.example import export_example, recorded_example
from compiler_core.graph.exporting.export import export_module, require_torch
from compiler_core.graph.exporting.hazards import HAZARDS, hazard, recorded_hazards, try_hazard
from compiler_core.graph.exporting.origins import module_rows, node_origins
from compiler_core.graph.exporting.request import PICKLED_SUFFIXES, export_request
from compiler_core.toolchain.python_child import run_python_module

pytestmark = pytest.mark.usefixtures("emulator", "oracle")

ROOT = Path(__file__).resolve().parents[3]
ORACLE_PYTHON = str(ROOT / "build" / "oracles" / "bin" / "python")
MODULE = '''"""A small net."""
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.ReLU())
        self.head = nn.Linear(4, 2)

    def forward(self, image):
        maps = self.features(image)
        return self.head(maps.mean((2, 3)))
'''


@pytest.fixture
def module(tmp_path: Path) -> Path:
    path = tmp_path / "net.py"
    path.write_text(MODULE, encoding="utf-8")
    return path


@pytest.mark.parametrize("suffix", PICKLED_SUFFIXES)
def test_pickled_files_are_refused_unread(suffix: str, tmp_path: Path) -> None:
    for target in (f"{tmp_path}/net{suffix}", f"{tmp_path}/net{suffix.upper()}:Model"):
        with pytest.raises(ExportRefused, match="pickled"):
            export_request(target)


def test_what_names_no_class_is_refused(module: Path, tmp_path: Path) -> None:
    (tmp_path / "binary.py").write_bytes(b"\x80\x04\x95\xff\xfe")
    (tmp_path / "large.py").write_text("#" * 1_000_001, encoding="utf-8")
    for target in (
        f"{module}",
        f"{module}:",
        f"{module}:a b",
        f"{module}:Model()",
        f"{tmp_path}/no.py:Model",
        f"{tmp_path}:Model",
        f"{tmp_path}/binary.py:Model",
        f"{tmp_path}/large.py:Model",
        ":Model",
    ):
        with pytest.raises(ExportRefused):
            export_request(target)


@pytest.mark.parametrize(
    "shape", ["", "1,3,x", "1,-3,9,9", "0,3,9,9", "1," * 9 + "1", "99999,99999"]
)
def test_shapes_that_are_none_are_refused(shape: str, module: Path) -> None:
    with pytest.raises(ExportRefused):
        export_request(f"{module}:Model", shape)


def test_without_pytorch_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for missing in ("torch", "onnxscript"):
        monkeypatch.setattr(export, "find_spec", lambda name, gone=missing: name != gone or None)
        with pytest.raises(ToolMissing, match=r"lowering-lab\[torch\]"):
            require_torch()
    monkeypatch.setattr(export, "find_spec", lambda name: name)
    assert require_torch() == sys.executable


def test_the_command_says_so_too(module: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "find_spec", lambda name: None)
    with pytest.raises(ToolMissing):
        graph_export_command(f"{module}:Model")


def test_a_child_that_ends_early_is_a_failed_export(
    module: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = export_request(f"{module}:Model")
    result = export_module(request, "/bin/false")
    assert not result.ok
    assert "gave no result" in result.message
    slow = tmp_path / "slow"
    slow.write_text("#!/bin/sh\nsleep 30\n", encoding="utf-8")
    os.chmod(slow, 0o700)
    monkeypatch.setattr(export, "_SECONDS", 0.3)
    assert "longer than" in export_module(request, str(slow)).message


def test_a_late_child_is_ended_with_its_own(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    shell = tmp_path / "shell"
    shell.write_text(f"#!/bin/sh\n(sleep 1; touch {mark}) &\nsleep 30\n", encoding="utf-8")
    os.chmod(shell, 0o700)
    assert run_python_module(str(shell), "none", (), 0.2).exit_code is None
    run_python_module("/bin/sleep", "1.2", (), 3)
    assert not mark.exists()


def test_nodes_of_a_shipped_net_know_their_modules() -> None:
    model = onnx.load_from_string(shipped_model("residual").content())
    origins = node_origins(model)
    assert len(origins) == len(model.graph.node)
    rows = {row.module: row.nodes for row in module_rows(origins)}
    # Modules of the same name in several blocks are several modules.
    for block in range(3):
        assert rows[f"blocks.{block}.first.0"] == (f"/blocks/blocks.{block}/first/first.0/Conv",)
    assert sum(len(nodes) for nodes in rows.values()) >= len({one.node for one in origins}) - 1


def test_every_hazard_has_a_recorded_outcome() -> None:
    record = recorded_hazards()
    assert record.torch.startswith("2.")
    outcomes = {outcome.id: outcome for outcome in record.outcomes}
    assert "GuardOnDataDependentSymNode" in outcomes["control_flow"].message
    assert "lab.hard_square" in outcomes["custom_operator"].message
    assert "2 only" in outcomes["dynamic_shape"].sentences[0]
    assert "2 graphs" in outcomes["graph_break"].sentences[2]
    assert "off by" in outcomes["control_flow"].sentences[1]
    assert all("class Model" in one.source for one in HAZARDS)
    with pytest.raises(UnknownName):
        hazard("none")


def test_the_example_maps_lines_to_nodes_as_recorded() -> None:
    found = recorded_example()
    lines = found.source.splitlines()
    assert "self.second(maps)" in lines[15]
    by_line = {
        number: [node.operator for node in found.nodes if node.line == number]
        for number in {node.line for node in found.nodes}
    }
    assert by_line[16] == ["Conv", "Add", "Relu"]
    assert by_line[18] == ["Gemm"]
    made = {name for node in found.nodes for name in node.outputs}
    read = {name for node in found.nodes for name in node.inputs}
    assert read - made == {"input"}


@pytest.mark.slow
def test_the_example_exports_today_as_was_recorded() -> None:
    assert export_example(ORACLE_PYTHON) == recorded_example()


@pytest.mark.slow
def test_the_export_runs_and_maps_nodes_to_modules(module: Path) -> None:
    request = replace(export_request(f"{module}:Model", "1,3,8,8"), dynamic_batch="dynamic")
    result = export_module(request, ORACLE_PYTHON)
    assert result.ok, result.message
    model = onnx.load_from_string(result.content)
    onnx.checker.check_model(model, full_check=True)
    assert str(module.parent).encode() not in result.content
    found = {(one.operator, one.module, one.class_name, one.line) for one in result.origins}
    assert {
        ("Conv", "features.0", "Conv2d", 12),
        ("BatchNormalization", "features.1", "BatchNorm2d", 12),
        ("Relu", "features.2", "ReLU", 12),
        ("Gemm", "head", "Linear", 13),
    } <= found
    assert export_lines(result, "x.onnx")[0].endswith("nodes to x.onnx.")
    missing = export_module(replace(request, name="Missing"), ORACLE_PYTHON)
    assert (missing.ok, missing.error) == (False, "AttributeError")


@pytest.mark.slow
@pytest.mark.parametrize("name", [one.id for one in HAZARDS])
def test_the_hazard_does_today_what_was_recorded(name: str) -> None:
    version, outcome = try_hazard(hazard(name), ORACLE_PYTHON)
    record = recorded_hazards()
    recorded = next(one for one in record.outcomes if one.id == name)
    assert version == record.torch
    close = replace(outcome, difference=recorded.difference, largest=recorded.largest)
    assert close == recorded
    assert outcome.difference == pytest.approx(recorded.difference, rel=1e-3, abs=1e-5)
