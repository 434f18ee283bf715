"""Kernels against TVM's own: nine topologies, and random models with limits TVM knows too."""

from __future__ import annotations

from pathlib import Path

import onnx_ir as ir
import pytest

from tests.graph.fusion.agreement import (
    DOCUMENT,
    UNEXPLAINED,
    compared,
    document,
    light_agreements,
    share,
)
from tests.graph.fusion.light_models import NAMES
from tests.graph.fusion.oracle import kernels_by_tvm
from tests.graph.fusion.random_models import random_model

pytestmark = pytest.mark.usefixtures("emulator", "oracle")


@pytest.mark.slow
def test_the_nine_topologies() -> None:
    agreements = light_agreements()
    assert tuple(entry.model for entry in agreements) == NAMES
    assert share(agreements) >= 0.95
    differences = [difference for entry in agreements for difference in entry.differences]
    assert [found for found in differences if found.reason == UNEXPLAINED] == []
    assert all(found.same_nodes for found in differences)
    assert DOCUMENT.read_text(encoding="utf-8") == document(agreements)


@pytest.mark.slow
@pytest.mark.parametrize("nodes", [256, 3])
def test_random_models(nodes: int, tmp_path: Path) -> None:
    seeds = range(1000 * nodes, 1000 * nodes + 150)
    paths = [tmp_path / f"{seed}.onnx" for seed in seeds]
    for seed, path in zip(seeds, paths, strict=True):
        ir.save(random_model(seed), path)
    answers = kernels_by_tvm(paths, nodes)
    assert set(answers) == set(paths)
    for path, answer in answers.items():
        agreement = compared(path.stem, ir.load(path), answer, nodes)
        assert agreement.differences == (), path.stem
