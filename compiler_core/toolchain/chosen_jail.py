"""The jail this server uses: `$LOWLAB_JAIL`, else bubblewrap where it works, else Landlock."""

from __future__ import annotations

import os
from functools import lru_cache

from compiler_core.errors import InputError, JailBroken, ToolMissing
from compiler_core.toolchain.jail import Jail, LandlockJail, bubblewrap_jail, landlock_jail
from compiler_core.toolchain.job import Job
from compiler_core.toolchain.runner import run_jailed
from compiler_core.toolchain.tool_requests import parent_tools


@lru_cache(maxsize=1)
def chosen_jail() -> Jail:
    """The jail, found once per process.

    Raises InputError for an unknown `$LOWLAB_JAIL`, ToolMissing when the forced one is missing.
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
    try:
        jail = bubblewrap_jail()
        run_jailed(jail, Job((jail.probe_program(), "probe", "nothing"), readable=()))
    except (ToolMissing, JailBroken):
        return landlock_jail()
    return jail
