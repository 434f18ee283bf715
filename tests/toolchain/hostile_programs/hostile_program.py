"""One hostile program: what it does, and how it may end."""

from __future__ import annotations

from dataclasses import dataclass, field

# A program that gets what it tries for says so; the tests look for this word.
BREACH = "BREACH"
_PRELUDE = f"""\
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>
#define BREACH(what) (printf("{BREACH} %s\\n", what), fflush(stdout))
"""


@dataclass(frozen=True)
class HostileProgram:
    """ends: how it may end: `ok`, `exit`, `signal`, or the name of a limit. says: words its output
    must hold, to know that it came to the point. In the body @CANARY@ stands for a file anyone may
    read, @OPEN@ for a directory anyone may write to, @SERVER@ for our process, @PORT@ for a port we
    listen on, @SOCKET@ for a Unix socket we listen on. cpu_seconds: what it may take; one that must
    finish its work, and not meet this limit, has more.
    """

    name: str
    body: str
    ends: frozenset[str] = field(default=frozenset({"ok"}))
    says: str = "tried"
    suffix: str = "c"
    wall_seconds: float = 20.0
    cpu_seconds: int = 1

    @property
    def text(self) -> str:
        return _PRELUDE + self.body


def tries(name: str, *attempts: str) -> HostileProgram:
    """Each attempt is an expression that is true when it succeeded."""
    lines = "".join(
        f'    if ({attempt}) BREACH("{number}");\n' for number, attempt in enumerate(attempts, 1)
    )
    return HostileProgram(
        name, f'int main(void) {{\n{lines}    puts("tried");\n    return 0;\n}}\n'
    )


def does(
    name: str,
    statements: str,
    *ends: str,
    before: str = "",
    says: str = "tried",
    wall_seconds: float = 20.0,
    cpu_seconds: int = 1,
) -> HostileProgram:
    """A main of these statements, before which other declarations may stand."""
    body = f"{before}\nint main(void) {{\n{statements}\n    return 0;\n}}\n"
    return HostileProgram(
        name,
        body,
        frozenset(ends or ("ok",)),
        says,
        wall_seconds=wall_seconds,
        cpu_seconds=cpu_seconds,
    )
