"""What is started for whoever can wait gives way to what is started for others."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from compiler_core.asker import Asker, working_for
from compiler_core.toolchain.runner import let_go_first


@pytest.mark.parametrize(
    ("niceness", "more", "wanted"),
    [(0, 0, 0), (7, 0, 7), (7, 5, 12), (0, 5, 5), (19, 5, 19)],
)
def test_a_group_gives_way_as_its_asker_does(niceness: int, more: int, wanted: int) -> None:
    own = os.getpriority(os.PRIO_PROCESS, 0)
    command = [sys.executable, "-S", "-c", "input()"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True) as process:
        with working_for(Asker("", niceness)):
            let_go_first(process.pid, more)
        assert os.getpriority(os.PRIO_PROCESS, process.pid) == max(own, wanted)
        assert wanted == 0 or _niceness_of_session(process.pid) in (None, max(own, wanted))
        process.communicate(b"\n")


def _niceness_of_session(process: int) -> int | None:
    """None where the kernel does not share processors out by sessions."""
    try:
        return int(Path(f"/proc/{process}/autogroup").read_text("ascii").split()[-1])
    except (OSError, IndexError):
        return None
