"""The panel of a network's stages: what it says of a chip comes from the stage's own results."""

from __future__ import annotations

from typing import Any, cast

import pytest

from app.model.soc_panel import stage_panel
from app.model_runs.request import ModelRequest
from app.model_runs.runs import Run
from app.soc.views.stage_panel import StagePanel
from compiler_core.graph.compile import FUNCTIONS
from compiler_core.graph.model_inputs import inputs_of
from compiler_core.graph.pipeline.state import PipelineState
from compiler_core.graph.settings import settings_of
from compiler_core.graph.source_model import source_model
from compiler_core.pipelines.stages import StageResult

MODEL = "depthwise"


class KeptRun:
    """Stages up to the engine, as a run keeps them."""

    def __init__(self, **settings: str) -> None:
        self.settings = settings_of(settings)
        source = source_model(MODEL, self.settings)
        model = source.imported.model
        state = PipelineState(
            source=source,
            settings=self.settings,
            inputs=inputs_of(source, None),
            model=model,
            float_model=model,
        )
        self.results: dict[str, StageResult] = {}
        for name, stage in FUNCTIONS[:6]:
            end = stage(state, lambda _text, _done, _total: None)
            state, self.results[name] = end.state, end.result

    def result(self, stage: str) -> StageResult | None:
        return self.results.get(stage)

    def panel(self, stage: str, chip: str = "") -> StagePanel:
        asked = ModelRequest(model=MODEL, stage=stage, settings=self.settings, chip=chip)
        kept = self.results["fusion" if stage == "run" else stage]
        found = stage_panel(asked, cast("Run", cast("Any", self)), kept)
        assert found
        return found


@pytest.fixture(scope="module")
def usual() -> KeptRun:
    return KeptRun()


def _row(panel: StagePanel, name: str) -> tuple[str, str]:
    return next((change.before, change.after) for change in panel.changes if change.name == name)


def test_sizes_come_first(usual: KeptRun) -> None:
    assert [fit.size for fit in usual.panel("input").fits] == ["12 KiB"]
    weights = usual.panel("export").fits
    assert all(weight.sram.startswith("✓") for weight in weights)
    assert {one.sram for one in usual.panel("export", "a311d").fits} == {"not described"}
    assert usual.panel("engine").fits[0].dram.startswith("✓")


def test_each_stage_compares_what_it_changed(usual: KeptRun) -> None:
    passes, fusion = usual.results["passes"].metrics, usual.results["fusion"].metrics
    nodes = (f"{passes['nodes_before']:.0f}", f"{passes['nodes_after']:.0f}")
    assert _row(usual.panel("passes"), "Kernels") == nodes
    assert _row(usual.panel("quantise"), "Runs on") == (
        "Small GPU, fp32",
        "Multiply-accumulate array, int8",
    )
    assert _row(usual.panel("fusion"), "Kernels")[1] == f"{fusion['kernels_after']:.0f}"
    assert "times as fast" in usual.panel("fusion").sentence


def test_settings_of_the_run_are_what_is_modelled(usual: KeptRun) -> None:
    other = KeptRun(precision="fp32", extensions="depthwise-pointwise")
    panel = other.panel("fusion")
    assert _row(panel, "Runs on")[1] == "Small GPU, fp32"
    assert any("compute two products" in note for note in panel.notes)
    assert not other.panel("quantise").before
    assert not any("compute two products" in note for note in usual.panel("fusion").notes)
    assert any("without the kernels at its border" in note for note in usual.panel("fusion").notes)
    assert not any("at its border" in note for note in usual.panel("passes").notes)


def test_the_arena_meets_the_chips_memory(usual: KeptRun) -> None:
    panel = usual.panel("engine", "rk3588")
    arena = usual.results["engine"].metrics["arena_bytes"]
    assert panel.fits[0].size == f"{arena / 1024:.3g} KiB"
    assert panel.fits[0].sram.startswith("✓ fits")
    assert "the 384 KiB on the chip are enough for" in panel.sentence


def test_the_last_stage_has_a_timeline_of_its_kernels(usual: KeptRun) -> None:
    panel = usual.panel("run")
    assert panel.timeline
    kernels = usual.results["fusion"].metrics["kernels_after"]
    assert len(panel.timeline.rows) == kernels
    assert [tick.text for tick in panel.timeline.whole.y_ticks] == ["Array", "DMA in", "DMA out"]
    assert usual.panel("fusion").timeline is None


def test_a_chip_that_cannot_compute_it_is_said(usual: KeptRun) -> None:
    panel = usual.panel("passes", "a311d")
    assert "fp32 is not known" in panel.problem
    assert not panel.changes
    after_only = usual.panel("quantise", "a311d")
    assert not after_only.before
    assert any("fp32 is not known" in note for note in after_only.notes)


def test_an_unknown_chip_gives_way_to_the_usual_one(usual: KeptRun) -> None:
    assert usual.panel("passes", "no-such-chip") == usual.panel("passes")
