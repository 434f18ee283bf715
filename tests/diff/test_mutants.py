"""Each of these mistakes, put into the comparison, breaks some requirement."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from compiler_core.host import canonical, metrics
from compiler_core.host.comparison import (
    alignment,
    colours,
    consistency,
    definitions,
    diff,
    function_pairs,
    loop_sentences,
    summary,
)
from compiler_core.host.compile import _analyses
from tests.diff.requirements import REQUIREMENTS

pytestmark = pytest.mark.usefixtures("emulator")


@dataclass(frozen=True)
class Mutant:
    """A mistake: the name in the module is replaced by what `change` makes of it."""

    title: str
    module: Any
    name: str
    change: Callable[[Any], Any]


def shapes_only(_: Any) -> Any:
    return lambda forms: [form.shape for form in forms]


def without_labels(original: Any) -> Any:
    return lambda forms: original([replace(form, labels=()) for form in forms])


def no_conflicts(original: Any) -> Any:
    return lambda *arguments: replace(original(*arguments), conflicts={})


def without_last_row(original: Any) -> Any:
    return lambda *arguments: original(*arguments)[:-1]


def without_moved_rows(original: Any) -> Any:
    return lambda *arguments: tuple(r for r in original(*arguments) if r.kind != "moved")


def every_subtraction_free(_: Any) -> Any:
    return lambda instruction: (1, 2) if len(instruction.operands) == 3 else None


MUTANTS = (
    Mutant("registers ignored", alignment, "first_appearance_texts", shapes_only),
    Mutant("labels ignored", alignment, "first_appearance_texts", without_labels),
    Mutant("numbers ignored", canonical, "_number_text", lambda _: lambda *_: "#"),
    Mutant("constants ignored", function_pairs, "constants_of", lambda _: lambda _: {}),
    Mutant("values not checked", alignment, "check_pairs", no_conflicts),
    Mutant("arguments free", consistency, "INCOMING_REGISTERS", lambda _: frozenset()),
    Mutant("call arguments free", definitions, "ARGUMENT_REGISTERS", lambda _: ()),
    Mutant("renamed arguments not told", summary, "_other_arguments", lambda _: lambda _: ()),
    Mutant("any operands swap", definitions, "swappable_slots", every_subtraction_free),
    Mutant("nothing moves", alignment, "_match_moved", lambda _: lambda *_: None),
    Mutant("no colours", alignment, "_colour", lambda _: lambda *_: None),
    Mutant("the last row is lost", diff, "paired_rows", without_last_row),
    Mutant("reordered rows are lost", diff, "paired_rows", without_moved_rows),
    Mutant("loads counted one too many", metrics, "_count", lambda f: lambda *a: f(*a) + 1),
    Mutant("frame not counted", metrics, "frame_bytes", lambda _: lambda _: 0),
    Mutant("strides taken for unrolling", loop_sentences, "_has_more_accesses",
           lambda _: lambda *_: True),
    Mutant("one alignment for all", diff, "match_functions",
           lambda f: lambda left, right: f(left, left)),
)  # fmt: skip


@pytest.fixture(autouse=True)
def fresh_caches() -> Iterator[None]:
    """Nothing computed by a mutant may outlive it, nor hide it."""
    _forget()
    yield
    _forget()


def _forget() -> None:
    canonical._canonical_text.cache_clear()
    definitions.form_roles.cache_clear()
    _analyses.clear()


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.title)
def test_a_mutant_breaks_a_requirement(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = mutant.change(getattr(mutant.module, mutant.name))
    monkeypatch.setattr(mutant.module, mutant.name, changed)
    assert [requirement.__name__ for requirement in REQUIREMENTS if not _holds(requirement)]


def _holds(requirement: Callable[[], bool]) -> bool:
    """A requirement that ends in an error does not hold either."""
    try:
        return requirement()
    except (AssertionError, IndexError, KeyError, StopIteration, ValueError):
        return False


def test_there_are_enough_mutants() -> None:
    assert len(MUTANTS) >= 8
    assert colours.COLOUR_ROUNDS >= 2
