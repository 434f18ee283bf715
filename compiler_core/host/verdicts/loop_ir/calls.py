"""What a call in a loop says of it, by the callee's name in the compiler's own form."""

from __future__ import annotations

import re

_MATH = re.compile(
    r"(?:__builtin_)?(sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|exp|exp2|exp10|expm1|sincos"
    r"|log|log2|log10|log1p|pow|cbrt|hypot|fmod|remainder|erf|erfc|tgamma|lgamma|cexpi"
    r"|asinh|acosh|atanh|ldexp|frexp|modf|scalbl?n|logb|ilogb|fdim|nextafter|nexttoward|remquo"
    r"|j[01n]|y[01n])[fl]?"
)
_ERRNO = re.compile(r"(?:__builtin_)?(?:sqrt|l?lrint|l?lround)[fl]?")
# C's rule for products and quotients of complex numbers whose parts both came out as NaN.
_COMPLEX = re.compile(r"__(?:mul|div)[hsdtx]c3")
_RETURNS_TWICE = re.compile(r"_*(?:sig)?setjmp|vfork")
_ATOMIC = re.compile(r"atomic|(?:__builtin_)?__(?:atomic|sync)_.*|\.ATOMIC_\w+")
_PREFETCH = re.compile(r"__builtin_prefetch|llvm\.prefetch\..*")
_BITS = re.compile(
    r"(?:__builtin_|\.|llvm\.)?(popcount|ctpop|clz|ctlz|ctz|cttz|POPCOUNT|CLZ|CTZ"
    r"|clrsb|bitreverse|bswap)(?:l|ll|imax)?\d*(?:\.i\d+)?"
)
_OVERFLOW = re.compile(r"\.(?:ADD|SUB|MUL)_OVERFLOW|llvm\.[su](?:add|sub|mul)\.with\.overflow\..*")
_WHOLE = re.compile(r"llvm\.mem(?:cpy|move|set)\..*|(?:__builtin_)?mem(?:cpy|move|set)")
_SINGLE = re.compile(
    r"(?:__builtin_)?(fabs|floor|ceil|trunc|round|rint|nearbyint|fmax|fmin"
    r"|copysign|expect|unreachable|assume_aligned|bswap\d*|isgreater"
    r"|is\w+)[fl]?|\.[A-Z_]+|llvm\..*"
)
_INDIRECT = re.compile(r"%.*|OBJ_TYPE_REF.*|[\w.$]*_\d+|")
# The first row whose names match tells the facts.
_KINDS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = (
    (_ATOMIC, ("atomic",)),
    (_PREFETCH, ("prefetch",)),
    (_BITS, ("bit_count",)),
    (_OVERFLOW, ("overflow_test",)),
    (_WHOLE, ("whole_copy",)),
    (_COMPLEX, ("complex_call", "call")),
    (_RETURNS_TWICE, ("returns_twice", "call")),
    (_ERRNO, ("math_call_errno", "math_call", "call")),
    (_MATH, ("math_call", "call")),
    (_INDIRECT, ("indirect_call", "call")),
    (_SINGLE, ()),
)


def call_facts(callee: str) -> tuple[str, ...]:
    """Facts by name, as the table of reasons refers to them."""
    return next((facts for names, facts in _KINDS if names.fullmatch(callee)), ("call",))
