"""A program, dialect and rewrite of a reader's own: what MLIR says, at its place in the text."""

from __future__ import annotations

import pytest

from compiler_core.atlas.run import run_page

pytestmark = pytest.mark.slow

PAGE = "mlir-anatomy"
INK = """irdl.dialect @ink {
  irdl.operation @drop {
    %any = irdl.any
    irdl.results(%any)
  }
}
"""
DROP = """module @patterns {
pdl.pattern : benefit(1) {
  %i8 = type : i8
  %old = operation "ink.drop" -> (%i8 : !pdl.type)
  rewrite %old {
    %i16 = type : i16
    %new = operation "ink.drop" -> (%i16 : !pdl.type)
    erase %old
  }
}
}"""
MAPPED = """#turn = affine_map<(row, column) -> (column, row)>
"ink.drop"() {map = #turn, blob = dense_resource<kept> : tensor<1xi8>} : () -> i8
{-#
  dialect_resources: { builtin: { kept: "0x0100000001" } }
#-}
"""


@pytest.mark.parametrize(
    ("settings", "about", "place", "words"),
    [
        (
            {"program": 'func.func @f(%x: f64) {\n  %y = "toy.transpose"(%x) : (f64) -> f64\n}'},
            "program", (2, 8), "expected base type 'builtin.tensor' but got 'builtin.f64'",
        ),
        ({"program": "\n \tö"}, "program", (2, 3), "unexpected character"),
        (
            {"declaration": "irdl.dialect @toy {\n  irdl.operation @o {\n    irdl.an\n  }\n}"},
            "dialect", (3, 5), "custom op 'irdl.an' is unknown",
        ),
        (
            {"patterns": "pdl.pattern : benefit(1) {\n  %x = typ\n}"},
            "rewrite", (2, 8), "custom op 'typ' is unknown (tried 'pdl.typ' as well)",
        ),
    ],
    ids=["type", "text", "dialect", "rewrite"],
)  # fmt: skip
def test_a_message_is_at_its_place(
    jail: None, settings: dict[str, str], about: str, place: tuple[int, int], words: str
) -> None:
    answer = run_page(PAGE, settings)
    assert answer.facts["message"] == words
    assert answer.facts["message is about"] == about
    found = (answer.facts["line of the message"], answer.facts["column of the message"])
    assert found == place
    assert answer.steps[0].remarks[0].message == words


def test_a_dialect_and_a_rewrite_of_ones_own(jail: None) -> None:
    own = {"program": MAPPED, "declaration": INK, "patterns": DROP}
    answer = run_page(PAGE, own)
    assert answer.facts["accepted"] is True
    assert answer.facts["dialects of the program"] == "builtin, ink"
    assert (answer.facts["attributes"], answer.facts["values"]) == (2, 1)
    after = answer.steps[-1].after
    assert after is not None
    text = "\n".join(line.text for line in after.lines)
    assert '"ink.drop"() : () -> i16' in text
    assert "-> i8" not in text
    assert answer.command == (
        f"lowlab atlas run {PAGE} --input program=program.mlir "
        "--input declaration=dialect.mlir --input patterns=rewrite.mlir"
    )
