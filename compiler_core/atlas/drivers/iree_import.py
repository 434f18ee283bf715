"""An ONNX network as IREE's importer writes it, and the names of its nodes.

Run by `compiler_core/toolchain/atlas_job.py` with an interpreter that has IREE; never imported.

Request: `network`, the file in base 64. Answer: `nodes`, name and operator of each node but
constants, in order; or `error`, what the importer refuses. It leaves `program.mlir`.
"""

from __future__ import annotations

import base64
import json
import sys
from pathlib import Path
from typing import Any

# IREE is not in the environment that is checked.
# pyright: reportMissingImports=false


def main() -> None:
    """One request from standard input, one answer on standard output."""
    request = json.load(sys.stdin)
    Path("network.onnx").write_bytes(base64.b64decode(request["network"]))
    print(json.dumps(_answer()))


def _answer() -> dict[str, Any]:
    import onnx
    from iree.compiler.tools.import_onnx.__main__ import main as convert
    from iree.compiler.tools.import_onnx.__main__ import parse_arguments

    try:
        model = onnx.load("network.onnx")
        convert(parse_arguments(["network.onnx", "-o", "program.mlir"]))
    except Exception as error:  # noqa: BLE001 - whatever it refuses is the answer
        return {"error": type(error).__name__, "said": str(error).strip()}
    return {"nodes": [[node.name, node.op_type] for node in model.graph.node]}


if __name__ == "__main__":
    main()
