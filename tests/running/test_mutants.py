"""Each of these mistakes, put into drivers, outputs or comparisons, breaks some requirement."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from compiler_core.errors import InputError
from compiler_core.host.running import (
    compare_outputs,
    driver,
    driver_body,
    element_rules,
    extents,
    outputs,
    overlap,
    plan,
    planner,
    restrict_removal,
    roles,
    scalar_values,
    sizes,
    ulp,
)
from tests.running.requirements import REQUIREMENTS


@dataclass(frozen=True)
class Mutant:
    """A mistake: the name in the module is replaced by what `change` makes of it."""

    title: str
    module: Any
    name: str
    change: Callable[[Any], Any]


def without_first_array(original: Any) -> Any:
    def digest(self: Any) -> str:
        return original.fget(replace(self, arrays=self.arrays[1:]))

    return property(digest)


def without_types(original: Any) -> Any:
    def digest(self: Any) -> str:
        plain = tuple(replace(one, kind="f") for one in self.arrays)
        return original.fget(replace(self, arrays=plain))

    return property(digest)


def without_roles(*names: str) -> Callable[[Any], Any]:
    def change(original: Any) -> Any:
        def changed(*arguments: Any) -> Any:
            return replace(original(*arguments), **{name: {} for name in names})

        return changed

    return change


def runtime_without(file: str, part: str, instead: str) -> Callable[[Any], Any]:
    """The shared C text with one statement changed."""

    def change(original: Any) -> Any:
        def text(name: str) -> str:
            found = original(name)
            assert name != file or part in found
            return found.replace(part, instead) if name == file else found

        return text

    return change


def unsigned_order(_: Any) -> Any:
    return lambda bits, size: bits


def later_first(original: Any) -> Any:
    return lambda driven: tuple(reversed(original(driven)))


MUTANTS = (
    Mutant("the digest leaves out an array", outputs.Outputs, "digest", without_first_array),
    Mutant("the digest leaves out types", outputs.Outputs, "digest", without_types),
    Mutant("the sign of a number is a large number", ulp, "ordinal", unsigned_order),
    Mutant("NaN is a number", ulp, "is_nan", lambda _: lambda bits, size: False),
    Mutant("the unit is twice as large", ulp, "unit_at", lambda f: lambda *a: 2 * f(*a)),
    Mutant("the last difference is told", compare_outputs, "_largest",
           lambda _: lambda found: (found[-1][1], found[-1][0]) if found else (0, None)),
    Mutant("differences are not looked for", compare_outputs, "_differing",
           lambda _: lambda *a: iter(())),
    Mutant("records and numbers are not filled", driver, "fill", lambda _: lambda *a: []),
    Mutant("every element is drawn from one seed", scalar_values, "sha256",
           lambda f: lambda text: f(b"")),
    Mutant("seeds of one parameter are ignored", scalar_values, "seed_for",
           lambda _: lambda planner, leaf: planner.seed),
    Mutant("bounds get small values", roles, "_bounds", lambda _: lambda *a: set()),
    Mutant("subscripts are not looked at", extents.Extents, "_indexed",
           lambda _: lambda self, *a: extents.Extent(1, True)),
    Mutant("index arrays are like others", planner, "roles_of", without_roles("indexed")),
    Mutant("cases are not read", planner, "roles_of", without_roles("labels")),
    Mutant("what is sought is found", planner, "roles_of", without_roles("scalars")),
    Mutant("no margin behind arrays", plan, "margin_for", lambda _: lambda *a: 0),
    Mutant("margins are not compared", driver, "program_text",
           runtime_without("results.c", "if (now[index] !=", "if (0 && now[index] !=")),
    Mutant("values are not drawn again", driver, "program_text",
           runtime_without("values.c", "leaf->state ^= leaf->state << 13;", "return 1;")),
    Mutant("arrays do not share memory", overlap, "_sharing",
           lambda _: lambda plan, *a: plan.arguments),
    Mutant("the read array is placed on the written one", overlap, "_pair", later_first),
    Mutant("restrict stays", restrict_removal, "_edits", lambda _: lambda *a: iter(())),
    Mutant("constants are zero", element_rules, "constant_rule", lambda _: lambda value: "c0"),
    Mutant("arrays have one element more", sizes, "_count",
           lambda f: lambda *a: replace(f(*a), count=f(*a).count + 1)),
)  # fmt: skip


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.title)
def test_a_mutant_breaks_a_requirement(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = mutant.change(getattr(mutant.module, mutant.name))
    for module in (mutant.module, *_users(mutant)):
        monkeypatch.setattr(module, mutant.name, changed)
    assert any(not _holds(requirement) for requirement in REQUIREMENTS)


def _users(mutant: Mutant) -> list[Any]:
    """Modules that imported the same name."""
    known = (compare_outputs, driver, driver_body, element_rules, overlap, plan, planner, roles,
             scalar_values, sizes, ulp)  # fmt: skip
    original = getattr(mutant.module, mutant.name)
    return [module for module in known if getattr(module, mutant.name, None) is original]


def _holds(requirement: Callable[[], bool]) -> bool:
    """A requirement that ends in an error does not hold either."""
    try:
        return requirement()
    except (AssertionError, IndexError, InputError, KeyError, TypeError, ValueError):
        return False


@pytest.mark.parametrize("requirement", REQUIREMENTS, ids=lambda found: found.__name__)
def test_without_a_mutant_all_requirements_hold(requirement: Callable[[], bool]) -> None:
    assert requirement()
