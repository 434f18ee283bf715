"""Networks for boxes, text, sound and pixels, and later blocks, at smaller widths."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from tests.graph.outside.bricks import Added, Excite, Head, Joined, Residual, conv


class VisionTransformer(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.patches = nn.Conv2d(3, 48, 8, 8)
        self.token = nn.Parameter(torch.randn(1, 1, 48) / 8)
        self.places = nn.Parameter(torch.randn(1, 65, 48) / 8)
        layer = nn.TransformerEncoderLayer(
            48, 4, 96, activation="gelu", batch_first=True, norm_first=True
        )
        self.layers = nn.TransformerEncoder(layer, 2, nn.LayerNorm(48), enable_nested_tensor=False)
        self.classifier = nn.Linear(48, 10)

    def forward(self, given: Tensor) -> Tensor:
        patches = self.patches(given).flatten(2).transpose(1, 2)
        tokens = torch.cat((self.token.expand(patches.shape[0], -1, -1), patches), 1)
        return self.classifier(self.layers(tokens + self.places)[:, 0])


class CrossStage(nn.Module):
    """C2f of YOLOv8."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        half = channels // 2
        self.first = conv(channels, channels, 1, activation=nn.SiLU)
        self.inner = Added(
            nn.Sequential(
                conv(half, half, activation=nn.SiLU), conv(half, half, activation=nn.SiLU)
            )
        )
        self.last = conv(3 * half, channels, 1, activation=nn.SiLU)

    def forward(self, given: Tensor) -> Tensor:
        kept, changed = self.first(given).chunk(2, 1)
        return self.last(torch.cat((kept, changed, self.inner(changed)), 1))


class Yolo(nn.Module):
    """Backbone, pyramid pooling, one way up, boxes from distributions."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(
            conv(3, 16, 3, 2, activation=nn.SiLU),
            conv(16, 32, 3, 2, activation=nn.SiLU),
            CrossStage(32),
        )
        self.deep = nn.Sequential(conv(32, 64, 3, 2, activation=nn.SiLU), CrossStage(64))
        self.pool = conv(256, 64, 1, activation=nn.SiLU)
        self.back = conv(96, 32, 1, activation=nn.SiLU)
        self.boxes, self.classes = nn.Conv2d(32, 32, 1), nn.Conv2d(32, 4, 1)

    def forward(self, given: Tensor) -> Tensor:
        first = self.stem(given)
        pooled = [self.deep(first)]
        for _ in range(3):
            pooled.append(functional.max_pool2d(pooled[-1], 5, 1, 2))
        up = functional.interpolate(self.pool(torch.cat(pooled, 1)), scale_factor=2.0)
        back = self.back(torch.cat((up, first), 1))
        boxes = self.boxes(back).flatten(2).view(given.shape[0], 4, 8, -1)
        share = boxes.softmax(2) * torch.arange(8.0).view(1, 1, 8, 1)
        return torch.cat((share.sum(2), self.classes(back).flatten(2).sigmoid()), 1)


def densenet() -> nn.Module:
    class Dense(nn.Module):
        def __init__(self, given: int, growth: int) -> None:
            super().__init__()
            self.body = nn.Sequential(
                nn.BatchNorm2d(given),
                nn.ReLU(),
                nn.Conv2d(given, 32, 1),
                nn.BatchNorm2d(32),
                nn.ReLU(),
                nn.Conv2d(32, growth, 3, padding=1),
            )

        def forward(self, given: Tensor) -> Tensor:
            return torch.cat((given, self.body(given)), 1)

    dense = [Dense(16 + 12 * at, 12) for at in range(4)]
    shrink = nn.Sequential(nn.BatchNorm2d(64), nn.ReLU(), nn.Conv2d(64, 32, 1), nn.AvgPool2d(2))
    return Head(nn.Sequential(conv(3, 16, 7, 2), *dense, shrink, Dense(32, 12)), 44)


def inception() -> nn.Module:
    def mixed(given: int) -> nn.Module:
        pooled = nn.Sequential(nn.AvgPool2d(3, 1, 1, count_include_pad=False), conv(given, 8, 1))
        return Joined(
            conv(given, 16, 1),
            nn.Sequential(conv(given, 8, 1), conv(8, 16, 5)),
            nn.Sequential(conv(given, 8, 1), rows_then_columns(8)),
            pooled,
        )

    def rows_then_columns(channels: int) -> nn.Module:
        return nn.Sequential(
            nn.Conv2d(channels, 16, (1, 7), padding=(0, 3)),
            nn.ReLU(),
            nn.Conv2d(16, 16, (7, 1), padding=(3, 0)),
            nn.ReLU(),
        )

    return Head(nn.Sequential(conv(3, 24, 3, 2), mixed(24), mixed(56), nn.MaxPool2d(3, 2)), 56)


def efficientnet() -> nn.Module:
    def block(given: int, wide: int, made: int, stride: int) -> nn.Module:
        return nn.Sequential(
            conv(given, wide, 1, activation=nn.SiLU),
            conv(wide, wide, 3, stride, wide, nn.SiLU), Excite(wide, torch.sigmoid),
            conv(wide, made, 1, activation=nn.Identity),
        )  # fmt: skip

    return Head(
        nn.Sequential(
            conv(3, 16, 3, 2, activation=nn.SiLU),
            block(16, 48, 24, 2),
            Added(block(24, 72, 24, 1)),
            block(24, 96, 40, 2),
        ),
        40,
    )


class Ghost(nn.Module):
    """Half of the channels by a convolution, the others cheaply from these."""

    def __init__(self, given: int, made: int) -> None:
        super().__init__()
        self.first, self.cheap = (
            conv(given, made // 2, 1),
            conv(made // 2, made // 2, 3, 1, made // 2),
        )

    def forward(self, given: Tensor) -> Tensor:
        first = self.first(given)
        return torch.cat((first, self.cheap(first)), 1)


def ghostnet() -> nn.Module:
    return Head(
        nn.Sequential(
            conv(3, 16, 3, 2),
            Ghost(16, 32),
            conv(32, 32, 3, 2, 32),
            Ghost(32, 48),
            Excite(48, functional.hardsigmoid),
        ),
        48,
    )


class TextReader(nn.Module):
    """CRNN: convolutions, then an LSTM in both directions over the columns."""

    def __init__(self, cell: type[nn.LSTM] | type[nn.GRU]) -> None:
        super().__init__()
        self.eyes = nn.Sequential(
            conv(3, 16),
            nn.MaxPool2d(2),
            conv(16, 32),
            nn.MaxPool2d((4, 2)),
            nn.Conv2d(32, 32, (8, 1)),
            nn.LeakyReLU(0.1),
        )
        self.cell = cell(32, 24, bidirectional=True)
        self.letters = nn.Linear(48, 11)

    def forward(self, given: Tensor) -> Tensor:
        columns = self.eyes(given).squeeze(2).permute(2, 0, 1)
        return self.letters(self.cell(columns)[0]).log_softmax(2)


class Keywords(nn.Module):
    """One-dimensional convolutions over sound, gated, with group normalisation."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Conv1d(40, 32, 5, padding=2)
        self.norm = nn.GroupNorm(4, 32)
        self.gate = nn.Conv1d(32, 64, 3, padding=2, dilation=2)
        self.last = nn.Linear(32, 12)

    def forward(self, given: Tensor) -> Tensor:
        heard = functional.elu(self.norm(self.first(given)))
        heard = functional.glu(self.gate(heard), 1)
        return self.last(heard.mean(2))


class Segment(nn.Module):
    """Parallel dilated convolutions, as in DeepLab, and a picture of the first size."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(conv(3, 16, 3, 2), conv(16, 32, 3, 2))
        self.rates = nn.ModuleList(
            nn.Conv2d(32, 16, 3, padding=rate, dilation=rate) for rate in (1, 2, 4)
        )
        self.pool, self.last = nn.Conv2d(32, 16, 1), nn.Conv2d(64, 3, 1)

    def forward(self, given: Tensor) -> Tensor:
        found = self.stem(given)
        mean = self.pool(functional.adaptive_avg_pool2d(found, 1))
        wide = mean.expand(-1, -1, found.shape[2], found.shape[3])
        joined = torch.cat([*(functional.relu(rate(found)) for rate in self.rates), wide], 1)
        return functional.interpolate(self.last(joined), size=given.shape[2:], mode="bilinear")


class SuperResolution(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(3, 24, 5, padding=2),
            nn.PReLU(24),
            nn.Conv2d(24, 24, 3, padding=1),
            nn.Tanh(),
            nn.Conv2d(24, 12, 3, padding=1),
            nn.PixelShuffle(2),
        )

    def forward(self, given: Tensor) -> Tensor:
        return self.body(given).clamp(0, 1)


def resnet() -> nn.Module:
    def block(given: int, made: int, stride: int) -> nn.Module:
        body = nn.Sequential(conv(given, made, 3, stride), conv(made, made, activation=nn.Identity))
        way = None if given == made else conv(given, made, 1, stride, activation=nn.Identity)
        return Residual(body, way)

    return Head(
        nn.Sequential(conv(3, 16, 7, 2), nn.MaxPool2d(3, 2, 1), block(16, 16, 1), block(16, 32, 2)),
        32,
    )


def instance_normalised() -> nn.Module:
    """As networks that change a picture's style have it: reflected borders too."""
    return nn.Sequential(
        nn.ReflectionPad2d(3),
        nn.Conv2d(3, 16, 7),
        nn.InstanceNorm2d(16, affine=True),
        nn.ReLU(),
        nn.Conv2d(16, 24, 3, 2, 1),
        nn.InstanceNorm2d(24),
        nn.ReLU(),
        nn.ConvTranspose2d(24, 12, 3, 2, 1, output_padding=1),
        nn.Softplus(),
        nn.Conv2d(12, 3, 3, padding=1),
        nn.Tanh(),
    )


class MixedTokens(nn.Module):
    """MLP-Mixer: products over places, then over channels."""

    def __init__(self) -> None:
        super().__init__()
        self.patches = nn.Conv2d(3, 32, 8, 8)
        self.places = nn.Sequential(
            nn.Linear(64, 32), nn.GELU(approximate="tanh"), nn.Linear(32, 64)
        )
        self.channels = nn.Sequential(
            nn.LayerNorm(32), nn.Linear(32, 64), nn.Mish(), nn.Linear(64, 32)
        )

    def forward(self, given: Tensor) -> Tensor:
        tokens = self.patches(given).flatten(2)
        tokens = (tokens + self.places(tokens)).transpose(1, 2)
        return (tokens + self.channels(tokens)).mean(1)
