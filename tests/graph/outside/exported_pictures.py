"""Networks like those of torchvision, at smaller widths."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor, nn
from torch.nn import functional

from tests.graph.outside.bricks import Added, Excite, Head, Joined, Residual, conv


def mobilenet_v3() -> nn.Module:
    def block(given: int, wide: int, made: int, stride: int) -> nn.Module:
        body = nn.Sequential(
            conv(given, wide, 1, activation=nn.Hardswish),
            conv(wide, wide, 5, stride, wide, nn.Hardswish),
            Excite(wide, functional.hardsigmoid),
            conv(wide, made, 1, activation=nn.Identity),
        )
        return Added(body) if stride == 1 and given == made else body

    return Head(nn.Sequential(
        conv(3, 16, 3, 2, activation=nn.Hardswish), block(16, 32, 24, 2), block(24, 64, 24, 1),
        block(24, 96, 40, 2), block(40, 96, 40, 1), conv(40, 96, 1, activation=nn.Hardswish),
    ), 96)  # fmt: skip


class Shuffle(nn.Module):
    """A unit of ShuffleNet v2: half of the channels pass, then all are shuffled."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        half = channels // 2
        self.body = nn.Sequential(
            conv(half, half, 1), conv(half, half, 3, groups=half, activation=nn.Identity),
            conv(half, half, 1),
        )  # fmt: skip

    def forward(self, given: Tensor) -> Tensor:
        kept, changed = given.chunk(2, 1)
        both = torch.cat((kept, self.body(changed)), 1)
        batch, channels, rows, columns = both.shape
        turned = both.view(batch, 2, channels // 2, rows, columns).transpose(1, 2)
        return turned.reshape(batch, channels, rows, columns)


def shufflenet() -> nn.Module:
    return Head(
        nn.Sequential(
            conv(3, 24, 3, 2),
            nn.MaxPool2d(3, 2, 1),
            Shuffle(24),
            Shuffle(24),
            conv(24, 48, 3, 2),
            Shuffle(48),
            conv(48, 96, 1),
        ),
        96,
    )


def squeezenet() -> nn.Module:
    def fire(given: int, few: int, made: int) -> nn.Module:
        return nn.Sequential(
            nn.Conv2d(given, few, 1),
            nn.ReLU(),
            Joined(
                nn.Sequential(nn.Conv2d(few, made, 1), nn.ReLU()),
                nn.Sequential(nn.Conv2d(few, made, 3, padding=1), nn.ReLU()),
            ),
        )

    return nn.Sequential(
        nn.Conv2d(3, 32, 3, 2),
        nn.ReLU(),
        nn.MaxPool2d(3, 2, ceil_mode=True),
        fire(32, 8, 32),
        fire(64, 8, 32),
        nn.MaxPool2d(3, 2, ceil_mode=True),
        fire(64, 16, 64),
        nn.Dropout(),
        nn.Conv2d(128, 10, 1),
        nn.ReLU(),
        nn.AdaptiveAvgPool2d(1),
        nn.Flatten(),
    )


def regnet() -> nn.Module:
    def block(given: int, made: int, stride: int) -> nn.Module:
        body = nn.Sequential(
            conv(given, made, 1), conv(made, made, 3, stride, made // 8),
            Excite(made, torch.sigmoid), conv(made, made, 1, activation=nn.Identity),
        )  # fmt: skip
        return Residual(body, conv(given, made, 1, stride, activation=nn.Identity))

    return Head(nn.Sequential(conv(3, 16, 3, 2), block(16, 24, 2), block(24, 56, 2)), 56)


class LayerNorm2d(nn.LayerNorm):
    """Over the channels of a picture."""

    def forward(self, given: Tensor) -> Tensor:
        return super().forward(given.permute(0, 2, 3, 1)).permute(0, 3, 1, 2)


class ConvNextBlock(nn.Module):
    def __init__(self, channels: int) -> None:
        super().__init__()
        self.deep = nn.Conv2d(channels, channels, 7, padding=3, groups=channels)
        self.norm = nn.LayerNorm(channels)
        self.wide, self.narrow = (
            nn.Linear(channels, 4 * channels),
            nn.Linear(4 * channels, channels),
        )
        self.scale = nn.Parameter(torch.full((channels,), 0.1))

    def forward(self, given: Tensor) -> Tensor:
        moved = self.norm(self.deep(given).permute(0, 2, 3, 1))
        made = self.scale * self.narrow(functional.gelu(self.wide(moved)))
        return given + made.permute(0, 3, 1, 2)


def convnext() -> nn.Module:
    return Head(
        nn.Sequential(
            nn.Conv2d(3, 24, 4, 4),
            LayerNorm2d(24),
            ConvNextBlock(24),
            ConvNextBlock(24),
            LayerNorm2d(24),
            nn.Conv2d(24, 48, 2, 2),
            ConvNextBlock(48),
        ),
        48,
    )


class UNet(nn.Module):
    def __init__(self, widen: Callable[[int, int], nn.Module]) -> None:
        super().__init__()
        self.first = nn.Sequential(conv(3, 16), conv(16, 16))
        self.second = nn.Sequential(conv(16, 32), conv(32, 32))
        self.deepest = nn.Sequential(conv(32, 48), conv(48, 48))
        self.up_second, self.up_first = widen(48, 32), widen(32, 16)
        self.back_second, self.back_first = conv(64, 32), conv(32, 16)
        self.last = nn.Conv2d(16, 2, 1)

    def forward(self, given: Tensor) -> Tensor:
        first = self.first(given)
        second = self.second(functional.max_pool2d(first, 2))
        deepest = self.deepest(functional.max_pool2d(second, 2))
        back = self.back_second(torch.cat((self.up_second(deepest), second), 1))
        return self.last(self.back_first(torch.cat((self.up_first(back), first), 1)))


def unet_transposed() -> nn.Module:
    return UNet(lambda given, made: nn.ConvTranspose2d(given, made, 2, 2))


def unet_bilinear() -> nn.Module:
    return UNet(
        lambda given, made: nn.Sequential(
            nn.Upsample(scale_factor=2, mode="bilinear", align_corners=False), conv(given, made, 1)
        )
    )
