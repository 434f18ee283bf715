"""The pieces of English, and names short enough to read."""

from __future__ import annotations

import pytest

from compiler_core.host.comparison.wording import counted, decimal, listed, short_names


@pytest.mark.parametrize(
    ("name", "brief"),
    [
        ("saxpy", "saxpy"),
        ("void axpy<float>(float*, float const*, float, int)", "axpy<float>"),
        ("std::vector<int, A>::at(unsigned long)", "std::vector<int, A>::at"),
        ("f(int (*)(int))", "f"),
    ],
)
def test_short_names(name: str, brief: str) -> None:
    assert short_names([name]) == [brief]


def test_overloads_keep_their_parameters() -> None:
    assert short_names(["f(int)", "f(float)", "g(int)"]) == ["f(int)", "f(float)", "g"]


def test_numbers_and_lists() -> None:
    assert [counted(1, "load"), counted(2, "load"), counted(0, "copy", "copies")] == [
        "1 load",
        "2 loads",
        "0 copies",
    ]
    assert [decimal(2.0), decimal(0.5), decimal(1 / 3), decimal(100)] == ["2", "0.5", "0.33", "100"]
    assert [listed([]), listed(["a"]), listed(["a", "b", "c"])] == ["", "a", "a, b and c"]
