"""Results of runs written down, so that facts, scenes and pages are tested without a run.

`python -m tests.facts.recording` writes them; a test of the slow tier compares them with runs of
today.
"""

from __future__ import annotations

import lzma
from hashlib import sha256
from pathlib import Path

from compiler_core.pipelines.events import EventLog
from compiler_core.pipelines.jobs import REQUEST_NAME, request_text
from compiler_core.pipelines.kept_results import read_result, result_path
from compiler_core.pipelines.model_runs import ShippedRun, run_folder
from compiler_core.pipelines.stages import StageResult

RESULTS = Path(__file__).parent / "results"
SUFFIX = ".result.xz"
LONGEST_NAME = 40


def recorded_name(run: ShippedRun) -> str:
    """The folder's name under RESULTS: the model, and what differs from its usual settings."""
    changed = "+".join(f"{key}={value}" for key, value in sorted(run.settings.query().items()))
    if len(changed) > LONGEST_NAME:
        changed = sha256(changed.encode()).hexdigest()[:8]
    return f"{run.model}+{changed}" if changed else run.model


def place_recorded(run: ShippedRun) -> Path:
    """The recorded results where a run of today would have left its own."""
    folder = run_folder(run)
    folder.mkdir(parents=True, exist_ok=True)
    log = EventLog(folder)
    for path in sorted((RESULTS / recorded_name(run)).glob(f"*{SUFFIX}")):
        stage = path.name.removesuffix(SUFFIX)
        result_path(folder, stage).write_bytes(lzma.decompress(path.read_bytes()))
        log.write("finished", stage, "recorded")
    (folder / REQUEST_NAME).write_text(request_text(run.model, run.settings, None))
    log.write("done")
    return folder


def recorded_result(run: ShippedRun, stage: str, folder: Path) -> StageResult:
    """One stage of it. folder: where it is unpacked."""
    path = RESULTS / recorded_name(run) / f"{stage}{SUFFIX}"
    result_path(folder, stage).write_bytes(lzma.decompress(path.read_bytes()))
    found = read_result(folder, stage)
    assert found is not None
    return found
