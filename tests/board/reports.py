"""Reports as a board would write them."""

from __future__ import annotations

from typing import Any

from compiler_core.board.records import BoardKernel, BoardSubject

SUBJECT = BoardSubject(
    "network",
    "small",
    "ab" * 32,
    (
        BoardKernel(name="k0", title="Conv", instructions=1000, bytes=4000, operations=600),
        BoardKernel(name="k1", title="Add"),
    ),
    1e-3,
)
SECONDS = {"minimum": 1e-6, "first_quartile": 2e-6, "median": 2e-6, "third_quartile": 3e-6}


def report(**changed: Any) -> dict[str, Any]:
    """A good one, but for these fields."""
    kernels = [
        {"name": kernel.name, "seconds": dict(SECONDS), "instructions": 1100, "cycles": None}
        for kernel in SUBJECT.kernels
    ]
    return {
        "form": 1, "kind": "network", "digest": SUBJECT.digest, "runs": 100,
        "machine": {"architecture": "aarch64", "processor": "0x41 0xd0b", "kernel": "6.6.1"},
        "clock_seconds": 4e-8,
        "output": {"same_bytes": False, "difference": 0.001, "largest": 4.0},
        "whole": {name: 3 * value for name, value in SECONDS.items()}, "kernels": kernels,
    } | changed  # fmt: skip
