"""Files that stages leave."""

from __future__ import annotations

import onnx_ir as ir

from compiler_core.graph.sizes import constant_bytes
from compiler_core.pipelines.stages import StageFile

LARGEST_FILE = 64 << 20


def onnx_files(model: ir.Model, name: str) -> tuple[StageFile, ...]:
    """The model as an ONNX file; none for one too large to keep, which is not written at all."""
    if constant_bytes(model) > LARGEST_FILE:
        return ()
    content = ir.to_proto(model).SerializeToString()
    return kept_files(StageFile(name, "application/octet-stream", content))


def kept_files(*files: StageFile) -> tuple[StageFile, ...]:
    """Those small enough to keep beside a result."""
    return tuple(file for file in files if len(file.content) <= LARGEST_FILE)
