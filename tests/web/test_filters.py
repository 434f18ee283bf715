"""How templates write numbers that are no plain ones."""

from __future__ import annotations

from math import inf

import pytest

from app.serving.filters import figures, fixed, scientific, times
from compiler_core.amounts import raised


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        (scientific(4.77e-7), "4.8·10⁻⁷"), (figures(7.6e-7, 2), "7.6·10⁻⁷"),
        (figures(0.25), "0.25"),
        (fixed(inf, 1), "∞"), (times(inf), "∞"), (fixed(-0.0, 5), "0.00000"),
        (fixed(-1e-7, 5), "0.00000"), (fixed(-1.5, 1), "-1.5"), (times(1.25), "1.25 ×"),
    ],
)  # fmt: skip
def test_a_number_is_written_for_people(written: str, wanted: str) -> None:
    assert written == wanted


def test_nothing_has_no_power_of_ten() -> None:
    assert [raised(f"{0.0:.1e}"), raised(f"{-0.0:.1e}"), raised("6.5e-07")] == [
        "0",
        "0",
        "6.5·10⁻⁷",
    ]
