"""The compilers' forms as they are read: operations, how addresses move, what depends on what."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler_core.host.verdicts.loop_ir.accesses import MemoryAccess, accesses_of
from compiler_core.host.verdicts.loop_ir.facts import facts_of
from compiler_core.host.verdicts.loop_ir.gimple import read_gimple
from compiler_core.host.verdicts.loop_ir.llvm_ir import read_llvm, split_module
from compiler_core.host.verdicts.loop_ir.llvm_places import Places
from compiler_core.host.verdicts.loop_ir.motion import Motion, Motions
from compiler_core.host.verdicts.loop_ir.operations import IrFunction, IrLoop, Operation
from compiler_core.host.verdicts.loop_ir.read_form import read_form
from tests.golden_file import assert_golden
from tests.recorded_verdicts.recording import recorded

FORMS = Path(__file__).parent / "forms"
GOLDEN = Path(__file__).parent / "golden" / "facts"
COMPILERS = ("gcc-12", "clang-19")
WITH_OPERATIONS = ("mixed_types.c", "memory_access.c", "control_flow.c")
ASKED = (
    *(
        (file, compiler)
        for file in (
            "carried.c",
            "memory.c",
            "operations.c",
            "recurrences.c",
            "nests.c",
            "kernels.c",
            "subjects.c",
            "unseen.c",
        )
        for compiler in COMPILERS
    ),
    ("carried.c", "gcc-11"),
    ("carried.c", "clang-14"),
)


def loops_of(file: str, compiler: str) -> tuple[IrLoop, ...]:
    recording = recorded(file, compiler)
    return read_form(recording.record.form, recording.source, recording.compiler.family).loops


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("file", WITH_OPERATIONS)
def test_operations_are_read_as_they_were(
    file: str, compiler: str, request: pytest.FixtureRequest
) -> None:
    lines = [line for loop in loops_of(file, compiler) for line in (*_head(loop), *_listed(loop))]
    assert_golden(GOLDEN / f"{file}-{compiler}-operations.txt", "\n".join(lines), request)


@pytest.mark.parametrize(("file", "compiler"), ASKED)
def test_facts_are_found_as_they_were(
    file: str, compiler: str, request: pytest.FixtureRequest
) -> None:
    lines = [line for loop in loops_of(file, compiler) for line in (*_head(loop), *_facts(loop))]
    assert_golden(GOLDEN / f"{file}-{compiler}.txt", "\n".join(lines), request)


def test_each_instruction_of_llvm_is_read(request: pytest.FixtureRequest) -> None:
    module = (FORMS / "instructions.ll").read_text(encoding="utf-8")
    structures = {"%struct.box": "i32, [3 x float], ptr"}
    text = split_module(module)["each"]
    function, metadata = read_llvm("each", text, structures, Places(module, "loop.c"))
    lines = (*_function(function), f"metadata {metadata}", "")
    assert_golden(GOLDEN / "instructions-llvm.txt", "\n".join(lines), request)


def test_each_instruction_of_gimple_is_read(request: pytest.FixtureRequest) -> None:
    text = (FORMS / "instructions.gimple").read_text(encoding="utf-8")
    lines = (*_function(read_gimple("each", text, {"number": "float"})), "")
    assert_golden(GOLDEN / "instructions-gimple.txt", "\n".join(lines), request)


FIELDS: dict[str, Any] = {
    "i8": ctypes.c_int8,
    "i16": ctypes.c_int16,
    "i32": ctypes.c_int32,
    "i64": ctypes.c_int64,
    "float": ctypes.c_float,
    "double": ctypes.c_double,
    "ptr": ctypes.c_void_p,
    "[3 x i16]": ctypes.c_int16 * 3,
    "[2 x [5 x i8]]": ctypes.c_int8 * 5 * 2,
}


@given(st.lists(st.sampled_from(sorted(FIELDS)), min_size=1, max_size=8), st.data())
def test_a_field_lies_where_its_structure_has_it(kinds: list[str], data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(kinds) - 1))
    laid_out = type(
        "Laid",
        (ctypes.Structure,),
        {"_fields_": [(f"f{n}", FIELDS[k]) for n, k in enumerate(kinds)]},
    )
    text = (
        "define void @f(ptr %p, i64 %i) {\n"
        f"  %a = getelementptr inbounds %struct.s, ptr %p, i64 %i, i32 {number}\n"
    )
    structures = {"%struct.s": ", ".join(kinds)}
    function, _ = read_llvm("f", text, structures, Places("", "loop.c"))
    (address,) = function.blocks[function.entry].operations
    assert address.operands == ("%p", "%i", str(getattr(laid_out, f"f{number}").offset))
    assert address.scales == (0, ctypes.sizeof(laid_out), 1)


def _function(function: IrFunction) -> Iterator[str]:
    yield f"entry {function.entry}, restricted {' '.join(sorted(function.restricted))}"
    for block in function.blocks.values():
        yield f"{block.name}:"
        yield from (f"  {_operation(operation)}" for operation in block.operations)
        yield f"  to {' '.join(block.successors)}"


def _head(loop: IrLoop) -> tuple[str, ...]:
    place = f" at {loop.place.line}:{loop.place.column}" if loop.place is not None else ""
    asked = ", scalar by request" * loop.scalar_by_request
    inner = "" if loop.innermost else ", around others"
    restricted = f", restricted {' '.join(sorted(loop.function.restricted))}"
    restricted = restricted if loop.function.restricted else ""
    return (f"{loop.function.name} depth {loop.depth}{place}{inner}{asked}{restricted}",)


def _listed(loop: IrLoop) -> Iterator[str]:
    for operation in loop.operations():
        yield f"  {_operation(operation)}"


def _operation(operation: Operation) -> str:
    place = operation.place
    where = f"  # {place.line}:{place.column}" if place is not None else ""
    reference = operation.address
    at = ""
    if reference is not None:
        index = "".join(f"[{name}]" for name in reference.indexes)
        name = f"{reference.base}{index}{reference.fields}{reference.offset:+}"
        at = f" at {'variable ' * reference.variable}{name}"
    extra = " ".join(
        (
            operation.detail,
            *operation.sources,
            *map(str, operation.scales),
            "volatile" * operation.volatile,
        )
    ).strip()
    told = f"{operation.result} = {operation.code} {operation.type} {' '.join(operation.operands)}"
    return f"{told} ({extra}){at}{where}"


def _facts(loop: IrLoop) -> Iterator[str]:
    facts = facts_of(loop)
    callees = f"; calls {' '.join(facts.callees)}" if facts.callees else ""
    yield f"  {facts.element or 'nothing'} by {facts.advance}{callees}"
    yield f"  {' '.join(sorted(facts.features))}"
    for access in accesses_of(Motions(loop)):
        yield f"  {_access(access)}"
    for found in facts.dependences:
        order = f"{found.earlier.position} to {found.later.position}"
        yield f"  {found.kind}, {found.distance} on, {order}{', backward' * found.backward}"


def _access(access: MemoryAccess) -> str:
    indexes = " ".join(f"[{_motion(index)}]" for index in access.indexes)
    kind = f"{access.operation.code} {access.operation.type}"
    return f"{access.position} {kind} {access.pattern} {access.base}{access.fields} {indexes}"


def _motion(motion: Motion) -> str:
    terms = "".join(f"{count:+}*{name}" for name, count in motion.terms)
    traits = "".join(f" {trait}" for trait in sorted(motion.traits))
    return f"{motion.constant}{terms}{motion.step:+}i{traits}"
