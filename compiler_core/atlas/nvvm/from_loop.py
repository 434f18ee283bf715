"""A function that is one loop, as a kernel: each thread does one round of it.

That is right only if no round needs what another one leaves. So a loop is taken if all that it
writes are variables of its own round and elements of arrays at its counter, and if it reads those
arrays nowhere else. Whether two pointers overlap is not known here: as for any parallel loop, it is
the caller's promise that they do not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pycparser import c_ast, c_generator

from compiler_core.errors import InputError
from compiler_core.loop.front_end.parsing import children, parse_c
from compiler_core.loop.front_end.preparation import TYPE_NAMES, Prepared, prepare
from compiler_core.source import SourceFile

_THREAD = (
    "__nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + __nvvm_read_ptx_sreg_tid_x()"
)
_COMPARISONS = ("<", "<=")
"""A thread with a number beyond the end has nothing to do, which `!=` would not say."""
_STEPS = ("p++", "++", "p--", "--")
_LEAVES = (
    c_ast.Return,
    c_ast.Goto,
    c_ast.Label,
    c_ast.FuncCall,
    c_ast.While,
    c_ast.DoWhile,
    c_ast.Switch,
)


def kernel_of(source: SourceFile, function: str) -> str:
    """The kernel as C for Clang's target NVPTX; "" where the function has another shape.

    Raises nothing: what is no C of the textbook's subset has another shape too.
    """
    try:
        prepared = prepare(source)
        tree = parse_c(prepared.text, source.name)
    except InputError:
        return ""
    definition = next((node for node in tree.ext if _is_function(node, function)), None)
    loop = _only_loop(definition) if definition is not None else None
    if definition is None or loop is None or not _rounds_are_apart(loop):
        return ""
    constants = {constant.name for constant in prepared.constants}
    return _text(definition, loop, prepared) if _knows_all(definition, loop, constants) else ""


def _is_function(node: c_ast.Node, name: str) -> bool:
    if not isinstance(node, c_ast.FuncDef) or node.decl.name != name:
        return False
    returned = getattr(getattr(node.decl.type.type, "type", None), "names", None)
    return returned == ["void"] and node.decl.type.args is not None


def _only_loop(function: c_ast.FuncDef) -> c_ast.For | None:
    """The loop that is all of the function, if it counts up by one from where it is declared."""
    statements = function.body.block_items or []
    loop = statements[0] if len(statements) == 1 else None
    if not isinstance(loop, c_ast.For) or not isinstance(loop.init, c_ast.DeclList):
        return None
    counter = loop.init.decls[0]
    is_declared = len(loop.init.decls) == 1 and counter.init is not None
    return loop if is_declared and _counts_up(loop, counter.name) else None


def _counts_up(loop: c_ast.For, counter: str) -> bool:
    end = loop.cond
    compared = isinstance(end, c_ast.BinaryOp) and end.op in _COMPARISONS and end.left
    return _is_name(_counted(loop.next), counter) and _is_name(compared, counter)


def _counted(step: c_ast.Node | None) -> c_ast.Node | None:
    """What the step makes larger by one; None for another step."""
    if isinstance(step, c_ast.UnaryOp):
        return step.expr if step.op in ("p++", "++") else None
    if not isinstance(step, c_ast.Assignment):
        return None
    return step.lvalue if step.op == "+=" and _is_one(step.rvalue) else None


def _rounds_are_apart(loop: c_ast.For) -> bool:
    counter = loop.init.decls[0].name
    nodes = [*_below(loop.stmt), *_below(loop.cond)]
    own = {node.name for node in nodes if isinstance(node, c_ast.Decl)}
    targets = [target for node in nodes if (target := _target(node)) is not None]
    arrays = {_array_of(target) for target in targets if isinstance(target, c_ast.ArrayRef)}
    simple = all(
        (isinstance(target, c_ast.ID) and target.name in own) or _is_element(target, counter)
        for target in targets
    )
    others = any(
        isinstance(node, c_ast.ArrayRef)
        and _array_of(node) in arrays
        and not _is_element(node, counter)
        for node in nodes
    )
    leaves = any(isinstance(node, (*_LEAVES, c_ast.Break, c_ast.Continue)) for node in nodes)
    pointers = any(
        isinstance(node, c_ast.PtrDecl) or (isinstance(node, c_ast.UnaryOp) and node.op in "*&")
        for node in nodes
    )
    lasting = any(isinstance(node, c_ast.Decl) and node.storage for node in nodes)
    return (
        simple and not others and not leaves and not pointers and not lasting and counter not in own
    )


def _knows_all(function: c_ast.FuncDef, loop: c_ast.For, constants: set[str]) -> bool:
    """Whether the loop names nothing that stands outside of its function."""
    declared = {node.name for node in _below(function) if isinstance(node, c_ast.Decl)}
    used = {node.name for node in _below(loop) if isinstance(node, c_ast.ID)}
    return used <= declared | constants


def _below(node: c_ast.Node) -> Iterator[c_ast.Node]:
    yield node
    for child in children(node):
        yield from _below(child)


def _target(node: c_ast.Node) -> c_ast.Node | None:
    """What this statement or expression writes."""
    if isinstance(node, c_ast.Assignment):
        return node.lvalue
    return node.expr if isinstance(node, c_ast.UnaryOp) and node.op in _STEPS else None


def _array_of(node: c_ast.ArrayRef) -> str:
    return node.name.name if isinstance(node.name, c_ast.ID) else ""


def _is_element(node: c_ast.Node, counter: str) -> bool:
    return (
        isinstance(node, c_ast.ArrayRef)
        and bool(_array_of(node))
        and _is_name(node.subscript, counter)
    )


def _is_name(node: object, name: str) -> bool:
    return isinstance(node, c_ast.ID) and node.name == name


def _is_one(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.Constant) and node.value == "1"


def _text(function: c_ast.FuncDef, loop: c_ast.For, prepared: Prepared) -> str:
    made = c_generator.CGenerator()
    counter = loop.init.decls[0]
    parameters = made.visit(function.decl.type.args)
    start = made.visit(counter.init)
    begin = "" if start == "0" else f"({start}) + "
    block = loop.stmt if isinstance(loop.stmt, c_ast.Compound) else c_ast.Compound([loop.stmt])
    body = made.visit(block).strip().replace("\n", "\n    ")
    counted = f"{made.visit(counter.type)} {counter.name}"
    text = (
        f"__attribute__((nvptx_kernel))\nvoid {function.decl.name}({parameters})\n{{\n"
        f"    {counted} = {begin}{_THREAD};\n    if ({made.visit(loop.cond)})\n    {body}\n}}\n"
    )
    return "".join((*_named(prepared, text), text))


def _named(prepared: Prepared, text: str) -> Iterator[str]:
    """Types and constants that the text uses by names which nothing declares for a GPU."""
    words = set(re.findall(r"[A-Za-z_]\w*", text))
    for name, of in TYPE_NAMES.items():
        if name in words:
            yield f"typedef {of} {name};\n"
    for constant in prepared.constants:
        yield f"#define {constant.name} {constant.text}\n"
