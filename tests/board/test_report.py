"""What readers send back: good reports are read, anything else is refused in plain words."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.board.compare import ModelledTimes, compare_report
from compiler_core.board.report import LARGEST_REPORT, ReportTooLarge, read_report
from compiler_core.errors import InputError
from tests.board.reports import SECONDS, SUBJECT, report

Change = Callable[[dict[str, Any]], object]
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=100),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4)
    ),
    max_leaves=8,
)


def read(content: dict[str, Any]) -> Any:
    return read_report(json.dumps(content).encode("utf-8", "surrogatepass"), SUBJECT)


def test_measured_stands_beside_counted_and_modelled() -> None:
    found = compare_report(SUBJECT, read(report()), ModelledTimes("chip", {"k0": 1e-6}))
    first, second = found.kernels
    assert (first.of_model, first.of_count, first.per_nanosecond) == pytest.approx((2, 1.1, 0.5))
    assert (second.of_model, second.of_count, second.per_nanosecond) == (None, None, None)
    assert first.share == pytest.approx(1 / 3)
    assert found.agrees
    assert found.origin == "reported by the reader"
    # A part without a modelled time has no place in a sum of such times.
    assert (found.modelled_seconds, found.of_model) == (None, None)


def test_an_output_beyond_its_tolerance_does_not_agree() -> None:
    output = {"same_bytes": False, "difference": 0.1, "largest": 4.0}
    found = compare_report(SUBJECT, read(report(output=output)), ModelledTimes("chip", {}))
    assert not found.agrees


@pytest.mark.parametrize(
    "changed",
    [
        {"form": 2}, {"runs": 0}, {"runs": 1e99}, {"digest": "cd" * 32}, {"kind": "loop"},
        {"clock_seconds": -1}, {"clock_seconds": float("nan")}, {"clock_seconds": 1e7},
        {"clock_seconds": "1"}, {"clock_seconds": True}, {"kernels": []}, {"more": 1},
        {"kernels": report()["kernels"][::-1]}, {"kernels": report()["kernels"] * 2},
        {"machine": report()["machine"] | {"processor": "x" * 81}},
        {"machine": report()["machine"] | {"processor": "\ud800"}},
        {"machine": report()["machine"] | {"processor": "a\u202eb"}},
        {"machine": report()["machine"] | {"host": "mine"}},
        {"whole": SECONDS | {"minimum": 5}}, {"whole": SECONDS | {"median": float("inf")}},
        {"output": {"same_bytes": 1, "difference": 0, "largest": 0}},
    ],
    ids=lambda changed: f"{next(iter(changed))}",
)  # fmt: skip
def test_a_field_that_is_not_as_it_must_be(changed: dict[str, Any]) -> None:
    with pytest.raises(InputError) as refused:
        read(report(**changed))
    assert refused.value.advice


def test_a_name_that_the_bundle_lacks_is_said() -> None:
    kernels = report()["kernels"]
    kernels[1]["name"] = "<b>"
    with pytest.raises(InputError, match="names '<b>', which the bundle does not have"):
        read(report(kernels=kernels))


def test_no_more_than_a_mebibyte() -> None:
    with pytest.raises(ReportTooLarge):
        read_report(b" " * (LARGEST_REPORT + 1), SUBJECT)


@pytest.mark.parametrize(
    "content", [b"", b"\xff", b"null", b"[]", b"[" * LARGEST_REPORT, b'{"form":' * 9000, b"1e999"]
)
def test_what_is_no_report(content: bytes) -> None:
    with pytest.raises(InputError):
        read_report(content, SUBJECT)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(report())), ANYTHING)
def test_any_value_in_any_field_is_read_or_refused(name: str, value: object) -> None:
    try:
        found = read(report(**{name: value}))
    except InputError:
        return
    compare_report(SUBJECT, found, ModelledTimes("chip", {"k0": 1e-6}))
