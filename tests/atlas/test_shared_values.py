"""A value that is used twice, over and over, is read once: each such program is soon answered.

Walked path by path, these programs take years; a walk without end is ended and named by
`tests/silence.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest

from compiler_core.atlas.mlir.from_loop.module import module_of
from compiler_core.atlas.triton.from_loop.kernel import kernel_of
from compiler_core.errors import InputError
from compiler_core.source import SourceFile

_LENGTH = 40
_PRODUCT = " * ".join(["(p + q)"] * _LENGTH)


def chain(first: str, operator: str) -> str:
    """`int a1 = a0 + a0; int a2 = a1 + a1; …`"""
    lines = (f"int a{at + 1} = a{at} {operator} a{at};\n" for at in range(_LENGTH))
    return f"int a0 = {first};\n" + "".join(lines)


def program(body: str) -> str:
    return f"""void f(int n, int p, int q, int *restrict x) {{
  for (int i = 0; i < n; i++) {{
    {body}
  }}
}}"""


LAST = f"a{_LENGTH}"
PROGRAMS = {
    "end of an inner loop": "{chain} for (int j = 0; j < {last}; j++) x[i] = j;",
    "end in the test": "for (int j = 0; j < {product}; j++) x[i] = j;",
    "subscript": "{chain} x[i + {last}] = i;",
    "subscript in a nest": "for (int j = 0; j < 4; j++) {{ {chain} x[8 * i + {last}] = i; }}",
    "product": "for (int j = 0; j < 4; j++) x[i * 4 + j + {product}] = i;",
    "value": "{chain} x[i] = {last};",
}


@pytest.mark.parametrize("translate", [kernel_of, module_of])
@pytest.mark.parametrize("operator", ["+", "*"])
@pytest.mark.parametrize("first", ["p + 1", "i + 1", "3"])
@pytest.mark.parametrize("body", PROGRAMS.values(), ids=PROGRAMS)
def test_a_shared_value_is_read_once(
    body: str, first: str, operator: str, translate: Callable[[SourceFile], object]
) -> None:
    shown = body.format(chain=chain(first, operator), last=LAST, product=_PRODUCT)
    with suppress(InputError):
        translate(SourceFile("loop.c", program(shown)))
