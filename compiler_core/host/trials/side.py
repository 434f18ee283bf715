"""One side of a trial, as cycles and counts need it."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.host.verdicts.verdict import Verdict
from compiler_core.source import SourceFile


@dataclass(frozen=True, slots=True)
class TrialSide:
    """Before or after: the source, the setting, and the verdict on the loop; None if it is gone."""

    source: SourceFile
    compiler: str
    flags: str
    verdict: Verdict | None
