"""A network in ONNX as pages of the atlas give it to other compilers: plain nodes, ours fused.

What a page compares has to be the same network on both sides. So it is read once, by our importer
and behind our usual passes; our fusion cuts these nodes, and a driver gets the very same ones.
Other compilers know nothing of our records: a request is names, sizes, and bytes in base 64.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import onnx
import onnx_ir as ir

from compiler_core.atlas.records import Control
from compiler_core.content_files import CONTENT_FOLDER
from compiler_core.errors import InputError
from compiler_core.graph.fusion.fuse import FusionOptions, fuse
from compiler_core.graph.fusion.records import Fusion
from compiler_core.graph.importing.errors import SizesNeeded
from compiler_core.graph.importing.limits import UPLOAD_LIMITS, ImportLimits
from compiler_core.graph.importing.reader import FILE_FORMAT, ImportedModel, import_model
from compiler_core.graph.model_inputs import drawn_arrays
from compiler_core.graph.model_session import Session
from compiler_core.graph.pass_pipeline import run_passes
from compiler_core.graph.provenance import sources_of
from compiler_core.graph.sizes import static_shape

LARGEST_NETWORK = 1 << 20
NETWORK_PROGRAMS = (
    ("plain", "the network after VGG"), ("depthwise", "the network with depthwise convolutions"),
    ("residual", "the network after ResNet"),
)  # fmt: skip
# A driver has a gibibyte or two, a reader some seconds.
_RUN_LIMITS = ImportLimits(
    file_bytes=LARGEST_NETWORK,
    nodes=2000,
    tensor_elements=1 << 22,
    weight_elements=1 << 22,
    activation_elements=1 << 25,
    multiplies=1 << 31,
)
_SEED = 8
_FOLDER = CONTENT_FOLDER / "models" / "signs"
_SHOWN = 3
_STANDARD = ""
_PLAIN = (int, float, str)
_MOST_BYTES = 32 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnNode:
    """A node behind our passes."""

    name: str
    """Unique in the network; drivers name it in what they refuse."""
    operator: str
    """Its name in ONNX, with the domain before it where that is not the standard's."""
    reads: tuple[str, ...]
    """Names of the values that it reads, by place; empty text for one that is left out."""
    writes: tuple[str, ...]
    """Names of its results, by place; empty text for one that is left out."""
    attributes: Mapping[str, object]
    """As JSON has them."""
    sources: tuple[str, ...]
    """Nodes of the file that it computes."""
    kind: str
    """As our fusion sees it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnValue:
    """type: as numpy names it, float32."""

    shape: tuple[int, ...]
    type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnNetwork:
    """A network, with static shapes."""

    content: bytes
    """The file as it came."""
    operator_set: int
    """Version of ONNX's standard operators by which the nodes are to be read."""
    nodes: tuple[OwnNode, ...]
    """Behind our passes, in an order in which they can be computed."""
    inputs: tuple[str, ...]
    """Names of the values that a caller gives, in order."""
    outputs: tuple[str, ...]
    """Names of the values that a caller gets, in order."""
    constants: Mapping[str, np.ndarray]
    """Weights and others that a node reads, or that are an output."""
    values: Mapping[str, OwnValue]
    """Shape and type of all that is read or written, constants too."""
    groups: tuple[tuple[str, ...], ...]
    """The kernels that our fusion makes: of each the names of its nodes, in order."""
    fusion: Fusion
    """All of it, with the reason of each decision."""
    drawn: Mapping[str, np.ndarray]
    """An array for each input, the same each time."""


def network_control(instead_of: tuple[str, ...], does: str) -> Control:
    """By which a reader gives a network. does: what becomes of it, in a sentence."""
    return Control(
        name="network",
        title="Your network, in ONNX (chosen anew for each run)",
        usual="",
        longest=LARGEST_NETWORK,
        file="network.onnx",
        is_bytes=True,
        instead_of=instead_of,
        explains="At most 1 MiB, weights included; it is taken instead of what is chosen above. "
        f"{does}",
    )


@lru_cache(maxsize=4)
def network_bytes(name: str) -> bytes:
    """A network that ships, in ONNX."""
    return (_FOLDER / f"{name}.onnx").read_bytes()


def fused_model(
    content: bytes, limits: ImportLimits = UPLOAD_LIMITS, options: FusionOptions | None = None
) -> tuple[ImportedModel, ir.Model, Fusion]:
    """As imported, behind our usual passes, and its kernels; a batch that is open is one.

    Raises ModelRefused with its kinds, and GraphPassFailed.
    """
    imported = import_model(content, limits=limits)
    model = run_passes(imported.model, inputs=0).model
    return imported, model, fuse(model, options)


def kernels_of_sources(content: bytes) -> Mapping[str, str]:
    """Of each node of the file the kernel of ours that computes it, by their names."""
    _, model, fusion = fused_model(content)
    sources = {str(node.name): sources_of(node) for node in model.graph}
    return {
        source: group.name
        for group in fusion.groups
        for name in group.nodes
        for source in sources[name]
    }


def read_network(content: bytes, options: FusionOptions | None = None) -> OwnNetwork:
    """Raises InputError for what is no network, for one that is too large to be run here, that has
    no nodes, or whose shapes are known only during a run."""
    try:
        imported, model, fusion = fused_model(content, _RUN_LIMITS, options)
    except SizesNeeded as error:
        raise InputError(
            error.message, "This page asks for no sizes: export the network with fixed ones."
        ) from error
    if not len(model.graph):
        raise InputError(
            "Nothing of this network is left to compute: it has no nodes, or all of them are "
            "constant.",
            "Give one that computes something of what it reads.",
        )
    constants = _constants(model)
    size = sum(_array(constant).nbytes for constant in constants)
    if size > _MOST_BYTES:
        raise InputError(
            f"The constants of this network are {size:,} bytes once they are computed; the limit "
            f"is {_MOST_BYTES:,}.",
            "Take a smaller network.",
        )
    kinds = {operator.name: operator.kind for operator in fusion.tree}
    return OwnNetwork(
        content=content,
        operator_set=model.opset_imports.get(_STANDARD, 1),
        nodes=tuple(_node(node, kinds.get(str(node.name), "")) for node in model.graph),
        inputs=tuple(str(value.name) for value in model.graph.inputs),
        outputs=tuple(str(value.name) for value in model.graph.outputs),
        constants={str(tensor.name): _array(tensor) for tensor in constants},
        values={str(ir_value.name): _value(ir_value) for ir_value in _values(model, constants)},
        groups=tuple(group.nodes for group in fusion.groups),
        fusion=fusion,
        drawn=drawn_arrays(imported, _SEED),
    )


def _node(node: ir.Node, kind: str) -> OwnNode:
    return OwnNode(
        name=str(node.name),
        operator=f"{node.domain}.{node.op_type}" if node.domain else node.op_type,
        reads=tuple("" if value is None else str(value.name) for value in node.inputs),
        writes=tuple(value.name or "" for value in node.outputs),
        attributes={name: _plain(field, str(node.name)) for name, field in node.attributes.items()},
        sources=sources_of(node),
        kind=kind,
    )


def _plain(attribute: ir.Attr, node: str) -> object:
    value = attribute.value
    if isinstance(value, ir.TensorProtocol):
        return _tensor_request(attribute.name, value.numpy())
    if isinstance(value, (list, tuple)) and all(isinstance(member, _PLAIN) for member in value):
        return list(value)
    if isinstance(value, _PLAIN):
        return value
    raise InputError(
        f"The node {node[:80]} has the attribute {attribute.name[:40]}, which is no number, no "
        "text and no tensor.",
        "Leave that node out.",
    )


def _constants(model: ir.Model) -> list[ir.Value]:
    """Of those that stand in the file, the ones that are of any use."""
    outputs = set(model.graph.outputs)
    return [
        value for value in model.graph.initializers.values() if value.uses() or value in outputs
    ]


def _array(value: ir.Value) -> np.ndarray:
    assert value.const_value is not None
    return value.const_value.numpy()


def _values(model: ir.Model, constants: Sequence[ir.Value]) -> list[ir.Value]:
    made = [value for node in model.graph for value in node.outputs if value.name]
    return [*model.graph.inputs, *constants, *made]


def _value(value: ir.Value) -> OwnValue:
    shape = static_shape(value)
    if shape is None or value.dtype is None:
        raise InputError(
            f"The shape of {str(value.name)[:80]}{_maker(value)} is known only during a run.",
            "Give a network all of whose shapes follow from those of its inputs.",
        )
    return OwnValue(shape=shape, type=str(value.dtype.numpy()))


def _maker(value: ir.Value) -> str:
    """Of a value that a node makes: its operator, for that may be the one nobody knows."""
    node = value.producer()
    return f", which {node.op_type[:60]} (node {str(node.name)[:80]}) makes," if node else ""


def network_request(network: OwnNetwork) -> dict[str, object]:
    """As drivers read it."""
    return {
        "operator_set": network.operator_set,
        "inputs": [{"name": name, **_type_request(network, name)} for name in network.inputs],
        "constants": [_tensor_request(name, array) for name, array in network.constants.items()],
        "nodes": [
            {
                "name": node.name, "operator": node.operator, "reads": list(node.reads),
                "writes": list(node.writes), "attributes": dict(node.attributes),
            }
            for node in network.nodes
        ],
        "outputs": list(network.outputs),
    }  # fmt: skip


def drawn_request(network: OwnNetwork) -> list[dict[str, object]]:
    """What the network is run on, in the order of its inputs, each as a constant is written."""
    return [_tensor_request(name, network.drawn[name]) for name in network.inputs]


def _type_request(network: OwnNetwork, name: str) -> dict[str, object]:
    value = network.values[name]
    return {"shape": list(value.shape), "type": value.type}


def _tensor_request(name: str, array: np.ndarray) -> dict[str, object]:
    content = np.ascontiguousarray(array).tobytes()
    return {
        "name": name, "shape": list(array.shape), "type": str(array.dtype),
        "base64": b64encode(content).decode(),
    }  # fmt: skip


def refuse_unknown(network: OwnNetwork, operators: Collection[str], tool_title: str) -> None:
    """Raises InputError, naming the first nodes whose operator is none of these."""
    unknown = {
        node.operator: node.name
        for node in reversed(network.nodes)
        if node.operator not in operators
    }
    if not unknown:
        return
    first = list(reversed(unknown.items()))
    named = ", ".join(f"{operator[:60]} (node {name[:80]})" for operator, name in first[:_SHOWN])
    more = f" and {len(first) - _SHOWN} more" if len(first) > _SHOWN else ""
    raise InputError(
        f"This page does not give {tool_title} the {'operator' if len(first) == 1 else 'operators'}"
        f" {named}{more}.",
        f"It gives it {len(operators)} others; take a network, or a part of one, without.",
    )


def reference_outputs(network: OwnNetwork) -> tuple[np.ndarray, ...]:
    """Of the file as it is, by ONNX Runtime on the drawn inputs. Raises InputError."""
    model = onnx.load_from_string(network.content)
    # Of a file format that is newer than itself the runtime reads nothing, whatever is in it.
    model.ir_version = min(model.ir_version, FILE_FORMAT)
    return Session(model).outputs(dict(network.drawn))


def difference_from(reference: Sequence[np.ndarray], results: Sequence[np.ndarray]) -> float:
    """The largest difference of an element, in parts of the reference's largest, of the output
    where that is most; 1 where shapes are others, or a number is none."""
    if [array.shape for array in reference] != [result.shape for result in results]:
        return 1.0
    return max(
        (_far(right, output) for right, output in zip(reference, results, strict=True)), default=0.0
    )


def _far(right: np.ndarray, actual: np.ndarray) -> float:
    expected, given = right.astype(np.float64), actual.astype(np.float64)
    if not expected.size or np.array_equal(expected, given):
        return 0.0
    far = float(np.abs(expected - given).max() / max(float(np.abs(expected).max()), 1e-30))
    return far if np.isfinite(far) else 1.0
