"""The instruction lines that real compilers emit for the functions under `sources/`.

Every source is compiled by every installed cross compiler named here at every setting; the lines
are counted, so that a coverage figure weighs a form by how often it really occurs.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

SOURCES = Path(__file__).parent / "sources"
_CACHE = Path(__file__).resolve().parents[2] / ".pytest_cache"
COMPILERS = ("gcc-11", "gcc-12", "clang-14", "clang-16", "clang-19")
SETTINGS = (
    "-O0",
    "-O1",
    "-O2",
    "-O3",
    "-Ofast",
    "-O3 -march=armv8-a+sve",
    "-Ofast -march=armv8-a+sve",
    "-O3 -march=armv8.2-a+dotprod+i8mm",
    "-O3 -mcpu=neoverse-v1",
)
_DIRECTIVE = re.compile(r"\.[a-z_0-9]+(\s|$)")
_LABEL = re.compile(r"[\w.$]+:")
_COMMENT = re.compile(r"\s*//.*$")


@dataclass(frozen=True, slots=True)
class Compile:
    """One compiler run of the corpus."""

    compiler: str
    setting: str
    source: Path

    def command(self) -> list[str]:
        """What to run; assembly goes to standard output."""
        flags = [*self.setting.split(), "-fopenmp-simd", "-S", str(self.source), "-o", "-"]
        plus = "++" if self.source.suffix == ".cpp" else ""
        family, version = self.compiler.split("-")
        if family == "clang":
            return [
                f"clang{plus}-{version}",
                "--target=aarch64-linux-gnu",
                "-Wno-everything",
                *flags,
            ]
        return [f"aarch64-linux-gnu-{'g++' if plus else 'gcc'}-{version}", "-w", *flags]


def compiles() -> tuple[Compile, ...]:
    """Every run of the corpus that the installed compilers allow."""
    sources = sorted((*SOURCES.glob("*.c"), *SOURCES.glob("*.cpp")))
    runs = (
        Compile(compiler, setting, source)
        for compiler in COMPILERS
        for setting in SETTINGS
        for source in sources
    )
    return tuple(run for run in runs if shutil.which(run.command()[0]))


def instruction_lines(assembly: str) -> list[str]:
    """The instructions of a compiler's output, white space made uniform, comments dropped."""
    lines = []
    for raw in assembly.splitlines():
        if not raw[:1].isspace():
            continue
        line = " ".join(_COMMENT.sub("", raw).split())
        if line and not _DIRECTIVE.match(line) and not _LABEL.match(line) and line[0] not in "#/@":
            lines.append(line)
    return lines


def _lines_of(run: Compile) -> list[str]:
    done = subprocess.run(run.command(), capture_output=True, text=True, timeout=120, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{run}: {done.stderr[:500]}")
    return instruction_lines(done.stdout)


def _digest() -> str:
    """Changes with the sources, the settings and the compilers."""
    parts = [repr((COMPILERS, SETTINGS)), *(path.read_text() for path in sorted(SOURCES.iterdir()))]
    for name in sorted({run.command()[0] for run in compiles()}):
        binary = Path(shutil.which(name) or name).resolve()
        parts.append(f"{binary} {binary.stat().st_size} {binary.stat().st_mtime_ns}")
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


@lru_cache(maxsize=1)
def corpus() -> Counter[str]:
    """Instruction line to how often it occurs.

    The compilers run for about half a minute; what they said is kept in pytest's cache folder for
    as long as sources and compilers stay the same.
    """
    kept = _CACHE / f"explain-corpus-{_digest()}.json"
    if kept.exists():
        return Counter(json.loads(kept.read_text()))
    counts: Counter[str] = Counter()
    with ThreadPoolExecutor(max_workers=2) as pool:
        for lines in pool.map(_lines_of, compiles()):
            counts.update(lines)
    kept.parent.mkdir(parents=True, exist_ok=True)
    partial = kept.with_suffix(f".{os.getpid()}")
    partial.write_text(json.dumps(counts))
    partial.replace(kept)
    return counts
