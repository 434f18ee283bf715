"""Names of the C library's mathematical functions, and those for the next wider type."""

from __future__ import annotations

_MATH = frozenset(
    ("acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "copysign", "cos",
     "cosh", "erf", "erfc", "exp", "exp2", "expm1", "fabs", "fdim", "floor", "fma", "fmax", "fmin",
     "fmod", "frexp", "hypot", "ldexp", "log", "log10", "log1p", "log2", "lrint", "modf",
     "nearbyint", "pow", "remainder", "rint", "round", "sin", "sinh", "sqrt", "tan", "tanh",
     "tgamma", "trunc")
)  # fmt: skip


def wider_function(name: str) -> str:
    """`sqrtf` to `sqrt`, `sqrt` to `sqrtl`, also with `__builtin_` in front; others unchanged."""
    prefix = "__builtin_" if name.startswith("__builtin_") else ""
    plain = name.removeprefix(prefix)
    if plain in _MATH:
        return f"{prefix}{plain}l"
    if plain.endswith("f") and plain[:-1] in _MATH:
        return f"{prefix}{plain[:-1]}"
    return name
