"""Export networks like those of torchvision and its relatives from PyTorch, weights drawn.

    build/oracles/bin/python -m tests.graph.outside.exported FOLDER

One ONNX file for each network, by the newer and by the older exporter in turn. Blocks, activations
and the order of layers are those of the published networks; widths and pictures are smaller, so
that an emulator counts them in seconds.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import torch
from torch import nn

from tests.graph.outside.exported_others import (
    Keywords,
    MixedTokens,
    Segment,
    SuperResolution,
    TextReader,
    VisionTransformer,
    Yolo,
    densenet,
    efficientnet,
    ghostnet,
    inception,
    instance_normalised,
    resnet,
)
from tests.graph.outside.exported_pictures import (
    convnext,
    mobilenet_v3,
    regnet,
    shufflenet,
    squeezenet,
    unet_bilinear,
    unet_transposed,
)

PICTURE = (1, 3, 64, 64)
SOUND = (1, 40, 50)
MODULES: dict[str, tuple[Callable[[], nn.Module], tuple[int, ...]]] = {
    "mobilenet-v3": (mobilenet_v3, PICTURE),
    "shufflenet-v2": (shufflenet, PICTURE),
    "squeezenet": (squeezenet, PICTURE),
    "regnet": (regnet, PICTURE),
    "convnext": (convnext, PICTURE),
    "unet-transposed": (unet_transposed, (1, 3, 32, 32)),
    "unet-bilinear": (unet_bilinear, (1, 3, 32, 32)),
    "vit": (VisionTransformer, PICTURE),
    "yolo": (Yolo, PICTURE),
    "densenet": (densenet, PICTURE),
    "inception": (inception, PICTURE),
    "efficientnet": (efficientnet, PICTURE),
    "ghostnet": (ghostnet, PICTURE),
    "text-lstm": (lambda: TextReader(nn.LSTM), (1, 3, 64, 64)),
    "text-gru": (lambda: TextReader(nn.GRU), (2, 3, 64, 64)),
    "keywords": (Keywords, SOUND),
    "segment": (Segment, PICTURE),
    "super-resolution": (SuperResolution, (1, 3, 24, 24)),
    "resnet": (resnet, PICTURE),
    "style": (instance_normalised, (1, 3, 32, 32)),
    "mixer": (MixedTokens, PICTURE),
}


def main(folder: Path) -> None:
    """Both exporters, in turn."""
    folder.mkdir(parents=True, exist_ok=True)
    for at, (name, (module, shape)) in enumerate(MODULES.items()):
        torch.manual_seed(at)
        network = module().eval()
        torch.onnx.export(
            network,
            (torch.randn(shape),),
            str(folder / f"{name}.onnx"),
            dynamo=at % 2 == 0,
            opset_version=18,
            input_names=["given"],
            output_names=["made"],
            external_data=at % 4 == 0,
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
