"""Tools that are wheels of hundreds of MiB: asked where somebody set them up; tests do not."""

from __future__ import annotations

import pytest

from compiler_core.errors import ToolMissing
from compiler_core.toolchain.atlas_tools import SASS_TOOL, WHEEL_FOLDER, find_sass, find_wheels

WHEELS = {
    "Halide": ("halide",), "TVM": ("tvm",), "XLA": ("xla",), "IREE": ("iree",),
    "Triton": ("triton-open",),
    "Triton without NVIDIA's programs": ("triton-open",), "ptxas": (SASS_TOOL.name,),
    "Compilers": ("xla", "iree", "tvm"),
}  # fmt: skip
"""Names by what pages call the tool, or tools."""
WRITES_TO_TMP = "halide"


def wheel_marks(tool: str) -> tuple[pytest.MarkDecorator, ...]:
    """The marks of a test that asks this tool, where it is one of them."""
    return tuple(pytest.mark.wheel(name) for name in WHEELS.get(tool, ()))


def can_be_asked(name: str) -> bool:
    """Whether it is set up, in a place that its jail can give it, which has a /tmp of its own."""
    try:
        find_sass() if name == SASS_TOOL.name else find_wheels(name)
    except ToolMissing:
        return False
    return name != WRITES_TO_TMP or not WHEEL_FOLDER.resolve().is_relative_to("/tmp")


def leave_out_missing(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests in any folder that ask tools which are not set up here are deselected, so that the
    summary counts them."""
    missing = {
        item
        for item in items
        if not all(can_be_asked(mark.args[0]) for mark in item.iter_markers("wheel"))
    }
    if missing:
        config.hook.pytest_deselected(items=[item for item in items if item in missing])
        items[:] = [item for item in items if item not in missing]
