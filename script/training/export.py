"""Write a trained net as ONNX with everything that a training framework leaves in the graph.

The exporter that traces is used, because it keeps BatchNormalization when told to, names each node
by its module, and writes how a run-time size is asked for as nodes. Dropout is exported as the node
that it is at inference, instead of nothing.
"""

from __future__ import annotations

import io
import warnings
from pathlib import Path

import onnx
import torch  # pyright: ignore[reportMissingImports]
from torch import nn  # pyright: ignore[reportMissingImports]
from torch.onnx import TrainingMode  # pyright: ignore[reportMissingImports]

from compiler_core.content_files import CONTENT_FOLDER

MODELS_FOLDER = CONTENT_FOLDER / "models" / "signs"
_OPSET = 17


def export_net(net: nn.Module, path: Path) -> Path:
    """Write the net for one picture at a time; returns the path."""
    model = onnx.load_from_string(_traced(net))
    _fix_batch(model)
    model.doc_string = "Signs and glyphs of 32 x 32 pixels; trained by script/training."
    onnx.checker.check_model(model, full_check=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(model.SerializeToString(deterministic=True))
    return path


def _traced(net: nn.Module) -> bytes:
    """With a batch of any size, as people export: what asks for the size stays in the graph."""
    file = io.BytesIO()
    torch.onnx.register_custom_op_symbolic("aten::dropout", _dropout, _OPSET)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            net,
            (torch.zeros(1, 3, 32, 32),),
            file,
            dynamo=False,
            opset_version=_OPSET,
            training=TrainingMode.PRESERVE,
            do_constant_folding=False,
            input_names=["image"],
            output_names=["scores"],
            dynamic_axes={"image": {0: "batch"}, "scores": {0: "batch"}},
        )
    return file.getvalue()


def _dropout(
    graph: torch.Graph, maps: torch.Value, share: torch.Value, training: torch.Value
) -> torch.Value:
    """At inference a Dropout passes its input on; ONNX takes that from its missing third input."""
    return graph.op("Dropout", maps, share)


def _fix_batch(model: onnx.ModelProto) -> None:
    """The program that is compiled sees one picture at a time."""
    for value in (*model.graph.input, *model.graph.output):
        value.type.tensor_type.shape.dim[0].dim_value = 1
    # Shapes within were noted for any batch.
    del model.graph.value_info[:]
