"""Types by the names that the text form gives them."""

from __future__ import annotations

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
)

SCALARS = (VOID, BOOL, I8, I16, I32, I64, U8, U16, U32, U64, F32, F64)
_BY_NAME = {type_.name: type_ for type_ in SCALARS}


def type_named(name: str) -> Type | None:
    """The type of this name, scalar or with up to 64 lanes; None if there is none."""
    scalar, sign, lanes = name.partition("x")
    scalar_type = _BY_NAME.get(scalar)
    if not sign or scalar_type is None:
        return scalar_type
    if not lanes.isascii() or not lanes.isdigit() or len(lanes) > 2:
        return None
    count = int(lanes)
    return scalar_type.with_lanes(count) if scalar_type != VOID and 2 <= count <= 64 else None
