"""Write down the results that facts are read from: `python -m tests.facts.recording`.

Of each setting that a claim speaks of, the stages whose facts it reads; of the usual runs all, for
scenes and pages. Files that stages leave to be downloaded are left out.
"""

from __future__ import annotations

import lzma
from collections import defaultdict
from dataclasses import replace

from compiler_core.claims.facts.subjects import ModelSubject, read_subject
from compiler_core.claims.kinds.facts import facts_of_claim
from compiler_core.claims.reading import claims_at
from compiler_core.pipelines.kept_results import read_result, result_path, write_result
from compiler_core.pipelines.model_runs import ShippedRun, ended_run
from tests.facts.recorded import RESULTS, SUFFIX, recorded_name

WHOLE = ({"model": "residual"}, {"language": "workshop"})


def wanted_stages() -> dict[ShippedRun, set[str]]:
    """By run, the stages to write down; empty for all of them."""
    found: dict[ShippedRun, set[str]] = defaultdict(set)
    for claim in claims_at():
        for one in facts_of_claim(claim):
            if isinstance(one.subject, ModelSubject):
                found[one.subject.run].add(one.fact.stage)
    for of in WHOLE:
        subject = read_subject("recording", of)
        assert isinstance(subject, ModelSubject)
        found[subject.run] = set()
    return found


def write_down(run: ShippedRun, stages: set[str]) -> None:
    """Run it if it was not, and keep what its stages left."""
    folder = ended_run(run)
    target = RESULTS / recorded_name(run)
    target.mkdir(parents=True, exist_ok=True)
    for path in sorted(folder.glob("stage-*.result")):
        stage = path.stem.removeprefix("stage-")
        if stages and stage not in stages:
            continue
        result = read_result(folder, stage)
        assert result is not None
        write_result(target, replace(result, files=()))
        bare = result_path(target, stage)
        packed = lzma.compress(bare.read_bytes(), preset=9 | lzma.PRESET_EXTREME)
        (target / f"{stage}{SUFFIX}").write_bytes(packed)
        bare.unlink()


if __name__ == "__main__":
    for run, stages in wanted_stages().items():
        print(recorded_name(run), flush=True)
        write_down(run, stages)
