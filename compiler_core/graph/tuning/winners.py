"""Winners on disk: by shape, tactic, core, compiler build, and the very text of the kernel."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from functools import lru_cache
from hashlib import sha256

from compiler_core.graph.kernels.request import Tile
from compiler_core.graph.records import ConvolutionShape, KernelText
from compiler_core.graph.selection.cores import CoreProfile
from compiler_core.graph.tuning.records import Candidate, TuningResult
from compiler_core.toolchain.content_cache import ContentCache
from compiler_core.toolchain.outcome import Compiler
from compiler_core.toolchain.state import results_directory

# Part of every key: change it when what is measured changes.
_FORM = "1"
# The name of a limit whose results ContentCache keeps nowhere.
_NOT_KEPT = "wall"


class WinnerCache(ContentCache[TuningResult]):
    """Complete results; one that time or the user ended is kept nowhere."""

    @staticmethod
    def _size(result: TuningResult) -> int:
        return 256 * (len(result.candidates) + 1)

    @staticmethod
    def _encode(result: TuningResult) -> bytes:
        return json.dumps(asdict(result)).encode()

    @staticmethod
    def _decode(content: bytes) -> TuningResult:
        record = json.loads(content)
        candidates = tuple(_candidate(candidate) for candidate in record.pop("candidates"))
        winner = _candidate(record.pop("winner"))
        return TuningResult(**record, candidates=candidates, winner=winner)

    @staticmethod
    def _as_cached(result: TuningResult) -> TuningResult:
        return replace(result, cached=True)

    @staticmethod
    def _limit_of(result: TuningResult) -> str:
        return "" if result.ending == "all measured" else _NOT_KEPT


def winner_key(
    shape: ConvolutionShape, kernel: KernelText, core: CoreProfile, compiler: Compiler
) -> str:
    """kernel: with the tactic's own tile; its text stands for the epilogue and the generator."""
    parts = (
        _FORM,
        repr(shape),
        kernel.tactic,
        core.name,
        *core.flags,
        compiler.build_id,
        kernel.text,
    )
    return sha256("\0".join(parts).encode()).hexdigest()


@lru_cache(maxsize=1)
def winner_cache() -> WinnerCache:
    """The one on this computer; of this process alone where it is jailed."""
    return WinnerCache(results_directory("tuned-kernels"))


def _candidate(record: dict) -> Candidate:
    return Candidate(**{**record, "tile": Tile(**record["tile"])})
