"""From the bytes of a file to a model that the passes can take, and a report.

The order is the safety: measure the bytes, parse, check what is parsed, fix the sizes, and only
then build values and infer their shapes.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

import onnx_ir as ir
from google.protobuf.message import DecodeError
from onnx import ModelProto

from compiler_core.errors import UnknownName
from compiler_core.graph.importing.axes import fix_axes
from compiler_core.graph.importing.branches import inline_branches
from compiler_core.graph.importing.dequantising import dequantise_dynamic
from compiler_core.graph.importing.errors import ModelRefused
from compiler_core.graph.importing.expansion.expand import expand_operators
from compiler_core.graph.importing.inference.engine import ShapeInference, infer_shapes
from compiler_core.graph.importing.inference.rules import rule_of
from compiler_core.graph.importing.limits import UPLOAD_LIMITS, ImportLimits, hold
from compiler_core.graph.importing.naming import name_nodes
from compiler_core.graph.importing.operator_forms import STANDARD, schema_of
from compiler_core.graph.importing.operator_sets import operator_needs
from compiler_core.graph.importing.outside_weights import take_in_weights
from compiler_core.graph.importing.raising import COMMON_SET, OLDEST_FORM, raise_operator_set
from compiler_core.graph.importing.report import (
    DynamicAxis,
    ImportReport,
    OperatorCount,
    OperatorNeed,
    UnsupportedOperator,
    ValueReport,
)
from compiler_core.graph.importing.structure import check_model
from compiler_core.graph.importing.tensors import type_text
from compiler_core.graph.importing.unwritten import why_unwritten
from compiler_core.graph.importing.wire_format import measure
from compiler_core.graph.sizes import constant_bytes
from compiler_core.named_files import no_file_words

# The version of the file format that came with operator set 21.
FILE_FORMAT = 10
Operators = Collection[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class ImportedModel:
    """A model with static shapes and unique names, and what the page says of it."""

    model: ir.Model
    report: ImportReport


def import_path(
    path: Path,
    sizes: Mapping[str, int] | None = None,
    supported: Operators | None = None,
    limits: ImportLimits = UPLOAD_LIMITS,
) -> ImportedModel:
    """As import_model, from a file; its weights may lie in others beside it.

    Raises UnknownName if there is none.
    """
    if not path.is_file():
        raise UnknownName(no_file_words(path), "Give the path of an ONNX model.")
    hold(limits, "file_bytes", path.stat().st_size)
    return import_model(path.read_bytes(), sizes, supported, limits, path.parent)


def import_model(
    content: bytes,
    sizes: Mapping[str, int] | None = None,
    supported: Operators | None = None,
    limits: ImportLimits = UPLOAD_LIMITS,
    folder: Path | None = None,
) -> ImportedModel:
    """Read an ONNX file that anyone may have sent.

    sizes: of open axes, by the axis's name or "input:axis". supported: (domain, operator) pairs
    that code is generated for; None lists only operators that the standard does not have. folder:
    where weights may lie that the file does not hold. Raises ModelRefused with its kinds:
    ModelTooLarge, SizesNeeded, InferenceRefused.
    """
    measure(content, limits)
    parsed = _parsed(content)
    if folder is not None:
        take_in_weights(parsed, folder, limits, len(content))
    check_model(parsed, limits)
    constants = {tensor.name for tensor in parsed.graph.initializer}
    overridable = _drop_constant_inputs(parsed, constants)
    axes = fix_axes(parsed.graph, sizes or {}, limits)
    model = _built(parsed)
    warnings = [*overridable, *name_nodes(model), *dequantise_dynamic(model)]
    # Old forms are rewritten by their shapes, and types say which operator set they need.
    inference, inlined = inline_branches(model, infer_shapes(model, limits), limits)
    warnings += inlined
    needs = operator_needs(model)
    version = model.opset_imports.get("", 1)
    warnings += _settle_operator_set(model, needs)
    written_out = expand_operators(model, limits)
    if version < OLDEST_FORM or written_out:
        inference = infer_shapes(model, limits)
    warnings += written_out
    warnings += _warnings_of(inference)
    report = _report(parsed, len(content), model, needs, axes, inference, supported, warnings)
    return ImportedModel(model, report)


def _parsed(content: bytes) -> ModelProto:
    try:
        return ModelProto.FromString(content)
    except (DecodeError, RecursionError, ValueError) as error:
        raise ModelRefused("This is not an ONNX file.", "Is it damaged?") from error


def _drop_constant_inputs(parsed: ModelProto, constants: set[str]) -> list[str]:
    """Constants that are listed as inputs too stay constants; files before 2019 list them all."""
    inputs = [value for value in parsed.graph.input if value.name not in constants]
    dropped = len(parsed.graph.input) - len(inputs)
    if not dropped:
        return []
    inputs = [type(value).FromString(value.SerializeToString()) for value in inputs]
    del parsed.graph.input[:]
    parsed.graph.input.extend(inputs)
    return [f"{dropped} inputs have constant values in the file; they are taken as constants."]


def _built(parsed: ModelProto) -> ir.Model:
    """The representation, without documentation and metadata of others, constants as arrays."""
    try:
        model = ir.serde.deserialize_model(parsed)
    except (ValueError, TypeError, KeyError, RuntimeError) as error:
        raise ModelRefused(f"The model cannot be read: {error}") from error
    model.metadata_props.clear()
    # In the first versions of the file format, constants had to be inputs as well.
    model.ir_version = FILE_FORMAT
    for value in model.graph.initializers.values():
        tensor = value.const_value
        assert tensor is not None
        value.const_value = ir.Tensor(tensor.numpy(), dtype=tensor.dtype, name=value.name)
        value.shape, value.dtype = ir.Shape(tensor.shape.numpy()), tensor.dtype
    for node in model.graph.all_nodes():
        node.metadata_props.clear()
        node.doc_string = None
        if node.domain == "ai.onnx":
            node.domain = ""
    return model


def _settle_operator_set(model: ir.Model, needs: tuple[OperatorNeed, ...]) -> list[str]:
    """Bring old sets up to a common form, and new ones down where nothing needs them."""
    version = model.opset_imports.get("", 1)
    lowest = max((need.lowest for need in needs), default=1)
    if raise_operator_set(model) < model.opset_imports[""]:
        name_nodes(model)
        return [f"Operator set {version} was brought to {model.opset_imports['']}."]
    if version > COMMON_SET >= lowest:
        model.opset_imports[""] = COMMON_SET
        return [f"Operator set {version} was taken back to {COMMON_SET}: no node needs more."]
    return []


def _warnings_of(inference: ShapeInference) -> list[str]:
    if not inference.unknown:
        return []
    shown = ", ".join(inference.unknown[:5])
    more = f" and {len(inference.unknown) - 5} more" if len(inference.unknown) > 5 else ""
    return [f"The shape of {shown}{more} is known only during a run."]


def _report(
    parsed: ModelProto,
    file_bytes: int,
    model: ir.Model,
    needs: tuple[OperatorNeed, ...],
    axes: tuple[DynamicAxis, ...],
    inference: ShapeInference,
    supported: Operators | None,
    warnings: list[str],
) -> ImportReport:
    constants = [value.const_value for value in model.graph.initializers.values()]
    counts = Counter(node.op_type for node in model.graph.all_nodes())
    return ImportReport(
        name=parsed.graph.name,
        producer=f"{parsed.producer_name} {parsed.producer_version}".strip(),
        file_bytes=file_bytes,
        ir_version=parsed.ir_version,
        operator_sets=tuple((opset.domain, opset.version) for opset in parsed.opset_import),
        operator_set=model.opset_imports.get("", 1),
        lowest=max((need.lowest for need in needs), default=1),
        needs=needs,
        inputs=tuple(map(value_report, model.graph.inputs)),
        outputs=tuple(map(value_report, model.graph.outputs)),
        dynamic_axes=axes,
        parameters=sum(constant.size for constant in constants if constant is not None),
        parameter_bytes=constant_bytes(model),
        multiplies=inference.multiplies,
        operators=tuple(OperatorCount(name, count) for name, count in counts.most_common()),
        unsupported=unsupported_operators(model, supported),
        warnings=tuple(warnings),
    )


def value_report(value: ir.Value) -> ValueReport:
    """Name, type and static shape of a value."""
    kind = type_text(int(value.dtype)) if value.dtype is not None else "unknown"
    shape = value.shape
    static = shape is not None and shape.is_static()
    return ValueReport(value.name or "", kind, shape.numpy() if static and shape else None)


def unsupported_operators(
    model: ir.Model, supported: Operators | None
) -> tuple[UnsupportedOperator, ...]:
    """Operators outside the standard or the supported list, with the nodes that use them."""
    version = model.opset_imports.get("", 1)
    nodes: defaultdict[tuple[str, str, str], list[str]] = defaultdict(list)
    for node in model.graph.all_nodes():
        nodes[node.domain, node.op_type, why_unwritten(node)].append(node.name or "")
    operators = (
        UnsupportedOperator(operator, domain, tuple(names), left or reason)
        for (domain, operator, left), names in nodes.items()
        if (reason := _why_unsupported(domain, operator, version, supported))
    )
    return tuple(operators)


def _why_unsupported(domain: str, operator: str, version: int, supported: Operators | None) -> str:
    if operator == "If" and domain in STANDARD:
        return "Its branches do not both give one tensor for each of its results."
    if domain not in STANDARD:
        return f"It is of the domain {domain}, not of the standard."
    if schema_of(operator, version) is None:
        return f"Operator set {version} of the standard has no such operator."
    if supported is not None and ("", operator) not in supported:
        return "No code is generated for it."
    return "" if rule_of(operator) else "Its shapes are not inferred here."
