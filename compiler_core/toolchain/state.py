"""Where the toolchain keeps what it may lose: the launcher, discovered versions, cached results."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from compiler_core.errors import JailBroken
from compiler_core.kept_folders import INCOMING, hold_open_file
from compiler_core.toolchain.tool_requests import parent_tools

JAIL_WORK_DIRECTORY = Path("/work")
"""Where a job finds its files: what the machine itself has there is not seen in a jail."""


def state_directory() -> Path:
    """`$LOWLAB_STATE`, else `lowering-lab` in the user's XDG cache directory; made if missing."""
    named = os.environ.get("LOWLAB_STATE")
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    directory = Path(named) if named else Path(base) / "lowering-lab"
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    return directory.resolve()


def data_directory() -> Path:
    """Where links and uploads live, which must outlast any cache: `$LOWLAB_STATE`, else
    `lowering-lab` in the user's XDG data directory. Not made here.
    """
    named = os.environ.get("LOWLAB_STATE")
    base = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    return Path(named) if named else Path(base) / "lowering-lab"


def results_directory(name: str) -> Path | None:
    """Where results of this name are kept; None in a jailed process, which keeps nothing on disk:
    what it makes is no better than what it read.
    """
    return None if parent_tools() is not None else state_directory() / name


def reachable_directory() -> Path:
    """A directory of ours that every user can pass through.

    The jail's unprivileged user has to execute the launcher; a state directory below /root is
    closed to it, and one below the place of a job's own files is hidden by them. Then a directory
    in the temporary directory serves.
    """
    state = state_directory()
    if JAIL_WORK_DIRECTORY in (state, *state.parents):
        return machine_directory()
    if os.geteuid() != 0 or _open_to_all(state):
        return state
    return machine_directory()


def machine_directory() -> Path:
    """A directory for what all servers of this user on this machine share, wherever their state is.

    Raises JailBroken when someone else made it first.
    """
    directory = Path(tempfile.gettempdir()) / f"lowering-lab-{os.geteuid()}"
    directory.mkdir(mode=0o755, exist_ok=True)
    status = directory.lstat()
    if directory.is_symlink() or status.st_uid != os.geteuid() or status.st_mode & 0o022:
        raise JailBroken(f"{directory} belongs to someone else.", "Remove it, or set TMPDIR.")
    return directory


def write_atomically(path: Path, content: bytes, mode: int = 0o600) -> None:
    """Write so that a reader sees the old file or the whole new one, never a part."""
    write_parts_atomically(path, (content,), mode)


def write_parts_atomically(path: Path, parts: Iterable[bytes], mode: int = 0o600) -> None:
    """The same for what would have to be joined, of many megabytes say."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=INCOMING)
    try:
        with os.fdopen(descriptor, "wb") as file:
            hold_open_file(descriptor)
            file.writelines(parts)
            os.fchmod(file.fileno(), mode)
            file.flush()
            os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _open_to_all(directory: Path) -> bool:
    return all(part.stat().st_mode & 0o001 for part in (directory, *directory.parents))
