"""The self-test's rows about users' programs: what one may do under each filter that it runs in.

Tried by the probe as native code, under the emulator's filters too: an emulated program can take
the emulator over.
"""

from __future__ import annotations

import os

from compiler_core.toolchain.jail import Jail
from compiler_core.toolchain.jail_check import UNTRIED, JailCheck, canary_file, probed, said_by
from compiler_core.toolchain.job import CallFilter
from compiler_core.toolchain.limits import RUN_LIMITS

# What each line of `probe run-checks` stands for, under a filter for users' programs.
_RUN_PROBED = {
    "host-files": "Files of this computer cannot be read by a user's program.",
    "network": "A user's program makes no network connection.",
    "writing-outside": "A user's program writes in the work directory only.",
    "descriptors": "None of the server's open files is passed on to a user's program.",
    "devices": "A user's program opens no device but null, zero and urandom.",
    "run-signals": "A user's program signals nobody but itself.",
    "tracing": "A user's program cannot look into other processes or change them.",
    "run-system-calls": "System calls an emulated program does not need are refused.",
    "other-processes": "A user's program makes no other process.",
    "starting-programs": "A user's program starts no other program.",
}
# The emulator, the emulator while it is stepped, and the recorder that steps it and must start it.
_RUN_FILTERS: tuple[tuple[CallFilter, int], ...] = (
    ("run", 10),
    ("run-stepping", 10),
    ("record", 8),
)


def examine_run_filters(jail: Jail) -> tuple[JailCheck, ...]:
    """What a user's program may do, tried by the probe as native code: an emulated program can take
    the emulator over. A sentence holds if it does under each filter."""
    by_filter = [_run_checks(jail, name, count) for name, count in _RUN_FILTERS]
    return tuple(
        min((checks[name] for checks in by_filter if name in checks), key=lambda check: check.ok)
        for name in _RUN_PROBED
    )


def examine_native_filter(jail: Jail) -> tuple[JailCheck, ...]:
    """The same for a program that runs without the emulator, where that is asked for. Raises
    JailBroken."""
    return tuple(_run_checks(jail, "run-native", len(_RUN_PROBED)).values())


def _run_checks(jail: Jail, call_filter: CallFilter, count: int) -> dict[str, JailCheck]:
    program = jail.probe_program()
    with canary_file() as canary:
        secrets = (canary, "/etc/passwd", f"/proc/{os.getpid()}/environ", __file__)
        words = ("run-checks", call_filter, str(os.getpid()), program, *secrets)
        run = probed(jail, RUN_LIMITS, *words, call_filter=call_filter)
    said = said_by(run)
    checks: dict[str, JailCheck] = {}
    for name, sentence in tuple(_RUN_PROBED.items())[:count]:
        holds, detail = said.get(name, UNTRIED)
        label = name if name.startswith("run-") else f"run-{name}"
        checks[name] = JailCheck(label, sentence, holds, f"{call_filter}: {detail}")
    return checks
