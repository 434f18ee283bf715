"""A camera writes its picture to memory; the accelerator reads it there, or a copy of it.

All numbers are modelled from sizes: nothing is copied here, and no camera is asked.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.graph.picture_input.settings import PictureSettings

CACHE_LINE = 64
_CHANNELS = 3
_FLOAT_BYTES = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class BufferOption:
    """One way to hand the picture over. All sizes in bytes, for each picture."""

    name: str
    """Short and in small letters: `shared`, `copied` or `converted`."""
    title: str
    """For people."""
    sentence: str
    """Who reads and writes what, in a few sentences."""
    copied: int
    """Moved by a copy, not counting what camera and network do anyway."""
    memory_traffic: int
    """Read and written by the copy."""
    input: int
    """What the network's first kernel reads."""
    cache_lines: int
    """To clean or invalidate because the camera and the accelerator do not look into the
    processor's caches."""


def buffer_options(settings: PictureSettings) -> tuple[BufferOption, ...]:
    """Shared and copied, with bytes or floats as the network's input; modelled."""
    pixels = settings.height * settings.width * _CHANNELS
    lines = -(-pixels // CACHE_LINE)
    return (
        BufferOption(
            name="shared",
            title="Shared buffer, normalised in the graph",
            sentence="The accelerator reads the camera's bytes in place, from one piece of "
            "memory at an aligned address; the network normalises them. The driver keeps caches "
            "up to date.",
            copied=0,
            memory_traffic=0,
            input=pixels,
            cache_lines=lines,
        ),
        BufferOption(
            name="copied",
            title="Copied, normalised in the graph",
            sentence="The processor copies the bytes to the accelerator's own buffer: each is "
            "read and written once. The network normalises them.",
            copied=pixels,
            memory_traffic=2 * pixels,
            input=pixels,
            cache_lines=2 * lines,
        ),
        BufferOption(
            name="converted",
            title="Converted to floats by the processor",
            sentence="The processor normalises: it reads bytes and writes floats four times as "
            "large.",
            copied=pixels * _FLOAT_BYTES,
            memory_traffic=pixels * (1 + _FLOAT_BYTES),
            input=pixels * _FLOAT_BYTES,
            cache_lines=lines + -(-pixels * _FLOAT_BYTES // CACHE_LINE),
        ),
    )


MODELLED = "Modelled from sizes; no camera is attached."
