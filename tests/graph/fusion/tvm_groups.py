"""Run by the oracles' Python: which nodes of a model TVM's FuseOps puts into one kernel.

usage: tvm_groups.py NODES MODEL... NODES: the limit of one kernel (256 is TVM's own). Prints a line
of JSON for each model: {"model": path, "groups": [[call, ...], ...], "calls": {call: {"node":
exported node, "kind": number, "function": name}}}.

TVM turns an exported node into one call or several; each call is named after the variable it
defines, and the importer is watched to learn which node asked for it. Each call gets a function of
its own before fusion, so that a fused function tells by its callees which calls it holds.
"""

# pyright: reportMissingImports=false

from __future__ import annotations

import json
import sys

import onnx
import tvm
from tvm import relax
from tvm.relax.frontend.onnx import onnx_frontend

transform = relax.transform
CALL_TIR = tvm.ir.Op.get("relax.call_tir")
owners: dict[int, str] = {}
ORIGINAL_CONVERT = onnx_frontend.ONNXGraphImporter._convert_operator


def number_of(variable: relax.Var) -> int:
    """12 for lv12."""
    return int(variable.name[2:] or 0)


def watched_convert(self, operator, inputs, attributes, opset):
    """Convert one node, bind its result at once, and note which variables are its own."""
    result = ORIGINAL_CONVERT(self, operator, inputs, attributes, opset)
    if isinstance(result, relax.Call):
        result = self.bb.emit(result)
    variables = list(result) if isinstance(result, relax.Tuple) else [result]
    for variable in variables:
        if isinstance(variable, relax.Var) and variable.name.startswith("lv"):
            for number in range(max(owners, default=-1) + 1, number_of(variable) + 1):
                owners[number] = attributes["tvm_custom"]["name"]
    return result


def imported(path: str) -> tvm.IRModule:
    module = onnx_frontend.from_onnx(onnx.load(path), keep_params_in_input=False)
    passes = [
        transform.FoldConstant(),
        transform.LegalizeOps(),
        transform.FoldConstant(),
        transform.DeadCodeElimination(),
        transform.AnnotateTIROpPattern(),
    ]
    with tvm.target.Target("llvm"):
        return tvm.transform.Sequential(passes)(module)


def one_function_each(module: tvm.IRModule) -> tuple[tvm.IRModule, dict[str, dict[str, object]]]:
    """The module in which every call has a copy of its function, and what each copy is."""
    main = module["main"]
    builder = relax.BlockBuilder()
    calls: dict[str, dict[str, object]] = {}
    blocks = []
    for block in main.body.blocks:
        bindings = []
        for binding in block.bindings:
            value = binding.value
            if isinstance(value, relax.Call) and value.op == CALL_TIR:
                callee = value.args[0]
                name = f"call_{binding.var.name}"
                copy = builder.add_func(module[callee].with_attr("global_symbol", name), name)
                calls[copy.name_hint] = described(binding.var, callee, module)
                value = relax.Call(value.op, [copy, *value.args[1:]], value.attrs, value.ty_args)
            bindings.append(relax.VarBinding(binding.var, value))
        blocks.append(type(block)(bindings))
    body = relax.SeqExpr(blocks, main.body.body)
    result = builder.get()
    result["main"] = relax.Function(main.params, body, main.ret_ty, main.is_pure, main.attrs)
    return result, calls


def described(
    variable: relax.Var, callee: tvm.ir.GlobalVar, module: tvm.IRModule
) -> dict[str, object]:
    """The call's exported node and kind; the graph's result is renamed, and is of the last node."""
    known = variable.name.startswith("lv")
    return {
        "node": owners[number_of(variable)] if known else owners[max(owners)],
        "kind": int(module[callee].attrs["op_pattern"]),
        "function": callee.name_hint,
    }


def groups_of(fused: tvm.IRModule) -> list[list[str]]:
    """The calls of each kernel: those in a fused function, and those left alone in main."""
    groups = []
    for name, function in fused.functions.items():
        if not isinstance(function, relax.Function):
            continue
        callees = [
            binding.value.args[0].name_hint
            for block in function.body.blocks
            for binding in block.bindings
            if isinstance(binding.value, relax.Call) and binding.value.op == CALL_TIR
        ]
        groups.extend([[callee] for callee in callees] if name.name_hint == "main" else [callees])
    return groups


def kernels_of(path: str, depth: int) -> dict[str, object]:
    """One model's kernels, as printed."""
    owners.clear()
    module, calls = one_function_each(imported(path))
    with tvm.transform.PassContext(config={"relax.FuseOps.max_depth": depth}):
        fused = transform.FuseOps()(transform.Normalize()(module))
    return {"model": path, "groups": groups_of(fused), "calls": calls}


onnx_frontend.ONNXGraphImporter._convert_operator = watched_convert
for argument in sys.argv[2:]:
    print(json.dumps(kernels_of(argument, int(sys.argv[1]))), flush=True)
