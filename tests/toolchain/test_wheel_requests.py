"""A jailed process may name a program or driver of a wheel, and nothing else about its run."""

from __future__ import annotations

import pytest

from compiler_core.toolchain.frames import Frame
from compiler_core.toolchain.tool_rules import RefusedRequest
from compiler_core.toolchain.wheel_answers import driver_run_for, found_for, program_run_for
from compiler_core.toolchain.wheel_jobs import IREE_COMPILE

PROGRAM = {"place": IREE_COMPILE.place, "arguments": ["program.mlir"], "files": []}
DRIVER = {
    "tool": "iree", "driver": "iree_import", "request": b"{}", "memory_bytes": 1 << 30,
    "wall_seconds": 10.0, "environment": [],
}  # fmt: skip


@pytest.mark.parametrize(
    "changed",
    [
        {"place": "../../bin/sh"}, {"place": ""}, {"arguments": ["-o", "/tmp/x"]},
        {"arguments": ["--pass-plugin=a/b.so"]}, {"arguments": ["a b"]}, {"arguments": ["a"] * 65},
        {"files": [["../x", b""]]}, {"files": [[".", b""]]},
        {"files": [[f"x{at}", b""] for at in range(17)]},
    ],
)  # fmt: skip
def test_no_other_program_or_path(changed: dict[str, object]) -> None:
    with pytest.raises(RefusedRequest):
        program_run_for(Frame("program of a wheel", 1, PROGRAM | changed))


@pytest.mark.parametrize(
    "changed",
    [
        {"tool": "torch"}, {"driver": "__init__"}, {"driver": "../x"}, {"memory_bytes": 3 << 30},
        {"memory_bytes": 0}, {"wall_seconds": 121.0}, {"environment": [["LD_PRELOAD=x", "y"]]},
    ],
)  # fmt: skip
def test_no_other_driver_or_limit(changed: dict[str, object]) -> None:
    with pytest.raises(RefusedRequest):
        driver_run_for(Frame("driver of a wheel", 1, DRIVER | changed))


def test_no_other_tool() -> None:
    with pytest.raises(RefusedRequest):
        found_for(Frame("wheels", 1, "no tool"))
