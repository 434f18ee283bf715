"""Functions of C drawn by a seed, so that compilers emit what no hand-written loop needs."""

from __future__ import annotations

import random
from collections.abc import Callable

_HEAD = (
    "void drawn(int *a, unsigned *b, long *c, unsigned char *d, short *e, float *f, double *g,"
    " int n, long k, float s)"
)
_INTEGERS = {"a": "int", "b": "unsigned", "c": "long", "d": "unsigned char", "e": "short"}
_FLOATS = {"f": "float", "g": "double"}
_CASTS = ("int", "unsigned", "long", "unsigned long", "short", "unsigned char", "signed char")
_DEPTH = 3


def random_function(seed: int) -> str:
    """One function with a loop over seven arrays of seven types."""
    draw = random.Random(seed)
    lines = [_statement(draw) for _ in range(draw.randrange(2, 6))]
    body = "\n".join(f"    {line}" for line in lines)
    return f"{_HEAD} {{\n  for (int i = 0; i < n; i++) {{\n{body}\n  }}\n}}\n"


def _statement(draw: random.Random) -> str:
    kind = draw.randrange(10)
    if kind < 5:
        target = draw.choice(tuple(_INTEGERS))
        return f"{target}[i] {draw.choice(('=', '+=', '^=', '-='))} {_integer(draw, _DEPTH)};"
    if kind < 8:
        target = draw.choice(tuple(_FLOATS))
        return f"{target}[i] {draw.choice(('=', '+=', '*='))} {_real(draw, _DEPTH)};"
    if kind == 8:
        condition = f"{_integer(draw, 1)} {draw.choice(('<', '>', '==', '!=', '<='))} k"
        return f"if ({condition}) a[i] = {_integer(draw, 2)}; else g[i] = {_real(draw, 2)};"
    call = draw.choice(("fetch_add", "fetch_or", "exchange_n", "fetch_xor"))
    return f"a[i] += __atomic_{call}(&b[i], {_integer(draw, 1)}, __ATOMIC_ACQ_REL);"


def _integer(draw: random.Random, depth: int) -> str:
    if depth == 0:
        leaves = (*(f"{name}[i]" for name in _INTEGERS), "i", "k", str(draw.randrange(1, 300)))
        return draw.choice(leaves)
    return draw.choice(_INTEGER_SHAPES)(draw, depth - 1)


def _sum(draw: random.Random, depth: int) -> str:
    sign = draw.choice(("+", "-", "*", "&", "|", "^"))
    return f"({_integer(draw, depth)} {sign} {_integer(draw, depth)})"


def _quotient(draw: random.Random, depth: int) -> str:
    divisor = draw.choice(("3", "7", "16", "100", f"({_integer(draw, depth)} | 1)"))
    return f"({_integer(draw, depth)} {draw.choice(('/', '%'))} {divisor})"


def _shift(draw: random.Random, depth: int) -> str:
    by = draw.choice((str(draw.randrange(1, 31)), f"({_integer(draw, depth)} & 15)"))
    return f"((long){_integer(draw, depth)} {draw.choice(('<<', '>>'))} {by})"


def _choice(draw: random.Random, depth: int) -> str:
    sign = draw.choice(("<", ">", "==", "!="))
    condition = f"{_integer(draw, depth)} {sign} {_integer(draw, 0)}"
    return f"({condition} ? {_integer(draw, depth)} : {_integer(draw, depth)})"


def _cast(draw: random.Random, depth: int) -> str:
    return f"({draw.choice(_CASTS)})({_integer(draw, depth)})"


def _builtin(draw: random.Random, depth: int) -> str:
    inner = _integer(draw, depth)
    return draw.choice(
        (
            f"__builtin_popcount({inner})",
            f"__builtin_clz({inner} | 1)",
            f"(int)__builtin_bswap32({inner})",
            f"__builtin_ctzl({inner} | 256)",
            f"~({inner})",
            f"-({inner})",
            f"__builtin_abs({inner})",
        )
    )


def _from_real(draw: random.Random, depth: int) -> str:
    return f"({draw.choice(('int', 'long', 'unsigned'))})({_real(draw, depth)})"


def _real(draw: random.Random, depth: int) -> str:
    if depth == 0:
        return draw.choice(("f[i]", "g[i]", "s", f"{draw.uniform(-4, 4):.3f}f"))
    kind = draw.randrange(8)
    if kind < 4:
        sign = draw.choice(("+", "-", "*", "/"))
        return f"({_real(draw, depth - 1)} {sign} {_real(draw, depth - 1)})"
    inner = _real(draw, depth - 1)
    if kind == 4:
        call = draw.choice(("fabs", "floor", "ceil", "trunc", "rint", "sqrt"))
        return f"__builtin_{call}({inner})"
    if kind == 5:
        call = draw.choice(("fmax", "fmin"))
        return f"__builtin_{call}({inner}, {_real(draw, depth - 1)})"
    if kind == 6:
        return f"({inner} < {_real(draw, 0)} ? {_real(draw, depth - 1)} : -({_real(draw, 0)}))"
    return f"(float)({_integer(draw, depth - 1)})"


_INTEGER_SHAPES: tuple[Callable[[random.Random, int], str], ...] = (
    _sum, _sum, _quotient, _shift, _choice, _cast, _builtin, _from_real,
)  # fmt: skip
