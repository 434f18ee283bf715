"""HLO as XLA prints it: instructions, work and exchanges counted, prints put in order, memory."""

from __future__ import annotations

import pytest

from compiler_core.atlas.xla.buffers import memory_plot, our_plan, read_buffers, xla_plan
from compiler_core.atlas.xla.dumps import read_dumps, steps_of
from compiler_core.atlas.xla.hlo import bytes_of, plain_text, read_hlo
from compiler_core.atlas.xla.sharding import KINDS, own_splits, splits_of
from compiler_core.errors import InputError

ENTRY = """
ENTRY %main (a: f32[4,8], b: f32[8,2]) -> f32[4,2] {
  %a = f32[4,8]{1,0} parameter(0), sharding={replicated}, metadata={op_name="a {"}
  %b = f32[8,2]{1,0} parameter(1)
  %fused = f32[4,2]{1,0} fusion(%a, /*index=1*/%b), kind=kCustom, calls=%inner, backend_config={}
  %start = (f32[4,2]{1,0}, f32[4,2]{1,0}) all-reduce-start(f32[4,2]{1,0} %fused), to_apply=%add
  ROOT %done = f32[4,2]{1,0} all-reduce-done(%start)
}
"""
TEXT = f"""HloModule jit_program, is_scheduled=true

FileNames
1 "driver.py"

%inner (p: f32[4,8], q: f32[8,2]) -> f32[4,2] {{
  %p = f32[4,8]{{1,0}} parameter(0)
  %q = f32[8,2]{{1,0}} parameter(1)
  ROOT %product = f32[4,2]{{1,0}} dot(%p, %q), lhs_contracting_dims={{1}}
}}
{ENTRY}"""


def test_instructions_work_and_exchanges() -> None:
    module = read_hlo(plain_text(TEXT))
    assert [part.is_entry for part in module.computations] == [False, True]
    assert [one.operator for one in module.entry][2:] == [
        "fusion",
        "all-reduce-start",
        "all-reduce-done",
    ]
    assert module.entry[2].operands == ("a", "b")
    assert module.entry[3].operands == ("fused",)
    assert module.product_flops == 2 * 4 * 2 * 8
    assert (module.count("fusion"), module.count("all-reduce"), module.collectives) == (1, 1, 1)
    assert (module.kernels, module.fusions_of_one) == (1, 1)
    assert module.bytes_exchanged == 4 * 2 * 4
    assert "metadata" not in plain_text(TEXT)
    assert "backend_config" not in plain_text(TEXT)


def test_a_convolution_sums_over_its_kernel_but_not_over_its_outputs() -> None:
    text = """ENTRY %main (a: f32[1,9,9,8], k: f32[3,3,4,16]) -> f32[1,7,7,16] {
  %a = f32[1,9,9,8]{3,2,1,0} parameter(0)
  %k = f32[3,3,4,16]{3,2,1,0} parameter(1)
  ROOT %c = f32[1,7,7,16]{3,2,1,0} convolution(%a, %k), window={size=3x3}, \
dim_labels=b01f_01io->b01f, feature_group_count=2
}"""
    assert read_hlo(text).product_flops == 2 * (7 * 7 * 16) * (3 * 3 * 4)
    assert read_hlo(text.replace("b01f_01io->b01f", "?")).product_flops == 2 * 7 * 7 * 16


def test_what_is_no_hlo_has_nothing_in_it() -> None:
    for text in ("", "no program", "ENTRY %a () -> f32[] {", "}\n}", "  %x = f32[] add(%y, %z)"):
        module = read_hlo(plain_text(text))
        assert (module.instructions, module.product_flops, module.kernels) == ((), 0, 0)


@pytest.mark.parametrize(
    ("shape", "size"),
    [("f32[4,2]{1,0}", 32), ("(bf16[3], s64[])", 14), ("pred[5]", 5), ("token[]", 1), ("", 0)],
)
def test_bytes_of_shapes(shape: str, size: int) -> None:
    assert bytes_of(shape) == size


def test_prints_are_ordered_by_number_and_starts_of_pipelines_are_no_passes() -> None:
    head = "module_0000.jit_program."
    other = ENTRY + ENTRY.replace("ENTRY %main", "%copy")
    files = {
        f"{head}0010.late.after_fusion.before_dce.txt": other.encode(),
        f"{head}0009.late.after_pipeline-start.before_fusion.txt": ENTRY.encode(),
        f"{head}0002.early.after_layout-assignment.txt": ENTRY.encode(),
        f"{head}before_optimizations.txt": ENTRY.encode(),
        f"{head}cpu_after_optimizations.txt": b"",
        f"{head}0003.note.ll": b"",
        "module_0001.jit_other.0004.x.after_y.txt": b"",
    }
    dumps = read_dumps(files)
    assert [one.number for one in dumps.prints] == [2, 9, 10]
    assert [(step.pass_name, step.changed) for step in steps_of(dumps)] == [
        ("layout-assignment", False),
        ("fusion", True),
    ]
    assert dumps.number_of("fusion") == 10
    assert dumps.number_of("no such pass") is None
    assert (dumps.fusions_by("layout-assignment"), dumps.fusions_by("fusion")) == (0, 1)
    with pytest.raises(InputError):
        read_dumps({})


def test_the_pass_that_splits_is_compared_with_what_came_before_its_own_cleaning() -> None:
    head = "module_0000.jit_program."
    split, cleaned = ENTRY.replace("fused", "part"), ENTRY.replace("fused", "clean")
    files = {
        f"{head}before_optimizations.txt": ENTRY.encode(),
        f"{head}0001.spmd-cleanup.after_pipeline-start.before_dce.txt": split.encode(),
        f"{head}0002.spmd-cleanup.after_dce.before_x.txt": cleaned.encode(),
        f"{head}0003.spmd-partitioner.after_spmd-partitioning.before_x.txt": cleaned.encode(),
    }
    cleaning, splitting = steps_of(read_dumps(files))
    for step, old in ((cleaning, "%part ="), (splitting, "%fused =")):
        assert step.before
        assert step.after
        assert any(old in line.text for line in step.before.lines)
        assert any("%clean =" in line.text for line in step.after.lines)


ASSIGNMENT = """BufferAssignment:
allocation 0: size 1000, parameter 0, shape |f32[250]| at ShapeIndex {}:
 value: <1 x @0> (size=1000,offset=0): f32[250]{0}
allocation 1: size 256, output shape is |f32[64]|, maybe-live-out:
 value: <2 first @0> (size=128,offset=0): f32[32]{0}
 value: <4 last{1} @0> (size=256,offset=0): f32[64]{0}
allocation 2: size 4, thread-local:
 value: <9 y @0> (size=4,offset=0): f32[]
allocation 3: size 128, preallocated-temp:
 value: <3 second @0> (size=128,offset=0): f32[32]{0}
"""
ALIVE = """HloLiveRange (max 4):
  InstructionSequence:
    0:x
    1:first
    2:second
    3:last
  BufferLiveRange:
    x{}:0-4
    first{}:1-2
    second{}:2-3
    last{1}:3-4
  Live ranges at 3 (peak):
    last{1}: 256 bytes (cumulative: 256 bytes)
"""


def test_memory_of_values_and_the_same_in_our_arena() -> None:
    found = read_buffers(ASSIGNMENT, ALIVE)
    assert (found.handed_over, found.allocated) == (1000, 256 + 128)
    assert [(value.name, value.first, value.last) for value in found.values] == [
        ("first", 1, 2), ("second", 2, 3), ("last{1}", 3, 4),
    ]  # fmt: skip
    plan = xla_plan(found)
    assert (plan.arena_bytes, plan.without_reuse) == (384, 512)
    assert our_plan(found).arena_bytes == 384
    assert memory_plot(found).series[0].points[2:] == ((2.0, 256.0), (3.0, 384.0), (4.0, 256.0))
    assert read_buffers("", "").values == ()


def test_splits_read_as_they_are_written() -> None:
    own = own_splits("two-layers", " -,- ;-,d; ? ")
    assert own.arrays == ((None, None), (None, "d"), None)
    assert splits_of("two-layers", "one").arrays is None
    for program in ("two-layers", "rmsnorm-matmul", "attention", "gated"):
        found = [splits_of(program, kind).arrays for kind, _ in KINDS[1:]]
        assert len({len(arrays or ()) for arrays in found}) == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [("-,d", "1 splits for 3"), ("-,-;-,d;--", "'--' is no axis"), ("-;-;/etc", "is no axis"),
     ("-;-;D", "is no axis"), ("-;;-", "'' is no axis"), ("-;-;٣", "is no axis"),
     ("a" * 80, "is no axis"), ("-;-;?,?", "'?' is no axis")],
)  # fmt: skip
def test_what_is_no_split_is_refused_in_one_line(text: str, reason: str) -> None:
    with pytest.raises(InputError) as refused:
        own_splits("two-layers", text)
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)
