"""C's types as types of the representation, and C's rules for mixing them (C11 6.3.1)."""

from __future__ import annotations

from pycparser import c_ast

from compiler_core.loop.front_end.preparation import TYPE_NAMES
from compiler_core.loop.ir.types import (
    BOOL,
    F32,
    F64,
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    VOID,
    Type,
    integer_range,
)

# `char` is unsigned on AArch64 Linux. The words are sorted, `int` beside others is dropped.
_BY_WORDS = {
    ("void",): VOID, ("_Bool",): BOOL, ("char",): U8, ("char", "signed"): I8,
    ("char", "unsigned"): U8, ("short",): I16, ("short", "unsigned"): U16, ("int",): I32,
    ("signed",): I32, ("unsigned",): U32, ("long",): I64, ("long", "unsigned"): U64,
    ("long", "long"): I64, ("long", "long", "unsigned"): U64, ("float",): F32, ("double",): F64,
    ("short", "signed"): I16, ("long", "signed"): I64, ("long", "long", "signed"): I64,
}  # fmt: skip
_RANKS = {8: 1, 16: 2, 32: 3, 64: 4}


def type_of_words(words: list[str]) -> Type | None:
    """`["unsigned", "long"]` is u64; None for what is not in the subset (long double…)."""
    spelled = [part for word in words for part in TYPE_NAMES.get(word, word).split()]
    if len(spelled) > 1 and "int" in spelled:
        spelled.remove("int")
    return _BY_WORDS.get(tuple(sorted(spelled)))


def scalar_type(node: c_ast.Node) -> Type | None:
    """The type of a declaration without pointers and brackets; None outside the subset."""
    if isinstance(node, c_ast.Typename):
        node = node.type
    if isinstance(node, c_ast.TypeDecl):
        node = node.type
    if isinstance(node, c_ast.Enum):
        return I32
    return type_of_words(node.names) if isinstance(node, c_ast.IdentifierType) else None


def promoted(type_: Type) -> Type:
    """Integer promotion: everything narrower than int becomes int."""
    return I32 if type_ == BOOL or (type_.is_integer and type_.bits < 32) else type_


def common_type(left: Type, other: Type) -> Type:
    """The usual arithmetic conversions."""
    if left.is_float or other.is_float:
        return max((t for t in (left, other) if t.is_float), key=lambda type_: type_.bits)
    first, second = promoted(left), promoted(other)
    if _RANKS[first.bits] != _RANKS[second.bits]:
        return max(first, second, key=lambda type_: type_.bits)
    return first if first.kind == "unsigned" else second


def type_of_integer_literal(value: int, suffix: str, decimal: bool) -> Type | None:
    """C11 6.4.4.1: the first type that holds the value."""
    letters = suffix.lower()
    candidates = [I32, U32, I64, U64]
    if "u" in letters:
        candidates = [U32, U64]
    elif decimal:
        candidates = [I32, I64]
    if "l" in letters:
        candidates = [candidate for candidate in candidates if candidate.bits == 64]
    return next((c_type for c_type in candidates if value <= integer_range(c_type)[1]), None)
