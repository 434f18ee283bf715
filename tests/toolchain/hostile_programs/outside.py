"""What lies outside the jail within everyone's reach, and whether a program touched it."""

from __future__ import annotations

import select
import socket
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.toolchain.secrets import CANARY

_UNTOUCHED = {"canary", "open", "door"}
_SPOTS = ("/tmp/written", "/var/tmp/written", "/dev/shm/written", "/written", "/usr/lib/written")


@dataclass(frozen=True)
class Outside:
    """A directory everyone may enter, in it a readable `canary`, a directory `open` to writers and
    a Unix socket `door`; besides, a TCP and a UDP socket of one port."""

    directory: Path
    doors: tuple[socket.socket, ...]
    port: int

    @property
    def canary(self) -> Path:
        return self.directory / "canary"

    def touched(self) -> list[str]:
        """What is no longer as it was."""
        found = [f"called at {door.getsockname()}" for door in self._called()]
        found += [f"made {path}" for path in _SPOTS if Path(path).exists()]
        found += [f"in open: {path.name}" for path in (self.directory / "open").iterdir()]
        if {path.name for path in self.directory.iterdir()} != _UNTOUCHED:
            found.append("the directory changed")
        elif self.canary.read_text() != CANARY or self.canary.stat().st_mode & 0o777 != 0o644:
            found.append("the canary changed")
        return found

    def _called(self) -> list[socket.socket]:
        return select.select(self.doors, (), (), 0)[0]


@contextmanager
def watched_outside() -> Iterator[Outside]:
    """Everything set up and listening, until the end of the block."""
    with ExitStack() as stack:
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="outside-")))
        directory.chmod(0o755)
        (directory / "canary").write_text(CANARY)
        (directory / "canary").chmod(0o644)
        (directory / "open").mkdir()
        (directory / "open").chmod(0o777)
        stream = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        packets = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        port = stream.getsockname()[1]
        packets.bind(("127.0.0.1", port))
        door = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
        door.bind(str(directory / "door"))
        (directory / "door").chmod(0o777)
        door.listen()
        yield Outside(directory, (stream, packets, door), port)
