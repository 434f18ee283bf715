"""What a jailed worker does in its own process; `worker` starts and watches it.

It begins for each model anew: nothing of the parent's side is imported here.
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from compiler_core.toolchain.tool_requests import ParentTools

ENDED = "ended"
"""The kind of the frame that says that the work is done."""
GRACE_SECONDS = 5
"""Of processor, between the worker's own limit and the one that kills it."""


@dataclass(frozen=True, slots=True)
class WorkerLimits:
    """address_bytes counts address space: libraries reserve more than they touch. folder_bytes: of
    all that it leaves."""

    wall_seconds: float = 300.0
    cpu_seconds: int = 600
    address_bytes: int = 12 << 30
    file_bytes: int = 2 << 30
    folder_bytes: int = 4 << 30


def work_for_parent(work: Callable[[Path], None], limits: WorkerLimits) -> None:
    """What the module of a worker does, first and last: `work` in the folder that was given."""
    tools = ParentTools.begin()
    # The launcher's limit kills; this one, which comes first, says by its signal what it was.
    resource.setrlimit(
        resource.RLIMIT_CPU, (limits.cpu_seconds, limits.cpu_seconds + GRACE_SECONDS)
    )
    work(Path(sys.argv[1]))
    tools.send(ENDED, None)
