"""What the two test processes are given: folders that share work whole, long files first."""

from __future__ import annotations

import pytest

from tests.conftest import ROOT
from tests.scheduling import LONG_FIRST, TOGETHER, scope_of, turn_of


@pytest.mark.parametrize("name", sorted({*TOGETHER, *LONG_FIRST}))
def test_what_is_named_is_there(name: str) -> None:
    assert list(ROOT.glob(f"{name}*")) if name in TOGETHER else (ROOT / name).is_file()


def test_files_stay_together_and_some_of_them_too() -> None:
    assert scope_of("tests/web/test_model_more.py::test_one") == "tests/web/test_model"
    assert scope_of("tests/loop/test_samples.py::test_one[a::b/c]") == "tests/loop/test_samples.py"
    assert turn_of("tests/e2e/test_access.py::test_one") < turn_of(
        "tests/claims/test_shipped_claims.py"
    )
    assert turn_of("tests/claims/test_shipped_claims.py::x") < turn_of("tests/diff/test_rows.py::x")
    assert turn_of("tests/diff/test_rows.py::x") == turn_of("tests/analysis/test_blocks.py::x")
