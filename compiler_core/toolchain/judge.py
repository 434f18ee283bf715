"""From how a run ended to what the user is told: ok, rejected, crashed or limited."""

from __future__ import annotations

import re
import signal

from compiler_core.deceptive_text import with_marks
from compiler_core.toolchain.job import RunResult
from compiler_core.toolchain.limits import LimitName, Limits, explain_limit
from compiler_core.toolchain.outcome import CompileJob, Outcome, Status
from compiler_core.toolchain.runner import ran_long

_LAST_WORDS = 65_536

# Drivers report what ended the compiler proper; these lines begin with the driver's name, where
# others have a file's. Its length is bounded, for `#line` can make a file name of 60,000 letters.
_DRIVER_LINE = re.compile(
    r"^(?P<driver>[\w.+-]{1,60}): "
    r"(?:fatal error|internal compiler error|error): (?P<words>.*)$",
    re.MULTILINE,
)
_DRIVERS = ("gcc", "g++", "clang")
_LIMIT_WORDS: tuple[tuple[str, LimitName], ...] = (
    ("File size limit exceeded", "file size"),
    ("Resource temporarily unavailable", "processes"),
    ("unable to execute command: Resource", "processes"),
)
_NO_MEMORY = re.compile(
    r"^(?:cc1|cc1plus|lto1|LLVM ERROR).*\bout of memory\b|^virtual memory exhausted"
    r"|^terminate called after throwing an instance of 'std::bad_alloc'"
    r"|failed to map segment from shared object",
    re.MULTILINE | re.IGNORECASE,
)
_NO_ROOM = re.compile(r"^[\w.+: -]*: No space left on device$", re.MULTILINE)
# GCC and Clang end with 1 when they reject a source and with another number when they fail.
_REJECTED = 1
_FAILED: tuple[Status, ...] = ("crashed", "limited")
# Bounded as above.
_PLACED_ERROR = re.compile(
    r"^(?:[^:\n]{0,200}/)?(?P<file>[^:/\n]{1,60}):(?P<line>\d{1,7}):(?:\d{1,7}:)? "
    r"(?:fatal error|error): (?P<words>[^\n]{1,400})",
    re.MULTILINE,
)
_LONGEST_REASON = 160
_FOLDERS = re.compile(r"(?<![\w.>])/(?:[^/\s'\"]{1,255}/)+|(?<=['\"])/(?=\w)")
_STACK_DUMP = re.compile(
    r"^(?:Stack dump:|PLEASE submit a bug report|Please submit a full bug report).*",
    re.MULTILINE | re.DOTALL,
)


def judge(job: CompileJob, limits: Limits, run: RunResult, command: tuple[str, ...]) -> Outcome:
    """The outcome of one compile."""
    diagnostics = run.diagnostics.decode("utf-8", "replace")
    limit = limit_of(run, limits, diagnostics)
    status = _status_of(run, limit, diagnostics)
    return Outcome(
        status=status,
        output=run.output.decode("utf-8", "replace") if status == "ok" else "",
        diagnostics=_without_stack_dump(diagnostics) if status in _FAILED else diagnostics,
        message=_message(job, status, limit, limits, run),
        limit=limit or "",
        command=command,
        seconds=run.seconds,
        cached=run.cached,
    )


def _status_of(run: RunResult, limit: LimitName | None, diagnostics: str) -> Status:
    if limit is not None:
        return "limited"
    if run.exit_code == 0:
        return "ok"
    signalled = any("signal terminated program" in words for words in _driver_lines(diagnostics))
    return "rejected" if run.exit_code == _REJECTED and not signalled else "crashed"


def limit_of(run: RunResult, limits: Limits, diagnostics: str) -> LimitName | None:
    """The limit that ended a run of a compiler or linker, as its signal or its words tell."""
    if run.limit is not None or run.exit_code == 0:
        return run.limit
    if _NO_MEMORY.search(diagnostics):
        return "memory"
    if _NO_ROOM.search(diagnostics):
        return "total size"
    return _limit_in_driver_lines(run, limits, diagnostics)


def _limit_in_driver_lines(run: RunResult, limits: Limits, diagnostics: str) -> LimitName | None:
    """GCC's driver says by which signal the compiler proper ended."""
    for line in _driver_lines(diagnostics):
        if line.startswith("Killed signal"):
            return "cpu" if ran_long(run.cpu_seconds or 0.0, limits) else None
        for words, limit in _LIMIT_WORDS:
            if words in line:
                return limit
    return None


def _driver_lines(diagnostics: str) -> list[str]:
    """What the driver itself said, without its name."""
    return [
        line["words"]
        for line in _DRIVER_LINE.finditer(diagnostics)
        if any(driver in line["driver"] for driver in _DRIVERS)
    ]


def _first_error(diagnostics: str) -> str:
    """The first place and reason, for whoever reads no list of messages; empty for none.

    Folders are left out: a compiler in its room names none that say anything to a reader.
    """
    match = _PLACED_ERROR.search(diagnostics)
    if match is None:
        return ""
    words = with_marks(_FOLDERS.sub("", match["words"])).rstrip(" .")
    reason = f"{words}." if len(words) <= _LONGEST_REASON else f"{words[:_LONGEST_REASON]}…"
    return f", in line {match['line']} of {with_marks(match['file'])}: {reason}"


def _without_stack_dump(diagnostics: str) -> str:
    """Stack traces and pleas for bug reports say nothing to a user, and name this host's files."""
    return _STACK_DUMP.sub("", diagnostics)


def _message(
    job: CompileJob, status: Status, limit: LimitName | None, limits: Limits, run: RunResult
) -> str:
    if limit is not None:
        return explain_limit(limit, limits)
    if status == "rejected":
        first = _first_error(run.diagnostics.decode("utf-8", "replace"))
        return f"{job.compiler.title} rejects this source{first or '; its messages say where.'}"
    if status == "crashed":
        return (
            f"{job.compiler.title} itself crashed{_signal_words(run)} on this source. That is a "
            "bug in the compiler, or a source too deep for it; try other flags or a smaller source."
        )
    return ""


def _signal_words(run: RunResult) -> str:
    if run.signal_number is None:
        return ""
    return f" ({signal.strsignal(run.signal_number) or f'signal {run.signal_number}'})"


def failure_of(run: RunResult, limits: Limits, tool: tuple[str, str], given: str) -> str:
    """ "" for a run that ended well. tool: its name and version; given: what it was given."""
    name, version = tool
    limit = limit_of(run, limits, run.diagnostics[-_LAST_WORDS:].decode("utf-8", "replace"))
    if limit is not None:
        return explain_limit(limit, limits).replace("The compiler", name, 1)
    if run.exit_code is None:
        return f"{name} {version} crashed on {given}."
    return f"{name} {version} refuses {given}." if run.exit_code else ""
