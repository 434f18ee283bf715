"""Compile the sources of the analysis tests and keep the assembly beside them.

    python tests/analysis/record.py

The labels in `loops.yaml` and `registers.yaml` were written by reading these files; after recording
anew, read the diff and check the labels.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
RECORDINGS = (
    ("simple.c", "gcc-12", "-O0"),
    ("simple.c", "gcc-12", "-O2"),
    ("simple.c", "gcc-12", "-O3"),
    ("simple.c", "gcc-12", "-O3 -march=armv8-a+sve"),
    ("simple.c", "gcc-12", "-O2 -funroll-loops"),
    ("simple.c", "gcc-11", "-O3"),
    ("simple.c", "clang-19", "-O0"),
    ("simple.c", "clang-19", "-O2"),
    ("simple.c", "clang-19", "-O3 -march=armv8-a+sve"),
    ("simple.c", "clang-16", "-O2"),
    ("control.c", "gcc-12", "-O0"),
    ("control.c", "gcc-12", "-O2"),
    ("control.c", "clang-19", "-O2"),
    ("control.c", "clang-19", "-O0"),
    ("nests.c", "gcc-12", "-O1"),
    ("nests.c", "gcc-12", "-O3"),
    ("nests.c", "clang-19", "-O2"),
    ("nests.c", "gcc-12", "-O0"),
    ("modern.cpp", "gcc-12", "-O2"),
    ("modern.cpp", "clang-19", "-O2"),
    ("modern.cpp", "clang-19", "-O0"),
    ("calls.c", "gcc-12", "-O2"),
    ("calls.c", "clang-19", "-O2"),
    ("calls.c", "gcc-12", "-O0"),
    ("calls.c", "clang-19", "-O0"),
)


def recording_name(source: str, compiler: str, flags: str) -> str:
    """File name of a recording, such as `simple.gcc-12.O3.s`."""
    spelled = flags.replace("-march=armv8-a+", "").replace("-", "").replace(" ", "-")
    return f"{source.partition('.')[0]}.{compiler}.{spelled}.s"


def record(source: str, compiler: str, flags: str) -> None:
    """Compile one source and write its assembly without the debug sections."""
    driver = _driver(source, compiler)
    command = [*driver, *flags.split(), "-S", "-g1", "-o", "-", source]
    run = subprocess.run(command, cwd=HERE / "sources", capture_output=True, text=True, check=True)
    kept = run.stdout.partition("\t.section\t.debug_")[0]
    (HERE / "assembly" / recording_name(source, compiler, flags)).write_text(_without_paths(kept))


def _driver(source: str, compiler: str) -> list[str]:
    family, _, version = compiler.partition("-")
    if family == "gcc":
        return [f"aarch64-linux-gnu-{'g++' if source.endswith('.cpp') else 'gcc'}-{version}"]
    program = f"clang++-{version}" if source.endswith(".cpp") else compiler
    return [program, "--target=aarch64-linux-gnu"]


def _without_paths(assembly: str) -> str:
    """Directories of the machine that recorded it have no place in the repository."""
    return assembly.replace(str(HERE / "sources"), ".")


if __name__ == "__main__":
    for recording in RECORDINGS:
        record(*recording)
