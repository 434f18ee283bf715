"""The lowest operator set in which a model could stand, and which operator asks for it.

A node can stand in an older set if that set's operator takes as many inputs and outputs, knows its
attributes, takes its types, and means the same. The last is not in the schemas: the standard's
changelog (onnx, docs/Changelog.md) says where a meaning changed without the form.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import onnx_ir as ir

from compiler_core.graph.importing.operator_forms import (
    OPERATORS_KEPT,
    STANDARD,
    attribute_type,
    schema_of,
)
from compiler_core.graph.importing.operator_types import type_name
from compiler_core.graph.importing.report import OperatorNeed

if TYPE_CHECKING:
    from onnx.defs import OpSchema

# Operators whose meaning changed while their form stayed: the set with today's meaning.
_SAME_MEANING_SINCE: dict[str, int] = {
    **dict.fromkeys(("Softmax", "LogSoftmax", "Hardmax"), 13),
    **dict.fromkeys(("Add", "Sub", "Mul", "Div", "Pow", "PRelu", "And", "Or", "Xor", "Equal",
                     "Greater", "Less", "Gemm", "Dropout"), 7),
    **dict.fromkeys(("Sum", "Max", "Min", "Mean"), 8),
    **dict.fromkeys(("BatchNormalization", "MatMul"), 9),
    "Reshape": 5, "Concat": 4, "Cast": 6, "Tile": 6,
}  # fmt: skip


def operator_needs(model: ir.Model) -> tuple[OperatorNeed, ...]:
    """For each standard operator the lowest set its nodes can stand in, the highest first."""
    version = model.opset_imports.get("", 1)
    by_type: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    for node in model.graph.all_nodes():
        if node.domain in STANDARD and schema_of(node.op_type, version) is not None:
            by_type[node.op_type].append((_lowest_set(_form_of(node), version), node.name or ""))
    needs = [
        OperatorNeed(operator, lowest, tuple(name for need, name in nodes if need == lowest))
        for operator, nodes in by_type.items()
        for lowest in (max(need for need, _ in nodes),)
    ]
    return tuple(sorted(needs, key=lambda entry: (-entry.lowest, entry.operator)))


@dataclass(frozen=True, slots=True)
class _NodeForm:
    """What of a node an operator set accepts or not. attributes: names with type numbers."""

    operator: str
    types: tuple[str, ...]
    outputs: int
    attributes: frozenset[tuple[str, int]]


def _form_of(node: ir.Node) -> _NodeForm:
    types = (
        type_name(value.dtype) if value is not None and value.dtype is not None else ""
        for value in node.inputs
    )
    attributes = frozenset(
        (name, int(attribute.type)) for name, attribute in node.attributes.items()
    )
    return _NodeForm(node.op_type, tuple(types), len(node.outputs), attributes)


@lru_cache(maxsize=4096)
def _lowest_set(form: _NodeForm, version: int) -> int:
    """The lowest operator set in which a node of this form can stand."""
    lowest = version
    meaning = _SAME_MEANING_SINCE.get(form.operator, 1)
    # In a set before the change the old meaning holds, and so it does in all older ones.
    meaning = meaning if meaning <= version else 1
    for schema in _older_schemas(form.operator, version):
        if schema.deprecated or not _fits(form, schema):
            break
        lowest = max(schema.since_version, meaning)
        if schema.since_version <= meaning:
            break
    return lowest


@lru_cache(maxsize=OPERATORS_KEPT)
def _older_schemas(operator: str, version: int) -> tuple[OpSchema, ...]:
    """All definitions of an operator up to this set, the newest first."""
    schemas = []
    schema = schema_of(operator, version)
    while schema is not None:
        schemas.append(schema)
        below = schema.since_version - 1
        schema = schema_of(operator, below) if below >= 1 else None
    return tuple(schemas)


def _fits(form: _NodeForm, schema: OpSchema) -> bool:
    if not schema.min_input <= len(form.types) <= schema.max_input:
        return False
    if not schema.min_output <= form.outputs <= schema.max_output:
        return False
    known = {(name, attribute_type(attribute)) for name, attribute in schema.attributes.items()}
    given = {name for name, _ in form.attributes}
    required = {name for name, declared in schema.attributes.items() if declared.required}
    return form.attributes <= known and required <= given and _types_fit(form, schema)


def _types_fit(form: _NodeForm, schema: OpSchema) -> bool:
    allowed = {limit.type_param_str: limit.allowed_type_strs for limit in schema.type_constraints}
    for index, name in enumerate(form.types):
        formal = schema.inputs[min(index, len(schema.inputs) - 1)].type_str
        if name and name not in allowed.get(formal, [formal]):
            return False
    return True
