"""The blur that Halide made, linked with a driver of ours, run under qemu, counted and compared."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from compiler_core.atlas.halide.asking import HEIGHT, WIDTH
from compiler_core.content_files import CONTENT_FOLDER
from compiler_core.errors import InputError
from compiler_core.host.counting.executable import read_executable
from compiler_core.source import SourceFile
from compiler_core.toolchain.build import build_program
from compiler_core.toolchain.counting import (
    CountingPlan,
    CountingWindow,
    CountRun,
    counting_request,
    read_count_run,
)
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.emulator import run_program
from compiler_core.toolchain.program import Unit

INPUTS = CONTENT_FOLDER / "atlas" / "halide" / "inputs"
_COMPILER, _FLAGS = "gcc", ("-O2",)
_BEGIN, _END = "blur_begins", "blur_ends"
_OWN = ("blur", "halide_")
"""How the functions are called that Halide wrote, and those that it asks us for."""
_SEED = 21
_LARGEST_VALUE = 1 << 12


@dataclass(frozen=True, slots=True)
class BlurRun:
    """What one call executed, less what a call of an empty function does. is_right: whether the
    image is numpy's, bit by bit."""

    instructions: int
    reads: int
    writes: int
    is_right: bool


@lru_cache(maxsize=32)
def run_blur(object_file: bytes) -> BlurRun:
    """Raises InputError when there is no program or it does not come to its end."""
    counts, image = _run((("blur.o", object_file),))
    return BlurRun(
        instructions=_executed(counts) - _empty_call(),
        reads=sum(tally.loads for tally in counts.by_symbol.values()),
        writes=sum(tally.stores for tally in counts.by_symbol.values()),
        is_right=image == _images()[1],
    )


@lru_cache(maxsize=1)
def _empty_call() -> int:
    return _executed(_run((), ("empty.c",))[0])


def _executed(counts: CountRun) -> int:
    return sum(tally.executions for tally in counts.by_symbol.values()) + counts.elsewhere


def _run(
    objects: tuple[tuple[str, bytes], ...], more_sources: tuple[str, ...] = ()
) -> tuple[CountRun, bytes]:
    units = tuple(
        Unit(SourceFile(name, (INPUTS / name).read_text("ascii")), _FLAGS)
        for name in ("driver.c", *more_sources)
    )
    built = build_program(units, find_compiler(_COMPILER), objects=objects)
    if not built.ok:
        raise InputError(f"There is no program: {built.message}")
    symbols = read_executable(built.executable, ()).symbols
    plan = CountingPlan(
        symbols=tuple(code for name, code in symbols.items() if name.startswith(_OWN)),
        window=CountingWindow(symbols[_BEGIN].first, symbols[_END].first),
        memory="bytes",
    )
    request = counting_request(plan)
    files = (("image.bin", _images()[0]), *request.files)
    run = run_program(built.executable, plugin=request, files=files)
    if not run.ok:
        raise InputError(f"The program does not come to its end. {run.message}".strip())
    return read_count_run(plan, run.files), run.files.get("result.bin", b"")


@lru_cache(maxsize=1)
def _images() -> tuple[bytes, bytes]:
    """An image with a margin of two, drawn, and its blur as the algorithm says it: 16 bits each."""
    import numpy as np

    rng = np.random.default_rng(_SEED)
    image = rng.integers(0, _LARGEST_VALUE, (HEIGHT + 2, WIDTH + 2), dtype=np.uint16)
    across = (image[:, :-2] + image[:, 1:-1] + image[:, 2:]) // 3
    down = (across[:-2] + across[1:-1] + across[2:]) // 3
    return image.tobytes(), down.tobytes()
