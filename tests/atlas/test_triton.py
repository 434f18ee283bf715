"""Triton's forms read: places, layouts, PTX; who holds what; the record of Inductor."""

from __future__ import annotations

import ctypes
import math
import subprocess
from pathlib import Path

import msgspec
import pytest

from app.atlas.pages import atlas_page
from compiler_core.atlas import run
from compiler_core.atlas.drivers.triton_kernels import own_erf
from compiler_core.atlas.nvvm.ptx import read_ptx
from compiler_core.atlas.records import PageFinding
from compiler_core.atlas.run import run_live
from compiler_core.atlas.triton import asking
from compiler_core.atlas.triton.chip_shown import CHIP_FACTS
from compiler_core.atlas.triton.forms import (
    BlockedLayout,
    PlacedLine,
    bytes_of_widest_load,
    load_layout,
    own_places,
    placed_lines,
    plain_llvm,
)
from compiler_core.atlas.triton.holders import held_by, holder_lines
from compiler_core.atlas.triton.inductor import (
    INDUCTOR_FACTS,
    inductor_record,
    with_inductor,
)
from compiler_core.atlas.triton.page import TRITON
from compiler_core.content_files import ContentError
from compiler_core.errors import ToolMissing
from compiler_core.kept import Kept
from compiler_core.toolchain.atlas_tools import clang_of_mlir
from script.atlas import __main__ as recording
from tests.atlas.shown_facts import shown_facts

TTIR = """\
#loc = loc("/x/shipped.py":11:1)
#loc4 = loc("/y/standard.py":196:12)
#loc28 = loc("e"(#loc8))
module {
  tt.func public @k(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32} loc("x"(#loc))) {
    %c = arith.constant 1 : i32 loc(#loc9)
    %e = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32 loc(callsite(#loc9 at #loc28))):
      tt.reduce.return %a : f32 loc(#loc33)
    }) : (f32) -> f32 loc(#loc33)
  } loc(#loc)
} loc(#loc)
#loc8 = loc("/x/shipped.py":16:20)
#loc9 = loc(unknown)
#loc33 = loc(callsite(#loc4 at #loc28))
"""
TTGIR = """\
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
    %b = tt.splat %p : !tt.ptr<f32> -> tensor<64x32x!tt.ptr<f32>, #blocked>
    %x = tt.load %a, %m : tensor<1024x!tt.ptr<f32>, #blocked1> loc(#loc20)
"""  # noqa: E501
PTX = """\
.visible .entry k(
)
{
\t.reg .b32 \t%r<21>;
\t.loc\t1 32 0
\tld.param.b32 \t%r10, [k_param_2];
\t// begin inline asm
\t.loc\t1 35 9
\tmov.u32 %r11, 0x0;
\t.loc\t1 36 9
\t@%p1 ld.global.v4.b32 { %r11, %r12, %r13, %r14 }, [ %rd3 + 0 ];
\t// end inline asm
\t.loc\t2 216 16, function_name $L__info_string0, inlined_at 1 36 20
\tshfl.sync.bfly.b32 %r15, %r11, 16, 31, -1;
\t.loc\t2 196 12, function_name $L__info_string0, inlined_at 2 216 16
\tmax.f32 %r16, %r15, %r11;
\tret;
}
\t.file\t1 "/x/triton_kernels/shipped.py"
\t.file\t2 "/y/language/standard.py"
"""


def test_each_line_leads_to_the_source_and_not_into_a_library() -> None:
    lines = placed_lines(TTIR, first_line=10)
    assert [one.line for one in lines] == [2, 2, 0, 7, 7, 7, 7, 2, 2]
    assert lines[1].text == "  tt.func public @k(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {"
    assert all("loc" not in one.text for one in lines)
    assert placed_lines("#blocked = #ttg.blocked<{}>\n", 1) == (
        PlacedLine("#blocked = #ttg.blocked<{}>", 0),
    )


def test_the_layout_is_that_of_the_load() -> None:
    assert load_layout(TTGIR) == BlockedLayout((4,), (32,), (4,))
    copied = TTGIR.replace("tt.load %a, %m :", "ttg.async_copy_global_to_local %a, %c mask %m :")
    tiles = copied.replace("<1024x!tt.ptr<f32>, #blocked1>", "<64x32x!tt.ptr<f16>, #blocked>")
    assert load_layout(tiles) == BlockedLayout((1, 8), (8, 4), (4, 1))
    assert load_layout("tt.return") is None


def test_lines_within_inline_assembly_are_no_lines_of_the_source() -> None:
    placed = own_places(PTX, first_line=31)
    assert len(placed.splitlines()) == len(PTX.splitlines())
    program = read_ptx(placed)
    names = [one.text.split()[0] for one in program.instructions]
    assert names[-4:] == ["@%p1", "shfl.sync.bfly.b32", "max.f32", "ret;"]
    assert [one.line for one in program.instructions] == [2, 2, 2, 6, 6, 6]
    assert bytes_of_widest_load(program) == 16


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("ld.global.b32 %r1, [%rd1];", 4), ("ld.global.v2.b32 {%r1, %r2}, [%rd1];", 8),
        ("cp.async.cg.shared.global [ %r1 + 0 ], [ %rd2 + 0 ], 0x10, %r3;", 16),
        ("ld.shared.v4.b32 {%r1, %r2, %r3, %r4}, [%r5];", 0),
    ],
)  # fmt: skip
def test_the_widest_load(text: str, size: int) -> None:
    assert bytes_of_widest_load(read_ptx(text)) == size


@pytest.mark.parametrize(("side", "warps", "block"), [(4, 4, 1024), (1, 8, 4096), (4, 1, 128)])
def test_each_number_has_one_holder(side: int, warps: int, block: int) -> None:
    layout = BlockedLayout((side,), (32,), (warps,))
    groups = [group for thread in range(32 * warps) for group in held_by(layout, thread, block)]
    assert sorted(one for group in groups for one in group) == list(range(block))
    assert all(group == tuple(range(group[0], group[0] + side)) for group in groups)


def test_a_small_block_is_held_more_than_once() -> None:
    layout = BlockedLayout((4,), (32,), (4,))
    assert held_by(layout, 33, 128) == held_by(layout, 1, 128) == ((4, 5, 6, 7),)
    assert holder_lines(layout, 1024)[1] == "thread 1 of warp 0: 4 5 6 7 · 516 517 518 519"


def test_llvm_ir_is_shown_without_notes_for_debuggers() -> None:
    text = "; ModuleID = 'x'\n\ndefine void @k() {\n  ret void, !dbg !14\n}\n\n!14 = !{}\n"
    assert plain_llvm(text) == "define void @k() {\n  ret void\n}"


def test_without_triton_its_page_stands_with_what_was_recorded(
    jail: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> None:
        raise ToolMissing("Triton", name, f"script/oracles --atlas {name}")

    monkeypatch.setattr(asking, "find_wheels", missing)
    monkeypatch.setattr(run, "_findings", Kept(8))
    shown = atlas_page("triton", {"kernel": "softmax"})
    assert (shown.status, shown.page.labels[0][0]) == (200, "recorded")
    assert "Install it: script/oracles --atlas triton-open" in shown.page.recorded
    assert set(shown_facts(shown.page)) == {fact.name for fact in TRITON.facts}
    record = inductor_record()
    told = f"recorded on {record.recorded_on} with PyTorch {record.version}"
    assert told in shown.page.labels[1][1]
    assert told in shown.page.steps[-1].title
    assert "Vectorized<float>::loadu" in shown.page.steps[-1].listing
    inductors = {fact.name for fact in INDUCTOR_FACTS}
    assert {row.basis for name, row in shown_facts(shown.page).items() if name in inductors} == {
        "recorded"
    }
    joined = [row for step in shown.page.steps for row in step.joined]
    assert any("ld.global.v4.b32" in text for row in joined for text in row.made)
    assert any("tl.load" in row.source and "tt.load" in text for row in joined for text in row.made)


def test_the_record_of_inductor_says_what_its_claims_ask_for() -> None:
    """They are stated only where Triton is, so the record itself is looked at."""
    record = inductor_record()
    facts = with_inductor(PageFinding(facts={"own": 1}, steps=(), sentence="")).facts
    assert facts["own"] == 1
    assert facts["Inductor, kernels"] == len(record.kernels) == 1
    assert facts["Inductor, floats at a time"] in (4, 8, 16)
    kept = record.nothing_kept_seconds, record.code_kept_seconds
    assert facts["Inductor, nothing kept over code kept"] == kept[0] / kept[1] >= 4
    assert kept[0] / record.called_again_seconds >= 100


def test_inductors_vectors_are_read_from_its_code() -> None:
    record = inductor_record()
    narrower = record.kernels[0].replace("static_cast<int64_t>(8)", "static_cast<int64_t>(4)")
    assert msgspec.structs.replace(record, kernels=(narrower,)).floats_at_a_time == 4
    scalar = msgspec.structs.replace(record, kernels=("float a = in_ptr0[0];",))
    assert scalar.floats_at_a_time == 1


def test_a_damaged_record_of_inductor_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "inductor.json"
    file.write_bytes(msgspec.json.encode({"version": "1"}))
    with pytest.raises(ContentError, match="script/record_gelu"):
        inductor_record(file)


@pytest.mark.slow
@pytest.mark.wheel("triton")
@pytest.mark.parametrize("kernel", ["gelu", "softmax", "product"])
def test_every_kernel_becomes_code_of_every_chip(jail: None, kernel: str) -> None:
    for chip in ("sm_80", "sm_90", "sm_100"):
        facts = run_live("triton", {"kernel": kernel, "chip": chip}).facts
        assert isinstance(facts["instructions of the chip"], int)
        assert facts["instructions of the chip"] > 50


@pytest.fixture
def no_ptxas(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = ToolMissing("NVIDIA's ptxas", "triton", "script/oracles --atlas triton")
    monkeypatch.setattr(asking, "chip_compiler", lambda chip: missing)
    monkeypatch.setattr(run, "_findings", Kept(8))


@pytest.mark.slow
@pytest.mark.wheel("triton-open")
@pytest.mark.parametrize("kernel", ["gelu", "softmax", "product"])
@pytest.mark.parametrize("chip", ["sm_80", "sm_90", "sm_100"])
def test_without_ptxas_every_kernel_becomes_ptx(
    jail: None, no_ptxas: None, kernel: str, chip: str
) -> None:
    answer = run_live("triton", {"kernel": kernel, "chip": chip})
    is_usual = (kernel, chip) == ("gelu", "sm_90")
    unknown = set() if is_usual else {fact.name for fact in CHIP_FACTS}
    assert {fact.name for fact in TRITON.facts} - set(answer.facts) == unknown
    assert (answer.recorded_on, answer.facts["widest load"]) == ("", 16)
    part = next(one for one in answer.recorded_parts if one.missing)
    assert "script/oracles --atlas triton" in part.says
    assert ("recorded on" in part.says) is is_usual
    assert any("PTX to SASS" in step.pass_name for step in answer.steps) is is_usual


@pytest.mark.slow
@pytest.mark.wheel("triton-open")
def test_without_ptxas_no_moment_is_recorded(
    jail: None, no_ptxas: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recording, "RECORDED_FOLDER", tmp_path)
    with pytest.raises(ToolMissing, match="ptxas"):
        recording.main(["triton"])
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_our_error_function_is_one(jail: None, tmp_path: Path) -> None:
    """Built for this machine, with an exponential of this machine's."""
    library = own_erf.LIBRARY.replace("llvm.nvvm.ex2.approx.f(", "llvm.exp2.f32(")
    (tmp_path / "erf.ll").write_text(library)
    clang = clang_of_mlir().c_path
    subprocess.run(
        [clang, "-O1", "-w", "-shared", "-fPIC", "erf.ll", "-lm", "-o", "erf.so"],
        cwd=tmp_path,
        check=True,
    )
    erf = ctypes.CDLL(str(tmp_path / "erf.so")).__nv_erff
    erf.argtypes, erf.restype = (ctypes.c_float,), ctypes.c_float
    places = [at / 64 for at in range(-400, 401)]
    assert max(abs(erf(place) - math.erf(place)) for place in places) < 5e-7


@pytest.mark.slow
@pytest.mark.wheel("triton-open")
@pytest.mark.parametrize("kernel", ["softmax", "product"])
def test_what_triton_refuses_is_an_answer(jail: None, kernel: str) -> None:
    answer = run_live("triton", {"kernel": kernel, "block": "1000"})
    assert answer.facts["Triton says"] == "arange's range must be a power of 2"
    assert "instructions of the chip" not in answer.facts
    assert "power of 2" in answer.sentence
