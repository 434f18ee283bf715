"""Tools that are wheels of hundreds of MiB: asked where somebody installed them, else skipped."""

from __future__ import annotations

import pytest

from compiler_core.atlas.run import run_live
from compiler_core.errors import ToolMissing

IN_WHEELS = ("Halide", "XLA")


def skip_without(page: str, tool: str) -> None:
    """Skip the test where it is not installed, or the checkout is where its jail cannot have it."""
    if tool not in IN_WHEELS:
        return
    try:
        run_live(page, {})
    except ToolMissing as missing:
        pytest.skip(str(missing))
