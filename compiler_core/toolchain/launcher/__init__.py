"""The launcher: a small static C program, compiled once with the host's compiler.

The C files beside this module are the program; see launcher.h for what it does and why.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
from functools import lru_cache
from pathlib import Path

from compiler_core.errors import JailBroken, ToolMissing
from compiler_core.toolchain.state import reachable_directory

_BUILD_FLAGS = ("-std=gnu11", "-O2", "-Wall", "-static")
_BUILD_SECONDS = 60


@lru_cache(maxsize=1)
def launcher_path() -> str:
    """The launcher, built now if this version of its source has not been built here.

    Raises ToolMissing without a host C compiler, JailBroken when it cannot build the program.
    """
    sources = sorted(Path(__file__).parent.glob("*.[ch]"))
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]
    path = reachable_directory() / f"launcher-{digest}"
    if not path.exists():
        _build([str(source) for source in sources if source.suffix == ".c"], path)
    return str(path)


def _build(sources: list[str], path: Path) -> None:
    """Compile beside the final name and rename, so that no one ever starts half a program."""
    compiler = shutil.which("cc")
    if compiler is None:
        raise ToolMissing("cc", "gcc and libc6-dev")
    with tempfile.TemporaryDirectory(dir=path.parent) as directory:
        program = Path(directory) / "launcher"
        command = [compiler, *_BUILD_FLAGS, "-o", str(program), *sources]
        done = subprocess.run(command, capture_output=True, text=True, timeout=_BUILD_SECONDS)
        if done.returncode != 0:
            raise JailBroken("The launcher does not build.", done.stderr.strip()[-500:])
        program.chmod(0o755)
        os.replace(program, path)
