"""Asking TVM: which nodes of an ONNX network share a kernel, and what the network then gives.

Imported by the driver's `__main__.py` alone, with an interpreter that has TVM and onnx.

Request: `network` as `network_request` in `compiler_core/atlas/networks.py` writes it, `drawn`, its
inputs as constants are written, and `most`, operators in one kernel. Answer: `operators`, of each
node (by its place) what TVM computes it by: name and number of its kind; `kernels` (name, places of
nodes), in the order of calls, and `outputs`, how many there are; or `error` and `said` with `node`,
the place of the node that TVM's importer does not take. It leaves `kernels.txt` and for each output
`NUMBER.npy`.
"""

# Neither is in the environment that is checked, and pyright takes the page's package for TVM.
# pyright: reportMissingImports=false, reportAttributeAccessIssue=false

from __future__ import annotations

from base64 import b64decode
from typing import Any

import numpy as np
import onnx
import tvm
from kernels import kernels_of, renamed, write_kernels
from onnx import helper, numpy_helper
from tvm import relax
from tvm.relax.frontend.onnx.onnx_frontend import ONNXGraphImporter

transform = relax.transform
NODE, DIGITS = "node", "0123456789"


class NodeImporter(ONNXGraphImporter):
    """TVM's importer, which tells where in the program each node ends."""

    def __init__(self):
        super().__init__({}, "float32")
        self.at = -1
        self.ends = {}

    def _convert_operator(self, op_name, inputs, attrs, opset):
        self.at = int(attrs["tvm_custom"]["name"])
        result = super()._convert_operator(op_name, inputs, attrs, opset)
        if isinstance(result, relax.Tuple):
            return relax.Tuple([self.ended(field) for field in result.fields])
        return self.ended(result)

    def ended(self, result):
        """A call gets a name, so that what its readers see is one value. What a node hands on as it
        is, such as an identity, ended earlier."""
        if isinstance(result, relax.Call):
            result = self.bb.emit(result, f"{NODE}_{self.at}")
        if isinstance(result, relax.Var):
            self.ends.setdefault(result.name, self.at)
        return result


def array_of(tensor):
    content = np.frombuffer(b64decode(tensor["base64"]), np.dtype(tensor["type"]))
    return content.reshape(tensor["shape"])


def proto_of(tensor):
    return numpy_helper.from_array(array_of(tensor), tensor["name"])


def described(value):
    kind = helper.np_dtype_to_tensor_dtype(np.dtype(value["type"]))
    return helper.make_tensor_value_info(value["name"], kind, value["shape"])


def node_of(at, node):
    """Named by its place. An empty list has no type, and says what is usual anyway."""
    attributes: dict[str, Any] = {
        name: proto_of(value) if isinstance(value, dict) else value
        for name, value in node["attributes"].items()
        if value != []
    }
    reads, writes = node["reads"], node["writes"]
    return helper.make_node(node["operator"], reads, writes, name=str(at), **attributes)


def graph_of(network):
    return helper.make_graph(
        [node_of(at, node) for at, node in enumerate(network["nodes"])],
        "network",
        [described(tensor) for tensor in network["inputs"]],
        [onnx.ValueInfoProto(name=name) for name in network["outputs"]],
        [proto_of(constant) for constant in network["constants"]],
    )


def lowered(module):
    """Each operator as loops, its kind read from these, and what is constant computed: the order
    of TVM's own pipeline."""
    passes = [transform.LegalizeOps(), transform.AnnotateTIROpPattern(), transform.FoldConstant()]
    with tvm.target.Target("llvm"):
        return tvm.transform.Sequential(passes)(module)


def named_after_places(module, ends):
    """A callee's name tells the node that its call computes a part of; bindings stand in the order
    of the nodes, each node's end behind all that it needed."""
    records, settled = [], 0

    def name_of(_binding, callee, kind):
        operator = callee.rstrip(DIGITS).rstrip("_")
        records.append([-1, operator, kind])
        return f"{operator}_{len(records) - 1}"

    def settle(binding):
        nonlocal settled
        if binding.var.name in ends:
            for record in records[settled:]:
                record[0] = ends[binding.var.name]
            settled = len(records)

    return renamed(module, name_of, settle), records


def leave_outputs(module, drawn):
    """Of the kernels as they are, on this machine; how many there are."""
    built = tvm.compile(transform.FuseTIR()(module), target=tvm.target.Target("llvm"))
    machine = relax.VirtualMachine(built, tvm.cpu())
    result = machine["main"](*(tvm.runtime.tensor(array_of(tensor)) for tensor in drawn))
    outputs = [result] if hasattr(result, "numpy") else list(result)
    for at, output in enumerate(outputs):
        np.save(f"{at}.npy", output.numpy(), allow_pickle=False)
    return len(outputs)


def fused(module, ends, most):
    module, operators = named_after_places(lowered(module), ends)
    with tvm.transform.PassContext(config={"relax.FuseOps.max_depth": most}):
        module = transform.FuseOps()(module)
    write_kernels(module)
    return module, operators


def answer_to(request):
    importer = NodeImporter()
    try:
        network = request["network"]
        module = importer.from_onnx(graph_of(network), network["operator_set"])
    except Exception as error:  # noqa: BLE001 - whatever it refuses is the answer
        said = str(error).strip()
        return {"error": type(error).__name__, "said": said, "node": importer.at}
    module, operators = fused(module, importer.ends, request["most"])
    kernels = [
        [name, [int(callee.rpartition("_")[2]) for callee in inside]]
        for name, inside, _ in kernels_of(module)
    ]
    outputs = leave_outputs(module, request["drawn"])
    return {"operators": operators, "kernels": kernels, "outputs": outputs}
