"""Analyses against slow but plain definitions of the same things."""

from __future__ import annotations

import pytest

from compiler_core.loop.analyses.affine import affine_of
from compiler_core.loop.analyses.alias import alias_of
from compiler_core.loop.analyses.control_flow import predecessors_of
from compiler_core.loop.analyses.counting import CountedLoop, counted_loop
from compiler_core.loop.analyses.dataflow import Analysis, solve, union
from compiler_core.loop.analyses.dependence import Dependence, dependence_of
from compiler_core.loop.analyses.dominators import dominators_of, frontiers_of
from compiler_core.loop.analyses.induction import inductions_of
from compiler_core.loop.analyses.loops import loops_of
from compiler_core.loop.ir.types import F32, I32, U8, U32
from compiler_core.loop.ir.values import Array, Block, Function
from tests.loop.programs import SeededChoices, program
from tests.loop.running import last_function, lowered, through

ROUNDS = 9


def reaches_without(function: Function, avoided: Block, wanted: Block) -> bool:
    """Can control come from the entry to `wanted` without passing `avoided`?"""
    start = function.blocks[0]
    if start is avoided:
        return False
    seen, pending = {start}, [start]
    while pending:
        for target in pending.pop().successors:
            if target is not avoided and target not in seen:
                seen.add(target)
                pending.append(target)
    return wanted in seen


@pytest.mark.parametrize("seed", range(12))
def test_dominators_are_what_cannot_be_avoided(seed: int) -> None:
    function = last_function(lowered(program(SeededChoices(seed)), "f"))
    dominators = dominators_of(function)
    for block in function.blocks:
        expected = {one for one in function.blocks if not reaches_without(function, one, block)}
        assert dominators.of[block] == expected


@pytest.mark.parametrize("seed", range(12))
def test_a_frontier_is_where_dominance_ends(seed: int) -> None:
    function = last_function(lowered(program(SeededChoices(seed)), "f"))
    dominators, before = dominators_of(function), predecessors_of(function)
    frontiers = frontiers_of(function, dominators)
    for block in function.blocks:
        expected = {
            one
            for one in function.blocks
            if any(dominators.dominates(block, way) for way in before[one])
            and not (dominators.dominates(block, one) and one is not block)
        }
        assert set(frontiers[block]) == expected


def test_loops_nest_and_know_their_parts() -> None:
    text = """void f(int *a, int n) {
        for (int i = 0; i < n; i++) { int j = 0; do { if (a[j] > n) break; j++; } while (j < i); }
        while (a[0] > 0) a[0]--; }"""
    function = through(text, "promotion").functions["f"]
    loops = {loop.header.name: loop for loop in loops_of(function, dominators_of(function))}
    assert [loop.depth for loop in loops.values()] == [2, 1, 1]
    inner = next(loop for loop in loops.values() if loop.depth == 2)
    assert inner.parent is loops["header.i"]
    assert len(inner.exits) == 2
    assert inner.preheader is not None
    assert all(set(inner.blocks) < set(loop.blocks) for loop in [inner.parent])


def test_the_solver_finds_what_may_reach_a_block() -> None:
    function = last_function(lowered(program(SeededChoices(5)), "f"))
    analysis: Analysis[frozenset[str]] = Analysis(
        "forward", frozenset(), union, lambda block, fact: fact | {block.name}
    )
    found = solve(function, analysis).outgoing
    for block in function.blocks:
        expected = {one.name for one in function.blocks if block in _reached(one)} | {block.name}
        assert found[block] == expected


def _reached(start: Block) -> set[Block]:
    seen: set[Block] = set()
    pending = [start]
    while pending:
        for target in pending.pop().successors:
            if target not in seen:
                seen.add(target)
                pending.append(target)
    return seen


@pytest.mark.parametrize(
    ("one", "other", "may"),
    [
        (Array(name="a", element=I32), Array(name="b", element=I32), True),
        (Array(name="a", element=I32), Array(name="b", element=I32, restrict=True), False),
        (Array(name="a", element=I32), Array(name="b", element=F32), False),
        (Array(name="a", element=I32), Array(name="b", element=U32), True),
        (Array(name="a", element=I32), Array(name="b", element=U8), True),
        (Array(name="a", element=I32), Array(name="b", element=I32, extent=4), False),
    ],
)  # fmt: skip
def test_aliases_follow_what_c_promises(one: Array, other: Array, may: bool) -> None:
    assert alias_of(one, other).may is may
    assert alias_of(other, one).may is may
    assert alias_of(one, one).may


SUBSCRIPTS = ("i", "i + 1", "i - 2", "2 * i", "2 * i + 1", "3", "n - i", "4 * i + 3", "m", "m + 1",
              "i + m", "2 * (i + 1) - i", "i << 1", "a[i]", "-i + 20")  # fmt: skip


@pytest.mark.parametrize("first", SUBSCRIPTS)
@pytest.mark.parametrize("second", SUBSCRIPTS)
def test_a_dependence_is_what_rounds_really_touch(first: str, second: str) -> None:
    """For several n and m, every pair of rounds that meets must be allowed by the verdict."""
    text = f"""void f(int *a, int n, int m) {{
        for (int i = 0; i < n; i++) {{ int x = a[{first}]; a[{second}] = x; }} }}"""
    function = through(text, "promotion", "loop-invariant-code-motion").functions["f"]
    (loop,) = loops_of(function, dominators_of(function))
    store = next(one for one in function.instructions() if one.opcode == "store")
    x = next(instruction for instruction in function.instructions() if instruction.name == "x")
    if x not in loop.instructions() or "a[i]" in (first, second):
        return
    found = dependence_of(x, store, loop)
    for n, m in ((ROUNDS, 2), (ROUNDS, 5), (8, 0)):
        places = [[_value(text, i, n, m) for i in range(n)] for text in (first, second)]
        for early in range(n):
            for late in range(n):
                if places[0][early] == places[1][late]:
                    assert _allows(found, early - late), (found, n, m, early, late)


def _value(subscript: str, i: int, n: int, m: int) -> int:
    return eval(subscript, {}, {"i": i, "n": n, "m": m})


def _allows(found: Dependence, rounds: int) -> bool:
    """May the first access `rounds` later touch what the second one touches?"""
    if found.verdict == "never":
        return False
    return found.verdict != "distance" or found.distance == rounds


def test_dependences_are_told_precisely() -> None:
    text = "void f(int *a, int n) { for (int i = 2; i < n; i++) { int x = a[i - 2]; a[i] = x; } }"
    function = through(text, "promotion").functions["f"]
    (loop,) = loops_of(function, dominators_of(function))
    store, load = (
        next(instruction for instruction in function.instructions() if instruction.opcode == opcode)
        for opcode in ("store", "load")
    )
    found = dependence_of(store, load, loop)
    assert (found.verdict, found.test, found.distance) == ("distance", "strong SIV", -2)


def test_induction_variables_and_sums() -> None:
    text = "void f(int *a, int n) { for (int i = 3; i < n; i += 2) a[4 * i + n - 1] = i; }"
    function = through(text, "promotion").functions["f"]
    (loop,) = loops_of(function, dominators_of(function))
    (induction,) = inductions_of(loop)
    assert (induction.start.text, induction.step_text) == ("3", "2")
    store = next(one for one in function.instructions() if one.opcode == "store")
    affine = affine_of(store.subscript, loop)
    assert (
        {value.text: factor for value, factor in affine.terms.items()},
        affine.constant,
        affine.per_round,
    ) == ({"n": 1}, 11, 8)


def test_counted_loops_know_their_rounds() -> None:
    text = "void f(int *a) { for (int i = 2; i < 9; i++) a[i] = i; }"
    function = through(text, "promotion").functions["f"]
    (loop,) = loops_of(function, dominators_of(function))
    counted = counted_loop(loop)
    assert isinstance(counted, CountedLoop)
    assert counted.rounds == 7
