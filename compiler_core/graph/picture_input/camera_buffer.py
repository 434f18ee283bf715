"""A camera writes its picture to memory; the accelerator reads it there, or a copy of it.

All numbers are modelled from sizes: nothing is copied here, and no camera is asked.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.graph.picture_input.settings import PictureSettings

CACHE_LINE = 64
_CHANNELS = 3
_FLOAT_BYTES = 4


@dataclass(frozen=True, slots=True)
class BufferOption:
    """One way to hand the picture over. All sizes in bytes, for each picture.

    copied: moved by a copy, not counting what camera and network do anyway. memory_traffic: read
    and written by the copy. input: what the network's first kernel reads. cache_lines: to clean or
    invalidate because the camera and the accelerator do not look into the processor's caches.
    """

    name: str
    title: str
    sentence: str
    copied: int
    memory_traffic: int
    input: int
    cache_lines: int


def buffer_options(settings: PictureSettings) -> tuple[BufferOption, ...]:
    """Shared and copied, with bytes or floats as the network's input; modelled."""
    pixels = settings.height * settings.width * _CHANNELS
    lines = -(-pixels // CACHE_LINE)
    return (
        BufferOption(
            "shared", "Shared buffer, normalised in the graph",
            "The accelerator reads the camera's bytes in place, from one piece of memory at an "
            "aligned address; the network normalises them. The driver keeps caches up to date.",
            0, 0, pixels, lines,
        ),
        BufferOption(
            "copied", "Copied, normalised in the graph",
            "The processor copies the bytes to the accelerator's own buffer: each is read and "
            "written once. The network normalises them.",
            pixels, 2 * pixels, pixels, 2 * lines,
        ),
        BufferOption(
            "converted", "Converted to floats by the processor",
            "The processor normalises: it reads bytes and writes floats four times as large.",
            pixels * _FLOAT_BYTES, pixels * (1 + _FLOAT_BYTES), pixels * _FLOAT_BYTES,
            lines + -(-pixels * _FLOAT_BYTES // CACHE_LINE),
        ),
    )  # fmt: skip


MODELLED = "Modelled from sizes; no camera is attached."
