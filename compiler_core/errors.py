"""Every error the core raises on purpose, as one tree.

    LoweringLabError
    ├── InputError              what the user gave cannot be used (command line: exit 2, HTTP: 4xx)
    │   ├── SourceTooLarge      the source passes a named limit
    │   ├── AnswerTooLarge      what would be said about it is more than an answer may hold
    │   ├── TooLargeToAnalyse   its assembly needs more work to explain than there is a budget for
    │   ├── RefusedFlag         a compiler flag outside the allow-list grammar
    │   ├── UnknownCompiler     no such compiler here
    │   ├── UnknownName         no such example, function, line, link…
    │   ├── OutsideSubset       C that the textbook compiler does not read; in `loop.errors`
    │   ├── UnknownPass         it has no such pass; in `loop.errors`
    │   ├── ModelRefused        a network that cannot be read; in `graph.importing.errors`
    │   └── ModelFileRefused    a language model that cannot be read; in `llm.reading.errors`
    ├── ToolMissing             a tool is not installed; says which package brings it
    ├── JailBroken              the jail's self-test fails; nothing may run
    ├── PassFailed              a textbook pass broke the program; in `loop.errors`
    ├── GraphPassFailed         a graph pass broke the model; in `graph.pass_pipeline`
    ├── WorkCancelled           whoever asked has left; what was under way for them has ended
    ├── StorageFull             nothing more can be kept: the disk or a store is full
    ├── StorageClosed           nothing can be kept: the data folder cannot be written
    ├── TooOften                more than one may ask for in this time; says when again
    └── Overloaded              the queue is full; try again later
        └── ShareFull           this client has as much waiting as one client may

A compiler that rejects the source, crashes or meets a limit is not an error here: it is a result
(`toolchain.run.Outcome`) that the page shows.
"""

from __future__ import annotations


class LoweringLabError(Exception):
    """Base of all: a message in plain words, and what to try.

    remedy: a setting and a value for it that may help, with a colon between; "" for none.
    """

    status = 500
    remedy = ""

    def __init__(self, message: str, advice: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.advice = advice

    def __str__(self) -> str:
        return f"{self.message} {self.advice}".strip()


class InputError(LoweringLabError):
    """What the user gave cannot be used."""

    status = 422


class SourceRejected(InputError):
    """The compiler gives no assembly for the source."""


class SourceTooLarge(InputError):
    """The source passes the size limit."""

    status = 413


class TooLargeToAnalyse(InputError):
    """Following every way through the code would take more work than one request may have."""

    status = 413

    def __init__(self) -> None:
        super().__init__(
            "The code is too large to analyse: too many ways lead through one function.",
            "Split the function, or keep fewer labels, loops or branches in it.",
        )


class AnswerTooLarge(InputError):
    """What would be said about the source is more than one answer may hold."""

    status = 413

    def __init__(self, mebibytes: int) -> None:
        super().__init__(
            f"This is too large to analyse: the answer would be more than {mebibytes} MiB.",
            "Ask about a smaller piece: one function, or a loop with fewer branches.",
        )


class RefusedFlag(InputError):
    """A flag that the allow-list grammar does not admit.

    `flag` is the token as typed; the message says why it is refused.
    """

    def __init__(self, flag: str, message: str, advice: str = "") -> None:
        super().__init__(message, advice)
        self.flag = flag


class UnknownCompiler(InputError):
    """No compiler of this name is installed."""


class UnknownName(InputError):
    """No example, function, line or link of this name."""

    status = 404


class ToolMissing(LoweringLabError):
    """A tool is not installed: costs only its own panes. command: what installs it, where that is
    no Debian package."""

    status = 424

    def __init__(self, tool: str, package: str, command: str = "") -> None:
        advice = f"Install it: {command}." if command else f"Debian package: {package}."
        super().__init__(f"{tool} is not installed.", advice)
        self.tool = tool
        self.package = package
        self.command = command


class JailBroken(LoweringLabError):
    """No jail passes its self-test here, so no compiler may run."""

    status = 503


class StorageFull(LoweringLabError):
    """The disk is full, or what may be kept of one kind is."""

    status = 507


class StorageClosed(LoweringLabError):
    """The data folder cannot be written."""

    status = 503


class Overloaded(LoweringLabError):
    """More work is waiting than the server accepts."""

    status = 503


class ShareFull(Overloaded):
    """One client has as much waiting as its share allows; others are still served."""

    status = 429


class TooOften(LoweringLabError):
    """Asked for more often than one may. retry_seconds: until it may be asked for again."""

    status = 429

    def __init__(self, message: str, advice: str, retry_seconds: int) -> None:
        super().__init__(message, advice)
        self.retry_seconds = retry_seconds


class WorkCancelled(LoweringLabError):
    """Whoever asked has left; nobody reads this."""

    status = 499

    def __init__(self) -> None:
        super().__init__("The request was given up before it was answered.", "Ask again.")
