"""Schedules of a product as readers write them, TVM's refusals and assembly read, both fusions."""

from __future__ import annotations

import pytest

from compiler_core.atlas.run import run_live
from compiler_core.atlas.tvm.graphs import GRAPHS, model_of
from compiler_core.atlas.tvm.inner_loop import read_code
from compiler_core.atlas.tvm.kernels import both_fusions
from compiler_core.atlas.tvm.ready import READY_SCHEDULES, ready_lines
from compiler_core.atlas.tvm.refusal import read_refusal
from compiler_core.atlas.tvm.schedule import MOST_LINES, TENSOR_PRIMITIVES, read_directives
from compiler_core.errors import InputError

REFUSED = (
    ("vectorize", "no directive"), ("C.vectorize(j)", "no directive"),
    ("import os", "no directive"),
    ("vectorise(j)", "Did you mean vectorize?"), ("tensorize(k)", "is not offered"),
    ("vectorize(zz)", "There are: i, j, k"), ("vectorize(i, j)", "does not take 2"),
    ("vectorize()", "does not take 0"), ("reorder(i)", "Write it as reorder"),
    ("split(i, io, ii)", "Write it as split"), ("split(i, io, ii, -3)", "no number up to 256"),
    ("split(i, io, ii, 257)", "no number"), ("split(i, io, ii, ٤)", "no number"),
    ("split(i, io, ii, 1e2)", "no number"), ("split(i, io, io, 4)", "name of a new loop"),
    ("split(i, j, ii, 4)", "name of a new loop"), ("split(i, IO, ii, 4)", "name of a new loop"),
    ("split(i, io, ii, 4)\nunroll(i)", "no loop 'i'"), ("__import__(k)", "no primitive"),
    ("unroll(i)\n" * (MOST_LINES + 1), f"the limit is {MOST_LINES}"),
)  # fmt: skip
SAID = """ScheduleError: An error occurred in the schedule primitive 'vectorize'.

The IR with diagnostic is:
Access path: <root>

@I.ir_module
class Module:
    for j in range(8):
    ^^^^^^^^^^^^^^^^^^
        C[j] = A[j]
Error message: The loop does not fit.
It violates condition #1 as a local complete block.
Definition of a local complete block:
1) All block vars are data parallel
2) Local Dominant
It violates condition #3 as a local reduction block.
Definition of a reduction block:
1) The block has the `init` statement
"""
ASSEMBLY = """main_compute_:
.Lfunc_begin3:
\t.loc\t1 0 0
\tmovi\td0, #0
.LBB3_1:
\tmov\tw14, #4
.LBB3_2:
\tldp\tq17, q18, [x17]
.Ltmp3:
\tfmla\tv2.4s, v18.4s, v16.4s
\tfmla\tv0.2s, v17.2s, v16.s[0]
\tcmp\tx14, #256 // a comment
\tb.ne\t.LBB3_2
\tfmadd\ts2, s3, s4, s2
\tcbnz\tx3, .LBB3_1
"""
SIZES = {"rows": 16, "width": 64, "columns": 256}


@pytest.mark.parametrize(("text", "reason"), REFUSED)
def test_what_is_no_schedule_is_refused_with_its_reason(text: str, reason: str) -> None:
    with pytest.raises(InputError) as refused:
        read_directives(text)
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_schedule_reads_as_it_was_written() -> None:
    lines = ["split(i, io, ii, 0)", "reorder(io, j, ii)", "decompose_reduction(k)"]
    assert [str(one) for one in read_directives(" ;".join(lines).replace(", ", " ,"))] == lines
    used = {
        directive.primitive
        for name, _, _ in READY_SCHEDULES
        for directive in read_directives(ready_lines(name, "4", "8"))
    }
    assert used == {primitive.name for primitive in TENSOR_PRIMITIVES}


def test_a_refusal_is_taken_apart() -> None:
    read = read_refusal(SAID)
    assert read.sentence == "The loop does not fit."
    assert (read.conditions, read.underlined) == (3, 1)
    assert read.violated == ("1 as a local complete block", "3 as a local reduction block")
    assert read.program.startswith("@I.ir_module")
    assert read.message.endswith("The block has the `init` statement")
    plain = read_refusal("The loop no longer exists in the IRModule")
    assert (plain.sentence, plain.program) == ("The loop no longer exists in the IRModule", "")


def test_the_loop_that_multiplies_is_counted_and_no_other() -> None:
    code = read_code(ASSEMBLY)
    assert (code.vector_products, code.scalar_products) == (2, 1)
    assert code.inner is not None
    assert (code.inner.instructions, code.inner.products) == (5, 4 + 2)
    assert code.inner.lines[0] == ".LBB3_2:"
    assert read_code("main:\n\tfmla\tv0.4s, v1.4s, v2.4s\n\tret\n").inner is None


def test_kernels_are_compared_as_sets() -> None:
    kinds = {operator.name: 0 for operator in GRAPHS[2].operators}
    for kernels, alike, same in (
        ((("gated", "gate", "product"),), True, 1),
        ((("product", "gate"), ("gated",)), False, 0),
    ):
        both = both_fusions("diamond", SIZES, 256, kinds, kernels)
        assert (both.alike, both.in_both) == (alike, same)
        assert both.other_kinds == 1


def test_every_operator_of_a_graph_is_in_our_model() -> None:
    for graph in GRAPHS:
        made = [node.name for node in model_of(graph, SIZES).graph]
        assert made == [operator.name for operator in graph.operators]


@pytest.mark.slow
@pytest.mark.wheel("tvm")
@pytest.mark.parametrize("graph", [one.name for one in GRAPHS])
def test_a_limit_cuts_every_graph_alike(jail: None, graph: str) -> None:
    facts = run_live("tvm", {"graph": graph, "most": "2", "schedule": "written"}).facts
    assert facts["both cut alike"] is True
    assert facts["operators of another kind"] == 0


@pytest.mark.slow
@pytest.mark.wheel("tvm")
def test_a_piece_of_nothing_is_refused_by_tvm(jail: None) -> None:
    answer = run_live("tvm", {"schedule": "written", "more": "split(i, io, ii, 0)"})
    assert answer.facts["directive that TVM refused"] == "split(i, io, ii, 0)"
    assert "required to be positive" in answer.sentence
    assert "fmla" not in answer.facts
