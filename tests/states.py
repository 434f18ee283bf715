"""State folders for servers and commands that tests start.

A folder of their own would make every server ask each compiler its hundred questions anew, and
compile the networks and language models that ship once more: six seconds of processor and minutes.
Nothing kept by earlier runs of the suite is used, but what one of its servers has made serves all.
"""

from __future__ import annotations

import os
from pathlib import Path

from compiler_core.toolchain.discovery import stored_answers

RESULTS = ("outcomes", "programs", "runs", "tuned-kernels", "tactic-errors", "model-runs")
"""Stores of results by content; several servers may work on them at once."""


def knowing_compilers(folder: Path) -> Path:
    """The folder, made if missing, in which the compilers here need not be asked what they are."""
    folder.mkdir(mode=0o755, parents=True, exist_ok=True)
    name, answers = stored_answers()
    (folder / name).write_bytes(answers)
    return folder


def with_shared_results(folder: Path) -> Path:
    """The same with the results of the whole suite; links, uploads and locks are its own."""
    shared = Path(os.environ["LOWLAB_STATE"])
    for name in RESULTS:
        (shared / name).mkdir(mode=0o700, parents=True, exist_ok=True)
        (folder / name).symlink_to(shared / name)
    return knowing_compilers(folder)
