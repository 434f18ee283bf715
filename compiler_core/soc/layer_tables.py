"""Layer tables of the networks whose speed is published: pictures of 224 by 224, 1,000 classes.

Sources: MobileNet v1 (Howard et al. 2017, table 1), v2 (Sandler et al. 2018, table 2), ResNet-50
(He et al. 2015, table 1; with the stride in the 3 by 3 convolution, as it is usually trained).
"""

from __future__ import annotations

from compiler_core.errors import UnknownName
from compiler_core.soc.layers import Layer, convolution, dense, depthwise, pooling

_CLASSES = 1000
# Channels and stride of each separable convolution.
_MOBILENET_V1 = (
    (64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2),
    (512, 1), (512, 1), (512, 1), (512, 1), (512, 1), (1024, 2), (1024, 1),
)  # fmt: skip
# Expansion, channels, repeats, stride of the first.
_MOBILENET_V2 = (
    (1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1),
    (6, 160, 3, 2), (6, 320, 1, 1),
)  # fmt: skip
# Inner channels, blocks, stride of the first.
_RESNET_50 = ((64, 3, 1), (128, 4, 2), (256, 6, 2), (512, 3, 2))
_RESNET_EXPANSION = 4
TABLES = ("mobilenet-v1", "mobilenet-v2", "resnet-50", "resnet-50-v2")


def layer_table(name: str) -> tuple[Layer, ...]:
    """The layers of one network, in order. Raises UnknownName.

    ResNet-50 v2 has the same products as v1; its norms before them run in the same kernels.
    """
    if name == "mobilenet-v1":
        return _mobilenet_v1()
    if name == "mobilenet-v2":
        return _mobilenet_v2()
    if name in ("resnet-50", "resnet-50-v2"):
        return _resnet_50()
    raise UnknownName(f"There is no layer table {name!r}.", f"Known: {', '.join(TABLES)}.")


def _mobilenet_v1() -> tuple[Layer, ...]:
    layers, size, channels = [convolution("conv", 224, (3, 32), 3, 2)], 112, 32
    for index, (out, stride) in enumerate(_MOBILENET_V1, 1):
        layers.append(depthwise(f"depthwise {index}", size, channels, stride))
        size = -(-size // stride)
        layers.append(convolution(f"pointwise {index}", size, (channels, out), 1))
        channels = out
    return (*layers, pooling("pool", size, 1, channels), dense("classes", channels, _CLASSES))


def _mobilenet_v2() -> tuple[Layer, ...]:
    layers, size, channels = [convolution("conv", 224, (3, 32), 3, 2)], 112, 32
    for stage, (expansion, out, repeats, stride) in enumerate(_MOBILENET_V2, 1):
        for block in range(1, repeats + 1):
            step = stride if block == 1 else 1
            layers += _inverted(f"{stage}.{block}", size, (channels, expansion, out), step)
            size, channels = -(-size // step), out
    last = convolution("last", size, (channels, 1280), 1)
    return (*layers, last, pooling("pool", size, 1, 1280), dense("classes", 1280, _CLASSES))


def _inverted(name: str, size: int, channels: tuple[int, int, int], stride: int) -> list[Layer]:
    """One inverted residual block; channels: in, expansion, out."""
    given, expansion, out = channels
    wide, made = given * expansion, -(-size // stride)
    residual = made * made * out if stride == 1 and given == out else 0
    expand = [convolution(f"{name} expand", size, (given, wide), 1)] if expansion > 1 else []
    return [
        *expand,
        depthwise(f"{name} depthwise", size, wide, stride),
        convolution(f"{name} project", made, (wide, out), 1, residual=residual),
    ]


def _resnet_50() -> tuple[Layer, ...]:
    layers = [convolution("conv", 224, (3, 64), 7, 2), pooling("max pool", 112, 56, 64)]
    size, channels = 56, 64
    for stage, (inner, blocks, stride) in enumerate(_RESNET_50, 1):
        for block in range(1, blocks + 1):
            step = stride if block == 1 else 1
            layers += _bottleneck(f"{stage}.{block}", size, (channels, inner), step)
            size, channels = size // step, inner * _RESNET_EXPANSION
    return (*layers, pooling("pool", size, 1, channels), dense("classes", channels, _CLASSES))


def _bottleneck(name: str, size: int, channels: tuple[int, int], stride: int) -> list[Layer]:
    """One block; channels: in, inner. The first of a stage projects its shortcut."""
    given, inner = channels
    out, made = inner * _RESNET_EXPANSION, size // stride
    shortcut = [convolution(f"{name} shortcut", size, (given, out), 1, stride)]
    return [
        *(shortcut if given != out else []),
        convolution(f"{name} reduce", size, (given, inner), 1),
        convolution(f"{name} conv", size, (inner, inner), 3, stride),
        convolution(f"{name} expand", made, (inner, out), 1, residual=made * made * out),
    ]
