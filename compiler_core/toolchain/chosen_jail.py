"""The jail this server uses: `$LOWLAB_JAIL`, else bubblewrap where it works, else Landlock.

Landlock protects less. A machine that was out of memory, processes or disk for a moment must not
leave the server with it: bubblewrap is tried again after a while, and once it has worked it stays.
Without a launcher there is no jail at all, and none is chosen.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable
from dataclasses import replace
from threading import Lock

from compiler_core.errors import InputError, JailBroken, ToolMissing
from compiler_core.toolchain.jail import Jail, LandlockJail, bubblewrap_jail, landlock_jail
from compiler_core.toolchain.job import Job
from compiler_core.toolchain.launcher import launcher_path
from compiler_core.toolchain.runner import run_jailed
from compiler_core.toolchain.tool_requests import parent_tools

RETRY_SECONDS = 60.0
_LONGEST_REASON = 300
log = logging.getLogger("lowlab")


def find_jail() -> Jail:
    """The best jail that works now.

    Raises InputError for an unknown `$LOWLAB_JAIL`, ToolMissing when the forced one is missing, and
    as `launcher_path` does.
    """
    if parent_tools() is not None:
        return LandlockJail()  # Which one it is there is the parent's affair; nothing starts here.
    forced = os.environ.get("LOWLAB_JAIL", "")
    if forced == "landlock":
        return landlock_jail()
    if forced == "bubblewrap":
        return bubblewrap_jail()
    if forced:
        message = f"LOWLAB_JAIL={forced[:20]!r} is no kind of jail."
        raise InputError(message, "Use bubblewrap or landlock.")
    launcher_path()
    try:
        jail = bubblewrap_jail()
        run_jailed(jail, Job(command=(jail.probe_program(), "probe", "nothing"), readable=()))
    except (ToolMissing, JailBroken) as error:
        return _in_place_of_bubblewrap(str(error))
    return jail


def _in_place_of_bubblewrap(reason: str) -> LandlockJail:
    """It says why it is the one."""
    jail = landlock_jail()
    words = " ".join(reason.split())[:_LONGEST_REASON]
    why = f"bubblewrap, which holds more, does not serve here; it is tried again. {words}"
    return replace(jail, lacks=(*jail.lacks, why))


class ChosenJail:
    """The jail found once per process, but a second-best one only for RETRY_SECONDS."""

    def __init__(self, find: Callable[[], Jail], clock: Callable[[], float]) -> None:
        self.__wrapped__ = find
        self._clock = clock
        self._lock = Lock()
        self._jail: Jail | None = None
        self._found_at = 0.0

    def __call__(self) -> Jail:
        """Raises as `find_jail` does; nothing is kept then."""
        with self._lock:
            if self._jail is None or self._may_be_bettered(self._jail):
                before, self._jail = self._jail, self.__wrapped__()
                self._found_at = self._clock()
                _tell(before, self._jail)
            return self._jail

    def _may_be_bettered(self, jail: Jail) -> bool:
        if jail.kind == "bubblewrap" or os.environ.get("LOWLAB_JAIL"):
            return False
        return self._clock() - self._found_at > RETRY_SECONDS


def _tell(before: Jail | None, jail: Jail) -> None:
    if parent_tools() is not None or (before is not None and before.kind == jail.kind):
        return
    if jail.kind == "bubblewrap":
        log.info("the bubblewrap jail is used")
    else:
        log.warning("the %s jail is used. %s", jail.kind, jail.lacks[-1])


chosen_jail = ChosenJail(find_jail, time.monotonic)
