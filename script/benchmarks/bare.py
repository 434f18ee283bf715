"""The peer of the first and third row: the same compiler as a bare process, without jail or web."""

from __future__ import annotations

import shutil
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from script.benchmarks.client import FLAGS, unique_source


def bare_compiler() -> str:
    """The GCC that `gcc` means to the server: the newest one installed."""
    for version in range(20, 8, -1):
        path = shutil.which(f"aarch64-linux-gnu-gcc-{version}")
        if path:
            return path
    raise SystemExit("No aarch64-linux-gnu-gcc is installed.")


def bare_compile(compiler: str, folder: Path, name: str) -> float:
    """Seconds of one `gcc -O3 -S -g1` with its assembly read from a pipe."""
    path = folder / f"{name}.c"
    path.write_text(unique_source())
    start = time.perf_counter()
    subprocess.run(
        [compiler, FLAGS, "-S", "-g1", "-o", "-", path.name],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
    )
    return time.perf_counter() - start


def bare_rate(compiler: str, folder: Path, workers: int, seconds: float) -> float:
    """Compiles per second of `workers` bare compilers side by side."""
    end = time.perf_counter() + seconds

    def work(worker: int) -> int:
        done = 0
        while time.perf_counter() < end:
            bare_compile(compiler, folder, f"worker_{worker}")
            done += 1
        return done

    start = time.perf_counter()
    with ThreadPoolExecutor(workers) as pool:
        done = sum(pool.map(work, range(workers)))
    return done / (time.perf_counter() - start)
