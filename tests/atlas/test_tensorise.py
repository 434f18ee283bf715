"""Nests that fit and nests that do not, each for the reason that is said."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import pytest

from app.atlas.pages import atlas_page
from compiler_core.atlas import run
from compiler_core.atlas.pages import page_named
from compiler_core.atlas.tensorise import by_mlir
from compiler_core.atlas.tensorise.catalogue import NESTS
from compiler_core.atlas.tensorise.emission import FUNCTION, plain_text, tensor_text
from compiler_core.atlas.tensorise.matching import INTRINSICS, SDOT, Intrinsic, Match, match
from compiler_core.atlas.tensorise.nest import Nest, access
from compiler_core.basis import BASIS_WORDS
from compiler_core.errors import ToolMissing
from compiler_core.host.running.count import count_source
from compiler_core.host.running.experiment import experiment_of
from compiler_core.kept import Kept
from compiler_core.source import SourceFile
from tests.atlas.shown_facts import shown_facts

BY_NAME = {nest.name: nest for nest in NESTS}
REASONS = {
    "floats": "A holds float32", "unsigned": "A holds uint8", "narrow-sum": "C holds int16",
    "no-sum": "no sum", "largest": "takes the largest", "three-factors": "multiplies 3",
    "other-way": "side by side", "every-second": "every second number",
    "batch": "walks the result and both factors", "one-vector": "No one loop",
    "two-sums": "more than one", "diagonal": "not one element for each pair",
    "odd-depth": "does not divide", "odd-columns": "does not divide",
}  # fmt: skip


def test_each_nest_fits_or_says_what_it_lacks() -> None:
    for nest in NESTS:
        found = match(nest, SDOT)
        if nest.name in REASONS:
            assert isinstance(found, str), nest.name
            assert REASONS[nest.name] in found
        else:
            assert isinstance(found, Match), found


@pytest.mark.parametrize("order", list(itertools.permutations("ijk")))
@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("turned", [False, True])
def test_names_and_orders_do_not_matter(
    order: tuple[str, ...], swapped: bool, turned: bool
) -> None:
    """Loops in any order, factors swapped, the result turned: the roles are the same."""
    factors = (access("A", "int8", "i", "k"), access("B", "int8", "j", "k"))
    nest = Nest(
        name="any",
        title="any",
        loops=dict.fromkeys(order, 32),
        result=access("C", "int32", *(("j", "i") if turned else ("i", "j"))),
        factors=factors[::-1] if swapped else factors,
    )
    found = match(nest, SDOT)
    assert isinstance(found, Match), found
    assert (found.row, found.column) == (("j", "i") if turned else ("i", "j"))
    assert (found.left.array, found.right.array) == (("B", "A") if turned else ("A", "B"))
    assert found.depth == "k"


@pytest.mark.parametrize("intrinsic", INTRINSICS.values(), ids=lambda one: one.name)
@pytest.mark.parametrize("extents", [(4, 4, 16), (8, 12, 48), (64, 4, 32)])
def test_the_rewritten_nest_gives_the_same_bits(
    emulator: None, intrinsic: Intrinsic, extents: tuple[int, int, int]
) -> None:
    nest = replace(BY_NAME["product"], loops=dict(zip("ijk", extents, strict=True)))
    roles = match(nest, intrinsic)
    assert isinstance(roles, Match)
    feature = f"-march=armv8.2-a+{intrinsic.feature}"
    digests = set()
    for text, flags in (
        (plain_text(nest, roles), "-O1"),
        (tensor_text(nest, roles, intrinsic), f"-O2 {feature}"),
    ):
        counts = count_source(
            (SourceFile("product.c", text),), "gcc", flags, experiment_of(FUNCTION)
        )
        assert counts.ok, counts.message
        digests.add(counts.output_digest)
    assert len(digests) == 1


@pytest.mark.slow
@pytest.mark.parametrize(("written", "instead"), [
    ("arm_neon.intr.sdot %t02", "arm_neon.intr.sdot %zero"),
    ("%w3, %y23", "%w3, %y22"), ("vector.store %sums#3", "vector.store %sums#2"),
])  # fmt: skip
def test_a_wrong_program_of_mlir_is_found(
    emulator: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, written: str, instead: str
) -> None:
    nest = BY_NAME["product"]
    roles = match(nest, SDOT)
    assert isinstance(roles, Match)
    for file in by_mlir.INPUTS.glob("*.mlir"):
        text = file.read_text("utf-8")
        (tmp_path / file.name).write_text(text.replace(written, instead), "utf-8")
    assert (tmp_path / "sdot.mlir").read_bytes() != (by_mlir.INPUTS / "sdot.mlir").read_bytes()
    monkeypatch.setattr(by_mlir, "INPUTS", tmp_path)
    facts = by_mlir.by_mlir(nest, roles, lambda: None).facts
    assert facts["the scalar bytes, SDOT by MLIR"] is False
    assert facts["the scalar bytes, SMMLA by MLIR"] is True


def test_without_mlir_its_part_is_what_was_recorded(
    emulator: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*_: object) -> None:
        raise ToolMissing("MLIR's mlir-opt", "mlir-19-tools")

    monkeypatch.setattr(by_mlir, "run_options", missing)
    monkeypatch.setattr(run, "_findings", Kept(8))
    for settings in ({}, {"instruction": "smmla"}, {"nest": "convolution"}):
        shown = atlas_page("tensorise", settings).page
        (said,) = shown.parts_recorded
        assert "was recorded on" in said
        rows = shown_facts(shown)
        assert {fact.name for fact in page_named("tensorise").facts} <= set(rows)
        recorded = {name for name, row in rows.items() if row.basis == BASIS_WORDS["recorded"]}
        assert recorded == {mlir_fact.name for mlir_fact in by_mlir.BY_MLIR_FACTS}
        assert any("the nest in MLIR" in step.title for step in shown.steps)
