"""Layer tables of the networks whose speed is published: pictures of 224 by 224, 1,000 classes.

Sources: MobileNet v1 (Howard et al. 2017, table 1), v2 (Sandler et al. 2018, table 2), ResNets
(He et al. 2015, table 1; with the stride in the 3 by 3 convolution, as it is usually trained), VGG
(Simonyan and Zisserman 2014, table 1, D and E), Inception v1 (Szegedy et al. 2014, table 1),
SqueezeNet 1.1 (Iandola et al. 2016, table 1, as changed by its authors: 3 by 3 in the first
convolution, pooling sooner).
"""

from __future__ import annotations

from functools import cache

from compiler_core.errors import UnknownName
from compiler_core.graph.layers.layer import Layer, convolution, dense, depthwise, pooling

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
# Inner channels of a stage; blocks of each by network; stride of the first is 2 but in the first.
_RESNET_CHANNELS = (64, 128, 256, 512)
_RESNET_BLOCKS = {"resnet-18": (2, 2, 2, 2), "resnet-50": (3, 4, 6, 3), "resnet-152": (3, 8, 36, 3)}
_RESNET_EXPANSION = 4
# Channels and convolutions before each pooling.
_VGG_CHANNELS = (64, 128, 256, 512, 512)
_VGG_REPEATS = {"vgg-16": (2, 2, 3, 3, 3), "vgg-19": (2, 2, 4, 4, 4)}
_VGG_DENSE = 4096
# Size, then channels: 1x1, 3x3 reduced, 3x3, 5x5 reduced, 5x5, after pooling.
_INCEPTION_V1 = (
    (28, 64, 96, 128, 16, 32, 32), (28, 128, 128, 192, 32, 96, 64),
    (14, 192, 96, 208, 16, 48, 64), (14, 160, 112, 224, 24, 64, 64),
    (14, 128, 128, 256, 24, 64, 64), (14, 112, 144, 288, 32, 64, 64),
    (14, 256, 160, 320, 32, 128, 128), (7, 256, 160, 320, 32, 128, 128),
    (7, 384, 192, 384, 48, 128, 128),
)  # fmt: skip
# Size, squeezed channels, expanded channels of each half.
_SQUEEZENET = (
    (55, 16, 64), (55, 16, 64), (27, 32, 128), (27, 32, 128),
    (13, 48, 192), (13, 48, 192), (13, 64, 256), (13, 64, 256),
)  # fmt: skip
TABLES = (
    "mobilenet-v1", "mobilenet-v2", "resnet-18", "resnet-50", "resnet-50-v2", "vgg-16", "vgg-19",
    "inception-v1", "squeezenet-1.1", "resnet-50-299", "resnet-50-v2-299", "resnet-152-299",
)  # fmt: skip


@cache
def layer_table(name: str) -> tuple[Layer, ...]:
    """The layers of one network, in order; names that end in 299 take pictures of that size.

    ResNet v2 has the same products as v1; its norms before them run in the same kernels. Raises
    UnknownName.
    """
    if name not in TABLES:
        raise UnknownName(f"There is no layer table {name!r}.", f"Known: {', '.join(TABLES)}.")
    if name.startswith("resnet"):
        size = 299 if name.endswith("-299") else 224
        return _resnet(name.removesuffix("-299").removesuffix("-v2"), size)
    if name.startswith("vgg"):
        return _vgg(_VGG_REPEATS[name])
    whole = {"mobilenet-v1": _mobilenet_v1, "mobilenet-v2": _mobilenet_v2,
             "inception-v1": _inception_v1, "squeezenet-1.1": _squeezenet}  # fmt: skip
    return whole[name]()


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


def _resnet(name: str, picture: int) -> tuple[Layer, ...]:
    size = -(-picture // 4)
    layers = [
        convolution("conv", picture, (3, 64), 7, 2),
        pooling("max pool", -(-picture // 2), size, 64),
    ]
    make, expansion = (_basic, 1) if name == "resnet-18" else (_bottleneck, _RESNET_EXPANSION)
    channels = 64
    for stage, blocks in enumerate(_RESNET_BLOCKS[name]):
        inner = _RESNET_CHANNELS[stage]
        for block in range(blocks):
            step = 2 if stage and not block else 1
            layers += make(f"{stage + 1}.{block + 1}", size, (channels, inner), step)
            size, channels = -(-size // step), inner * expansion
    return (*layers, pooling("pool", size, 1, channels), dense("classes", channels, _CLASSES))


def _basic(name: str, size: int, channels: tuple[int, int], stride: int) -> list[Layer]:
    """Two convolutions; channels: in, out. The first of a stage but the first projects its
    shortcut."""
    given, out = channels
    made = -(-size // stride)
    shortcut = [convolution(f"{name} shortcut", size, (given, out), 1, stride)]
    return [
        *(shortcut if given != out else []),
        convolution(f"{name} first", size, (given, out), 3, stride),
        convolution(f"{name} second", made, (out, out), 3, residual=made * made * out),
    ]


def _bottleneck(name: str, size: int, channels: tuple[int, int], stride: int) -> list[Layer]:
    """One block; channels: in, inner. The first of a stage projects its shortcut."""
    given, inner = channels
    out, made = inner * _RESNET_EXPANSION, -(-size // stride)
    shortcut = [convolution(f"{name} shortcut", size, (given, out), 1, stride)]
    return [
        *(shortcut if given != out else []),
        convolution(f"{name} reduce", size, (given, inner), 1),
        convolution(f"{name} conv", size, (inner, inner), 3, stride),
        convolution(f"{name} expand", made, (inner, out), 1, residual=made * made * out),
    ]


def _vgg(repeats: tuple[int, ...]) -> tuple[Layer, ...]:
    layers, size, given = [], 224, 3
    for stage, (out, count) in enumerate(zip(_VGG_CHANNELS, repeats, strict=True), 1):
        for index in range(1, count + 1):
            layers.append(convolution(f"{stage}.{index}", size, (given, out), 3))
            given = out
        layers.append(pooling(f"max pool {stage}", size, size // 2, out))
        size //= 2
    return (
        *layers,
        dense("dense 1", size * size * given, _VGG_DENSE),
        dense("dense 2", _VGG_DENSE, _VGG_DENSE),
        dense("classes", _VGG_DENSE, _CLASSES),
    )


def _inception_v1() -> tuple[Layer, ...]:
    layers = [
        convolution("conv 1", 224, (3, 64), 7, 2), pooling("pool 1", 112, 56, 64),
        convolution("conv 2", 56, (64, 64), 1), convolution("conv 3", 56, (64, 192), 3),
    ]  # fmt: skip
    given, before = 192, 56
    for index, (size, *channels) in enumerate(_INCEPTION_V1, 1):
        if size != before:
            layers.append(pooling(f"pool before {index}", before, size, given))
        layers += _branches(str(index), size, given, channels)
        given, before = channels[0] + channels[2] + channels[4] + channels[5], size
    return (*layers, pooling("pool", 7, 1, given), dense("classes", given, _CLASSES))


def _branches(name: str, size: int, given: int, channels: list[int]) -> list[Layer]:
    """Four branches of one module; their outputs lie side by side."""
    plain, reduced, three, narrow, five, pooled = channels
    return [
        convolution(f"{name} 1x1", size, (given, plain), 1),
        convolution(f"{name} reduce 3x3", size, (given, reduced), 1),
        convolution(f"{name} 3x3", size, (reduced, three), 3),
        convolution(f"{name} reduce 5x5", size, (given, narrow), 1),
        convolution(f"{name} 5x5", size, (narrow, five), 5),
        pooling(f"{name} pool", size, size, given),
        convolution(f"{name} project", size, (given, pooled), 1),
    ]


def _squeezenet() -> tuple[Layer, ...]:
    """Without padding in the first convolution and the poolings."""
    layers, given, before = [convolution("conv", 222, (3, 64), 3, 2)], 64, 111
    for index, (size, squeezed, half) in enumerate(_SQUEEZENET, 2):
        if size != before:
            layers.append(pooling(f"pool before {index}", before, size, given))
        layers += [
            convolution(f"{index} squeeze", size, (given, squeezed), 1),
            convolution(f"{index} 1x1", size, (squeezed, half), 1),
            convolution(f"{index} 3x3", size, (squeezed, half), 3),
        ]
        given, before = 2 * half, size
    last = convolution("classes", before, (given, _CLASSES), 1)
    return (*layers, last, pooling("pool", before, 1, _CLASSES))
