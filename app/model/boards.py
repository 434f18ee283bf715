"""A run's program to take to a board, and the reports that readers bring back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import BinaryIO

import numpy as np

from app.model.soc_panel import chosen_chip
from app.model.views.stage_board import ARCHIVE
from app.model_runs.known import find_model
from app.model_runs.request import ModelRequest
from app.model_runs.runs import Run, runs
from app.model_runs.uploads import keep_board_report, kept_board_report
from compiler_core.board.compare import BoardComparison, compare_report
from compiler_core.board.packing import packed
from compiler_core.board.report import LARGEST_REPORT, read_report
from compiler_core.errors import InputError, UnknownName
from compiler_core.graph.artifact import Artifact, artifact_names
from compiler_core.graph.pipeline.engine_stage import EngineDetails
from compiler_core.graph.pipeline.run_stage import RunDetails
from compiler_core.graph.running.board_bundle import NetworkRun, network_bundle, network_subject
from compiler_core.pipelines.stages import StageFile
from compiler_core.soc.rooflines.board_times import modelled_kernels


@dataclass(frozen=True, slots=True)
class BoardRun:
    """A run that has ended well, as a bundle is made from it."""

    title: str
    ran: NetworkRun


def board_archive(request: ModelRequest) -> StageFile:
    """The bundle as one file. Raises UnknownName before the run has ended well, InputError for
    weights that are too large to keep, and as `network_bundle` does."""
    known = find_model(request.model)
    run = board_run(known.title, runs().run_of(known, request))
    files = network_bundle(run.ran, run.title).files
    return StageFile(ARCHIVE, "application/gzip", packed(files, "board"))


def board_run(title: str, run: Run) -> BoardRun:
    """Raises as `board_archive`."""
    engine, ran = run.result("engine"), run.result("run")
    details = ran.details if ran else None
    if engine is None or not isinstance(engine.details, EngineDetails) or ran is None:
        raise UnknownName("The program has not run yet.", "Open the last stage and wait for it.")
    if not isinstance(details, RunDetails) or not details.result.ok:
        raise UnknownName("The program did not finish here.", "See the last stage for why.")
    manifest = engine.details.manifest
    held = {file.name: file.content for file in engine.files}
    names = artifact_names(manifest)
    missing = [name for name in names if name not in held]
    if missing:
        raise InputError(
            f"{missing[0]} is too large to be kept here.",
            "lowlab graph compile writes the same bundle at home.",
        )
    contents = [file.content for file in ran.files]
    if len(contents) != len(manifest.inputs):
        raise InputError("The input of this run was too large to be kept.", "Use the command.")
    inputs = {
        record.name: np.frombuffer(content, np.uint8)
        for record, content in zip(manifest.inputs, contents, strict=True)
    }
    result = details.result
    made = Artifact({name: held[name] for name in names}, manifest)
    ended = NetworkRun(made, inputs, result.outputs, result.kernels, details.tolerance)
    return BoardRun(title, ended)


def keep_report(request: ModelRequest, file: BinaryIO) -> str:
    """Keep the report of a run of this bundle and return its id. Raises InputError for any other,
    and as `board_archive` does."""
    content = file.read(LARGEST_REPORT + 1)
    compared(request, content)
    return keep_board_report(content)


def compared(request: ModelRequest, content: bytes) -> BoardComparison:
    """A report beside what is known of the run. Raises as `keep_report`."""
    known = find_model(request.model)
    run = board_run(known.title, runs().run_of(known, request))
    subject = network_subject(run.ran, run.title)
    report = read_report(content, subject)
    kernels = run.ran.artifact.manifest.kernels
    return compare_report(subject, report, modelled_kernels(chosen_chip(request), kernels))


def kept_comparison(request: ModelRequest) -> BoardComparison | None:
    """Of the report that the address names; None without one. Raises InputError for one that is
    gone or of another bundle."""
    if not request.board:
        return None
    content = kept_board_report(request.board)
    if content is None:
        raise InputError("The report of this address is not kept any more.", "Send it again.")
    return compared(request, content)
