"""IREE's phases without their places, dispatches led to their source, code counted, refusals."""

from __future__ import annotations

from base64 import b64encode

import pytest

from compiler_core.atlas.iree.assembly import products_said, read_kernels
from compiler_core.atlas.iree.calling import can_be_called, refusal_of, wanted_target
from compiler_core.atlas.iree.dispatches import Dispatch, read_dispatches, read_entry
from compiler_core.atlas.iree.drawn import kernels_over_nodes
from compiler_core.atlas.iree.facts import CRASHED, NOTHING, SAYS
from compiler_core.atlas.iree.network import Network, NetworkNode, nodes_of
from compiler_core.atlas.iree.phases import phase_steps, read_phases, without_places
from compiler_core.atlas.networks import network_bytes
from compiler_core.atlas.pages import page_named
from compiler_core.atlas.run import run_live
from compiler_core.atlas.settings import read_settings
from compiler_core.errors import InputError

IREE = pytest.mark.wheel("iree")

FLOW = """module {
  flow.executable private @main_dispatch_0 {
    func.func @body(%arg0: tensor<4xf32> loc("program.mlir":1:1)) {
      %1 = math.sqrt %0 : f32 loc(callsite("program.mlir":9:11 at "program.mlir":1:1))
      %2 = arith.mulf %1, %1 : f32 loc(callsite(unknown at "program.mlir":1:1))
    } loc(callsite("program.mlir":6:2 at "program.mlir":1:1))
  } loc(callsite("program.mlir":6:2 at "program.mlir":1:1))
  flow.executable private @main_dispatch_1 {
    flow.executable.export public @main_dispatch_1_slow_memcpy
  }
  util.func public @main(%arg0: !hal.buffer_view, %arg1: !hal.buffer_view) -> !hal.buffer_view {
    %0 = hal.tensor.import %arg0 "input0" : !hal.buffer_view -> tensor<2x4xf16>
    %1 = hal.tensor.import wait(%f) => %arg1 : !hal.buffer_view -> tensor<?xf32>{%n}
    %5 = hal.tensor.export %4 "output0" : tensor<4xf32> -> !hal.buffer_view
    %2 = flow.dispatch @main_dispatch_0::@main_dispatch_0_reduction_4_f32(%0, %1) : \
(tensor<4xf32>) -> tensor<4x3xf16> loc(callsite("program.mlir":5:3 at "program.mlir":1:1))
    %3 = flow.dispatch @main_dispatch_1::@main_dispatch_1_slow_memcpy(%2) : (tensor<3xf32>) -> %2 \
loc(fused["program.mlir":7:1, "program.mlir":8:1])
    %4 = flow.dispatch @main_dispatch_1::@main_dispatch_1_slow_memcpy(%3) : (tensor<3xf32>) -> %3 \
loc("program.mlir":12:1)
"""


def test_dispatches_lead_to_lines_and_not_to_the_function_around_them() -> None:
    first, second, third = read_dispatches(FLOW)
    assert (first.name, first.lines, first.made) == ("0_reduction_4_f32", (5, 6, 9), 4 * 3 * 2)
    assert (second.lines, second.copies, first.copies) == ((7, 8), True, False)
    # Its kernel is shared, so that only its own place says where it comes from.
    assert third.lines == (12,)
    assert read_dispatches("no program") == ()


def test_an_entry_is_called_only_with_fixed_sizes() -> None:
    entry = read_entry(FLOW)
    assert entry is not None
    assert [one and (one.shape, one.element) for one in entry.inputs] == [((2, 4), "f16"), None]
    assert not can_be_called(entry)
    fixed = read_entry(FLOW.replace("?x", "8x"))
    assert can_be_called(fixed)
    assert not can_be_called(read_entry(FLOW.replace("?xf32", "999999x999999xf32")))
    assert not can_be_called(read_entry(""))
    assert not can_be_called(read_entry(FLOW.replace("hal.tensor.import %arg0", "unused")))


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ('%0 = a.b : i32 loc("x":1:2)', "%0 = a.b : i32"),
        (
            'f(%a: i32 loc("x)(":1:2), %b: i32 loc(fused["a":1:1, "b":2:2])) {',
            "f(%a: i32, %b: i32) {",
        ),
        ("x loc(callsite(unknown at (", "x"),
        ("no place", "no place"),
    ],
)
def test_places_are_taken_out_of_a_line(line: str, left: str) -> None:
    assert without_places(line) == left


def test_phases_stand_in_their_order_and_say_which_operations_came() -> None:
    files = {
        "program.10.vm.mlir": b"%0 = vm.call @x()\n%1 = vm.call @y()", "program.vmfb": b"",
        "program.2.flow.mlir": b"%0 = arith.addf %a, %b", "program.s": b"",
    }  # fmt: skip
    flow, vm = phase_steps(read_phases(files))
    assert (flow.pass_name, flow.before, vm.changed) == ("flow", None, True)
    assert [(change.subject, change.reason) for change in vm.changes] == [
        ("vm.call", "0 → 2"),
        ("arith.addf", "1 → 0"),
    ]
    with pytest.raises(InputError):
        read_phases({})


def test_only_instructions_of_kernels_are_counted() -> None:
    text = (
        "main_dispatch_0_matmul:\n.Lfunc_begin0:\n\t.loc 1 1 0\n\tsdot\tv0.4s, v1.16b, v2.16b\n"
        ".LBB0_1:\n\tfmla v0.4s, v1.4s, v2.s[0] // note\n\tret\n.Lfunc_end0:\n"
        "powf:\n\tfmadd s0, s1, s2, s3\n.Lfunc_end1:\n"
    )
    (kernel,) = read_kernels({"a.s": text.encode(), "a.ll": text.encode()})
    assert kernel.instructions == 3
    assert kernel.products == {"fmla": 1, "sdot": 1}
    assert products_said((kernel, kernel)) == "fmla 2, sdot 2"
    assert products_said(()) == "none"
    assert ".loc" not in kernel.text


def test_a_refusal_is_told_by_its_status() -> None:
    words = (
        "<vm>:0: INCOMPATIBLE; HAL device `__device_0` not found or unavailable: #hal.device.target"
        '<"local", [#x<{target_triple = "aarch64-unknown-unknown-eabi-elf"}>]>; ; creating VM'
    )
    assert refusal_of(words) == ("INCOMPATIBLE", "HAL device `__device_0` not found or unavailable")
    assert wanted_target(words) == "aarch64-unknown-unknown-eabi-elf"
    assert refusal_of("something else") == ("refused", "something else")


def test_nodes_are_joined_to_lines_only_where_both_lists_agree() -> None:
    program = (
        'func {\n  %0 = torch.operator "onnx.Constant"() : x\n'
        '  %1 = torch.operator "onnx.Conv"(%0) : x\n  %2:2 = torch.operator "onnx.Split"(%1) : x\n'
    )
    listed = [["c", "Constant"], ["first", "Conv"], ["second", "Split"]]
    nodes = nodes_of(listed, program, {"first": "kernel"})
    assert [(node.name, node.line, node.group) for node in nodes] == [
        ("first", 3, "kernel"),
        ("second", 4, ""),
    ]
    assert nodes_of(listed[:2], program, {}) == ()
    assert nodes_of(None, "", {}) == ()


def test_kernels_and_dispatches_stand_over_the_same_nodes() -> None:
    groups = ("a", "a", "b", "", "b")
    network = Network(
        program=b"",
        kernels=2,
        nodes=tuple(
            NetworkNode(name=str(at), operator="Conv", line=at, group=group)
            for at, group in enumerate(groups)
        ),
    )
    made = (
        Dispatch(name="0_copy", executable="x", lines=(0,), made=0, copies=True, prepares=False),
        Dispatch(
            name="1_conv", executable="y", lines=(0, 1, 4), made=0, copies=False, prepares=False
        ),
    )
    ours, computes, moves = kernels_over_nodes(network, made).lanes
    assert [(bar.name, bar.start, bar.end, bar.kind) for bar in ours.bars] == [
        ("a", 0, 2, 0), ("b", 2, 3, 1), ("b", 4, 5, 0),
    ]  # fmt: skip
    assert [(bar.start, bar.end) for bar in computes.bars] == [(0, 2), (4, 5)]
    assert [(bar.name, bar.end) for bar in moves.bars] == [("0_copy", 1)]


OWN = """func.func @twice(%x: tensor<8x16xf32>, %y: tensor<16x4xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x4xf32>
  %filled = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x4xf32>) -> tensor<8x4xf32>
  %product = linalg.matmul ins(%x, %y : tensor<8x16xf32>, tensor<16x4xf32>)
    outs(%filled : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %product : tensor<8x4xf32>
}
"""


@IREE
@pytest.mark.slow
def test_a_crash_of_the_compiler_is_a_result(jail: None) -> None:
    answer = run_live("iree", {"program": "unknown"})
    assert "The compiler itself crashed" in answer.sentence
    assert "Pass with status" in answer.sentence
    assert "\n" not in answer.sentence
    assert answer.facts == {SAYS: answer.sentence.rstrip("."), CRASHED: True}
    said = answer.steps[-1].after
    assert said is not None
    assert any("::runOnOperation" in line.text for line in said.lines)


@IREE
@pytest.mark.slow
def test_a_program_of_ones_own_is_compiled_and_never_run(jail: None) -> None:
    answer = run_live("iree", {"text": OWN, "rows": "7"})
    assert answer.facts[SAYS] == NOTHING
    assert answer.facts["dispatches"] == answer.facts["dispatches that lead to the source"] == 1
    assert str(answer.facts["the module for this machine"]).startswith("not called")
    assert answer.command == "lowlab atlas run iree --set rows=7 --input text=program.mlir"
    source = answer.steps[0].before
    assert source is not None
    assert source.lines[0].text == OWN.splitlines()[0]


@IREE
@pytest.mark.slow
def test_a_refusal_has_its_place_in_the_program(jail: None) -> None:
    answer = run_live("iree", {"text": OWN.replace("tensor.empty()", "tensor.emptied()")})
    assert "tensor.emptied" in str(answer.facts[SAYS])
    assert answer.facts[CRASHED] is False
    place = answer.steps[-1].remarks[0].location
    assert place is not None
    assert (place.line, place.column) == (3, 12)
    assert "(3:12)" in answer.sentence


@IREE
@pytest.mark.slow
def test_a_network_of_ones_own_is_cut_as_ours_is(jail: None) -> None:
    network = b64encode(network_bytes("residual")).decode()
    own, ours = run_live("iree", {"network": network}), run_live("iree", {"program": "residual"})
    for fact in (
        "dispatches",
        "dispatches that lead to the source",
        "kernels of ours that are cut",
    ):
        assert own.facts[fact] == ours.facts[fact], fact
    # Constants would be computed by code that runs here.
    assert own.facts["dispatches that prepare constants, once"] != 0
    assert ours.facts["dispatches that prepare constants, once"] == 0
    assert own.pictures[0].lanes == ours.pictures[0].lanes
    assert own.settings["network"] == f"network.onnx, {len(network_bytes('residual')):,} bytes"
    assert own.command == "lowlab atlas run iree --input network=network.onnx"


@pytest.mark.parametrize(
    ("network", "words"),
    [
        ("?", "not base 64"), ("AA", "not base 64"),
        (b64encode(bytes((1 << 20) + 1)).decode(), "1,048,577 bytes; the limit is 1,048,576"),
    ],
    ids=["letters", "length", "size"],
)  # fmt: skip
def test_what_is_no_file_is_refused_in_one_line(network: str, words: str) -> None:
    with pytest.raises(InputError, match=words) as refused:
        read_settings(page_named("iree"), {"network": network})
    assert "\n" not in str(refused.value)


@IREE
@pytest.mark.slow
@pytest.mark.parametrize("content", [b"no network", b"\x08\x07", bytes(1000)])
def test_a_file_that_is_no_network_is_refused_in_one_line(jail: None, content: bytes) -> None:
    with pytest.raises(InputError) as refused:
        run_live("iree", {"network": b64encode(content).decode()})
    assert "\n" not in refused.value.message
