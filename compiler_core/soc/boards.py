"""A bundle and the report of its run, whatever kind of program it is."""

from __future__ import annotations

from pathlib import Path

from compiler_core.board.compare import BoardComparison, ModelledTimes, compare_report
from compiler_core.board.records import BoardSubject
from compiler_core.board.report import read_report
from compiler_core.board.subject import read_subject
from compiler_core.graph.artifact import read_artifact
from compiler_core.soc.description import SocDescription
from compiler_core.soc.reading import soc_named
from compiler_core.soc.rooflines.board_times import modelled_kernels

_UNMODELLED = "Only kernels of networks are modelled one by one."


def compare_bundle(directory: Path, report: bytes, soc_name: str) -> BoardComparison:
    """Raises UnknownName for a chip, and InputError for what is no bundle or no report of it."""
    soc = soc_named(soc_name)
    subject = read_subject(directory)
    found = read_report(report, subject)
    return compare_report(subject, found, _modelled(directory, subject, soc))


def _modelled(directory: Path, subject: BoardSubject, soc: SocDescription) -> ModelledTimes:
    if subject.kind != "network":
        return ModelledTimes(soc.title, {}, _UNMODELLED)
    return modelled_kernels(soc, read_artifact(directory).manifest.kernels)
