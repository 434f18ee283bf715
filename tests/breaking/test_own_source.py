"""A source file has no claim of its own: which verdict is meant, its line says."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line.break_claim import break_command
from compiler_core.errors import InputError


def test_a_source_without_a_line_is_answered_with_what_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "loop.c"
    path.write_text("void f(int *a, int n) { for (int i = 0; i < n; i++) a[i] = i; }\n")
    with pytest.raises(InputError, match="is a source file") as refused:
        break_command(str(path))
    assert "--line" in refused.value.advice
