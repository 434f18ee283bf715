"""What MLIR prints of a loop with transfers is read, replayed, and refused where it is not read."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.atlas.mlir.double_buffer.expected import expected_cycles
from compiler_core.atlas.mlir.double_buffer.expressions import read_expression
from compiler_core.atlas.mlir.double_buffer.passes import replayed
from compiler_core.atlas.mlir.double_buffer.printed import read_printed
from compiler_core.atlas.mlir.double_buffer.programs import TiledLoop, program_of
from compiler_core.atlas.mlir.double_buffer.shape import shape_of
from compiler_core.atlas.run import run_page
from compiler_core.errors import InputError
from compiler_core.soc.latency_hiding.parameters import ladder_parameters

MACHINE = replace(ladder_parameters().machine, contexts=1)
IN = "memref<{all}xf32>, memref<2x{tile}xf32, 2>, memref<2x1xi32>"
# As MLIR 19.1 prints it, less its names.
PIPELINED = f"""#map = affine_map<(d0) -> (d0 - 1)>
func.func @f(%arg0: memref<{{all}}xf32>, %arg1: memref<{{all}}xf32>) {{{{
  %c0 = arith.constant 0 : index
  %n = arith.constant {{tile}} : index
  %last = arith.constant {{tiles}} : index
  %alloc = memref.alloc() : memref<2x{{tile}}xf32, 2>
  %tag = memref.alloc() : memref<2x1xi32>
  affine.dma_start %arg0[%c0 * {{tile}}], %alloc[%c0 mod 2, 0], %tag[%c0 mod 2, 0], %n : {IN}
  affine.for %arg2 = 1 to {{tiles}} {{{{
    affine.dma_start %arg0[%arg2 * 9], %alloc[%arg2 mod 2, 0], %tag[%arg2 mod 2, 0], %n : {IN}
    %5 = affine.apply #map(%arg2)
    {{body}}
  }}}}
  %5 = affine.apply #map(%last)
  {{body}}
  memref.dealloc %tag : memref<2x1xi32>
  memref.dealloc %alloc : memref<2x{{tile}}xf32, 2>
  return
}}}}
"""
OUT = "memref<{tile}xf32, 2>, memref<{all}xf32>, memref<1xi32>"
BODY = f"""affine.dma_wait %tag[%5 mod 2, 0], %n : memref<2x1xi32>
  %out = memref.alloc() : memref<{{tile}}xf32, 2>
  %left = memref.alloc() : memref<1xi32>
  affine.for %arg3 = 0 to {{tile}} {{{{
    %8 = affine.load %alloc[%5 mod 2, %arg3] : memref<2x{{tile}}xf32, 2>
    %9 = arith.mulf %8, %8 : f32
    affine.store %9, %out[%arg3] : memref<{{tile}}xf32, 2>
  }}}}
  affine.dma_start %out[%c0], %arg1[%5 * {{tile}}], %left[%c0], %n : {OUT}
  affine.dma_wait %left[%c0], %n : memref<1xi32>
  memref.dealloc %left : memref<1xi32>
  memref.dealloc %out : memref<{{tile}}xf32, 2>"""


def printed(tiles: int, tile: int) -> str:
    sizes = {"tiles": tiles, "tile": tile, "all": tiles * tile}
    return PIPELINED.format(body=BODY.format(**sizes), **sizes)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("(%a floordiv 3) mod 2", 0), ("-%a + 20", 13), ("%a ceildiv 2 * 5", 20),
        ("(%a - 1) * (2 + d0)", 24), ("%a mod 4 - 1", 2), ("(-%a) floordiv 4", -2),
    ],
)  # fmt: skip
def test_indices_mean_what_mlir_means(text: str, value: int) -> None:
    assert read_expression(text)({"%a": 7, "d0": 2}) == value


@pytest.mark.parametrize(
    "text", ["", "%a +", "(%a", "%a)", "%a mod 0", "%a / 2", "%b", "(" * 300, "7 7", "s0"]
)
def test_what_is_no_index_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        read_expression(text)({"%a": 7})


def test_the_parts_of_a_pipelined_loop_are_found() -> None:
    nodes = read_printed(printed(16, 256))
    shape = shape_of(nodes)
    assert [one.line for one in shape.prologue] == [8]
    assert [one.line for one in shape.ahead] == [10]
    assert len(shape.epilogue) == 1
    assert [one.action for one in shape.blocking] == ["write", "write"]
    read = replayed(printed(16, 256), MACHINE)
    assert read.kinds == ("2x256xf32", "256xf32")
    assert read.most == 3 * 1024
    slots = [event.buffer for event in read.run.events if event.action == "read"]
    assert slots == [0, 1] * 8


@settings(deadline=None, max_examples=40)
@given(
    tiles=st.integers(18, 60),
    tile=st.sampled_from([16, 100, 256, 2048]),
    latency=st.integers(0, 3000),
    gigabytes=st.integers(1, 500),
)
def test_ping_pong_takes_the_maximum_and_the_fill(
    tiles: int, tile: int, latency: int, gigabytes: int
) -> None:
    machine = replace(MACHINE, dma_latency_cycles=latency, dma_bytes_per_second=gigabytes * 10**9)
    loop = TiledLoop(tiles=tiles, tile=tile, operations=1, counts="tiles")
    run = replayed(printed(tiles, tile), machine).run
    assert run.cycles == pytest.approx(expected_cycles(loop, tile, 2, machine), rel=0.02)


@pytest.mark.parametrize(
    "line",
    [
        "affine.for %i = 0 to %n {", "scf.while {", "call @g() : () -> ()",
        "affine.dma_start %a[%c0], %b[%c0], %tag[%c0], %n : memref<4xf32>, memref<4xf32>, "
        "memref<1xi32>",
        "%x = arith.addi %a, %b : vector<4xi32>", "%y = affine.apply #none(%a)",
        "affine.dma_wait %tag[%c0, 0], %n : memref<2x1xi32>",
        "affine.for %i = 0 to 99999999 {\naffine.dma_wait %t[%c0], %n : memref<1xi32>\n}",
    ],
)  # fmt: skip
def test_what_is_not_read_is_refused_by_name(line: str) -> None:
    text = printed(2, 16).replace("  return", f"{line}\n  return")
    with pytest.raises(InputError):
        replayed(text, MACHINE)


def test_a_loop_written_either_way_has_as_many_elements() -> None:
    both = [
        program_of(TiledLoop(tiles=3, tile=20, operations=2, counts=counts))
        for counts in ("tiles", "elements")
    ]
    assert all(text.count("arith.mulf") == 2 for text in both)
    assert "%tile * 20 + %at" in both[0]
    assert "0 to 60 step 20" in both[1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "says", "replayed_too"),
    [
        ("func.func @f() {\n  retur\n}", "refused", False),
        ("func.func @f(%n: index) {\n  affine.for %i = 0 to %n {\n  }\n  return\n}", "line", False),
        ("func.func @f() {\n  return\n}", "no transfer", True),
        (
            "func.func @sums(%a: memref<64x64xf32>, %b: memref<64xf32>) {\n"
            "  affine.for %i = 0 to 64 {\n    affine.for %j = 0 to 64 {\n"
            "      %x = affine.load %a[%i, %j] : memref<64x64xf32>\n"
            "      %s = affine.load %b[%i] : memref<64xf32>\n"
            "      %t = arith.addf %s, %x : f32\n"
            "      affine.store %t, %b[%i] : memref<64xf32>\n    }\n  }\n  return\n}",
            "times as fast", True,
        ),
    ],
    ids=["refused", "unread", "nothing to copy", "sums of rows"],
)  # fmt: skip
def test_programs_of_ones_own(jail: None, program: str, says: str, replayed_too: bool) -> None:
    if says == "refused":
        with pytest.raises(InputError, match=r"input\.mlir:2"):
            run_page("double-buffer", {"program": program})
        return
    answer = run_page("double-buffer", {"program": program})
    assert says in answer.sentence
    assert "\n" not in answer.sentence
    assert ("this program" in answer.facts) == replayed_too
    assert bool(answer.pictures) == (answer.facts.get("transfers as run", 0) != 0)


@pytest.mark.slow
def test_the_single_buffer_takes_the_sum(jail: None) -> None:
    for tile, capacity in ((64, "1"), (1024, "9")):
        given = {"tile": str(tile), "capacity": capacity, "pipelining": "off"}
        answer = run_page("double-buffer", given)
        loop = TiledLoop(tiles=16, tile=tile, operations=8, counts="tiles")
        machine = replace(MACHINE, dma_bytes_per_second=34 * 10**9)
        expected = expected_cycles(loop, tile, 1, machine) / machine.clock_hz * 1e6
        assert answer.facts["this program"] == pytest.approx(expected, rel=0.02)
