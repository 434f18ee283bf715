"""Train the network on prepared tokens; runs in build/oracles, which has PyTorch.

    build/oracles/bin/python -m script.training.language.learn

One thread is used: the same machine and PyTorch give the same weights. A run that was interrupted
goes on from its last checkpoint.
"""

from __future__ import annotations

import math
import time
from typing import Any

import numpy as np
import torch  # pyright: ignore[reportMissingImports]
from torch.nn import functional  # pyright: ignore[reportMissingImports]

from script.training.language.network import Network
from script.training.language.shape import SHAPE, WORK_FOLDER

CHECKPOINT = WORK_FOLDER / "checkpoint.pt"
_SEED = 20
# Steps of each cycle, and the learning rate at its top: the second starts anew, from lower.
_CYCLES = ((900, 3e-3), (350, 2e-3))
_STEPS = sum(steps for steps, _ in _CYCLES)
_LOWEST_RATE = 1e-4
_WARM_UP = 40
_BATCH = 4
_LENGTH = SHAPE.context
_REPORT_EVERY = 50


def rate_at(step: int) -> float:
    """The learning rate: in each cycle up in a line, down in half a cosine."""
    for steps, highest in _CYCLES:
        if step < steps:
            return _rate_in_cycle(step, steps, highest)
        step -= steps
    return _LOWEST_RATE


def _rate_in_cycle(step: int, steps: int, highest: float) -> float:
    if step < _WARM_UP:
        return highest * (step + 1) / _WARM_UP
    done = (step - _WARM_UP) / (steps - _WARM_UP)
    return _LOWEST_RATE + (highest - _LOWEST_RATE) * (1 + math.cos(math.pi * done)) / 2


def batch_at(tokens: np.ndarray, step: int) -> torch.Tensor:
    """Windows int64 [batch, length + 1] at places that depend on the step alone."""
    places = np.random.default_rng([_SEED, step]).integers(len(tokens) - _LENGTH - 1, size=_BATCH)
    windows = np.stack([tokens[start : start + _LENGTH + 1] for start in places])
    return torch.from_numpy(windows.astype(np.int64))


def loss_of(network: Network, windows: torch.Tensor) -> torch.Tensor:
    """Mean nats for each token after the first; training multiplies in bfloat16, twice as fast."""
    with torch.autocast("cpu", dtype=torch.bfloat16, enabled=network.training):
        logits = network(windows[:, :-1])
    return functional.cross_entropy(logits.float().flatten(0, 1), windows[:, 1:].flatten())


def optimiser_of(network: Network) -> torch.optim.Optimizer:
    """Matrices decay, norms do not."""
    matrices = [values for values in network.parameters() if values.ndim > 1]
    vectors = [values for values in network.parameters() if values.ndim == 1]
    groups: list[dict[str, Any]] = [
        {"params": matrices, "weight_decay": 0.05},
        {"params": vectors, "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, betas=(0.9, 0.97))


def train(network: Network, tokens: np.ndarray) -> None:
    """All steps that are still to do."""
    optimiser = optimiser_of(network)
    first = _resume(network, optimiser)
    started, shown = time.perf_counter(), 0.0
    for step in range(first, _STEPS):
        for group in optimiser.param_groups:
            group["lr"] = rate_at(step)
        loss = loss_of(network, batch_at(tokens, step))
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        shown += float(loss.detach()) / _REPORT_EVERY
        if (step + 1) % _REPORT_EVERY == 0:
            passed = time.perf_counter() - started
            print(f"step {step + 1} of {_STEPS}: loss {shown:.4f}, {passed:.0f} s", flush=True)
            shown = 0.0
            _keep(network, optimiser, step + 1)


def _keep(network: Network, optimiser: torch.optim.Optimizer, step: int) -> None:
    state = {"network": network.state_dict(), "optimiser": optimiser.state_dict(), "step": step}
    torch.save(state, CHECKPOINT.with_suffix(".new"))
    CHECKPOINT.with_suffix(".new").replace(CHECKPOINT)


def _resume(network: Network, optimiser: torch.optim.Optimizer) -> int:
    """The first step to do."""
    if not CHECKPOINT.exists():
        return 0
    state = torch.load(CHECKPOINT, weights_only=True)
    network.load_state_dict(state["network"])
    optimiser.load_state_dict(state["optimiser"])
    return state["step"]


def held_out_loss(network: Network, tokens: np.ndarray) -> float:
    """Mean nats for each token of the evaluation text, in windows side by side."""
    network.eval()
    count = (len(tokens) - 1) // SHAPE.context
    with torch.no_grad():
        losses = [
            float(loss_of(network, torch.from_numpy(window.astype(np.int64))[None]))
            for window in (tokens[at * SHAPE.context :][: SHAPE.context + 1] for at in range(count))
        ]
    return float(np.mean(losses))


def main() -> None:
    torch.set_num_threads(1)
    torch.manual_seed(_SEED)
    network = Network()
    train(network, np.load(WORK_FOLDER / "train.npy"))
    loss = held_out_loss(network, np.load(WORK_FOLDER / "evaluation.npy"))
    print(f"evaluation text: {loss:.4f} nats a token, perplexity {math.exp(loss):.4f}")
    weights = {name: values.numpy() for name, values in network.state_dict().items()}
    np.savez(WORK_FOLDER / "weights.npz", **weights)


if __name__ == "__main__":
    main()
