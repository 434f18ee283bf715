"""The file that a board's run left, as a reader sends it back: every field is checked.

It is nothing but what its reader says of a machine of theirs. The digest guards against mixing up
two bundles, and proves nothing. No model is ever fitted on such times.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from compiler_core.board.records import BoardSubject
from compiler_core.errors import InputError

LARGEST_REPORT = 1 << 20
LONGEST_TEXT = 80
FORM = 1
_LONGEST_SECONDS = 1e6
_MOST_COUNTED = 10**18
_MOST_KERNELS = 20_000
_AGAIN = "Run `sh run.sh` in the bundle that this page gives, and send the report it names."

Text = Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT, pattern=r"^[ -~]*\Z")]
Seconds = Annotated[float, msgspec.Meta(ge=0, le=_LONGEST_SECONDS)]
Counted = Annotated[int, msgspec.Meta(ge=0, le=_MOST_COUNTED)]
Amount = Annotated[float, msgspec.Meta(ge=0, le=1e300)]


class _Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Of this form and no other."""


class BoardMachine(_Record, frozen=True):
    """What the report says of the board. processor: Arm's numbers of it, or a name."""

    architecture: Text
    processor: Text
    kernel: Text


class ReportedSeconds(_Record, frozen=True):
    """Of all runs, in order of size."""

    minimum: Seconds
    first_quartile: Seconds
    median: Seconds
    third_quartile: Seconds

    def in_order(self) -> bool:
        """Whether they can be of one set of runs."""
        return self.minimum <= self.first_quartile <= self.median <= self.third_quartile


class ReportedOutput(_Record, frozen=True):
    """The board's output beside the one that was sent along: largest difference, largest amount."""

    same_bytes: bool
    difference: Amount
    largest: Amount


class ReportedKernel(_Record, frozen=True):
    """One part. instructions, cycles: of a call, by the processor's own counters, None where the
    kernel of the system does not allow them.
    """

    name: Text
    seconds: ReportedSeconds
    instructions: Counted | None
    cycles: Counted | None


class BoardReport(_Record, frozen=True):
    """The whole report."""

    form: int
    """Version of the report's format; only FORM is read."""
    kind: Text
    """What ran: `network`, `loop` or `language`."""
    digest: Text
    """SHA-256 over sources, weights and input of the bundle that ran."""
    runs: Annotated[int, msgspec.Meta(ge=1, le=100_000)]
    """How often the program was timed."""
    machine: BoardMachine
    """What the board says of itself."""
    clock_seconds: Seconds
    """What reading the clock takes."""
    output: ReportedOutput
    """How far the board's output is from the one that was sent along."""
    whole: ReportedSeconds
    """Seconds of one whole run, over all runs."""
    kernels: Annotated[tuple[ReportedKernel, ...], msgspec.Meta(max_length=_MOST_KERNELS)]
    """Each part with its times, in the order of the program."""


class ReportTooLarge(InputError):
    """More bytes than a report may have."""

    status = 413


def read_report(content: bytes, subject: BoardSubject) -> BoardReport:
    """The report of a run of this very bundle. Raises ReportTooLarge, and InputError for anything
    else that it is not."""
    if len(content) > LARGEST_REPORT:
        raise ReportTooLarge(
            f"The report has {len(content):,} bytes; it may have {LARGEST_REPORT:,}.", _AGAIN
        )
    report = _decoded(content)
    if report.form != FORM:
        raise InputError(f"The report is of form {report.form}; form {FORM} is read here.", _AGAIN)
    if (report.kind, report.digest) != (subject.kind, subject.digest):
        raise InputError(
            "This is the report of another bundle: its digest is not that of the program here.",
            "Its settings, its input or its version may differ. " + _AGAIN,
        )
    _check_parts(report, subject)
    return report


def _decoded(content: bytes) -> BoardReport:
    try:
        return msgspec.json.decode(content, type=BoardReport)
    except msgspec.ValidationError as error:
        raise InputError(f"The report does not hold what it must: {_plain(error)}.", _AGAIN) from (
            error
        )
    except (msgspec.DecodeError, UnicodeError, ValueError, RecursionError) as error:
        raise InputError("The file is no report: it is not JSON.", _AGAIN) from error


def _plain(error: Exception) -> str:
    """The library's sentence, which may quote what was sent."""
    said = str(error)[:200].rstrip(".")
    return "".join(letter if " " <= letter <= "~" else "_" for letter in said)


def _check_parts(report: BoardReport, subject: BoardSubject) -> None:
    reported = [kernel.name for kernel in report.kernels]
    wanted = [known.name for known in subject.kernels]
    if reported != wanted:
        unknown = next((name for name in reported if name not in set(wanted)), "")
        what = (
            f"names {unknown!r}, which the bundle does not have"
            if unknown
            else (f"has {len(reported)} parts in an order of its own; the bundle has {len(wanted)}")
        )
        raise InputError(f"The report {what}.", _AGAIN)
    for name, seconds in (
        ("the whole run", report.whole),
        *((part.name, part.seconds) for part in report.kernels),
    ):
        if not seconds.in_order():
            raise InputError(f"The times of {name} are not in order of size.", _AGAIN)
