"""What can be wrong with what the textbook compiler is given; a branch of the core's one tree.

InputError
├── OutsideSubset      C that is wrong, or right but not in the subset; knows its place
└── UnknownPass        no pass of this name

LoweringLabError
└── PassFailed         a pass broke the program; names the passes that ran before it
"""

from __future__ import annotations

from compiler_core.errors import InputError, LoweringLabError
from compiler_core.source import Location


class OutsideSubset(InputError):
    """Says what was found and what is expected (message), what to change (advice), and where."""

    def __init__(self, message: str, advice: str, location: Location) -> None:
        super().__init__(message, advice)
        self.location = location

    def __str__(self) -> str:
        position = f"{self.location.file}:{self.location.line}:{self.location.column}"
        return f"{position}: {self.message} {self.advice}".strip()


class UnknownPass(InputError):
    """No pass of this name."""

    status = 404


class PassFailed(LoweringLabError):
    """A pass raised an error, broke a rule of the representation, or changed what is computed."""

    def __init__(self, pass_name: str, earlier: tuple[str, ...], what: str) -> None:
        after = f"after {', '.join(earlier)}" if earlier else "as the first pass"
        super().__init__(f"The pass {pass_name} ({after}) failed: {what}")
        self.pass_name = pass_name
        self.earlier = earlier
        self.what = what
