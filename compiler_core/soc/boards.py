"""A bundle and the report of its run, whatever kind of program it is."""

from __future__ import annotations

from pathlib import Path

import msgspec

from compiler_core.board.compare import BoardComparison, ModelledTimes, compare_report
from compiler_core.board.records import BoardBundle, BoardSubject
from compiler_core.board.report import read_report
from compiler_core.board.subject import read_subject
from compiler_core.errors import InputError
from compiler_core.graph.artifact import read_artifact
from compiler_core.host.running.record import Counts
from compiler_core.soc.description import SocDescription
from compiler_core.soc.reading import soc_named
from compiler_core.soc.rooflines.board_times import modelled_kernels
from compiler_core.soc.rooflines.loop_points import LoopWork, loop_work
from compiler_core.soc.rooflines.loop_time import modelled_loop

WORK = "work.json"
_LARGEST_WORK = 1 << 20
_LANGUAGE = "`lowlab soc decode` and `lowlab soc roofline` model prompts and decoding."
_NO_WORK = "The function computes nothing on data in memory."


def with_loop_work(bundle: BoardBundle, counts: Counts) -> BoardBundle:
    """The same with what the model of loops needs, where the function is one that it knows."""
    try:
        work = loop_work(counts)
    except InputError:
        return bundle
    return BoardBundle(bundle.files | {WORK: msgspec.json.encode(work)}, bundle.subject)


def compare_bundle(directory: Path, report: bytes, soc_name: str) -> BoardComparison:
    """Raises UnknownName for a chip, and InputError for what is no bundle or no report of it."""
    soc = soc_named(soc_name)
    subject = read_subject(directory)
    board_report = read_report(report, subject)
    return compare_report(subject, board_report, _modelled(directory, subject, soc))


def _modelled(directory: Path, subject: BoardSubject, soc: SocDescription) -> ModelledTimes:
    if subject.kind == "network":
        return modelled_kernels(soc, read_artifact(directory).manifest.kernels)
    if subject.kind == "language":
        return ModelledTimes(soc.title, {}, _LANGUAGE)
    work = _work(directory / WORK)
    if work is None:
        return ModelledTimes(soc.title, {}, _NO_WORK)
    placed = modelled_loop(soc, work)
    time = placed.every_access.modelled
    seconds = {subject.kernels[0].name: time.seconds} if time and subject.kernels else {}
    return ModelledTimes(soc.title, seconds, placed.unmodelled)


def _work(path: Path) -> LoopWork | None:
    """None where the bundle has none. Raises InputError for one that cannot be."""
    if not path.is_file():
        return None
    with path.open("rb") as file:
        content = file.read(_LARGEST_WORK)
    try:
        work = msgspec.json.decode(content, type=LoopWork)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise InputError(f"{path} is not what a bundle holds.", "Make it again.") from error
    if min(work.operations, work.bytes, work.line_bytes + 1) <= 0:
        raise InputError(f"{path} says of no work.", "Make the bundle again.")
    return work
