"""Rules for what crosses the function's border: arguments, results, calls, saved registers."""

from __future__ import annotations

from compiler_core.host.compilation import Loop
from compiler_core.host.instruction import Register
from compiler_core.host.register_map.calling_convention import (
    ARGUMENT_GENERAL,
    ARGUMENT_PREDICATE,
    ARGUMENT_VECTOR,
    CALLEE_SAVED,
    FRAME_POINTER,
    INDIRECT_RESULT,
    RETURN_ADDRESS,
    STACK,
)
from compiler_core.host.register_map.context import Context
from compiler_core.host.register_map.finding import (
    Part,
    RegisterFinding,
    constant_text,
    is_copy,
    is_loaded,
    moves,
)
from compiler_core.host.register_map.liveness import Web
from compiler_core.host.source_reading.layouts import Layout, UnknownLayout
from compiler_core.host.source_reading.signature import SourceParameter

_ARGUMENT_REGISTERS = frozenset((*ARGUMENT_GENERAL, *ARGUMENT_VECTOR, *ARGUMENT_PREDICATE))


def _return_address(context: Context, part: Part) -> RegisterFinding | None:
    if part.web.register != RETURN_ADDRESS:
        return None
    if part.web.from_entry:
        return RegisterFinding("saved", "return address: where ret goes")
    if is_loaded(context, part.web):
        return RegisterFinding("saved", "return address, read back from the stack")
    return None


def _frame_pointer(context: Context, part: Part) -> RegisterFinding | None:
    if part.web.register != FRAME_POINTER:
        return None
    sets = [
        instruction
        for instruction in context.written_by(part.web)
        if any(
            isinstance(register, Register) and register.kind == "sp"
            for register in instruction.operands
        )
    ]
    return (
        RegisterFinding("saved", "frame pointer: the base of this function's frame")
        if sets
        else None
    )


def _argument(context: Context, part: Part) -> RegisterFinding | None:
    if not part.web.from_entry or part.stage in ("inside", "after"):
        return None
    argument = context.argument(part.web)
    if argument is None:
        return _unnamed_argument(context, part)
    phrase = f"{argument.holds}: argument {argument.number}, {parameter_phrase(argument.parameter)}"
    if part.loop is not None and part.stage == "entered":
        phrase += _changing(context, part.web, part.loop)
    returned = ", handed back as the result" if context.is_returned(part.web) else ""
    return RegisterFinding("argument", phrase + returned)


def parameter_phrase(parameter: SourceParameter) -> str:
    """`pointer to const float`, `integer`…"""
    if parameter.type_class == "pointer":
        const = "const " if parameter.is_const else ""
        return f"pointer to {const}{parameter.pointee}" if parameter.pointee else "pointer"
    if parameter.type_class == "float":
        return f"floating point ({parameter.type_text})"
    layout = parameter.layout
    if isinstance(layout, Layout) and layout.kind == "record":
        return parameter.type_text
    known = layout.kind if isinstance(layout, Layout) else parameter.type_class
    return f"{known} ({parameter.type_text})"


def _changing(context: Context, web: Web, loop: Loop) -> str:
    step = context.step(web, loop)
    if step is None or step == 0:
        return ", changed in the loop"
    unit = " bytes" if context.bases(web) else ""
    return f", {moves(step, unit)} per iteration"


def _unnamed_argument(context: Context, part: Part) -> RegisterFinding | None:
    web = part.web
    signature = context.code.signature
    if web.register == INDIRECT_RESULT:
        return RegisterFinding("argument", "address the caller wants the result at")
    if web.register not in _ARGUMENT_REGISTERS:
        return RegisterFinding("scratch", "value left by the caller")
    if signature is None:
        return RegisterFinding("argument", "an argument; the source does not show this function")
    stopped = context.code.arguments.stopped_at if context.code.arguments is not None else None
    if stopped is not None:
        return RegisterFinding(
            "argument",
            f"part of `{stopped.name or stopped.type_text}` or an argument after it: "
            f"how {stopped.type_text} is passed cannot be told{_because(stopped)}",
        )
    return RegisterFinding("scratch", "value left by the caller")


def _because(parameter: SourceParameter) -> str:
    layout = parameter.layout
    return f", because {layout.reason}" if isinstance(layout, UnknownLayout) else ""


def _callers_value(context: Context, part: Part) -> RegisterFinding | None:
    web = part.web
    if web.register not in CALLEE_SAVED:
        return None
    name = "frame pointer" if web.register == FRAME_POINTER else web.register
    if web.from_entry:
        return RegisterFinding("saved", f"the caller's {name}, kept for its return")
    only_returned = web.uses and all(
        context.code.is_return(use) or context.code.leaves_by_jump(use) for use in web.uses
    )
    if only_returned and is_loaded(context, web):
        return RegisterFinding("saved", f"the caller's {name}, read back from the stack")
    return None


def _call_result(context: Context, part: Part) -> RegisterFinding | None:
    if not part.web.by_call:
        return None
    targets = {context.code.effect(position).target for position in part.web.written}
    named = sorted(targets - {""})
    returned = ", handed on as the result" if context.is_returned(part.web) else ""
    return RegisterFinding("call result", f"result of {named[0] if named else 'a call'}{returned}")


def _returned(context: Context, part: Part) -> RegisterFinding | None:
    if part.stage in ("before", "inside", "entered") or not context.is_returned(part.web):
        return None
    if part.stage == "after" or part.loop is not None:
        return RegisterFinding("return value", "the function's result")
    copied = all(is_copy(maker) or constant_text(maker) for maker in context.written_by(part.web))
    source = _source_phrase(context, part.web) if copied else ""
    return RegisterFinding("return value", f"the function's result{source}")


def _source_phrase(context: Context, web: Web) -> str:
    subject = context.subject(web)
    values = [constant_text(instruction) for instruction in context.written_by(web)]
    if len(values) == 1 and values[0]:
        return f": {values[0]}"
    return f", from {subject}" if subject else ""


def _call_argument(context: Context, part: Part) -> RegisterFinding | None:
    web = part.web
    if web.register not in _ARGUMENT_REGISTERS or not web.uses:
        return None
    if not all(context.code.passes_arguments(use) for use in web.uses):
        return None
    calls = web.uses
    if any(web.register in context.code.reads(call) for call in calls):
        called = _source_phrase(context, web)
        return RegisterFinding("address", f"address of the function that is called{called}")
    target = context.code.effect(calls[0]).target or "a function by its address"
    number = int(web.register[1:]) + 1
    kind = "" if web.register.startswith("x") else "floating-point "
    source = _source_phrase(context, web)
    return RegisterFinding(
        "call argument", f"{kind}argument {number} of the call to {target}{source}"
    )


def _copy(context: Context, part: Part) -> RegisterFinding | None:
    home = context.home(part.web)
    if home is not None and len(part.web.written) == 1:
        if home.register == STACK:
            phrase = f"{home.holds}: argument {home.number}, passed on the stack"
            return RegisterFinding("argument", f"{phrase}, {parameter_phrase(home.parameter)}")
        return RegisterFinding("argument", f"copy of {home.holds}, read from its stack slot")
    written = context.written_by(part.web)
    if part.loop is not None or len(written) != 1 or not is_copy(written[0]):
        return None
    note = ", widened to 64 bits" if written[0].mnemonic in ("sxtw", "uxtw") else ""
    for source in context.source_webs(part.web):
        argument = context.argument(source)
        if argument is not None:
            return RegisterFinding("argument", f"copy of {argument.holds}{note}")
        result = _call_result(context, Part(source, "whole", None))
        if result is not None:
            return RegisterFinding("call result", f"copy of the {result.holds}{note}")
    return None


INTERFACE_RULES = (
    _return_address,
    _frame_pointer,
    _callers_value,
    _argument,
    _call_result,
    _returned,
    _call_argument,
    _copy,
)
