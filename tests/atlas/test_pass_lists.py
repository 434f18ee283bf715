"""Pass lists that readers write: what gets in says the same to MLIR, the rest is refused."""

from __future__ import annotations

import pytest

from compiler_core.atlas.mlir.dumps import dialects_of, first_error, last_pass, texts_of
from compiler_core.atlas.mlir.pass_grammar import PassUse, pipeline_text, read_passes
from compiler_core.atlas.mlir.pass_table import PASSES
from compiler_core.atlas.mlir.product_page import USUAL_PASSES
from compiler_core.atlas.mlir.tile_schedule import TileSizes, scheduled_module
from compiler_core.errors import InputError

REFUSED = (
    ("", "no pass"), (",", "cannot begin"), ("cse,,cse", "cannot begin"),
    ("cse)", "closes nothing"),
    ("affine-loop-tiel", "Did you mean affine-loop-tile?"), ("func.func(cse", "not closed"),
    ("func.func(func.func(cse))", "once"), ("func.func", "in parentheses"), ("cse cse", "commas"),
    ("affine-loop-tile{tile-sze=4}", "Did you mean tile-size?"), ("cse{", "not closed"),
    ("affine-loop-tile{tile-size=-4}", "a number from 1 to 64"),
    ("affine-loop-tile{tile-size=4,4}", "a number from 1 to 64"),
    ("affine-loop-tile{tile-size=4 tile-size=8}", "twice"), ("cse{x=1}", "It has none"),
    ("one-shot-bufferize{copy-before-write=maybe}", "true or false"),
    ("affine-loop-unroll{unroll-full}", "no option"), ("snapshot-op-locations", "no pass"),
    ("gpu-module-to-binary{toolkit=/etc}", "no option"),
    ("gpu-module-to-binary{format=fatbin}", "It takes isa"), ("print-ir{label=x}", "no pass"),
    ("test-pass-crash", "no pass"), ("cse;ls", "commas"), ("--help", "cannot begin"),
    (",".join(["cse"] * 25), "limit is 24"), ("builtin.module(cse)", "no pass"),
    ("cse\x00", "commas"), ("<script>", "cannot begin"), ("٣", "cannot begin"),
)  # fmt: skip


@pytest.mark.parametrize(("text", "reason"), REFUSED)
def test_what_is_no_list_is_refused_with_its_reason(text: str, reason: str) -> None:
    with pytest.raises(InputError) as refused:
        read_passes(text)
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_list_reads_as_it_was_written() -> None:
    text = "cse, func.func(affine-loop-tile{tile-size=8}\n, cse),\nsccp,"
    uses = (PassUse("cse"), PassUse("affine-loop-tile", (("tile-size", "8"),), nested=True),
            PassUse("cse", nested=True), PassUse("sccp"))  # fmt: skip
    assert read_passes(text) == uses
    written = "builtin.module(cse,func.func(affine-loop-tile{tile-size=8},cse),sccp)"
    assert pipeline_text(uses) == written
    assert read_passes(written.removeprefix("builtin.module(")[:-1]) == uses
    assert len(read_passes(USUAL_PASSES)) == 13


def test_no_pass_of_the_table_writes_or_tests() -> None:
    names = [kind.name for kind in PASSES]
    assert len(set(names)) == len(names)
    assert [name for name in names if "test-" in name] == ["test-transform-dialect-erase-schedule"]
    assert not any(one.explains.strip() == "" for one in PASSES)


def test_sizes_that_do_not_divide_are_refused_before_anything_runs() -> None:
    with pytest.raises(InputError, match="24 does not divide 1280"):
        TileSizes(2, 24, 1)
    assert "tile_sizes [2, 32, 1]" in scheduled_module("#a\nf", TileSizes(2, 32, 1), "dot")
    assert "tile_using_for" not in scheduled_module("#a\nf", TileSizes(2, 32, 1), "loops")


def test_dumps_become_texts_and_errors_keep_their_place() -> None:
    head = "// -----// IR Dump Before {} ('builtin.module' operation) //----- //\n"
    dumps = head.format("CSE (cse)") + "a.b\n" + head.format("X (sccp)") + '%0 = "c.d"()\n'
    assert texts_of(dumps, "e.f\n") == (("cse", "sccp"), ("a.b", '%0 = "c.d"()', "e.f"))
    assert last_pass(dumps) == "sccp"
    assert dialects_of('%0 = "c.d"() : () -> f32\na.b %0') == ("a", "c")
    assert first_error("input.mlir:8:9: error: no\nmore") == "no (input.mlir:8:9)"
    assert first_error("<unknown>:0: error: no") == "no"
    assert first_error("fine") == ""
