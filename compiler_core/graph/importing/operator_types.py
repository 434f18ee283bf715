"""Do the element types of a node's inputs fit its operator?"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import onnx_ir as ir

from compiler_core.graph.importing.operator_forms import OPERATORS_KEPT, schema_of
from compiler_core.graph.importing.value_facts import NodeFacts

_NAMES: dict[str, ir.DataType] = {
    "float": ir.DataType.FLOAT, "double": ir.DataType.DOUBLE, "float16": ir.DataType.FLOAT16,
    "bfloat16": ir.DataType.BFLOAT16, "bool": ir.DataType.BOOL,
    **{f"{sign}int{bits}": ir.DataType[f"{sign.upper()}INT{bits}"]
       for sign in ("", "u") for bits in (8, 16, 32, 64)},
}  # fmt: skip

_TEXTS = {kind: name for name, kind in _NAMES.items()}


@dataclass(frozen=True, slots=True)
class _TypeForm:
    """For each input the type variable it belongs to; for each variable the types it may be.

    variadic: the last input may come any number of times; its types may differ if free is set.
    """

    variables: tuple[str, ...]
    allowed: dict[str, frozenset[ir.DataType]]
    free: bool


@lru_cache(maxsize=OPERATORS_KEPT)
def _form_of(operator: str, version: int) -> _TypeForm | None:
    schema = schema_of(operator, version)
    if schema is None:
        return None
    variables = tuple(parameter.type_str for parameter in schema.inputs)
    allowed = {
        constraint.type_param_str: _types(constraint.allowed_type_strs)
        for constraint in schema.type_constraints
    }
    # A type without a variable is written out: "tensor(int64)".
    allowed |= {name: _types([name]) for name in variables if name not in allowed}
    free = bool(schema.inputs) and not schema.inputs[-1].is_homogeneous
    return _TypeForm(variables, allowed, free)


def _types(names: object) -> frozenset[ir.DataType]:
    kinds = (str(name).removeprefix("tensor(").removesuffix(")") for name in names)  # type: ignore[attr-defined]
    return frozenset(_NAMES[name] for name in kinds if name in _NAMES)


def type_name(kind: ir.DataType) -> str:
    """The standard's text for a type, such as tensor(float)."""
    return f"tensor({_TEXTS.get(kind, kind.name.lower())})"


def check_types(node: NodeFacts) -> None:
    """Raise InferenceRefused for inputs whose types the operator does not take, or mixes."""
    form = _form_of(node.node.op_type, node.version)
    if form is None:
        return
    bound: dict[str, ir.DataType] = {}
    for index, fact in enumerate(node.inputs):
        if fact is None:
            continue
        variable = form.variables[min(index, len(form.variables) - 1)]
        kind = fact.element_type
        if kind not in form.allowed[variable]:
            node.refuse(f"its input {index + 1} must not be of type {kind.name.lower()}")
        if not form.free and bound.setdefault(variable, kind) != kind:
            names = f"{bound[variable].name.lower()} and {kind.name.lower()}"
            node.refuse(f"it mixes the types {names}")
