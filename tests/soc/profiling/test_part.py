"""Networks that are counted in parts; a small one is cut here, by a small limit."""

from __future__ import annotations

import pytest

from compiler_core.errors import InputError
from compiler_core.graph.model_inputs import inputs_of
from compiler_core.graph.pipeline.state import PipelineState
from compiler_core.graph.settings import settings_of
from compiler_core.graph.source_model import source_model
from compiler_core.soc.profiling import part
from compiler_core.soc.profiling.profile import profile_network
from compiler_core.soc.profiling.variants import variant_of

pytestmark = pytest.mark.usefixtures("emulator")

LIMIT = 800_000


@pytest.fixture(autouse=True)
def small_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(part, "MOST_OF_A_PART", LIMIT)


def start(name: str) -> PipelineState:
    chosen = settings_of({"precision": "fp32"})
    source = source_model(name, chosen)
    imported = source.imported.model
    return PipelineState(
        source=source,
        settings=chosen,
        inputs=inputs_of(source),
        model=imported,
        float_model=imported,
    )


def test_parts_hold_the_whole_network_and_no_more() -> None:
    state = start("depthwise")
    whole = state.source.imported.report.multiplies
    cut, found = part.cut_out(state, 0)
    assert len(found.sizes) == len(found.firsts) > 1
    assert sum(found.sizes) == pytest.approx(whole, rel=0.02)
    able = [size for size in found.sizes if size <= LIMIT]
    assert found.sizes[found.number - 1] == max(able)
    assert {one.name for one in cut.model.graph.inputs} == set(cut.inputs.run)
    kernels = [
        part.cut_out(state, at + 1)[1].kernels for at in range(2) if found.sizes[at] <= LIMIT
    ]
    assert all(0 < kernel < found.all_kernels for kernel in kernels)
    assert f"part {found.number} of {len(found.sizes)}" in found.words


def test_a_part_that_is_none_or_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    state = start("depthwise")
    with pytest.raises(InputError, match="no part 99"):
        part.cut_out(state, 99)
    monkeypatch.setattr(part, "MOST_OF_A_PART", 1000)
    with pytest.raises(InputError, match=r"one layer that multiplies.*Choose another part\."):
        part.cut_out(state, 2)


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["fp32-apart-generic", "int8-fused-chosen"])
def test_a_part_computes_what_the_reference_does_there(variant: str) -> None:
    found = profile_network("depthwise", variant_of(variant), part=2)
    assert found.agrees
    assert found.part is not None
    assert found.part.number == 2
    counted = sum(kernel.multiplies for kernel in found.kernels)
    assert counted == pytest.approx(found.part.sizes[1], rel=0.02)
    assert found.accuracy is None
