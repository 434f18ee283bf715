"""Atomic numbers are driven as plain ones: each name of stdatomic.h has the size and the sign that
the compilers give it, and a function that takes it runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from compiler_core.errors import InputError
from compiler_core.host.compile import compile_source
from compiler_core.host.running.count import count_source
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.source_reading.atomic_names import plain_number
from compiler_core.source import source_file

pytestmark = pytest.mark.usefixtures("emulator")

HEADER = next(Path("/usr/lib/gcc-cross/aarch64-linux-gnu").glob("1*/include/stdatomic.h"))
NAMES = sorted(set(re.findall(r"\b(atomic_\w+);", HEADER.read_text())) - {"atomic_flag"})
AT_ONCE = 6


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_each_is_the_atomic_form_of_its_plain_type(compiler: str) -> None:
    assert len(NAMES) > 30
    asserted = (
        f"_Static_assert(_Generic(({name} *)0, _Atomic({plain_number(name)}) *: 1, default: 0), "
        f'"{name}");'
        for name in NAMES
    )
    text = "\n".join(("#include <stdatomic.h>", *asserted))
    found = compile_source((source_file(text),), compiler, "-O1")
    assert [diagnostic.message for diagnostic in found.diagnostics] == []


@pytest.mark.parametrize("first", range(0, len(NAMES), AT_ONCE))
def test_a_function_that_takes_them_runs(first: int) -> None:
    names = NAMES[first : first + AT_ONCE]
    taken = ", ".join(f"{name} *a{number}" for number, name in enumerate(names))
    body = " ".join(f"a{number}[i] ^= 1;" for number in range(len(names)))
    text = (
        f"#include <stdatomic.h>\nvoid f({taken}, int n) "
        f"{{ for (int i = 0; i < n; i++) {{ {body} }} }}"
    )
    counts = count_source((source_file(text),), "gcc", "-O1", Experiment(n=5))
    assert counts.ok, counts.message


def test_objects_of_cpp_are_refused_with_the_reason() -> None:
    text = "#include <atomic>\nvoid f(std::atomic_int *a, int n) { while (n--) a[n]++; }"
    with pytest.raises(InputError, match="cannot be filled by copying"):
        count_source((source_file(text, language="c++"),), "gcc", "-O1")
