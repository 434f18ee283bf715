"""Why a task of an analysis process has no answer."""

from __future__ import annotations

from compiler_core.answer_size import ANSWER_BYTES
from compiler_core.errors import LoweringLabError
from compiler_core.toolchain.jailed_process import ANALYSIS_MEMORY_BYTES

PROCESSOR_SECONDS = 10.0
"""Of one task; a legal source of 64 KiB needs half of it here."""


class AnalysisEnded(LoweringLabError):
    """The process was ended before it came to an answer. reason: by which limit; seconds: how many
    of processor time the task had."""

    status = 413

    def __init__(self, reason: str, seconds: float = PROCESSOR_SECONDS) -> None:
        if reason == "wall":
            # It had less of a processor than it may have: that says nothing of what was asked.
            self.status = 503
            super().__init__(
                "This machine has too much to do: it did not come to an end with this in time.",
                "Try again in a moment.",
            )
            self.reason = reason
            return
        limit = _REASONS.get(reason, _REASONS["died"]).format(seconds=f"{seconds:g}")
        super().__init__(
            "This is too large to analyse.",
            f"Analysing it {limit}. Ask about a smaller piece: "
            "one function, or a loop with fewer branches.",
        )
        self.reason = reason

    @property
    def too_large(self) -> bool:
        """Whether less of the same would have come to an end."""
        return self.reason != "wall"


_REASONS = {
    "processor": "took more than {seconds} s of processor time",
    "memory": f"needed more memory than the {ANALYSIS_MEMORY_BYTES >> 20} MiB that one request may "
    "have",
    "size": f"gave more than the {ANSWER_BYTES >> 20} MiB that one answer may hold",
    "depth": "went deeper into what is nested than one request may go",
    "died": "ended the process that did it",
}


class AnalysisNotStarted(LoweringLabError):
    """No process came up, twice in a row: that says nothing of the task that waits for one."""

    status = 503

    def __init__(self) -> None:
        super().__init__(
            "The process that analyses did not start.",
            "Try again in a moment; the machine may have too much to do. lowlab doctor says "
            "whether something is missing.",
        )


class TaskRefused(LoweringLabError):
    """What the core said of a task that it does not answer."""

    def __init__(self, status: int, message: str, advice: str) -> None:
        super().__init__(message, advice)
        self.status = status


class TaskFailed(LoweringLabError):
    """A mistake of ours met this task; the log has where."""

    status = 500

    def __init__(self) -> None:
        super().__init__("The server met an error it did not expect.")
