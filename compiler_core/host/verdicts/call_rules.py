"""Rules about what a loop calls, and what it touches that other threads or devices see."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from compiler_core.host.source_reading.syntax import text_of
from compiler_core.host.verdicts.loop_text import LoopText, is_local, walk
from compiler_core.source import SourceFile

_ERRNO = re.compile(r"(?:std::|__builtin_)?(sqrt)[fl]?")
_MATH = re.compile(
    r"(?:std::|__builtin_)?(sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|exp|exp2|exp10|expm1"
    r"|log|log2|log10|log1p|pow|cbrt|hypot|fmod|remainder|erf|erfc|tgamma|lgamma)[fl]?"
)
_INSTRUCTIONS = re.compile(
    r"(?:std::|__builtin_)?(fabs|floor|ceil|trunc|round|rint|nearbyint|fmax|fmin|copysign|fma)[fl]?"
    r"|(?:std::)?abs|__builtin_(popcount|clz|ctz|bswap|expect|assume\w*|unreachable|prefetch)\w*"
)
_INTRINSIC = re.compile(
    r"\b(v(ld|st|add|mul|mla|fma|dup|get|max|min|sub)\w*_[fsup]\d+|sv\w+_[a-z])\b"
)
_ATOMIC = re.compile(r"(?:__)?atomic_\w+|__sync_\w+|__c11_atomic_\w+")


def touches_volatile(text: LoopText) -> bool:
    return any(
        name is not None and name.volatile
        for node in text.nodes("identifier")
        if (name := text.names.get(text_of(node)))
    )


def is_atomic(text: LoopText) -> bool:
    if any(_ATOMIC.fullmatch(name) for name in called(text)):
        return True
    return any(
        "atomic" in name.type_text.lower()
        for node in text.nodes("identifier")
        if (name := text.names.get(text_of(node)))
    )


def has_intrinsics(text: LoopText) -> bool:
    return _INTRINSIC.search(text_of(text.loop)) is not None


def called(text: LoopText) -> Iterator[str]:
    for node in text.nodes("call_expression"):
        yield text_of(node.child_by_field_name("function"))


def has_call(text: LoopText) -> bool:
    """A call that is neither a single instruction nor a cast."""
    return any(not _INSTRUCTIONS.fullmatch(name) for name in called(text))


def has_math_call(text: LoopText) -> bool:
    return any(_MATH.fullmatch(name) for name in called(text))


def has_errno_call(text: LoopText) -> bool:
    return any(_ERRNO.fullmatch(name) for name in called(text))


def has_indirect_call(text: LoopText) -> bool:
    """Through a function pointer, or a member reached by a pointer (a virtual function)."""
    for node in text.nodes("call_expression"):
        called = node.child_by_field_name("function")
        known = text.names.get(text_of(called))
        if called is not None and called.type == "field_expression":
            return True
        if known is not None and text.function is not None and is_local(text, known.start_byte):
            return True
    return False


def calls_function_defined_here(text: LoopText) -> bool:
    return any(is_defined_in(text.source, name) for name in set(called(text)))


def is_defined_in(source: SourceFile, name: str) -> bool:
    """True if the source has the body of this function."""
    if not re.fullmatch(r"\w+", name):
        return False
    return re.search(rf"\b{re.escape(name)}\s*\([^;{{}}]*\)\s*\{{", source.text) is not None


def calls_constant_function(text: LoopText) -> bool:
    """A function declared `__attribute__((const))` or `pure`: it only computes from its input."""
    return any(is_declared_constant(text.source, name) for name in set(called(text)))


def is_declared_constant(source: SourceFile, name: str) -> bool:
    """True if the source declares the function to depend on its input only."""
    if not re.fullmatch(r"\w+", name):
        return False
    attribute = r"__attribute__\s*\(\(\s*_*(?:const|pure)_*\s*\)\)[^;{}]*"
    before = rf"{attribute}\b{re.escape(name)}\s*\("
    after = rf"\b{re.escape(name)}\s*\([^;{{}}]*\)\s*{attribute};"
    return re.search(f"{before}|{after}", source.text) is not None


def has_wide_type(text: LoopText) -> bool:
    """`long double` and `__int128` have no vector arithmetic on AArch64."""
    return any(
        re.search(r"long\s+double|__int128|_Float128", name.type_text)
        for node in text.nodes("identifier")
        if (name := text.names.get(text_of(node)))
    )


def has_hard_operation(text: LoopText) -> bool:
    """Integer division, 64-bit multiplication or a bit count: not all have a vector form."""
    if any("popcount" in name or "__builtin_c" in name for name in called(text)):
        return True
    for node in text.nodes("binary_expression", "assignment_expression"):
        operator = text_of(node.child_by_field_name("operator")).rstrip("=")
        if operator not in ("*", "/", "%") or _is_in_subscript(node):
            continue
        types = [
            text.names[text_of(part)]
            for part in walk(node)
            if part.type == "identifier" and text_of(part) in text.names
        ]
        wide = any(re.search(r"\blong\b|int64", name.type_text) for name in types)
        if not any(name.floating for name in types) and (operator != "*" or wide):
            return True
    return False


def _is_in_subscript(node: Node) -> bool:
    current = node.parent
    while current is not None and not current.type.endswith("statement"):
        if current.type in ("subscript_expression", "subscript_argument_list"):
            return True
        current = current.parent
    return False
