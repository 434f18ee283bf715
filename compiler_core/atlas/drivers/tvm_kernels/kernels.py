"""Asking TVM: which operators share a kernel, what they give, what schedules make of a product.

Imported by the driver's other files alone, with an interpreter that has TVM.

Request: `graph`, with `inputs` (name and shape), `nodes` (name, operator, names of what it reads)
and `outputs`, or null; `most`, operators in one kernel; `size` of the square product; `target`;
`schedules`, each a list of objects with `primitive`, `loops`, `made` (names of new loops) and
`factor`; `run`, null, or `seed` and `constants`: inputs by name, each with its number, all others
being drawn.
Answer: `kinds` (node, number), `kernels` (lists of nodes, in the order of calls), `names` and
`written` (bytes of the result) of each, and for each schedule `programs` (TVM's program at the
start and behind each directive) and `refusal`, TVM's words, "" for none. It leaves `kernels.txt`,
`NUMBER.s` for each schedule that is not refused, and with `run` the first output in `result.npy`.
"""

# TVM is not in the environment that is checked, and pyright takes the page's package for it.
# pyright: reportMissingImports=false, reportAttributeAccessIssue=false

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import tvm
from tvm import relax, s_tir, te

transform = relax.transform
CALL = tvm.ir.Op.get("relax.call_tir")
LAST_AXIS = {"axis": [-1], "keepdims": True}
OPERATORS = {
    "Add": relax.op.add,
    "Div": relax.op.divide,
    "Exp": relax.op.exp,
    "MatMul": relax.op.matmul,
    "Mul": relax.op.multiply,
    "ReduceMax": lambda value: relax.op.max(value, **LAST_AXIS),
    "ReduceMean": lambda value: relax.op.mean(value, **LAST_AXIS),
    "ReduceSum": lambda value: relax.op.sum(value, **LAST_AXIS),
    "Relu": relax.op.nn.relu,
    "Sigmoid": relax.op.sigmoid,
    "Softmax": lambda value: relax.op.nn.softmax(value, axis=-1),
    "Sqrt": relax.op.sqrt,
    "Sub": relax.op.subtract,
    "Transpose": relax.op.permute_dims,
}


def written(graph):
    """The graph as TVM has it, each operator lowered to loops and its kind read from these."""
    builder = relax.BlockBuilder()
    values = {
        tensor["name"]: relax.Var(tensor["name"], relax.TensorType(tensor["shape"], "float32"))
        for tensor in graph["inputs"]
    }
    with builder.function("main", list(values.values())):
        with builder.dataflow():
            for node in graph["nodes"]:
                read = [values[name] for name in node["reads"]]
                values[node["name"]] = builder.emit(
                    OPERATORS[node["operator"]](*read), node["name"]
                )
            results = [builder.emit_output(values[name]) for name in graph["outputs"]]
        builder.emit_func_output(results[0] if len(results) == 1 else results)
    passes = [transform.LegalizeOps(), transform.AnnotateTIROpPattern()]
    with tvm.target.Target("llvm"):
        return tvm.transform.Sequential(passes)(builder.get())


def calls_in(function):
    return [
        binding
        for block in function.body.blocks
        for binding in block.bindings
        if isinstance(binding.value, relax.Call) and binding.value.op == CALL
    ]


def renamed(module, name_of, settle=lambda binding: None):
    """Each call gets a function of its own, since alike operators share one: a kernel then tells by
    its callees which operators it holds. name_of: the new name, from the binding of a call, its
    callee's name and the number of its kind; settle: told of each binding, in order."""
    main = module["main"]
    builder = relax.BlockBuilder()
    blocks = []
    for block in main.body.blocks:
        bindings = []
        for binding in block.bindings:
            value = binding.value
            if isinstance(value, relax.Call) and value.op == CALL:
                loops = module[value.args[0]]
                name = name_of(binding, value.args[0].name_hint, int(loops.attrs["op_pattern"]))
                copy = builder.add_func(loops.with_attr("global_symbol", name), name)
                value = relax.Call(value.op, [copy, *value.args[1:]], value.attrs, value.ty_args)
            settle(binding)
            bindings.append(relax.VarBinding(binding.var, value))
        blocks.append(type(block)(bindings))
    result = builder.get()
    body = relax.SeqExpr(blocks, main.body.body)
    result["main"] = relax.Function(main.params, body, main.ret_ty, main.is_pure, main.attrs)
    return transform.Normalize()(result)


def named_after_nodes(module):
    """By the node of the graph that each call computes; and the kinds, by these names."""
    kinds = []

    def name_of(binding, _callee, kind):
        kinds.append([binding.var.name, kind])
        return binding.var.name

    return renamed(module, name_of), kinds


def fused(graph, most):
    """The module cut into kernels, and kinds; the kernels as TVM writes them are left in a file."""
    module, kinds = named_after_nodes(written(graph))
    with tvm.transform.PassContext(config={"relax.FuseOps.max_depth": most}):
        module = transform.FuseOps()(module)
    write_kernels(module)
    return module, kinds


def write_kernels(module):
    texts = [
        f"# {name.name_hint}\n{function.script()}"
        for name, function in module.functions.items()
        if isinstance(function, relax.Function)
    ]
    Path("kernels.txt").write_text("\n".join(texts))


def kernels_of(module):
    """In the order of their calls: name, nodes, and bytes of what each gives."""
    kernels = []
    for block in module["main"].body.blocks:
        for binding in block.bindings:
            call = binding.value
            if not isinstance(call, relax.Call):
                continue
            alone = call.op == CALL
            callee = call.args[0] if alone else call.op
            if not isinstance(callee, tvm.ir.GlobalVar):
                continue
            inside = (
                [callee]
                if alone
                else [inner_binding.value.args[0] for inner_binding in calls_in(module[callee])]
            )
            nodes = [function.name_hint for function in inside]
            kernels.append((callee.name_hint, nodes, bytes_of(binding.var.ty)))
    return kernels


def bytes_of(kind):
    if isinstance(kind, relax.TensorType):
        element = np.dtype(str(kind.dtype).rpartition(".")[2])
        return math.prod(int(size) for size in kind.shape.values) * element.itemsize
    return sum(bytes_of(field) for field in kind.fields)


def leave_result(module, graph, run):
    """Of the kernels as they are, on drawn numbers."""
    generator = np.random.default_rng(run["seed"])
    arrays = [
        np.full(tensor["shape"], run["constants"][tensor["name"]], np.float32)
        if tensor["name"] in run["constants"]
        else generator.uniform(-1, 1, tensor["shape"]).astype(np.float32)
        for tensor in graph["inputs"]
    ]
    built = tvm.compile(transform.FuseTIR()(module), target=tvm.target.Target("llvm"))
    machine = relax.VirtualMachine(built, tvm.cpu())
    result = machine["main"](*(tvm.runtime.tensor(array) for array in arrays))
    np.save("result.npy", result.numpy(), allow_pickle=False)


def product(size):
    """C = A·B, square, as loops without any decision."""
    left, right = (te.placeholder((size, size), "float32", name) for name in "AB")
    along = te.reduce_axis((0, size), "k")
    result = te.compute(
        (size, size), lambda i, j: te.sum(left[i, along] * right[along, j], axis=along), "C"
    )
    return s_tir.Schedule(te.create_prim_func([left, right, result]))


def carry_out(schedule, block, loops, directive):
    """One directive; split makes loops of new names."""
    chosen = [loops[name] for name in directive["loops"]]
    primitive = directive["primitive"]
    if primitive == "split":
        made = schedule.split(chosen[0], [None, directive["factor"]])
        loops.update(zip(directive["made"], made, strict=True))
    elif primitive == "reorder":
        schedule.reorder(*chosen)
    elif primitive == "decompose_reduction":
        schedule.decompose_reduction(block, chosen[0])
    else:
        getattr(schedule, primitive)(chosen[0])


def scheduled(number, directives, size, target):
    """The program behind each directive up to the first that is refused; else assembly too."""
    schedule = product(size)
    block = schedule.get_sblock("C")
    loops = dict(zip("ijk", schedule.get_loops(block), strict=True))
    programs = [schedule.mod["main"].script()]
    try:
        for directive in directives:
            carry_out(schedule, block, loops, directive)
            programs.append(schedule.mod["main"].script())
        built = tvm.compile(schedule.mod, target=tvm.target.Target(target))
    except (ValueError, RuntimeError, TypeError) as error:
        return {"programs": programs, "refusal": str(error) or type(error).__name__}
    Path(f"{number}.s").write_text(built.mod.inspect_source("asm"))
    return {"programs": programs, "refusal": ""}


def answer_to(request):
    kinds, names, kernels, sizes = [], [], [], []
    if request["graph"]:
        module, kinds = fused(request["graph"], request["most"])
        names, kernels, sizes = zip(*kernels_of(module), strict=True)
        if request.get("run"):
            leave_result(module, request["graph"], request["run"])
    schedules = [
        scheduled(number, schedule, request["size"], request["target"])
        for number, schedule in enumerate(request["schedules"])
    ]
    return {
        "kinds": kinds, "kernels": kernels, "names": names, "written": sizes,
        "schedules": schedules,
    }  # fmt: skip
