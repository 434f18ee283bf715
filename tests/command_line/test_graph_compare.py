"""`lowlab graph compare`: of two files, which one is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler_core.graph.evaluation.shipped import shipped_models
from tests.command_line.conftest import Lowlab


@pytest.mark.parametrize("content", [b"", b"broken"])
def test_a_file_that_is_no_network_is_named_with_its_side(
    lowlab: Lowlab, tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "other.onnx"
    path.write_bytes(content)
    found = lowlab("graph", "compare", shipped_models()[0].id, path)
    assert found.status == 2
    assert f"On the right, {path}: " in found.error_line
