"""Schedules that readers write, Halide's own program read, and what Halide refuses."""

from __future__ import annotations

import pytest

from compiler_core.atlas.halide.asking import bound_to_fail, refusal_words
from compiler_core.atlas.halide.ready import READY, ready_text
from compiler_core.atlas.halide.schedule import MOST_LINES, PRIMITIVES, read_schedule
from compiler_core.atlas.halide.statement import read_statement
from compiler_core.atlas.run import run_live
from compiler_core.errors import InputError

REFUSED = (
    ("blur_x", "no directive"), ("blur_x.compute_root", "no directive"),
    ("blur_z.compute_root()", "There are: blur_x, blur_y"),
    ("blur_x.compute_rot()", "Did you mean compute_root?"),
    ("blur_x.unroll(x, 4)", "no primitive 'unroll'"), ("blur_y.tile(x, y)", "does not take 2"),
    ("blur_y.tile(x, y, xo, yo, xi, yi, 64, 320)", "no number up to 256"),
    ("blur_y.vectorize(x)", "Write it as vectorize(x, 8)"),
    ("blur_y.vectorize(x, 64)", "no number up to 32"), ("blur_y.vectorize(X, 4)", "a dimension"),
    ("blur_y.vectorize(x, ٤)", "no number"), ("blur_y.vectorize(x, 4.0)", "no number"),
    ("blur_y.vectorize(blur_x, 4)", "a dimension"), ("blur_y.vectorize(, 4)", "a dimension"),
    ("blur_x.compute_at(y, y)", "names a function first"), ("blur_x.compute_root(x)", "1 words"),
    ("blur_y.reorder(x)", "Write it as reorder"), ("blur_y.vectorize(x, 1e9)", "no number"),
    ("blur_x.__class__()", "no primitive"), ("import os", "no directive"),
    ("blur_x.compute_at(blur_y, __import__)", "a dimension"), ("<script>", "no directive"),
    ("blur_x.compute_root()\n" * (MOST_LINES + 1), f"the limit is {MOST_LINES}"),
)  # fmt: skip
STATEMENT = """module name=blur, target=arm-64-linux-no_asserts-no_runtime
internal func blur_par_for (__user_context, blur_y.s0.y.yo, closure_arg) {
for (blur_y.s0.x.xo, 0, 4) {
 allocate blur_x[uint16 * 64 * 34]
 produce blur_x {
  for (blur_x.s0.y, 0, 34) {
   for (blur_x.s0.x, 0, 8) {
    blur_x[ramp(t*8, 1, 8)] = (input[t] + input[t + 1])/x8((uint16)3)
   }
  }
 }
 consume blur_x {
  for (blur_y.s0.y.yi, min(0, t), 32) {
   if (2 <= t) {
    for (blur_y.s0.x.xi, 0, 64) {
     blur_y[t] = (blur_x[t] + blur_x[t + 64])/(uint16)3
    }
   }
  }
 }
 free blur_x
}
}

external_plus_metadata func blur (input, blur_y) {
 produce blur_y {
  let closure_result = halide_do_par_for((halide_task_t)::blur_par_for, 0, 6, (uint8_t *)(c))
 }
}
"""
INLINE = """external_plus_metadata func blur (input, blur_y) {
 produce blur_y {
  for (blur_y.s0.y, 0, 192) {
   for (blur_y.s0.x, 0, 256) {
    let t1 = (input[t] + input[t + 1])/(uint16)3
    blur_y[t] = (((input[t])/(uint16)3) + t1)/(uint16)3
   }
  }
 }
}
"""
PIXELS = 256 * 192


@pytest.mark.parametrize(("text", "reason"), REFUSED)
def test_what_is_no_schedule_is_refused_with_its_reason(text: str, reason: str) -> None:
    with pytest.raises(InputError) as refused:
        read_schedule(text)
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_schedule_reads_as_it_was_written() -> None:
    text = " blur_y . tile(x,y, xo, yo, xi, yi, 64, 0);blur_x.compute_at( blur_y, xo )\n\n"
    lines = ["blur_y.tile(x, y, xo, yo, xi, yi, 64, 0)", "blur_x.compute_at(blur_y, xo)"]
    assert [str(one) for one in read_schedule(text)] == lines
    assert [str(one) for one in read_schedule("\n".join(lines))] == lines
    assert read_schedule(" ;\n") == ()
    for one in PRIMITIVES:
        assert str(read_schedule(f"blur_x.{one.name}({one.takes})")[0]).endswith(f"({one.takes})")


def test_ready_schedules_use_every_primitive() -> None:
    used = {
        line.primitive
        for one in READY
        for line in read_schedule(ready_text(one.name, "64", "32", "8"))
    }
    assert used == {primitive.name for primitive in PRIMITIVES}


def test_values_are_counted_through_loops_lanes_and_shared_loops() -> None:
    read = read_statement(STATEMENT, PIXELS)
    assert (read.columns, read.rows, read.shared_loops) == (64, 34, 1)
    assert read.computed == 6 * 4 * 34 * 8 * 8
    inline = read_statement(INLINE, PIXELS)
    assert (inline.columns, inline.rows, inline.shared_loops) == (0, 0, 0)
    assert inline.computed == 2 * PIXELS
    assert read_statement(INLINE.replace("256)", "n + 2)"), PIXELS).computed is None


def test_of_two_branches_one_counts() -> None:
    loop = "for (x, 0, 10) {\n a[t] = b[t]/(uint16)3\n}\n"
    twice = loop.replace("10", "20")
    for branches in (
        f"if (t) {{\n{loop}}} else {{\n{twice}}}",
        f"if (t) {{\n{twice}}} else {{\n{loop}}}",
    ):
        text = f"func blur (i, o) {{\nfor (y, 0, 5) {{\n{branches}\n{loop}}}\n}}\n"
        assert read_statement(text, 0).computed == 5 * (20 + 10)


def test_a_check_that_is_bound_to_fail_is_told_in_words() -> None:
    checked = (
        'assert(0 <= n, halide_error_x("a"))\n assert((uint1)0, halide_error_not_so("x", 0))\n'
    )
    assert bound_to_fail(checked) == "not so (x, 0)"
    assert bound_to_fail(checked.partition("\n")[0]) == ""


def test_a_refusal_is_one_line_without_its_list_of_uses() -> None:
    said = refusal_words(
        'Error: Func "blur_x" is computed at the following invalid location:\n  here;\n'
        'Legal locations for this function are:\n  blur_x.compute_root();\n"blur_x" is used in the '
        "following places:\n for blur_y.s0.y:\n"
    )
    assert said.endswith("Legal locations for this function are: blur_x.compute_root().")
    assert "\n" not in said


@pytest.mark.slow
@pytest.mark.wheel("halide")
@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("blur_y.vectorize(zz, 4)", "could not find split dimension: zz"),
        ("blur_x.compute_at(blur_y, q)", "invalid location"),
        ("blur_x.compute_at(blur_y, q)", "Legal locations for this function are: blur_x.c"),
        ("blur_x.store_at(blur_y, y)", "must also call compute_at"),
    ],
)  # fmt: skip
def test_halide_itself_says_what_does_not_fit(jail: None, more: str, words: str) -> None:
    with pytest.raises(InputError, match=r"^Halide refuses") as refused:
        run_live("halide", {"schedule": "inline", "more": more})
    assert words in refused.value.message
    assert "\n" not in str(refused.value)


@pytest.mark.slow
@pytest.mark.wheel("halide")
@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"more": "blur_y.split(x, xo, xi, 0)"}, "split factor not positive (blur_y, x, xo, xi, 0"),
        ({"schedule": "tile-vectors", "width": "4", "lanes": "32"}, "bounds too small (x, blur_y"),
    ],
)
def test_sizes_that_are_bound_to_fail_are_refused(
    jail: None, settings: dict[str, str], words: str
) -> None:
    with pytest.raises(InputError, match=r"^A check of Halide") as refused:
        run_live("halide", {"schedule": "inline", **settings})
    assert words in refused.value.message


@pytest.mark.slow
@pytest.mark.wheel("halide")
def test_an_image_that_comes_out_wrong_is_none(emulator: None) -> None:
    more = "blur_y.split(x,a,b,256);blur_y.split(a,c,d,256);blur_y.split(b,e,g,256)"
    with pytest.raises(InputError, match="comes out wrong"):
        run_live("halide", {"schedule": "inline", "more": more})


@pytest.mark.slow
@pytest.mark.wheel("halide")
def test_every_ready_schedule_gives_the_same_image(emulator: None) -> None:
    """In tiles and strips that do not divide it, too."""
    for one in READY:
        answer = run_live("halide", {"schedule": one.name, "width": "52", "height": "25"})
        assert answer.facts["the image is the right one, bit by bit"] is True, one.name
