"""A small network as a bundle, unpacked for a run."""

from __future__ import annotations

import io
import tarfile
from functools import lru_cache
from pathlib import Path

from compiler_core.board.packing import packed
from compiler_core.board.records import BoardBundle
from compiler_core.graph.running.board_bundle import NetworkRun, network_bundle
from compiler_core.graph.running.run import run_artifact
from tests.graph.running.small_bundles import PICTURE, bundle


@lru_cache(maxsize=1)
def network_run() -> NetworkRun:
    result = run_artifact(bundle(), PICTURE)
    return NetworkRun(bundle(), PICTURE, result.outputs, result.kernels)


@lru_cache(maxsize=1)
def network() -> BoardBundle:
    return network_bundle(network_run())


def unpacked(made: BoardBundle, folder: Path) -> Path:
    with tarfile.open(fileobj=io.BytesIO(packed(made.files, "bundle"))) as archive:
        archive.extractall(folder, filter="data")
    return folder / "bundle"
