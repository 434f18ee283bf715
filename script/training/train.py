"""Train the nets on the training split and write them, with their accuracy on the test split.

    build/oracles/bin/python -m script.training.train            all three
    build/oracles/bin/python -m script.training.train residual   one of them

One thread is used: the same machine and PyTorch give the same weights.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass

import torch  # pyright: ignore[reportMissingImports]
from torch import nn  # pyright: ignore[reportMissingImports]

from compiler_core.graph.evaluation.shipped import shipped_settings
from compiler_core.graph.evaluation.signs.classes import SIGN_CLASSES
from compiler_core.graph.evaluation.splits import split, split_plan
from script.training.export import MODELS_FOLDER, export_net
from script.training.nets import NETS

SETTINGS = shipped_settings()
_SEED = 20
_THREADS = 1
_BATCH = 128
_EPOCHS = {"plain": 12, "residual": 8, "depthwise": 10}
_HIGHEST_RATE = 4e-3


@dataclass(frozen=True, slots=True)
class Pictures:
    """Tensors float32 [n, 3, 32, 32] and labels int64 [n]."""

    tensors: torch.Tensor
    labels: torch.Tensor


def pictures_of(name: str) -> Pictures:
    pictures = split(name)
    if pictures.digest() != split_plan(name).digest:
        raise SystemExit(f"The pictures of the {name} split are not those that were described.")
    return Pictures(
        torch.from_numpy(pictures.tensors(SETTINGS)), torch.from_numpy(pictures.labels.copy())
    )


def train_net(name: str, pictures: Pictures) -> nn.Module:
    """A trained net, ready for inference."""
    torch.manual_seed(_SEED)
    net = NETS[name](len(SIGN_CLASSES)).to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(net.parameters(), weight_decay=0.02)
    steps = _EPOCHS[name] * (len(pictures.labels) // _BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, _HIGHEST_RATE, steps)
    started = time.perf_counter()
    for epoch in range(_EPOCHS[name]):
        loss = _train_epoch(net, pictures, optimiser, schedule)
        passed = time.perf_counter() - started
        print(f"{name} epoch {epoch + 1}: loss {loss:.4f}, {passed:.0f} s", flush=True)
    return net.eval().to(memory_format=torch.contiguous_format)


def _train_epoch(
    net: nn.Module,
    pictures: Pictures,
    optimiser: torch.optim.Optimizer,
    schedule: torch.optim.lr_scheduler.LRScheduler,
) -> float:
    """Every picture once, in a new order; the mean loss."""
    net.train()
    judge = nn.CrossEntropyLoss(label_smoothing=0.05)
    order = torch.randperm(len(pictures.labels))
    batches = order[: len(order) // _BATCH * _BATCH].split(_BATCH)
    total = 0.0
    for chosen in batches:
        tensors = pictures.tensors[chosen].to(memory_format=torch.channels_last)
        optimiser.zero_grad()
        loss = judge(net(tensors), pictures.labels[chosen])
        loss.backward()
        optimiser.step()
        schedule.step()
        total += float(loss.detach())
    return total / len(batches)


def right_answers(net: nn.Module, pictures: Pictures) -> int:
    """How many pictures the net names rightly."""
    with torch.no_grad():
        parts = pictures.tensors.split(250)
        answers = torch.cat([net(part).argmax(dim=1) for part in parts])
    return int((answers == pictures.labels).sum())


def main(names: list[str]) -> None:
    torch.set_num_threads(_THREADS)
    torch.use_deterministic_algorithms(True)
    training, test = pictures_of("train"), pictures_of("test")
    for name in names:
        net = train_net(name, training)
        right, total = right_answers(net, test), len(test.labels)
        size = sum(weights.numel() for weights in net.parameters())
        path = export_net(net, MODELS_FOLDER / f"{name}.onnx")
        print(f"{name}: {right} of {total} right, {size} parameters, written to {path.name}")


if __name__ == "__main__":
    main(sys.argv[1:] or list(NETS))
