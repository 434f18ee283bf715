"""Without its tool a page shows what was recorded, and says so; claims then state nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from app.atlas import apart
from app.atlas.pages import atlas_page
from command_line.atlas_run import answer_lines
from compiler_core.atlas import run
from compiler_core.atlas.halide import asking as halide
from compiler_core.atlas.iree import asking as iree
from compiler_core.atlas.mlir import lowering
from compiler_core.atlas.mlir.anatomy import asking
from compiler_core.atlas.nvvm import page as nvvm
from compiler_core.atlas.pages import PAGES, page_named
from compiler_core.atlas.recorded import RECORDED_FOLDER, moment_of, recorded_moment
from compiler_core.atlas.records import AtlasPage, PageFinding
from compiler_core.atlas.run import run_live, run_page
from compiler_core.atlas.tvm import asking as tvm
from compiler_core.atlas.xla import driven
from compiler_core.claims.check import check_claims
from compiler_core.claims.reading import claims_at
from compiler_core.content_files import ContentError
from compiler_core.errors import ToolMissing
from compiler_core.kept import Kept
from compiler_core.toolchain import wheel_answers
from tests.atlas.shown_facts import shown_facts
from tests.atlas.wheels import wheel_marks

RECORDED_WITH = {"triton": (pytest.mark.wheel("triton"),)}
"""What a moment needs besides its page's tool."""
PAGE = page_named("nvvm")


@pytest.fixture
def no_tool(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise ToolMissing("A Clang with the target NVPTX", "clang-19")

    monkeypatch.setattr(nvvm, "find_gpu_clang", missing)
    monkeypatch.setattr(run, "_findings", Kept(8))


def test_a_missing_tool_costs_its_own_panel_only(jail: None, no_tool: None) -> None:
    answer = run_page("nvvm", {"promise": "none"})
    assert answer.recorded_on
    assert "clang-19" in answer.error
    assert set(answer.facts) == {fact.name for fact in PAGE.facts}
    assert answer.settings == run_page("nvvm", {}).settings
    shown = atlas_page("nvvm", {"promise": "none"})
    assert shown.status == 200
    assert shown.page.recorded.startswith(f"Recorded on {answer.recorded_on} with Clang")
    assert shown.page.labels[0][0] == "recorded"
    assert not any("computed now" in line for line in answer_lines(answer))
    assert run_page("mega-kernel", {}).recorded_on == ""
    with pytest.raises(ToolMissing):
        run_live("nvvm", {})


def test_without_mlir_its_page_stands_with_what_was_recorded(
    jail: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(program: str) -> None:
        raise ToolMissing(f"MLIR's {program}", "mlir-19-tools")

    monkeypatch.setattr(lowering, "find_mlir", missing)
    monkeypatch.setattr(run, "_findings", Kept(8))
    page = page_named("mlir-matmul")
    shown = atlas_page("mlir-matmul", {"columns": "32"})
    assert shown.status == 200
    assert shown.page.labels[0][0] == "recorded"
    assert "mlir-19-tools" in shown.page.recorded
    assert set(shown_facts(shown.page)) == {fact.name for fact in page.facts}
    assert any(row.sign == "+" for step in shown.page.steps for row in step.compared)
    refused = atlas_page("mlir-matmul", {"passes": "affine-loop-tiel"})
    assert refused.status == 422
    assert "affine-loop-tile" in refused.page.advice


def test_without_mlir_an_operation_is_shown_in_its_parts_as_it_was_recorded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing(program: str) -> None:
        raise ToolMissing(f"MLIR's {program}", "mlir-19-tools")

    monkeypatch.setattr(asking, "find_mlir", missing)
    monkeypatch.setattr(run, "_findings", Kept(8))
    shown = atlas_page("mlir-anatomy", {"dialect": "unknown"})
    assert shown.status == 200
    assert shown.page.labels[0][0] == "recorded"
    assert "mlir-19-tools" in shown.page.recorded
    assert [row.part.name for row in shown.page.dissections[0].parts][:2] == ["results", "name"]
    assert any(len(step.sides) == 2 for step in shown.page.steps)


def test_without_halide_its_page_stands_with_what_was_recorded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing(name: str) -> None:
        raise ToolMissing("Halide", name, f"script/oracles --atlas {name}")

    monkeypatch.setattr(halide, "find_wheels", missing)
    monkeypatch.setattr(run, "_findings", Kept(8))
    shown = atlas_page("halide", {"schedule": "sliding"})
    assert (shown.status, shown.page.labels[0][0]) == (200, "recorded")
    assert "Install it: script/oracles --atlas halide" in shown.page.recorded
    assert set(shown_facts(shown.page)) == {fact.name for fact in page_named("halide").facts}
    assert any(len(step.sides) == 2 for step in shown.page.steps)
    refused = atlas_page("halide", {"more": "blur_x.compute_rot()"})
    assert refused.status == 422
    assert "Did you mean compute_root?" in refused.page.advice


def take_away(
    monkeypatch: pytest.MonkeyPatch, missing: Callable[[str], None], *modules: ModuleType
) -> None:
    """Wheels are not found by these: the page is computed in a process of its own, which asks this
    one for them, or in this one, where a suite before has all its tasks done by a thread."""
    for module in modules:
        monkeypatch.setattr(module, "find_wheels", missing)
    monkeypatch.setattr(apart, "_answers", Kept(8))
    monkeypatch.setattr(run, "_findings", Kept(8))


def test_without_tvm_its_page_stands_with_what_was_recorded(
    jail: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> None:
        raise ToolMissing("TVM", "apache-tvm", f"script/oracles --atlas {name}")

    take_away(monkeypatch, missing, wheel_answers, tvm)
    shown = atlas_page("tvm", {"schedule": "too-early"})
    assert (shown.status, shown.page.labels[0][0]) == (200, "recorded")
    assert "Install it: script/oracles --atlas tvm" in shown.page.recorded
    assert set(shown_facts(shown.page)) == {fact.name for fact in page_named("tvm").facts}
    refused = atlas_page("tvm", {"more": "vectorise(j)"})
    assert refused.status == 422
    assert "Did you mean vectorize?" in refused.page.advice


@pytest.mark.parametrize("name", ["xla", "when"])
def test_without_jax_its_pages_stand_with_what_was_recorded(
    jail: None, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    def missing(*_: object, **__: object) -> None:
        raise ToolMissing("XLA", "jax", "script/oracles --atlas xla")

    # One of them is computed in a process of its own, which asks this one for drivers.
    monkeypatch.setattr(driven, "run_driver", missing)
    monkeypatch.setattr(wheel_answers, "run_driver", missing)
    monkeypatch.setattr(run, "_findings", Kept(8))
    page = page_named(name)
    shown = atlas_page(name, {})
    assert (shown.status, shown.page.labels[0][0]) == (200, "recorded")
    assert "script/oracles --atlas xla" in shown.page.recorded
    assert set(shown_facts(shown.page)) == {fact.name for fact in page.facts}
    assert any(len(step.sides) == 2 for step in shown.page.steps)


def test_without_iree_its_page_stands_with_what_was_recorded(
    jail: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> None:
        raise ToolMissing("IREE", name, f"script/oracles --atlas {name}")

    take_away(monkeypatch, missing, wheel_answers, iree)
    shown = atlas_page("iree", {"processor": "generic"})
    assert (shown.status, shown.page.labels[0][0]) == (200, "recorded")
    assert "script/oracles --atlas iree" in shown.page.recorded
    assert set(shown_facts(shown.page)) == {fact.name for fact in page_named("iree").facts}
    assert any(len(step.sides) == 2 for step in shown.page.steps)


def test_claims_state_nothing_without_the_tool(no_tool: None) -> None:
    from compiler_core.lessons.atlas_articles import ATLAS_FOLDER

    report = check_claims(claims_at(ATLAS_FOLDER / "nvvm"))
    assert {claim.holds for claim in report.claims} == {None}


def test_every_file_is_a_moment_of_a_page() -> None:
    moments = {page.name for page in PAGES if recorded_moment(page) is not None}
    assert {file.stem for file in RECORDED_FOLDER.glob("*.json")} == moments


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(
            page, marks=(*wheel_marks(page.tool), *RECORDED_WITH.get(page.name, ())), id=page.name
        )
        for page in PAGES
        if (RECORDED_FOLDER / f"{page.name}.json").exists()
    ],
)
def test_what_is_recorded_is_what_the_same_tool_says_now(emulator: None, page: AtlasPage) -> None:
    moment = recorded_moment(page)
    assert moment is not None
    answer = run_live(page.name, {})
    if answer.version == moment.version:
        of_now = ("measured", "recorded")
        steady = [fact.name for fact in page.facts if fact.basis not in of_now]
        assert [moment.finding.facts[one] for one in steady] == [
            answer.facts[one] for one in steady
        ]
        assert page.with_records(moment.finding).steps == answer.steps


def test_a_damaged_or_foreign_moment_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "nvvm.json"
    assert recorded_moment(PAGE, tmp_path) is None
    finding = PageFinding(facts={"instructions": 3}, steps=(), sentence="three", version="1.0")
    good = json.loads(msgspec.json.encode(moment_of(PAGE, "lowlab", finding, date(2026, 1, 2))))
    file.write_text(json.dumps(good))
    assert recorded_moment(PAGE, tmp_path) is not None
    for changed in ({"inputs": "0"}, {"page": "mirage"}, {"finding": 3}, {"more": 1}):
        file.write_text(json.dumps(good | changed))
        with pytest.raises(ContentError):
            recorded_moment(PAGE, tmp_path)
    file.write_text("{")
    with pytest.raises(ContentError):
        recorded_moment(PAGE, tmp_path)


def test_recorded_moments_stay_small() -> None:
    assert sum(file.stat().st_size for file in RECORDED_FOLDER.glob("*.json")) <= 3_000_000
