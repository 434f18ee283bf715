"""The nine light topologies of the onnx package: real networks whose weights mean nothing.

Their weights are one constant each, so that every class scores the same. To test numbers, they get
random weights here; their answers still mean nothing, and every page says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files

MEANINGLESS = "Its weights are made up, so the classes it names mean nothing."


@dataclass(frozen=True, slots=True)
class LightModel:
    """A topology for pictures of 224 x 224; the classes it names mean nothing."""

    id: str
    title: str
    source: str

    def content(self) -> bytes:
        """The file of the onnx package."""
        folder = files("onnx").joinpath("backend", "test", "data", "light")
        return folder.joinpath(f"light_{self.id}.onnx").read_bytes()


LIGHT_MODELS: tuple[LightModel, ...] = (
    LightModel("bvlc_alexnet", "AlexNet", "Krizhevsky et al., 2012"),
    LightModel("densenet121", "DenseNet-121", "Huang et al., 2016"),
    LightModel("inception_v1", "Inception v1 (GoogLeNet)", "Szegedy et al., 2014"),
    LightModel("inception_v2", "Inception v2", "Ioffe and Szegedy, 2015"),
    LightModel("resnet50", "ResNet-50", "He et al., 2015"),
    LightModel("shufflenet", "ShuffleNet", "Zhang et al., 2017"),
    LightModel("squeezenet", "SqueezeNet", "Iandola et al., 2016"),
    LightModel("vgg19", "VGG-19", "Simonyan and Zisserman, 2014"),
    LightModel("zfnet512", "ZFNet-512", "Zeiler and Fergus, 2013"),
)
