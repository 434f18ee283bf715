"""The process that holds PyTorch: loads a module, exports it, and writes what happened as JSON.

    python -m compiler_core.graph.exporting.child TASK.json

The task names the module's file, the class, the input's shape, the folder for results, and what to
do: "export" with PyTorch's exporter of today, "trace" with the one before it, which follows one
input through the module, "breaks" to ask the compiler of PyTorch where it leaves the graph.
"""

# pyright: reportMissingImports=false

from __future__ import annotations

import importlib.util
import json
import sys
import warnings
from collections.abc import Callable
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

REPORT = "report.json"
_SEED = 0


def main(task_path: str) -> None:
    task = json.loads(Path(task_path).read_text(encoding="utf-8"))
    folder = Path(task["folder"])
    import torch

    report: dict[str, Any] = {"torch": torch.__version__}
    torch.manual_seed(_SEED)
    try:
        model = _load(task["path"], task["name"])
    # A reader's module may raise anything, and this process exists to tell what.
    except Exception as error:  # noqa: BLE001
        report["module"] = {"ok": False, **_failure(error)}
    else:
        example = torch.rand(task["shape"])
        for action in task["actions"]:
            report[action] = _attempt(_ACTIONS[action], model, example, task)
    (folder / REPORT).write_text(json.dumps(report), encoding="utf-8")


def _load(path: str, name: str) -> Any:
    loader = SourceFileLoader("exported_module", path)
    spec = importlib.util.spec_from_loader("exported_module", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["exported_module"] = module
    loader.exec_module(module)
    return getattr(module, name)().eval()


def _attempt(action: Callable[..., dict], model: Any, example: Any, task: dict) -> dict:
    try:
        return {"ok": True, **action(model, example, task)}
    # The exporters raise many kinds of errors; each is a result to show.
    except Exception as error:  # noqa: BLE001
        return {"ok": False, **_failure(error)}


def _failure(error: BaseException) -> dict[str, Any]:
    """The error and those that caused it, outermost first."""
    causes = []
    current: BaseException | None = error
    while current is not None and len(causes) < 6:
        causes.append({"type": type(current).__name__, "text": str(current)})
        current = current.__cause__ or current.__context__
    return {"causes": causes}


def _export(model: Any, example: Any, task: dict) -> dict[str, Any]:
    import torch

    shapes = ({0: torch.export.Dim("batch")},) if task["dynamic_batch"] == "dynamic" else None
    program = torch.onnx.export(
        model,
        (example,),
        dynamo=True,
        optimize=False,
        dynamic_shapes=shapes,
        verbose=False,
        input_names=["input"],
        output_names=["output"],
    )
    assert program is not None
    path = Path(task["folder"]) / "exported.onnx"
    path.write_bytes(program.model_proto.SerializeToString(deterministic=True))
    return {"file": path.name}


def _trace(model: Any, example: Any, task: dict) -> dict[str, Any]:
    import torch

    path = Path(task["folder"]) / "traced.onnx"
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        torch.onnx.export(
            model,
            (example,),
            str(path),
            dynamo=False,
            input_names=["input"],
            output_names=["output"],
        )
    messages = [
        str(notice.message) for notice in caught if notice.category.__name__ == "TracerWarning"
    ]
    return {"file": path.name, "warnings": messages, **_other_input(model, example, path)}


def _other_input(model: Any, example: Any, path: Path) -> dict[str, Any]:
    """What the traced graph answers to an input it was not traced with: 1 less, so negative."""
    import onnxruntime
    import torch

    other = example - 1
    with torch.no_grad():
        expected = model(other)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1  # Its own number it would tie to processors.
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    answer = torch.from_numpy(session.run(None, {"input": other.numpy()})[0])
    return {
        "difference": float((answer - expected).abs().max()),
        "largest": float(expected.abs().max()),
    }


def _breaks(model: Any, example: Any, task: dict) -> dict[str, Any]:
    import torch

    explanation = torch._dynamo.explain(model)(example)
    reasons = [str(reason.reason).splitlines()[0] for reason in explanation.break_reasons]
    return {"graphs": explanation.graph_count, "reasons": reasons}


_ACTIONS: dict[str, Callable[..., dict]] = {"export": _export, "trace": _trace, "breaks": _breaks}


if __name__ == "__main__":
    main(sys.argv[1])
