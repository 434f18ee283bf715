"""Run by the oracles' own Python: simplify models with another tool, one JSON line for each.

Usage: oracle_program.py TOOL FOLDER MODEL...   It writes FOLDER/TOOL-MODEL and prints its nodes.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import onnx


def onnxsim(source: Path, target: Path) -> None:
    import onnxsim as tool  # pyright: ignore[reportMissingImports]

    simplified, _ = tool.simplify(onnx.load(source))
    onnx.save(simplified, target)


def onnxscript(source: Path, target: Path) -> None:
    """The optimiser, then the rewriting rules that fold batch normalisation, then the optimiser."""
    from onnxscript import optimizer, rewriter  # pyright: ignore[reportMissingImports]

    model: Any = optimizer.optimize(onnx.load(source))
    model = rewriter.rewrite(model)
    onnx.save(optimizer.optimize(model), target)


def onnxslim(source: Path, target: Path) -> None:
    import onnxslim as tool  # pyright: ignore[reportMissingImports]

    onnx.save(tool.slim(onnx.load(source)), target)


def onnxruntime(source: Path, target: Path, level: str = "ORT_ENABLE_BASIC") -> None:
    import onnxruntime as tool

    options = tool.SessionOptions()
    options.graph_optimization_level = getattr(tool.GraphOptimizationLevel, level)
    options.optimized_model_filepath = str(target)
    options.log_severity_level = 4
    tool.InferenceSession(str(source), options, providers=["CPUExecutionProvider"])


def onnxruntime_extended(source: Path, target: Path) -> None:
    """With operators of its own, a convolution with its activation among them."""
    onnxruntime(source, target, "ORT_ENABLE_EXTENDED")


TOOLS = {
    one.__name__: one for one in (onnxsim, onnxscript, onnxslim, onnxruntime, onnxruntime_extended)
}


def main() -> None:
    tool, folder = sys.argv[1], Path(sys.argv[2])
    for name in sys.argv[3:]:
        source, target = folder / name, folder / f"{tool}-{name}"
        try:
            TOOLS[tool](source, target)
            count, error = len(onnx.load(target, load_external_data=False).graph.node), ""
        except Exception as problem:  # noqa: BLE001
            # A tool that fails on a model has no count; the table says so.
            count, error = None, str(problem)[:200]
        print(json.dumps({"model": name, "nodes": count, "error": error}), flush=True)


if __name__ == "__main__":
    main()
