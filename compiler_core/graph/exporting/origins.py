"""Which module of the source each node of an exported graph comes from.

The exporter of today notes the modules and the call stack beside each node; the one before it puts
the modules into the node's name: /features/features.0/Conv.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

import onnx

_PREFIX = "pkg.torch.onnx."
_SCOPES, _CLASSES = f"{_PREFIX}name_scopes", f"{_PREFIX}class_hierarchy"
_STACK = f"{_PREFIX}stack_trace"
_FRAME = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)')
_KEPT_NOTES = (_SCOPES, _CLASSES)


@dataclass(frozen=True, slots=True)
class NodeOrigin:
    """module: its path from the root, as in `features.0`; "" for the root. class_name: "" when not
    known. line: of the source file, 0 when not known.
    """

    node: str
    operator: str
    module: str
    class_name: str
    line: int


@dataclass(frozen=True, slots=True)
class ModuleRow:
    """A module of the source, and the nodes that its own code became, in order."""

    module: str
    class_name: str
    nodes: tuple[str, ...]


def node_origins(model: onnx.ModelProto, file_name: str = "") -> tuple[NodeOrigin, ...]:
    """Of every node. file_name: the source's, to find its lines in the call stacks."""
    return tuple(_origin(node, file_name) for node in model.graph.node)


def module_rows(origins: tuple[NodeOrigin, ...]) -> tuple[ModuleRow, ...]:
    """One row a module, in the order in which the graph first needs them."""
    nodes: dict[tuple[str, str], list[str]] = {}
    for origin in origins:
        nodes.setdefault((origin.module, origin.class_name), []).append(origin.node)
    return tuple(ModuleRow(*key, tuple(names)) for key, names in nodes.items())


def without_stacks(model: onnx.ModelProto) -> None:
    """Take the call stacks off, in place: they name folders of the machine that exported."""
    for node in model.graph.node:
        notes = [note for note in node.metadata_props if note.key in _KEPT_NOTES]
        del node.metadata_props[:]
        node.metadata_props.extend(notes)
    for value in (*model.graph.value_info, *model.graph.input, *model.graph.output):
        del value.metadata_props[:]


def _origin(node: onnx.NodeProto, file_name: str) -> NodeOrigin:
    notes = {note.key: note.value for note in node.metadata_props}
    line = _line(notes.get(_STACK, ""), file_name)
    if _SCOPES not in notes:
        return NodeOrigin(node.name, node.op_type, _module_of_name(node.name), "", line)
    # The last entry of both lists is the operation itself.
    modules = [name for name in _list(notes[_SCOPES])[:-1] if name]
    classes = _list(notes.get(_CLASSES, "[]"))[:-1]
    class_name = classes[-1].rpartition(".")[2] if classes else ""
    return NodeOrigin(node.name, node.op_type, modules[-1] if modules else "", class_name, line)


def _module_of_name(name: str) -> str:
    """`/blocks/blocks.0/first/first.0/Conv` to `blocks.0.first.0`: a member of a list of modules
    has the list's name in front of its own."""
    path: list[str] = []
    for scope in name.split("/")[1:-1]:
        if path and scope.startswith(f"{path[-1]}."):
            path[-1] = scope
        else:
            path.append(scope)
    return ".".join(path)


def _list(text: str) -> list[str]:
    """A list of texts as Python prints it; empty for anything else."""
    try:
        parsed = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return []
    return [str(member) for member in parsed] if isinstance(parsed, list) else []


def _line(stack: str, file_name: str) -> int:
    """The innermost line of the source file."""
    if not file_name:
        return 0
    lines = [
        int(frame["line"])
        for frame in _FRAME.finditer(stack)
        if frame["file"].rpartition("/")[2] == file_name
    ]
    return lines[-1] if lines else 0
