"""Tools that are wheels of hundreds of MiB: asked where somebody set them up, not set up by tests."""

from __future__ import annotations

import pytest

from compiler_core.atlas.run import run_live
from compiler_core.errors import ToolMissing

IN_WHEELS = ("Halide", "XLA")


def skip_without(page: str, tool: str) -> None:
    """Skip the test where a wheel cannot be asked: it is not installed, or the checkout is in a place
    that its jail cannot give it.
    """
    if tool not in IN_WHEELS:
        return
    try:
        run_live(page, {})
    except ToolMissing as missing:
        pytest.skip(str(missing))
