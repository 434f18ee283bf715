"""Statements: control flow becomes blocks, every loop with its five parts."""

from __future__ import annotations

from collections.abc import Callable

from pycparser import c_ast

from compiler_core.loop.front_end.builder import Builder, OpenLoop
from compiler_core.loop.front_end.declarations import declare_local
from compiler_core.loop.front_end.expressions import (
    convert_to,
    lower_condition,
    lower_expression,
    value_in,
)
from compiler_core.loop.ir.types import VOID
from compiler_core.loop.ir.values import Block

Lowering = Callable[[Builder, c_ast.Node], None]
_ADVICE = {
    "Switch": ("a switch", "Write it as if and else if."),
    "Goto": ("a goto", "Use loops, break and continue."),
    "Label": ("a label", "Use loops, break and continue."),
    "Case": ("a case", "Write it as if and else if."),
}


def lower_statement(builder: Builder, node: c_ast.Node) -> None:
    """Append what a statement does. Raises OutsideSubset."""
    if builder.ended:
        builder.start(builder.new_block("unreachable"))
    lower = _LOWERINGS.get(type(node))
    if lower is not None:
        lower(builder, node)
    elif type(node).__name__ in _ADVICE:
        what, advice = _ADVICE[type(node).__name__]
        raise builder.outside(node, f"Found {what}.", advice)
    else:
        lower_expression(builder, node)


def _compound(builder: Builder, node: c_ast.Compound) -> None:
    builder.scopes.append({})
    for item in node.block_items or []:
        lower_statement(builder, item)
    builder.scopes.pop()


def _declarations(builder: Builder, node: c_ast.DeclList) -> None:
    for declaration in node.decls:
        declare_local(builder, declaration)


def _if(builder: Builder, node: c_ast.If) -> None:
    then, join = builder.new_block("then"), builder.new_block("join")
    otherwise = builder.new_block("otherwise") if node.iffalse is not None else join
    lower_condition(builder, node.cond, then, otherwise)
    builder.start(then)
    if node.iftrue is not None:
        lower_statement(builder, node.iftrue)
    builder.jump(join)
    if node.iffalse is not None:
        builder.start(otherwise)
        lower_statement(builder, node.iffalse)
        builder.jump(join)
    builder.start(join)


def _for(builder: Builder, node: c_ast.For) -> None:
    builder.scopes.append({})
    if node.init is not None:
        lower_statement(builder, node.init)
    header, body, latch, end = _open_loop(builder, node, _counter(node))
    builder.start(header)
    if node.cond is None:
        builder.jump(body)
    else:
        lower_condition(builder, node.cond, body, end)
    _body(builder, node.stmt, body, latch, end)
    builder.start(latch)
    if node.next is not None:
        lower_expression(builder, node.next)
    builder.jump(header, node)
    builder.start(end)
    builder.scopes.pop()


def _while(builder: Builder, node: c_ast.While) -> None:
    header, body, latch, end = _open_loop(builder, node, "")
    builder.start(header)
    lower_condition(builder, node.cond, body, end)
    _body(builder, node.stmt, body, latch, end)
    builder.start(latch)
    builder.jump(header, node)
    builder.start(end)


def _do(builder: Builder, node: c_ast.DoWhile) -> None:
    """The test stands in the latch: the body runs at least once."""
    header, body, latch, end = _open_loop(builder, node, "")
    builder.start(header)
    builder.jump(body)
    _body(builder, node.stmt, body, latch, end)
    builder.start(latch)
    lower_condition(builder, node.cond, header, end)
    builder.start(end)


def _counter(node: c_ast.For) -> str:
    """The variable a `for` starts with: it names the loop's blocks where there are several."""
    first = node.init
    if isinstance(first, c_ast.DeclList) and first.decls:
        return first.decls[0].name or ""
    if isinstance(first, c_ast.Assignment) and isinstance(first.lvalue, c_ast.ID):
        return first.lvalue.name
    return ""


def _open_loop(
    builder: Builder, node: c_ast.Node, counter: str
) -> tuple[Block, Block, Block, Block]:
    """Header, body, latch and exit; the current block goes on through a preheader."""
    suffix = f".{counter}" if counter and builder.loop_count > 1 else ""
    entry = builder.function.blocks[0]
    if builder.block is entry and entry.name == "entry" and not builder.ended:
        entry.name = builder.function.fresh_block_name(f"preheader{suffix}")
    else:
        preheader = builder.new_block(f"preheader{suffix}")
        builder.jump(preheader)
        builder.start(preheader)
    header, body, latch, end = (
        builder.new_block(f"{part}{suffix}") for part in ("header", "body", "latch", "exit")
    )
    builder.jump(header, node)
    return header, body, latch, end


def _body(
    builder: Builder, statement: c_ast.Node | None, body: Block, latch: Block, end: Block
) -> None:
    builder.start(body)
    builder.loops.append(OpenLoop(latch, end))
    if statement is not None:
        lower_statement(builder, statement)
    builder.loops.pop()
    builder.jump(latch)


def _break(builder: Builder, node: c_ast.Node) -> None:
    builder.jump(_innermost(builder, node, "break").exit, node)


def _continue(builder: Builder, node: c_ast.Node) -> None:
    builder.jump(_innermost(builder, node, "continue").latch, node)


def _innermost(builder: Builder, node: c_ast.Node, word: str) -> OpenLoop:
    if not builder.loops:
        raise builder.outside(node, f"Found {word} outside a loop.", "Remove it.")
    return builder.loops[-1]


def _return(builder: Builder, node: c_ast.Return) -> None:
    result = builder.function.result
    if (node.expr is None) != (result == VOID):
        expected = "no value" if result == VOID else f"a value of type {result}"
        raise builder.outside(node, f"{builder.function.name} returns {expected}.", "Change one.")
    if node.expr is None:
        builder.emit("return", node=node)
        return
    value = convert_to(builder, value_in(builder, node.expr), result, node)
    builder.emit("return", value, node=node)


def _empty(builder: Builder, node: c_ast.Node) -> None:
    """Nothing to do: `;`, and pragmas, which are hints."""


_LOWERINGS: dict[type, Lowering] = {
    c_ast.Compound: _compound,
    c_ast.DeclList: _declarations,
    c_ast.Decl: declare_local,
    c_ast.If: _if,
    c_ast.For: _for,
    c_ast.While: _while,
    c_ast.DoWhile: _do,
    c_ast.Break: _break,
    c_ast.Continue: _continue,
    c_ast.Return: _return,
    c_ast.EmptyStatement: _empty,
    c_ast.Pragma: _empty,
}  # type: ignore[assignment]
