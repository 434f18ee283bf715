"""Copies of the libraries that one program needs, side by side in a folder of ours.

Each file that a jail holds is a mount of its own, at about 0.2 ms: the emulator's twenty libraries
took a fifth of the time that a small program needs to run in it. Copied beside each other they are
one mount, in which is what was asked for and nothing else, as before.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from compiler_core.errors import LoweringLabError
from compiler_core.kept_folders import incoming_folder
from compiler_core.toolchain.state import reachable_directory

FEWEST = 4
"""Files of one directory for which a folder pays."""
_LIBRARIES = "/usr/lib/"
"""The system's own, which any user may read; nothing else is ever copied."""

Mounts = tuple[tuple[str, str], ...]


def mounts_of(readable: Sequence[str]) -> Mounts:
    """Source and target of each mount that makes these paths readable.

    Libraries of one directory come from one folder of copies; where that cannot be made, each is
    mounted from its own place.
    """
    singly = tuple((path, path) for path in readable)
    directory = _shared_directory(tuple(readable))
    if directory is None:
        return singly
    files = [path for path in readable if os.path.dirname(path) == directory]
    others = tuple((path, path) for path in readable if path not in files)
    try:
        return ((str(_folder_of(files)), directory), *others)
    except (OSError, LoweringLabError):
        return singly


@lru_cache(maxsize=64)
def _shared_directory(readable: tuple[str, ...]) -> str | None:
    """The system's directory of which enough files are wanted, and nothing below it in another way:
    a read-only folder has no place for a further mount."""
    for directory, number in Counter(map(os.path.dirname, readable)).items():
        below = sum(path.startswith(f"{directory}/") for path in readable)
        wanted = number >= FEWEST and below == number and directory not in readable
        if wanted and directory.startswith(_LIBRARIES):
            return directory
    return None


def _folder_of(files: Sequence[str]) -> Path:
    """Its name changes with each file: what the system's next update brings is copied anew. Raises
    OSError, and JailBroken for a directory of ours that somebody else made."""
    marks: list[str] = []
    for path in files:
        status = os.stat(path)
        marks.append(f"{path} {status.st_size} {status.st_mtime_ns} {status.st_ino}")
    digest = sha256("\0".join(marks).encode()).hexdigest()[:16]
    target = reachable_directory() / f"libraries-{digest}"
    if not target.exists():
        _copy(files, target)
    return target


def _copy(files: Sequence[str], target: Path) -> None:
    """Under the final name only when it is whole."""
    with incoming_folder(target.parent) as incoming:
        fresh = incoming / "libraries"
        fresh.mkdir(mode=0o755)
        for path in files:
            shutil.copyfile(path, fresh / os.path.basename(path))
            (fresh / os.path.basename(path)).chmod(0o755)
        fresh.chmod(0o755)
        try:
            os.replace(fresh, target)
        except OSError:
            # Another process may have put its own copy there first.
            if not target.exists():
                raise
