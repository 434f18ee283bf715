"""Hostile files get a clear error, in little time and memory; nothing else escapes."""

from __future__ import annotations

import contextlib
import resource
import tracemalloc
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.errors import InputError
from compiler_core.graph.importing.errors import ModelRefused, ModelTooLarge
from compiler_core.graph.importing.limits import UPLOAD_LIMITS, ImportLimits
from compiler_core.graph.importing.reader import import_model
from tests.graph.importing.hostile import GOOD, HOSTILE, Maker, bytes_of, many_nodes
from tests.graph.importing.models import convolution_model, one_node
from tests.stopwatch import Stopwatch

SECONDS = 3.0
PYTHON_BYTES = 64 << 20
RESIDENT_BYTES = 400 << 20


def warm() -> None:
    import_model(GOOD)


@pytest.mark.parametrize(
    ("make", "words"), [row[1:] for row in HOSTILE], ids=[row[0] for row in HOSTILE]
)
def test_a_hostile_file_is_refused_in_bounds(make: Maker, words: str) -> None:
    warm()
    content = make()
    resident = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    watch = Stopwatch()
    with pytest.raises(ModelRefused) as caught:
        import_model(content)
    seconds = watch.seconds()
    assert words in str(caught.value)
    assert len(str(caught.value)) < 600
    assert caught.value.status in (413, 422)
    assert seconds < SECONDS
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 < resident + RESIDENT_BYTES


@pytest.mark.parametrize(
    ("make", "words"), [row[1:] for row in HOSTILE[::7]], ids=[row[0] for row in HOSTILE[::7]]
)
def test_what_python_allocates_for_it_is_little(make: Maker, words: str) -> None:
    warm()
    content = make()
    tracemalloc.start()
    with pytest.raises(ModelRefused, match=words):
        import_model(content)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < PYTHON_BYTES


def test_there_are_enough_hostile_files() -> None:
    assert len({name for name, _, _ in HOSTILE}) == len(HOSTILE) >= 60


@pytest.mark.parametrize(
    "limit", ["file_bytes", "fields", "message_depth", "name_bytes", "nodes", "initializers",
              "rank", "tensor_elements", "weight_elements", "activation_elements", "multiplies",
              "attribute_numbers", "operator_sets"]
)  # fmt: skip
def test_each_limit_is_kept_and_named(limit: str) -> None:
    narrow = replace(UPLOAD_LIMITS, **{limit: 0})
    with pytest.raises(ModelTooLarge, match="limit of 0") as caught:
        import_model(GOOD, limits=narrow)
    assert caught.value.status == 413
    assert caught.value.advice


def test_every_limit_has_words() -> None:
    from compiler_core.graph.importing import limits

    names = set(ImportLimits.__dataclass_fields__)
    assert names == set(limits._WORDS)


def test_a_graph_at_the_limit_is_read() -> None:
    report = import_model(many_nodes(20_000)).report
    assert report.nodes == 20_000


@pytest.mark.parametrize("size", [0, -3, 1 << 50])
def test_a_wrong_size_is_refused(size: int) -> None:
    with pytest.raises(ModelRefused):
        import_model(bytes_of(one_node("Relu", (1, "C", 8, 8))), {"C": size})


FUZZED = (bytes_of(convolution_model()), bytes_of(one_node("Softmax", opset=11)))


def refused_or_read(content: bytes) -> None:
    with contextlib.suppress(InputError):
        import_model(content)


@settings(max_examples=250, deadline=None)
@given(st.sampled_from(FUZZED), st.data())
def test_changed_bytes_give_no_other_error(content: bytes, data: st.DataObject) -> None:
    changed = bytearray(content)
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(changed) - 1))
        changed[at] = data.draw(st.integers(0, 255))
    refused_or_read(bytes(changed))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(FUZZED), st.data())
def test_missing_and_doubled_bytes_give_no_other_error(content: bytes, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(content)))
    end = data.draw(st.integers(start, min(start + 40, len(content))))
    part = content[start:end] * data.draw(st.integers(0, 3))
    refused_or_read(content[:start] + part + content[end:])


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=200))
def test_noise_gives_no_other_error(content: bytes) -> None:
    refused_or_read(content)
