"""What the sample loops promise is what their traces hold."""

from __future__ import annotations

import pytest

from compiler_core.errors import UnknownName
from compiler_core.loop.pipeline import compile_textbook
from compiler_core.loop.samples import SAMPLES_FOLDER, Sample, find_sample, load_samples

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


def test_samples_are_found_by_their_id() -> None:
    assert find_sample(SAMPLES[0].id) is SAMPLES[0]
    with pytest.raises(UnknownName, match="no sample 'nothing'"):
        find_sample("nothing")


def test_four_lanes_halve_the_operations() -> None:
    sample = find_sample("four-lanes")
    steps = compile_textbook(sample.source, "", sample.passes).steps
    promoted, last = steps[1].metrics, steps[-1].metrics
    assert last["operations_after"] < promoted["operations_after"] / 2
