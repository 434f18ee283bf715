"""The three nets, each after a well-known family; inputs [n, 3, 32, 32], outputs [n, classes].

They are written the plain way, with what people leave in their models: a Dropout, an Identity where
a layer could be, a scale of 1, a size asked for at run time. The exported graph keeps all of it.
"""

from __future__ import annotations

import torch  # pyright: ignore[reportMissingImports]
from torch import nn  # pyright: ignore[reportMissingImports]


class _KeepIdentity(torch.autograd.Function):
    """Passes its input on, and leaves an Identity node in the exported graph."""

    @staticmethod
    def forward(context: object, maps: torch.Tensor) -> torch.Tensor:
        return maps.view_as(maps)

    @staticmethod
    def backward(context: object, gradient: torch.Tensor) -> torch.Tensor:  # pyright: ignore
        return gradient

    @staticmethod
    def symbolic(graph: torch.Graph, maps: torch.Value) -> torch.Value:
        return graph.op("Identity", maps)


class Identity(nn.Module):
    """A layer that is not there; `nn.Identity` itself would leave no trace."""

    def forward(self, maps: torch.Tensor) -> torch.Tensor:
        return _KeepIdentity.apply(maps)


def convolution(channels_in: int, channels_out: int, stride: int = 1, size: int = 3) -> nn.Module:
    """A convolution and its batch normalisation, which makes a bias useless."""
    return nn.Sequential(
        nn.Conv2d(channels_in, channels_out, size, stride, size // 2, bias=False),
        nn.BatchNorm2d(channels_out),
    )


def depthwise(channels: int, stride: int) -> nn.Module:
    """A convolution of each channel with a filter of its own, and its batch normalisation."""
    return nn.Sequential(
        nn.Conv2d(channels, channels, 3, stride, 1, groups=channels, bias=False),
        nn.BatchNorm2d(channels),
    )


class Plain(nn.Module):
    """After VGG: pairs of 3x3 convolutions, a pooling after each pair, two dense layers.

    Source: Simonyan and Zisserman, 2014, arXiv 1409.1556.
    """

    def __init__(self, classes: int) -> None:
        super().__init__()
        widths = (3, 16, 16, 32, 32, 64, 64)
        layers: list[nn.Module] = []
        for at in range(6):
            layers += [convolution(widths[at], widths[at + 1]), nn.ReLU()]
            if at % 2 == 1:
                layers.append(nn.MaxPool2d(2))
        self.features = nn.Sequential(*layers)
        self.hidden = nn.Linear(64 * 4 * 4, 64)
        self.drop = nn.Dropout(0.3)
        self.classify = nn.Linear(64, classes)

    def forward(self, image: torch.Tensor) -> torch.Tensor:
        maps = self.features(image)
        flat = maps.reshape(maps.size(0), maps.size(1) * maps.size(2) * maps.size(3))
        return self.classify(self.drop(torch.relu(self.hidden(flat))))


class ResidualBlock(nn.Module):
    """Two convolutions, to which their input is added.

    Source: He et al., 2015, arXiv 1512.03385, figure 2; the projection is its option B.
    """

    branch_scale = 1.0

    def __init__(self, channels_in: int, channels_out: int, stride: int) -> None:
        super().__init__()
        self.first = convolution(channels_in, channels_out, stride)
        self.second = convolution(channels_out, channels_out)
        changes = stride != 1 or channels_in != channels_out
        self.shortcut = convolution(channels_in, channels_out, stride, 1) if changes else Identity()

    def forward(self, maps: torch.Tensor) -> torch.Tensor:
        branch = self.second(torch.relu(self.first(maps)))
        return torch.relu(branch * self.branch_scale + self.shortcut(maps))


class Residual(nn.Module):
    """Three residual blocks, then the mean of each map and one dense layer."""

    def __init__(self, classes: int) -> None:
        super().__init__()
        self.stem = convolution(3, 16)
        self.blocks = nn.Sequential(
            ResidualBlock(16, 16, 1),
            ResidualBlock(16, 32, 2),
            ResidualBlock(32, 64, 2),
        )
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.drop = nn.Dropout(0.1)
        self.classify = nn.Linear(64, classes)

    def forward(self, image: torch.Tensor) -> torch.Tensor:
        maps = self.pool(self.blocks(torch.relu(self.stem(image))))
        return self.classify(self.drop(maps.reshape(maps.size(0), maps.size(1))))


class SeparableBlock(nn.Module):
    """A depthwise convolution and a 1x1 convolution, each with a ReLU that ends at 6.

    Source: Howard et al., 2017, arXiv 1704.04861, figure 3.
    """

    def __init__(self, channels_in: int, channels_out: int, stride: int) -> None:
        super().__init__()
        self.depthwise = depthwise(channels_in, stride)
        self.pointwise = convolution(channels_in, channels_out, size=1)
        self.activation = nn.ReLU6()

    def forward(self, maps: torch.Tensor) -> torch.Tensor:
        return self.activation(self.pointwise(self.activation(self.depthwise(maps))))


class Depthwise(nn.Module):
    """After MobileNet: a 3x3 convolution, six separable blocks, the mean and one dense layer."""

    def __init__(self, classes: int) -> None:
        super().__init__()
        self.stem = convolution(3, 16)
        self.blocks = nn.Sequential(
            SeparableBlock(16, 32, 1),
            SeparableBlock(32, 64, 2),
            SeparableBlock(64, 64, 1),
            SeparableBlock(64, 128, 2),
            SeparableBlock(128, 128, 1),
            SeparableBlock(128, 128, 1),
        )
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.drop = nn.Dropout(0.1)
        self.classify = nn.Linear(128, classes)

    def forward(self, image: torch.Tensor) -> torch.Tensor:
        maps = self.pool(self.blocks(nn.functional.relu6(self.stem(image))))
        return self.classify(self.drop(maps.reshape(maps.size(0), maps.size(1))))


NETS: dict[str, type[nn.Module]] = {"plain": Plain, "residual": Residual, "depthwise": Depthwise}
