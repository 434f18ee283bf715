"""Three programs on the same files choose the same tokens: see `agreement`."""

from __future__ import annotations

from pathlib import Path

import pytest

from script.llama.driver import DRIVER
from tests.llm.engine.agreement import BLOCK_TYPES, FLOAT_TYPES, block_row, float_rows

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("emulator", "oracle")]


def test_llama_is_built() -> None:
    assert DRIVER.is_file(), "script/oracles --llama builds it"


@pytest.mark.parametrize("matrix_type", FLOAT_TYPES)
def test_float_files_give_the_same_tokens_and_logits(matrix_type: str, tmp_path: Path) -> None:
    missed = [row for row in float_rows(matrix_type, tmp_path) if not row.kept]
    assert missed == []


@pytest.mark.parametrize("matrix_type", BLOCK_TYPES)
def test_block_types_have_the_same_first_choice(matrix_type: str, tmp_path: Path) -> None:
    row = block_row(matrix_type, tmp_path)
    assert row.kept, row
