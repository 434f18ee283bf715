"""Each of these mistakes, put into the stepper, breaks some requirement or some test of a form."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from compiler_core.host.stepping import (
    accesses,
    changes,
    decoding,
    flag_text,
    page_form,
    planning,
    recording,
    sentences,
    states,
    touches,
)
from compiler_core.host.stepping.record import Delta
from compiler_core.toolchain.recorder.plan import Access
from tests.stepping import recorded as recordings
from tests.stepping import requirements
from tests.stepping.programs import SVE, Setting
from tests.stepping.requirements import REQUIREMENTS

SCALAR = Setting("sum", "gcc", "-O0", arrival=3)
NEON = Setting("axpy", "gcc", "-O3")
PREDICATED = Setting("axpy", "gcc", SVE, 256)
CALLING = Setting("called", "gcc", "-O2")
TRIED = (SCALAR, NEON, PREDICATED, CALLING)


@dataclass(frozen=True)
class Mutant:
    """A mistake: the name in the modules is replaced by what `change` makes of it. anew: the
    program has to be planned and run again for the mistake to show."""

    title: str
    modules: tuple[Any, ...]
    name: str
    change: Callable[[Any], Any]
    anew: bool = False


def big_endian(original: Any) -> Any:
    return lambda content, lane_type: original(
        b"".join(content[at : at + 4][::-1] for at in range(0, len(content), 4)), lane_type
    )


def reversed_lanes(original: Any) -> Any:
    return lambda content, lane_type: original(content, lane_type)[::-1]


def new_for_old(original: Any) -> Any:
    def changed(old: Any, new: Any) -> Any:
        return {name: (pair[1], pair[1]) for name, pair in original(old, new).items()}

    return changed


def backward_is_forward(_: Any) -> Any:
    return states.forward


def late_frames(original: Any) -> Any:
    return lambda first, deltas: original(first, deltas[1:])


def without_vectors(original: Any) -> Any:
    def delta(*arguments: Any) -> Delta:
        return replace(original(*arguments), vectors={})

    return delta


def without_arrays(original: Any) -> Any:
    return lambda *arguments: replace(original(*arguments), arrays=())


def next_array_element(original: Any) -> Any:
    def elements(array: Any, first: int, count: int) -> str:
        return original(array, first + 1, count)

    return elements


def first_array_always(_: Any) -> Any:
    return lambda arrays, address: arrays[0] if arrays else None


def all_lanes_active(_: Any) -> Any:
    return lambda predicate, element, count: (1,) * count


def one_bit_per_lane(_: Any) -> Any:
    return lambda predicate, element, count: tuple(
        int.from_bytes(predicate, "little") >> lane & 1 for lane in range(count)
    )


def every_condition_holds(_: Any) -> Any:
    return lambda condition, nzcv: True


def flags_reversed(original: Any) -> Any:
    return lambda nzcv: original(nzcv)[::-1]


def no_shift(original: Any) -> Any:
    def index(memory: Any) -> tuple[int, int, int]:
        number, extend, _ = original(memory)
        return number, extend, 0

    return index


def no_offset(_: Any) -> Any:
    return lambda memory, word, unit: 0


def half_the_size(original: Any) -> Any:
    def access(*arguments: Any) -> Access | None:
        found = original(*arguments)
        return None if found is None else replace(found, size=max(found.size // 2, 1))

    return access


def never_written(_: Any) -> Any:
    return lambda instruction: 0


def three_values(_: Any) -> Any:
    return lambda values: ", ".join(str(value) for value in values[:3])


def old_values(original: Any) -> Any:
    def change(one: Any) -> Any:
        return original(replace(one, after=one.before))

    return change


MUTANTS = (
    Mutant("vectors read as big-endian", (changes, touches), "lanes_of", big_endian),
    Mutant("lanes in the wrong order", (changes,), "lanes_of", reversed_lanes),
    Mutant("memory's lanes in the wrong order", (touches,), "lanes_of", reversed_lanes),
    Mutant("a delta forgets the old value", (states,), "_changed", new_for_old),
    Mutant("going back goes forwards", (states, requirements), "backward", backward_is_forward),
    Mutant("key frames lag by a step", (recording,), "key_frames", late_frames),
    Mutant("vector changes are lost", (decoding,), "delta_of", without_vectors),
    Mutant("stores do not reach the arrays", (decoding,), "delta_of", without_arrays),
    Mutant("elements are counted from one", (touches,), "_elements", next_array_element),
    Mutant("every address is in the first array", (touches,), "array_at", first_array_always),
    Mutant("predicates are ignored in memory", (touches,), "active_lanes", all_lanes_active),
    Mutant("a predicate has a bit per lane", (changes, touches), "active_lanes", one_bit_per_lane),
    Mutant("every condition holds", (requirements,), "holds", every_condition_holds),
    Mutant("flags are read from the wrong end", (flag_text,), "flag_lanes", flags_reversed),
    Mutant("an index is not scaled", (accesses,), "_index", no_shift, anew=True),
    Mutant("an offset is dropped", (accesses,), "_offset", no_offset, anew=True),
    Mutant("half an access is recorded", (planning,), "access_of", half_the_size, anew=True),
    Mutant("no register is said to be written", (planning,), "_written", never_written, anew=True),
    Mutant("a sentence ends after three values", (sentences,), "values_text", three_values),
    Mutant("the page gets old values", (page_form,), "_change", old_values),
)


def test_no_requirement_fails_without_a_mistake() -> None:
    assert _broken() == []


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.title)
def test_a_mistake_is_noticed(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    original = getattr(mutant.modules[0], mutant.name)
    if mutant.anew:
        recordings.recorded.cache_clear()
    for module in mutant.modules:
        monkeypatch.setattr(module, mutant.name, mutant.change(original))
    try:
        assert any(map(_fails, REQUIREMENTS)), f"nothing notices that {mutant.title}"
    finally:
        monkeypatch.undo()
        if mutant.anew:
            recordings.recorded.cache_clear()


def _broken() -> list[str]:
    return [requirement.__name__ for requirement in REQUIREMENTS if _fails(requirement)]


def _fails(requirement: Callable[[Setting], None]) -> bool:
    for setting in TRIED:
        try:
            requirement(setting)
        except (AssertionError, KeyError, IndexError, ValueError):
            return True
    return False
