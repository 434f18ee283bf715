"""Does a node fit its operator: number of inputs and outputs, and attributes with their types."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from compiler_core.graph.importing.errors import ModelRefused
from compiler_core.graph.importing.limits import ImportLimits, hold
from compiler_core.graph.importing.tensors import check_tensor

if TYPE_CHECKING:
    from onnx import AttributeProto, NodeProto
    from onnx.defs import OpSchema

STANDARD = ("", "ai.onnx")
OPERATORS_KEPT = 2048
"""With versions: a file may name what no standard has."""
_ATTRIBUTE_ADVICE = "The exporter wrote a node that no ONNX operator describes; export again."


@lru_cache(maxsize=OPERATORS_KEPT)
def schema_of(operator: str, version: int) -> OpSchema | None:
    """What the standard says of an operator in an operator set; None if it has no such one."""
    from onnx import defs

    try:
        return defs.get_schema(operator, version, "")
    except defs.SchemaError:
        return None


def attribute_type(attribute: OpSchema.Attribute) -> int:
    """The number that onnx.proto3 gives a kind of attribute."""
    kind: Any = attribute.type
    return int(kind.value)


@lru_cache(maxsize=OPERATORS_KEPT)
def _form(operator: str, version: int) -> tuple[dict[str, int], frozenset[str]] | None:
    """Attributes with their type numbers, and those that must be given."""
    schema = schema_of(operator, version)
    if schema is None:
        return None
    types = {name: attribute_type(attribute) for name, attribute in schema.attributes.items()}
    needed = frozenset(name for name, declared in schema.attributes.items() if declared.required)
    return types, needed


def check_node(node: NodeProto, version: int, limits: ImportLimits, where: str) -> None:
    """Raise ModelRefused for a standard operator used against its definition.

    An operator that the standard does not have passes: the report names it as unsupported.
    """
    _check_attribute_contents(node, limits, where)
    form = _form(node.op_type, version) if node.domain in STANDARD else None
    if form is None:
        return
    _check_counts(node, version, where)
    types, needed = form
    given = {attribute.name: attribute for attribute in node.attribute}
    for name in needed - given.keys():
        raise ModelRefused(f"{where} lacks the attribute {name}.", _ATTRIBUTE_ADVICE)
    for name, attribute in given.items():
        if name not in types:
            raise ModelRefused(
                f"{where} has an attribute {name}, which {node.op_type} does not know.",
                _ATTRIBUTE_ADVICE,
            )
        if attribute.type != types[name]:
            raise ModelRefused(
                f"{where}: its attribute {name} has a wrong type.", _ATTRIBUTE_ADVICE
            )


def _check_counts(node: NodeProto, version: int, where: str) -> None:
    schema = schema_of(node.op_type, version)
    assert schema is not None
    for count, least, most, kind in (
        (len(node.input), schema.min_input, schema.max_input, "inputs"),
        (len(node.output), schema.min_output, schema.max_output, "outputs"),
    ):
        if not least <= count <= most:
            expected = str(least) if least == most else f"{least} to {most}"
            raise ModelRefused(f"{where} has {count} {kind}; {node.op_type} takes {expected}.")


def _check_attribute_contents(node: NodeProto, limits: ImportLimits, where: str) -> None:
    names = [attribute.name for attribute in node.attribute]
    if len(set(names)) != len(names):
        raise ModelRefused(f"{where} has the same attribute twice.", _ATTRIBUTE_ADVICE)
    for attribute in node.attribute:
        _check_attribute(attribute, limits, where)


def _check_attribute(attribute: AttributeProto, limits: ImportLimits, where: str) -> None:
    location = f"{where}, attribute {attribute.name}"
    numbers = max(len(attribute.ints), len(attribute.floats), len(attribute.strings))
    hold(limits, "attribute_numbers", numbers, location)
    hold(limits, "text_bytes", max(map(len, (attribute.s, *attribute.strings))), location)
    if attribute.ref_attr_name:
        raise ModelRefused(f"{location} refers to an attribute of a function it is not in.")
    if attribute.HasField("sparse_tensor") or attribute.sparse_tensors:
        raise ModelRefused(f"{location} is a sparse tensor, which is not read.")
    for tensor in (*attribute.tensors, *((attribute.t,) if attribute.HasField("t") else ())):
        check_tensor(tensor, limits, location)
