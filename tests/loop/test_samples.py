"""What the sample loops promise is what their traces hold."""

from __future__ import annotations

import pytest

from compiler_core.loop.pipeline import compile_textbook
from compiler_core.loop.samples import SAMPLES_FOLDER, Sample, load_samples

SAMPLES = load_samples()


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.id)
def test_the_trace_holds_what_the_sample_promises(sample: Sample) -> None:
    trace = compile_textbook(sample.source, "", sample.passes)
    said = [change.reason for step in trace.steps for change in step.changes]
    said += [remark.message for step in trace.steps for remark in step.remarks]
    missing = [one for one in sample.evidence if not any(one in sentence for sentence in said)]
    assert missing == []
    assert trace.inputs >= 6


def test_every_file_is_a_sample() -> None:
    files = {path.name for path in SAMPLES_FOLDER.glob("*.c")}
    assert files == {sample.source.name for sample in SAMPLES}
    assert len(SAMPLES) >= 8


def test_four_lanes_halve_the_operations() -> None:
    (sample,) = (sample for sample in SAMPLES if sample.id == "four-lanes")
    steps = compile_textbook(sample.source, "", sample.passes).steps
    promoted, last = steps[1].metrics, steps[-1].metrics
    assert last["operations_after"] < promoted["operations_after"] / 2
