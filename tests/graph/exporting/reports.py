"""What PyTorch's process would report, made without PyTorch: answers of several kinds."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import onnx
from onnx import TensorProto, helper

SOURCE = '''"""A net."""
from torch import nn


class Model(nn.Module):
    def forward(self, image):
        return self.head(image)
'''


def exported_model(folder: str) -> onnx.ModelProto:
    """Two nodes with the notes that PyTorch's exporter leaves beside each."""
    nodes = [
        _node("conv", "Conv", ["features", "features.0", "aten.conv"],
              ["net.Model", "torch.nn.Conv2d", "aten"],
              f'File "{folder}/net.py", line 5\nFile "{folder}/net.py", line 7\n'
              'File "/lib/torch/conv.py", line 99'),
        _node("head", "Gemm", ["", "head", "aten.linear"],
              ["net.Model", "torch.nn.Linear", "aten"], f'File "{folder}/net.py", line 7'),
        _node("root", "Relu", ["", "aten.relu"], ["net.Model", "aten"], "no frames"),
    ]  # fmt: skip
    value = helper.make_tensor_value_info("x", TensorProto.FLOAT, ["batch", 3])
    graph = helper.make_graph(nodes, "net", [value], [value])
    graph.input[0].metadata_props.add(key="pkg.torch.onnx.stack_trace", value=folder)
    return helper.make_model(graph)


def _node(
    name: str, operator: str, scopes: list[str], classes: list[str], stack: str
) -> onnx.NodeProto:
    node = helper.make_node(operator, ["x"], ["x"], name=name)
    for key, value in (("name_scopes", repr(scopes)), ("class_hierarchy", repr(classes)),
                       ("stack_trace", stack), ("fx_node", f"in {stack}")):  # fmt: skip
        node.metadata_props.add(key=f"pkg.torch.onnx.{key}", value=value)
    return node


def python_that_reports(folder: Path, report: dict[str, object] | None) -> str:
    """A program that stands for Python with PyTorch: writes the report where the task says, and the
    exported files beside it. None: it writes nothing and ends.
    """
    model, answer = folder / "answer.onnx", folder / "answer.json"
    model.write_bytes(exported_model(str(folder)).SerializeToString())
    answer.write_text(json.dumps(report))
    program = folder / "python"
    leaves = f'cp {model} "$folder/exported.onnx"; cp {answer} "$folder/report.json"'
    ends = leaves if report is not None else "echo lost >&2; exit 3"
    program.write_text(
        '#!/bin/sh\nfor task; do :; done\nfolder=$(dirname "$task")\n'
        f'cp "$task" {folder}/task.json\n{ends}\n'
    )
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return str(program)


def failure(kind: str, text: str) -> dict[str, object]:
    return {"ok": False, "causes": [{"type": kind, "text": text}]}
