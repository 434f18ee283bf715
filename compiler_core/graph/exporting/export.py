"""Exporting a module for real, in a process of its own; what fails is a result, not an error."""

from __future__ import annotations

import json
import re
import sys
import tempfile
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import onnx

from compiler_core.graph.exporting.child import REPORT
from compiler_core.graph.exporting.errors import TorchMissing
from compiler_core.graph.exporting.origins import NodeOrigin, node_origins, without_stacks
from compiler_core.graph.exporting.request import ExportRequest
from compiler_core.toolchain.python_child import run_python_module

_SECONDS = 300.0
_NEEDED = (("torch", "PyTorch"), ("onnxscript", "onnxscript, which PyTorch's exporter needs,"))
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_SUMMARY = "## Exception summary"
_LONGEST_TEXT = 4_000
_ADDRESS = re.compile(r"\b0x[0-9a-f]{6,}\b")


@dataclass(frozen=True, slots=True)
class ExportResult:
    """What PyTorch made of a module."""

    ok: bool
    """Whether there is a graph."""
    content: bytes
    """The ONNX file, empty when it failed."""
    torch: str
    """PyTorch's version; empty where it did not say it."""
    error: str
    """The kind of error that PyTorch raised; empty where the export went well."""
    message: str
    """PyTorch's own words, shortened; empty where the export went well."""
    origins: tuple[NodeOrigin, ...]
    """Where each node comes from."""
    source: str
    """The module's text, in Python."""


def require_torch() -> str:
    """The interpreter to export with: this one. Raises TorchMissing."""
    for module, title in _NEEDED:
        if find_spec(module) is None:
            raise TorchMissing(title)
    return sys.executable


def export_module(request: ExportRequest, python: str) -> ExportResult:
    """Export with the PyTorch of this interpreter. Five minutes at most; then it has failed."""
    source = request.path.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        report = run_actions(request, python, ("export",), Path(folder))
        version = str(report.get("torch", ""))
        done = report.get("module") or report["export"]
        if not done.get("ok"):
            return ExportResult(False, b"", version, *error_of(done, request), (), source)
        model = onnx.load(Path(folder) / done["file"])
    origins = node_origins(model, request.path.name)
    without_stacks(model)
    content = model.SerializeToString(deterministic=True)
    return ExportResult(True, content, version, "", "", origins, source)


def run_actions(
    request: ExportRequest, python: str, actions: tuple[str, ...], folder: Path
) -> dict[str, Any]:
    """What the child reports; a child that ends early has failed with what it printed."""
    task = folder / "task.json"
    task.write_text(
        json.dumps({
            "path": str(request.path), "name": request.name, "shape": request.shape,
            "dynamic_batch": request.dynamic_batch, "folder": str(folder), "actions": actions,
        }),
        encoding="utf-8",
    )  # fmt: skip
    module = "compiler_core.graph.exporting.child"
    child = run_python_module(python, module, (str(task),), _SECONDS)
    report = folder / REPORT
    if report.is_file():
        return json.loads(report.read_text(encoding="utf-8"))
    reason = f"it took longer than {_SECONDS:.0f} s" if child.exit_code is None else "it ended"
    text = f"PyTorch's process gave no result: {reason}.\n{child.diagnostics}"
    return {"module": {"ok": False, "causes": [{"type": "NoResult", "text": text}]}}


def error_of(failed: dict[str, Any], request: ExportRequest) -> tuple[str, str]:
    """The kind of the error and PyTorch's words, the same in every run: no colours, no places in
    memory, no folders of this machine.
    """
    first = failed["causes"][0]
    text = _COLOUR.sub("", first["text"]).replace(str(request.path), request.path.name)
    _, mark, summary = text.partition(_SUMMARY)
    lines = _ADDRESS.sub("0x…", (summary if mark else text).strip()).splitlines()
    return first["type"], "\n".join(line.rstrip() for line in lines)[:_LONGEST_TEXT]
