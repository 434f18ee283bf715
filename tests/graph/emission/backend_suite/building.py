"""Cases to native programs: emitted one by one, compiled many in one file."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
import onnx_ir as ir

from compiler_core.errors import LoweringLabError
from compiler_core.graph.emission.element_types import numpy_element_type
from compiler_core.graph.emission.moving import constant_node_value
from compiler_core.graph.emission.program import emit_program, one_group_per_node
from compiler_core.graph.emission.program_text import ProgramText
from compiler_core.graph.importing.inference.engine import infer_shapes
from compiler_core.graph.importing.reader import import_model
from compiler_core.graph.passes.constant_folding import CONSTANT_FOLDING
from tests.graph.emission.backend_suite.cases import Case, frozen

_FLAGS = ("-std=c11", "-O0", "-ffp-contract=off", "-w")
_BATCH = 40
_RUN_SECONDS = 120
_MAXIMUM_FOLDS = 4


@dataclass(frozen=True, slots=True)
class Emitted:
    """A case's program and the inputs that it takes."""

    case: Case
    program: ProgramText
    inputs: tuple[np.ndarray, ...]


def prepared(case: Case) -> tuple[ir.Model, tuple[np.ndarray, ...]]:
    """The case's model as emission takes it. Raises LoweringLabError."""
    model, inputs = frozen(case)
    try:
        imported = import_model(model.SerializeToString()).model
    except LoweringLabError:
        # The importer refuses more than emission: empty axes, divisions that may trap.
        imported = read_plainly(model)
    for _ in range(_MAXIMUM_FOLDS):
        if not CONSTANT_FOLDING.run(imported).changed:
            break
        infer_shapes(imported)
    return imported, inputs


def read_plainly(model: onnx.ModelProto) -> ir.Model:
    """With the ONNX package's own shapes, names for nodes, and Constant nodes as constants."""
    inferred = onnx.shape_inference.infer_shapes(model, data_prop=True)
    read = ir.from_proto(inferred)
    for at, node in enumerate(read.graph):
        node.name = f"{node.op_type}_{at}"
        if node.op_type == "Constant" and not node.outputs[0].is_graph_output():
            node.outputs[0].const_value = ir.tensor(constant_node_value(node))
    for node in [one for one in read.graph if one.op_type == "Constant"]:
        value = node.outputs[0]
        if value.const_value is not None:
            held = ir.Value(name=value.name, const_value=value.const_value)
            value.replace_all_uses_with(held)
            read.graph.remove(node)
            read.graph.register_initializer(held)
    return read


def emitted(case: Case, name: str) -> Emitted:
    """Raises LoweringLabError for what has no C form."""
    model, inputs = prepared(case)
    return Emitted(case, emit_program(model, one_group_per_node(model), name=name), inputs)


def verdicts(cases: Sequence[Case], directory: Path) -> dict[str, str]:
    """For each case "" if it passes, else why not, in words."""
    found: dict[str, str] = {}
    ready = list[Emitted]()
    for at, case in enumerate(cases):
        try:
            ready.append(emitted(case, f"case{at}"))
        except LoweringLabError as error:
            found[case.name] = f"refused: {error.message}"
    for start in range(0, len(ready), _BATCH):
        found |= judged(ready[start : start + _BATCH], directory, f"batch{start}")
    return {case.name: found[case.name] for case in cases}


def judged(batch: Sequence[Emitted], directory: Path, stem: str) -> dict[str, str]:
    """Verdicts of programs; those of a file that does not compile are tried apart."""
    program = _compiled(batch, directory, stem)
    if program is not None:
        return {one.case.name: _run(one, program, at, directory) for at, one in enumerate(batch)}
    if len(batch) == 1:
        return {batch[0].case.name: "does not compile"}
    half = len(batch) // 2
    first = judged(batch[:half], directory, f"{stem}a")
    return first | judged(batch[half:], directory, f"{stem}b")


def _compiled(batch: Sequence[Emitted], directory: Path, stem: str) -> Path | None:
    """One program that runs the case whose number it is given."""
    source, program = directory / f"{stem}.c", directory / stem
    for one in batch:
        header = f"{one.program.name}.h"
        (directory / header).write_text(one.program.files[header])
    source.write_text("\n".join([*(one.program.source for one in batch), _driver(batch)]))
    command = ["gcc", *_FLAGS, "-o", str(program), str(source), "-lm"]
    done = subprocess.run(command, cwd=directory, capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        (directory / f"{stem}.log").write_text(done.stderr)
    return program if done.returncode == 0 else None


def _driver(batch: Sequence[Emitted]) -> str:
    """Reads weights and inputs from standard input, writes outputs to standard output."""
    lines = [
        "#include <stdio.h>",
        "#include <stdlib.h>",
        "int main(int count, char **arguments)",
        "{",
    ]
    lines += ["    int chosen = count > 1 ? atoi(arguments[1]) : -1;"]
    for at, one in enumerate(batch):
        name, size = one.program.name, len(one.program.weights)
        lines += [
            f"    if (chosen == {at}) {{",
            f"        static _Alignas(64) unsigned char weights[{size}];",
            f"        if (fread(weights, 1, {size}, stdin) != {size}) return 2;",
            f"        for (int i = 0; i < {len(one.program.inputs)}; i++)",
            f"            if (fread({name}_inputs[i].data, 1, {name}_inputs[i].bytes, stdin) != "
            f"{name}_inputs[i].bytes) return 2;",
            f"        {name}_run(weights);",
            f"        for (int i = 0; i < {len(one.program.outputs)}; i++)",
            f"            fwrite({name}_outputs[i].data, 1, {name}_outputs[i].bytes, stdout);",
            "    }",
        ]
    return "\n".join([*lines, "    return 0;", "}", ""])


def _run(one: Emitted, program: Path, number: int, directory: Path) -> str:
    content = one.program.weights + b"".join(
        np.ascontiguousarray(stored(value)).tobytes() for value in one.inputs
    )
    try:
        done = subprocess.run(
            [str(program), str(number)], input=content, capture_output=True, timeout=_RUN_SECONDS
        )
    except subprocess.TimeoutExpired:
        return "runs too long"
    if done.returncode != 0:
        return f"ends with {done.returncode}"
    return compared(one, done.stdout)


def stored(value: np.ndarray) -> np.ndarray:
    """The elements as a program keeps them: those of two and four bits take a byte each."""
    return numpy_element_type(value.dtype).in_memory(value)


def compared(one: Emitted, content: bytes) -> str:
    """Why the outputs differ from the case's; empty if they do not, within its tolerances."""
    offset = 0
    for record, wanted in zip(one.program.outputs, one.case.outputs, strict=True):
        kind = np.dtype(record.element_type)
        got = np.frombuffer(content[offset : offset + record.bytes], kind).reshape(record.shape)
        offset += record.bytes
        if stored(wanted).dtype != kind or wanted.shape != got.shape:
            return f"gives {kind} {got.shape} instead of {wanted.dtype} {wanted.shape}"
        if numpy_element_type(wanted.dtype).kind == "coded":
            got = got.view(wanted.dtype)
        with np.errstate(invalid="ignore"):
            numbers = got.astype(np.float64), wanted.astype(np.float64)
        close = np.isclose(*numbers, one.case.rtol, one.case.atol, equal_nan=True)
        if not close.all():
            at = tuple(int(place) for place in np.argwhere(~close)[0])
            return f"differs: {got[at]} instead of {wanted[at]} at {at}"
    return ""
