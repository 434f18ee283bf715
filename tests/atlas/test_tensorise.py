"""Nests that fit and nests that do not, each for the reason that is said."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from compiler_core.atlas.tensorise.catalogue import NESTS
from compiler_core.atlas.tensorise.emission import FUNCTION, plain_text, tensor_text
from compiler_core.atlas.tensorise.matching import INTRINSICS, SDOT, Intrinsic, Match, match
from compiler_core.atlas.tensorise.nest import Nest, access
from compiler_core.host.running.count import count_source
from compiler_core.host.running.experiment import experiment_of
from compiler_core.source import SourceFile

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
        name="any", title="any", loops=dict.fromkeys(order, 32),
        result=access("C", "int32", *(("j", "i") if turned else ("i", "j"))),
        factors=factors[::-1] if swapped else factors,
    )  # fmt: skip
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
        (plain_text(nest, roles), "-O1"), (tensor_text(nest, roles, intrinsic), f"-O2 {feature}"),
    ):  # fmt: skip
        counts = count_source(
            (SourceFile("product.c", text),), "gcc", flags, experiment_of(FUNCTION)
        )
        assert counts.ok, counts.message
        digests.add(counts.output_digest)
    assert len(digests) == 1
