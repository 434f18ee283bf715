"""Why a recording ends, in plain words. The codes are the recorder's, see recorder/stepping.c."""

from __future__ import annotations

import signal
from collections.abc import Callable

from compiler_core.host.counting.executable import LINKERS_STUBS
from compiler_core.host.stepping.record import Ending, EndReason
from compiler_core.toolchain.recorder.record import RawRecord

# Numbers of the remote protocol (GDB, include/gdb/signals.def), not the host's.
_SIGNALS = {
    1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL (an instruction that does not exist)",
    5: "SIGTRAP (a trap)", 6: "SIGABRT (abort)", 8: "SIGFPE", 9: "SIGKILL",
    10: "SIGBUS (memory that is not there)", 11: "SIGSEGV (memory that is not its own)",
    12: "SIGSYS (a system call closed to it)", 13: "SIGPIPE", 14: "SIGALRM", 15: "SIGTERM",
    30: "SIGUSR1", 31: "SIGUSR2",
}  # fmt: skip


def ending_of(
    record: RawRecord, wanted_arrival: int, function_at: Callable[[int], str] = hex
) -> Ending:
    """The recording's end in words.

    wanted_arrival: the round it was to begin with; function_at: the name of the function that an
    address lies in, empty if there is none.
    """
    reason, sentence = _worded(record, wanted_arrival, function_at)
    return Ending(reason, sentence)


def _worded(
    record: RawRecord, wanted_arrival: int, function_at: Callable[[int], str]
) -> tuple[EndReason, str]:
    number, began = record.number, bool(record.steps)
    where = "while it was recorded" if began else "before the loop was reached"
    if record.reason == "steps":
        steps = "1 step is" if number == 1 else f"{number} steps are"
        return "steps", f"{steps} recorded, as asked; the function goes on."
    if record.reason == "returned":
        return "returned", "The function returned."
    if record.reason == "left":
        return "left", _left_for(function_at(number) or f"{number:#x}")
    if record.reason == "arrivals":
        return "not reached", _not_reached(number, wanted_arrival)
    if record.reason == "exited":
        return "exited", f"The program ended itself with exit status {number} {where}."
    if record.reason == "killed":
        return "killed", _killed(number, where)
    if record.reason == "ended":
        return "killed", _ended(number, where)
    if record.reason == "signal":
        name = _signal(number)
        return "signal", f"This instruction did not end: the program received {name}."
    if record.reason == "trap":
        return "trap", _trapped(function_at(number) or f"{number:#x}", where)
    return _broken(record.reason, where)


def _left_for(target: str) -> str:
    if target == LINKERS_STUBS:
        target = f"a function of a library, by the {target},"
    return f"The function went on to {target} without returning (a tail call or jump)."


def _trapped(function: str, where: str) -> str:
    if function == "abort":
        return f"The program called abort() {where}."
    return f"The program came to a trap in {function} {where}."


def _not_reached(count: int, wanted: int) -> str:
    if count == 0:
        return (
            "The function returned without reaching the loop: its condition was false from the "
            "start, or another copy of the loop ran. Try more elements, or another line."
        )
    rounds = "round" if count == 1 else "rounds"
    return f"The loop ran only {count} {rounds}, so there is no round {wanted} to start at."


def _killed(number: int, where: str) -> str:
    return f"The program was ended by {_signal(number)} {where}."


def _ended(number: int, where: str) -> str:
    """The emulator itself was ended, by a signal in this machine's numbers."""
    if number == signal.SIGKILL:
        return f"The program used all the processor time it may and was stopped {where}."
    return f"The emulator was ended by a signal ({signal.strsignal(number) or number}) {where}."


def _signal(number: int) -> str:
    return _SIGNALS.get(number, f"signal {number}")


def _broken(reason: str, where: str) -> tuple[EndReason, str]:
    words: dict[str, tuple[EndReason, str]] = {
        "time": ("time", f"The program took too long {where}: look for something it waits for."),
        "processor": (
            "time", f"The program took too long {where}: look for a loop that never ends.",
        ),
        "output": ("too much", "The recording grew too large here; ask for fewer steps."),
        "signals": ("broken", "The program sent itself more than 1000 signals; it was stopped."),
        "recursion": ("broken", "A call came back to another frame more than 10,000 times."),
        "semihosting": (
            "broken", f"The program asked the debugger for a service {where}; there is none here.",
        ),
        "closed": ("broken", f"The program closed the recorder's connection {where}."),
        "protocol": (
            "broken", f"The program spoke on the recorder's connection {where}; it was stopped.",
        ),
        "unstarted": ("not started", "The emulator could not start the program."),
    }  # fmt: skip
    return words.get(reason, ("broken", f"The recording ended {where} ({reason})."))
