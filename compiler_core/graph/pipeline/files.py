"""Files that stages leave."""

from __future__ import annotations

import onnx_ir as ir

from compiler_core.pipelines.stages import StageFile

LARGEST_FILE = 64 << 20


def onnx_file(model: ir.Model, name: str) -> StageFile:
    """The model as an ONNX file; one too large to keep is left out by `kept_files`."""
    content = ir.to_proto(model).SerializeToString()
    return StageFile(name, "application/octet-stream", content)


def kept_files(*files: StageFile) -> tuple[StageFile, ...]:
    """Those small enough to keep beside a result."""
    return tuple(file for file in files if len(file.content) <= LARGEST_FILE)
