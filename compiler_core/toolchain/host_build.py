"""Small C programs of our own, compiled once with the host's compiler and kept by content."""

from __future__ import annotations

import hashlib
import logging
import os
import shutil
import subprocess
from pathlib import Path
from threading import Lock

from compiler_core.errors import (
    JailBroken,
    LoweringLabError,
    StorageClosed,
    StorageFull,
    ToolMissing,
)
from compiler_core.kept import Kept
from compiler_core.kept_folders import incoming_folder
from compiler_core.storage import require_room, storage_error, storage_error_in
from compiler_core.toolchain.state import reachable_directory
from compiler_core.toolchain.tool_requests import parent_tools

BUILD_SECONDS = 60
log = logging.getLogger("lowlab")
# The first requests of a new installation come together; each would build the same.
_BUILDING = Lock()
RETRY_SECONDS = 10.0
_failed: Kept[LoweringLabError] = Kept(16, seconds=RETRY_SECONDS)


def built_program(
    sources: Path, name: str, flags: tuple[str, ...], before: tuple[str, ...] = ()
) -> str:
    """The path of the program made of one directory's C files, built now if this version is not.

    before: stands before the compiler's command, as `children.following` says. The name it gets
    says which version of the sources it is. Raises ToolMissing without a host C compiler,
    JailBroken when the program does not build, StorageFull and StorageClosed without room for it.
    """
    parent = parent_tools()
    if parent is not None:
        return parent.program(name)
    files = sorted(sources.glob("*.[ch]"))
    content = b"".join(path.read_bytes() for path in files) + " ".join(flags).encode()
    digest = hashlib.sha256(content).hexdigest()[:16]
    path = reachable_directory() / f"{name}-{digest}"
    with _BUILDING:
        if not path.exists():
            _refuse_again(path)
            require_room(path.parent)
            try:
                sources_named = [str(file) for file in files if file.suffix == ".c"]
                build(sources_named, name, flags, path, before)
            except (StorageFull, StorageClosed):
                raise  # As soon as there is room it builds.
            except LoweringLabError as error:
                _failed.keep(path, error)
                raise
    return str(path)


def _refuse_again(path: Path) -> None:
    """A build that has just failed fails again: whoever waits for it is told at once."""
    error = _failed.kept(path)
    if error is not None:
        raise error.with_traceback(None)


def build(
    sources: list[str], name: str, flags: tuple[str, ...], path: Path, before: tuple[str, ...] = ()
) -> None:
    """Compile beside the final name and rename, so that no one ever starts half a program.

    Raises as `built_program`.
    """
    compiler = shutil.which("cc")
    if compiler is None:
        raise ToolMissing("cc", "gcc and libc6-dev")
    try:
        with incoming_folder(path.parent) as directory:
            program = directory / name
            _run([*before, compiler, *flags, "-o", str(program), *sources], name, directory)
            program.chmod(0o755)
            os.replace(program, path)
    except OSError as error:
        raise storage_error(error) or JailBroken(
            f"The {name} does not build: {error.strerror}."
        ) from error


def _run(command: list[str], name: str, directory: Path) -> None:
    """The compiler's words go to the log: who needs the program wrote none of its source.

    directory: for what it leaves on its way, also when it is ended there.
    """
    environment = {**os.environ, "TMPDIR": str(directory)}
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=BUILD_SECONDS, env=environment
        )
    except subprocess.TimeoutExpired as error:
        raise JailBroken(
            f"The {name} does not build within {BUILD_SECONDS} s.", "Try again in a moment."
        ) from error
    if done.returncode != 0:
        log.error("the %s does not build: %s", name, done.stderr.strip()[-2000:])
        raise storage_error_in(done.stderr) or JailBroken(
            f"The {name} does not build.", "The server's log has the compiler's messages."
        )
