"""One block in kernels: artefacts read, drawn over operators, recorded where a tool is missing."""

from __future__ import annotations

import json
import time
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from app.atlas.kernel_maps import kernel_map_view
from app.atlas.pages import atlas_page
from app.lesson.views.lesson import ClaimView
from command_line.atlas_run import answer_lines
from compiler_core.atlas import run
from compiler_core.atlas.one_block import inductor, iree, mirage, stablehlo, systems, xla
from compiler_core.atlas.one_block.block import USUAL, FusedBlock, difference, drawn, expected
from compiler_core.atlas.one_block.drawn import cut_parts, kernel_map
from compiler_core.atlas.one_block.moments import FOLDER, recorded_cut, write_cut
from compiler_core.atlas.one_block.records import BlockCut, CutKernel
from compiler_core.atlas.one_block.results import difference_of
from compiler_core.atlas.one_block.systems import SYSTEMS, System, SystemAnswer
from compiler_core.atlas.pages import page_named
from compiler_core.atlas.run import run_page
from compiler_core.claims.check import check_claims
from compiler_core.claims.facts.atlas import atlas_facts
from compiler_core.claims.facts.fact import FactMissing
from compiler_core.claims.reading import claims_at
from compiler_core.content_files import ContentError
from compiler_core.errors import InputError, ToolMissing
from compiler_core.kept import Kept
from compiler_core.lessons.atlas_articles import ATLAS_FOLDER
from tests.atlas.shown_facts import shown_facts
from tests.patience import PATIENCE_SECONDS

SMALL = FusedBlock(rows=3, width=8, columns=4, has_gain=True)
PLAIN = FusedBlock(rows=3, width=8, columns=4, has_gain=False)
RMSNORM = ("square", "mean", "shifted", "root", "scaled", "normed")
HLO = """HloModule jit_block

%fused_a (p: f32[3,8]) -> f32[3] {
  %p = f32[3,8]{1,0} parameter(0)
  %mul.0 = f32[3,8]{1,0} multiply(%p, %p), metadata={op_name="jit(block)/square/mul"}
  ROOT %sum.0 = f32[3]{0} reduce(%mul.0), metadata={op_name="jit(block)/mean/reduce_sum"}
}

ENTRY %main (x: f32[3,8], w: f32[8,4]) -> f32[3,4] {
  %x = f32[3,8]{1,0} parameter(0)
  %w = f32[8,4]{1,0} parameter(1)
  %one = f32[3]{0} fusion(%x), kind=kLoop, calls=%fused_a
  ROOT %dot = f32[3,4]{1,0} dot(%x, %w), metadata={op_name="jit(block)/product/dot_general"}
}
"""
FLOW = """module {
  flow.executable private @main_dispatch_0 {
    %1 = math.sqrt %0 : f32 loc(callsite("program.mlir":9:11 at "program.mlir":1:1))
    %2 = arith.mulf %1, %1 : f32 loc(callsite("program.mlir":5:11 at "program.mlir":1:1))
  } loc("program.mlir":1:1)
  util.func public @main(%arg0: !hal.buffer_view) -> !hal.buffer_view {
    %2 = flow.dispatch @main_dispatch_0::@main_dispatch_0_reduction(%0) : (tensor<3x8xf32>) -> \
tensor<3x8xf32> loc(callsite("program.mlir":13:3 at "program.mlir":1:1))
"""


@pytest.mark.parametrize("block", [SMALL, PLAIN], ids=["gain", "no gain"])
def test_what_is_expected_is_what_the_operators_say(block: FusedBlock) -> None:
    arrays = drawn(block)
    values = {name: array.astype(np.float64) for name, array in arrays.items()}
    values["epsilon"] = np.array([1e-5])
    do = {
        "Mul": np.multiply, "Add": np.add, "Div": np.divide, "MatMul": np.matmul, "Sqrt": np.sqrt,
        "ReduceMean": lambda one: one.mean(axis=-1, keepdims=True),
    }  # fmt: skip
    for one in block.graph.operators:
        values[one.name] = do[one.operator](*(values[name] for name in one.reads))
    assert difference(values["product"], expected(block)) < 1e-12
    assert ("gain" in arrays) == ("scaled" in block.operators) == block.has_gain


def test_every_operator_has_its_lines_of_stablehlo() -> None:
    for block in (SMALL, PLAIN):
        text, lines = stablehlo.stablehlo_of(block)
        assert set(lines.values()) == set(block.operators)
        for number, name in lines.items():
            line = text.splitlines()[number - 1]
            assert line.startswith("  %")
            assert name != "product" or "dot_general" in line


def test_kernels_of_xla_are_told_by_what_they_call() -> None:
    first, second = xla.read_kernels(HLO, SMALL.operators)
    assert (first.name, first.operators, first.written) == ("one", ("square", "mean"), 12)
    assert (second.operators, second.written) == (("product",), 48)


def test_dispatches_are_led_to_operators_by_lines() -> None:
    lines = stablehlo.stablehlo_of(SMALL)[1]
    (kernel,) = iree.read_kernels(FLOW, lines, SMALL.operators)
    named = tuple(name for name in SMALL.operators if name in {lines[at] for at in (5, 9, 13)})
    assert (kernel.operators, kernel.written) == (named, 3 * 8 * 4)


def test_what_is_written_as_usual_walks_twice_and_what_is_found_once() -> None:
    extents = {"b": 3, "k": 8, "n": 4}
    for block in (SMALL, PLAIN):
        program = mirage._program(block)
        found = mirage.search(program, mirage.FIELDS[0], program.most_operators)
        norm, product = mirage.kernels_of(found.reference, extents)
        assert norm.operators == tuple(one for one in RMSNORM if one in block.operators)
        assert (norm.written, product.operators) == (3 * 8 * 4, ("product",))
        cut = mirage.cut_by_search(block)
        assert [kernel.operators for kernel in cut.kernels] == [block.operators]
        assert cut.between == 0
        assert cut.difference is not None
        assert cut.difference < 1e-5


def test_a_result_is_read_without_trust() -> None:
    for content in (b"", b"\x93NUMPY", b"PK"):
        with pytest.raises(InputError):
            difference_of(SMALL, {"result.npy": content})
    large = FusedBlock(rows=8192, width=8192, columns=8192, has_gain=True)
    assert difference_of(large, {}) is None


def test_parts_are_runs_of_the_same_kernels_and_say_what_leaves_them() -> None:
    cut = BlockCut(
        version="", artefact="", difference=None,
        kernels=(
            CutKernel(name="a", operators=("square", "mean"), written=12),
            CutKernel(name="b", operators=("mean", "shifted", "normed"), written=96),
            CutKernel(name="c", operators=("product",), written=48),
        ),
    )  # fmt: skip
    parts = tuple(cut_parts(SMALL.operators, cut))
    assert [(part.kernels, part.operators, part.says) for part in parts] == [
        ((1,), 1, ""), ((1, 2), 1, "12 bytes"), ((2,), 1, ""), ((), 2, ""), ((2,), 1, "96 bytes"),
        ((3,), 1, ""),
    ]  # fmt: skip
    answer = SystemAnswer(system=SYSTEMS[0], cut=cut, recorded_on="2026-01-02")
    view = kernel_map_view(kernel_map(SMALL, (answer,)))
    assert sum(cell.span for cell in view.rows[0].cells) == len(view.operators) == 7
    assert view.rows[0].row.says == "3 kernels, not two; 108 bytes between them"
    assert view.rows[0].row.recorded == "recorded 2026-01-02, the usual block"
    assert [one.kernels for one in view.rows[0].cells][:2] == ["kernel 1", "kernels 1 and 2"]


def test_the_recorded_program_of_inductor_is_read() -> None:
    first, last = inductor.recorded_cut().kernels
    assert (first.operators, last.operators) == (RMSNORM, ("product",))
    assert (first.written, last.written) == (65_536, 262_144)
    assert "extern_kernels" in last.name


def test_another_record_of_inductor_is_refused(tmp_path: Path) -> None:
    good = json.loads(inductor.RECORD.read_text())
    for at, changed in enumerate(({"sizes": [1, 2, 3]}, {"more": 1}, {"difference": "far"})):
        file = tmp_path / f"{at}.json"
        file.write_text(json.dumps(good | changed))
        with pytest.raises(ContentError):
            inductor.recorded_program(file)


def test_a_recorded_cut_is_kept_and_a_damaged_one_refused(tmp_path: Path) -> None:
    cut = BlockCut(version="1", artefact="x", difference=None, kernels=())
    file = write_cut("xla", "lowlab", cut, date(2026, 1, 2), tmp_path)
    moment = recorded_cut("xla", tmp_path)
    assert moment is not None
    assert (moment.cut, moment.recorded_on) == (cut, "2026-01-02")
    assert recorded_cut("tvm", tmp_path) is None
    good = json.loads(file.read_text())
    for changed in ({"inputs": "0"}, {"system": "tvm"}, {"cut": 3}, {"more": 1}):
        file.write_text(json.dumps(good | changed))
        with pytest.raises(ContentError):
            recorded_cut("xla", tmp_path)


def test_every_system_that_may_be_missing_has_its_record() -> None:
    assert {file.stem for file in FOLDER.glob("*.json")} == {
        system.file for system in SYSTEMS if system.in_use and system.cut
    }


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No tool of others', and ours not run."""

    def missing(name: str) -> System:
        def cut(_: FusedBlock) -> BlockCut:
            raise ToolMissing(name, name, f"script/oracles --atlas {name}")

        return System(name=name, file=name.lower(), cut=cut)

    def ours(block: FusedBlock) -> BlockCut:
        return mirage.cut_by_search(block)

    named = tuple(
        missing(system.name)
        if system.in_use and system.cut
        else System(name="ours", file="", cut=ours)
        if system.name == "ours"
        else system
        for system in SYSTEMS
    )
    monkeypatch.setattr("compiler_core.atlas.one_block.page.SYSTEMS", named)
    monkeypatch.setattr(run, "_findings", Kept(8))


def test_each_missing_tool_costs_its_own_row(jail: None, alone: None) -> None:
    shown = atlas_page("one-block", {"rows": "4"})
    page = shown.page
    assert (shown.status, page.recorded) == (200, "")
    (live, which), (recorded, others) = page.labels
    assert (live, recorded) == ("live", "recorded")
    assert which.endswith(": ours, mini-Mirage")
    assert [one.partition(" as recorded")[0] for one in others.split("; ")] == [
        "XLA",
        "IREE",
        "TVM",
        "Inductor",
    ]
    assert [text.split(" is not")[0] for text in page.parts_recorded] == ["XLA", "IREE", "TVM"]
    assert all("script/oracles --atlas" in text for text in page.parts_recorded)
    rows = {one.row.name: one.row for one in page.maps[0].rows}
    assert all((row.label == "live") is not bool(row.recorded) for row in rows.values())
    assert [name for name, row in rows.items() if row.label == "recorded"] == [
        "XLA",
        "IREE",
        "TVM",
        "Inductor",
    ]
    facts = {name: row.basis for name, row in shown_facts(page).items()}
    assert set(facts) == {fact.name for fact in page_named("one-block").facts}
    assert (facts["kernels, TVM"], facts["kernels, mini-Mirage"]) == ("recorded", "counted")
    assert not any(step.opened for step in page.steps)
    assert any("XLA (recorded) [1: x·x" in line for line in answer_lines(run_page("one-block", {})))


def test_a_page_that_does_without_its_tools_stays_as_it_is(jail: None, alone: None) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while not (shown := atlas_page("one-block", {"rows": "4"})).lasting:
        assert time.monotonic() < end
        time.sleep(0.2)
    marks = {one.mark for one in shown.page.closing if isinstance(one, ClaimView)}
    assert "unstated" in marks


def test_a_refusal_costs_its_own_row_and_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    asked_for: list[FusedBlock] = []

    def refusing(block: FusedBlock) -> BlockCut:
        asked_for.append(block)
        raise InputError("XLA did not end within 60 s.")

    xla_now = System(name="XLA", file="xla", cut=refusing)
    quiet = System(name="ours", file="", cut=mirage.cut_by_search)
    monkeypatch.setattr("compiler_core.atlas.one_block.page.SYSTEMS", (xla_now, quiet))
    monkeypatch.setattr(run, "_findings", Kept(8))
    for turn in (1, 2):
        answer = run_page("one-block", {"rows": "5"})
        # Claims of a page that an earlier test showed may still be tried meanwhile.
        assert sum(block.rows == 5 for block in asked_for) == turn
    (part,) = answer.recorded_parts
    assert part.says.startswith("XLA did not end within 60 s. What stands here of XLA")
    with pytest.raises(FactMissing, match="did not end"):
        atlas_facts("one-block")["kernels, XLA"].read(answer)
    assert atlas_facts("one-block")["kernels, ours"].read(answer) == 1


def test_claims_about_missing_tools_state_nothing_and_others_hold(alone: None) -> None:
    report = check_claims(claims_at(ATLAS_FOLDER / "one-block"))
    verdicts = {claim.id: claim.holds for claim in report.claims}
    assert verdicts["iree-launches-two"] is None
    assert verdicts["two-of-four-say-two"] is None
    assert verdicts["inductor-launches-two"] is True
    assert verdicts["one-kernel-can-be-found"] is True


@pytest.mark.parametrize("name", ["rows", "width", "columns"])
@pytest.mark.parametrize("size", ["0", "8193"])
def test_sizes_are_refused_with_their_limit(name: str, size: str) -> None:
    with pytest.raises(InputError) as refused:
        run_page("one-block", {name: size})
    assert f"{name.capitalize()} cannot be '{size}'" in refused.value.message
    assert "1 to 8,192" in refused.value.advice


@pytest.mark.slow
@pytest.mark.parametrize(
    "system",
    [
        pytest.param(one, marks=pytest.mark.wheel(one.file), id=one.name)
        for one in SYSTEMS
        if one.in_use and one.cut
    ],
)
def test_what_is_recorded_is_what_the_same_version_says_now(jail: None, system: System) -> None:
    moment = recorded_cut(system.file)
    assert moment is not None
    assert system.cut is not None
    now = system.cut(USUAL)
    if now.version == moment.cut.version:
        assert now.kernels == moment.cut.kernels
        assert now.difference is not None
        assert now.difference <= 1e-5


@pytest.mark.slow
def test_ours_runs_and_gives_the_same(emulator: None) -> None:
    for block in (SMALL, PLAIN):
        cut = systems.cut_by_us(block)
        assert [kernel.operators for kernel in cut.kernels][-1] == ("product",)
        assert cut.difference is not None
        assert cut.difference <= 1e-5
