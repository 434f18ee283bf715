"""Bricks of published networks, for PyTorch."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor, nn
from torch.nn import functional


def conv(
    given: int,
    made: int,
    kernel: int = 3,
    stride: int = 1,
    groups: int = 1,
    activation: Callable[[], nn.Module] = nn.ReLU,
) -> nn.Sequential:
    """Convolution, batch normalisation, activation: the brick of nearly all of them."""
    layer = nn.Conv2d(given, made, kernel, stride, kernel // 2, groups=groups, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(made), activation())


class Residual(nn.Module):
    """What a body makes, added to what it was given."""

    def __init__(self, body: nn.Module, shortcut: nn.Module | None = None) -> None:
        super().__init__()
        self.body, self.shortcut = body, shortcut or nn.Identity()

    def forward(self, given: Tensor) -> Tensor:
        return functional.relu(self.body(given) + self.shortcut(given))


class Added(nn.Module):
    def __init__(self, body: nn.Module) -> None:
        super().__init__()
        self.body = body

    def forward(self, given: Tensor) -> Tensor:
        return given + self.body(given)


class Joined(nn.Module):
    """Branches side by side, one after another in the channels."""

    def __init__(self, *branches: nn.Module) -> None:
        super().__init__()
        self.branches = nn.ModuleList(branches)

    def forward(self, given: Tensor) -> Tensor:
        return torch.cat([branch(given) for branch in self.branches], 1)


class Excite(nn.Module):
    """Squeeze and excitation."""

    def __init__(self, channels: int, gate: Callable[[Tensor], Tensor]) -> None:
        super().__init__()
        self.down, self.up = nn.Conv2d(channels, 8, 1), nn.Conv2d(8, channels, 1)
        self.gate = gate

    def forward(self, given: Tensor) -> Tensor:
        mean = functional.adaptive_avg_pool2d(given, 1)
        return given * self.gate(self.up(functional.relu(self.down(mean))))


class Head(nn.Module):
    def __init__(self, body: nn.Module, channels: int, classes: int = 10) -> None:
        super().__init__()
        self.body, self.classifier = body, nn.Linear(channels, classes)

    def forward(self, given: Tensor) -> Tensor:
        return self.classifier(functional.adaptive_avg_pool2d(self.body(given), 1).flatten(1))
