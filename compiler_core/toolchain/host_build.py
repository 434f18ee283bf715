"""Small C programs of our own, compiled once with the host's compiler and kept by content."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from compiler_core.errors import JailBroken, ToolMissing
from compiler_core.toolchain.state import reachable_directory

_BUILD_SECONDS = 60


def built_program(sources: Path, name: str, flags: tuple[str, ...]) -> str:
    """The path of the program made of one directory's C files, built now if this version is not.

    The name it gets says which version of the sources it is. Raises ToolMissing without a host C
    compiler, JailBroken when the program does not build.
    """
    files = sorted(sources.glob("*.[ch]"))
    content = b"".join(path.read_bytes() for path in files) + " ".join(flags).encode()
    digest = hashlib.sha256(content).hexdigest()[:16]
    path = reachable_directory() / f"{name}-{digest}"
    if not path.exists():
        build([str(file) for file in files if file.suffix == ".c"], name, flags, path)
    return str(path)


def build(sources: list[str], name: str, flags: tuple[str, ...], path: Path) -> None:
    """Compile beside the final name and rename, so that no one ever starts half a program.

    Raises as `built_program`.
    """
    compiler = shutil.which("cc")
    if compiler is None:
        raise ToolMissing("cc", "gcc and libc6-dev")
    with tempfile.TemporaryDirectory(dir=path.parent) as directory:
        program = Path(directory) / name
        command = [compiler, *flags, "-o", str(program), *sources]
        done = subprocess.run(command, capture_output=True, text=True, timeout=_BUILD_SECONDS)
        if done.returncode != 0:
            raise JailBroken(f"The {name} does not build.", done.stderr.strip()[-500:])
        program.chmod(0o755)
        os.replace(program, path)
