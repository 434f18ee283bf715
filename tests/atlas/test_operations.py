"""Operations in MLIR's generic form, cut into parts; a complaint's place in a reader's text."""

from __future__ import annotations

import pytest

from compiler_core.atlas.mlir.anatomy.asking import Complaint
from compiler_core.atlas.mlir.anatomy.operations import entries_of, read_operations
from compiler_core.atlas.mlir.anatomy.parts import count_attributes, count_results, dissected
from compiler_core.atlas.mlir.anatomy.rewriting import changed_words
from compiler_core.atlas.mlir.anatomy.shown import complained, place_of

TEXT = r"""#loc2 = loc("program.mlir":1:9)
#map = affine_map<(d0, d1) -> (d0)>
"builtin.module"() ({
  "func.func"() <{function_type = (i1) -> (), sym_name = "a\22) loc("}> ({
  ^bb0(%arg0: i1 loc("program.mlir":1:9)):
    %0:2, %1 = "my.pair"(%arg0) {map = #map, s = array<i32: 1, 2>, unit} : (i1) -> (i1, i1, i1) loc(#loc3)
    "cf.cond_br"(%0#0)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> () loc(#loc4)
  ^bb1:  // pred: ^bb0
    "my.both"() ({
      "my.end"() : () -> () loc(#loc)
    }, {
    }) : () -> () loc(#loc4)
  }) {visible} : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("program.mlir":0:0)
#loc3 = loc("photo.py":12:1)
#loc4 = loc(fused["a(b"])
"""  # noqa: E501


def test_every_part_is_where_it_belongs() -> None:
    operations = read_operations(TEXT)
    assert [(one.name, one.depth) for one in operations] == [
        ("builtin.module", 0), ("func.func", 1), ("my.pair", 2), ("cf.cond_br", 2), ("my.both", 2),
        ("my.end", 3),
    ]  # fmt: skip
    module, function, pair, branch, both, end = operations
    assert (pair.results, pair.operands, pair.location) == (
        "%0:2, %1",
        "%arg0",
        'loc("photo.py":12:1)',
    )
    assert (count_results(pair), count_results(end)) == (3, 0)
    assert entries_of(pair.attributes) == ("map", "s", "unit")
    assert pair.types == "(i1) -> (i1, i1, i1)"
    assert (branch.successors, count_attributes(branch)) == ("^bb1, ^bb2", 1)
    assert (module.regions, both.regions, end.regions) == (1, 2, 0)
    assert (function.attributes, count_attributes(function)) == ("visible", 3)
    assert changed_words(operations, (module, end, end)) == (
        "gone: 1 × cf.cond_br, 1 × func.func, 1 × my.both, 1 × my.pair; new: 1 × my.end"
    )


def test_pieces_are_the_operation_and_parts_say_what_each_is() -> None:
    operations = read_operations(TEXT)
    shown = dissected(operations, 3, ("builtin", "func", "cf"))
    text = "".join(piece for piece, _ in shown.pieces)
    assert text.startswith('%0:2, %1 = "my.pair"(%arg0) {map = #map')
    assert text.endswith(' : (i1) -> (i1, i1, i1) loc("photo.py":12:1)')
    said = {part.name: part.says for part in shown.parts}
    assert list(said) == ["results", "name", "operands", "attributes", "types", "location"]
    assert said["results"].startswith("3 values")
    assert "none of the 3" in said["name"]
    assert "the program itself says so" in said["location"]
    assert "there is no operation 9" in dissected(operations, 9, ()).title
    assert {"regions", "successors"} & {part.name for part in dissected(operations, 5, ()).parts}


@pytest.mark.parametrize(
    "text", ["", '"', '"a.b"(', '"a.b"() ({', '"a.b"()) : ', "}{", '%0 = "a.b"(%1', '"a.b"()[']
)
def test_what_is_cut_off_is_no_error(text: str) -> None:
    assert len(read_operations(text)) <= 1
    entries_of(text)


def test_a_caret_stands_under_the_byte_that_is_meant() -> None:
    program = '\n\t"é" x' + "y" * 400
    complaint = Complaint(words="no", file="program.mlir", line=2, column=7)
    step = complained(complaint, {"program.mlir": program})
    assert step.after is not None
    line, caret = (one.text for one in step.after.lines)
    assert line.startswith('\t"é" x')
    assert line[len(caret) - 1] == "x"
    assert place_of(complaint) == "line 2, column 7 of the program"
    far = Complaint(words="no", file="photo.py", line=12, column=1)
    assert place_of(far) == "photo.py:12:1, as the program itself says"
    assert complained(far, {}).after is not None
    assert place_of(Complaint(words="no")) == ""
