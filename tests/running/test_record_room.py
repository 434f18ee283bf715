"""Generated values that do not fit an array inside a structure are the generator's fault."""

from __future__ import annotations

import pytest

from compiler_core.host.running.count import count_source
from compiler_core.host.running.experiment import experiment_of
from compiler_core.host.running.refusal import without_options
from compiler_core.source import SourceFile

BODY = "{ for (int i = 0; i < COUNT; i++) b->a[i] = b->a[i] + 1; }"
CASES = {
    "own bound": ("struct s { int n; float a[16]; };", "struct s *b", "b->n", "b.n", 16),
    "bound beside": ("struct s { float a[16]; };", "struct s *b, int n", "n", "n", 16),
    "macro": ("#define M 32\nstruct s { long n; int a[M]; };", "struct s *b", "b->n", "b.n", 32),
    "typedef": ("typedef struct { int n; char a[8 * 2]; } s;", "s *b", "b->n", "b.n", 16),
}


def _count(name: str, values: str = "") -> tuple[str, tuple[str, ...]]:
    declared, parameters, bound, _, _ = CASES[name]
    text = f"{declared}\nvoid f({parameters}) {BODY.replace('COUNT', bound)}\n"
    experiment = experiment_of(settings=(values,) if values else ())
    found = count_source((SourceFile("f.c", text),), "gcc", "-O2", experiment)
    return found.message, found.notes


@pytest.mark.parametrize("name", CASES)
def test_the_input_is_blamed_and_what_to_set_is_named(name: str) -> None:
    *_, path, room = CASES[name]
    message, notes = _count(name)
    said = " ".join((message, *notes))
    assert "The generated input does not fit" in said
    assert f"Set {path} to {room} or less (--set {path}={room})" in said
    assert "error in the function" not in said
    assert "--set" not in without_options(said)
    assert f"Set {path} to {room} or less." in without_options(said)


@pytest.mark.parametrize("name", CASES)
def test_what_fits_is_not_blamed(name: str) -> None:
    *_, path, room = CASES[name]
    message, notes = _count(name, f"{path}={room}")
    assert "does not fit" not in " ".join((message, *notes))
