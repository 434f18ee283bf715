"""The little language of formulas, parsed: what a student reads is what is executed.

    formula   := [ statement { ";" statement } [ loop { ";" statement } ] [ "(" notes ")" ] ]
    statement := target "=" expression [ "where" expression ]  |  [ "if" "(" … ")" ] "goto" target
    loop      := "for i =" expression "…" expression
               | "for each lane i" [ "where" expression [ ", else 0" ] ]
Expressions are C's, with lanes (`v0.s[i]`), whole vectors (`v0.4s`, `z1.s where p0`), memory
(`mem32[x0 + 4]`) and function calls. Statements are executed in order; `old(x0)` is the value
before the first of them. The empty formula says that nothing changes. Syntax trees are nested
tuples: (kind, …).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from compiler_core.host.line_cache import kept_for_short_lines

Tree = tuple  # a node: its kind, then children; too irregular for a stricter type
_TOKEN = re.compile(
    r"\s*(?:(?P<number>0x[0-9a-f]+|\d+\.\d+(?:e[+-]?\d+)?|\d+e[+-]?\d+|\d+)"
    r"|(?P<register>[bhsdqvzwxp]\d{1,2}(?:\.(?:\d{0,2}[bhsdq]))?(?![\w.]))"
    r"|(?P<name>[A-Za-z_.$][\w.$]*(?:\+\d+)?(?=\))|[A-Za-z_.$][\w.$]*)"
    r"|(?P<sign><<|>>|<=|>=|==|!=|&&|\|\||…|[-+*/%&|^~!<>?:()\[\],=]))"
)
_LOOP = re.compile(r" for (?:i = |each lane i)")
_LEVELS = (
    ("||",),
    ("&&",),
    ("|",),
    ("^",),
    ("&",),
    ("==", "!="),
    ("<", "<=", ">", ">="),
    ("<<", ">>"),
    ("+", "-"),
    ("*", "/", "%"),
)


@dataclass(frozen=True, slots=True)
class Statement:
    """An assignment (target, value), or a jump: target is ("goto", text, address), value its
    condition. The address is that of `goto *x0`, None for a label."""

    target: Tree
    value: Tree | None
    where: Tree | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Formula:
    """A parsed formula; first and last bound i."""

    statements: tuple[Statement, ...]
    """Those before or inside the loop, in order; all of them where there is no loop."""
    first: Tree | None
    """First value of i in a counted loop; None for lanes and without a loop."""
    last: Tree | None
    """Last value of i in a counted loop, itself included; None for lanes and without a loop."""
    lanes: bool
    """I runs over all lanes of a vector."""
    where: Tree | None
    """Which lanes take part, as a condition on i; None for all."""
    else_zero: bool
    """Lanes that do not take part become 0 instead of keeping their value."""
    notes: tuple[str, ...]
    """What the brackets at the end say, as `signed` or `float`; empty without brackets."""
    then: Tree | None
    """The flags' new value where a note says `then nzcv = …`, else None."""
    afterwards: tuple[Statement, ...]
    """The statements that follow the loop."""


class FormulaError(ValueError):
    """The text is no formula of this language."""


@kept_for_short_lines
def parse_formula(text: str) -> Formula:
    """Parse a displayed formula. Raises FormulaError."""
    body, notes, then = _split_notes(text)
    body, after = _split_after_loop(body)
    body, bounds, lanes, where, else_zero = _split_loop(body)
    statements = tuple(_statement(part.strip()) for part in _split(body, ";") if part.strip())
    afterwards = tuple(_statement(part.strip()) for part in after)
    first, last = bounds if bounds else (None, None)
    return Formula(
        statements=statements,
        first=first,
        last=last,
        lanes=lanes,
        where=where,
        else_zero=else_zero,
        notes=notes,
        then=then,
        afterwards=afterwards,
    )


def _split_after_loop(body: str) -> tuple[str, list[str]]:
    """The loop with its statements, and the statements that follow it."""
    parts = _split(body, ";")
    loops = [position for position, part in enumerate(parts) if _LOOP.search(part)]
    if not loops:
        return body, []
    return ";".join(parts[: loops[-1] + 1]), parts[loops[-1] + 1 :]


def parse_expression(text: str) -> Tree:
    """Parse one expression. Raises FormulaError."""
    parser = _Parser(text)
    tree = parser.ternary()
    if parser.position != len(parser.tokens):
        raise FormulaError(f"unexpected {parser.tokens[parser.position]} in {text!r}")
    return tree


def _split_notes(text: str) -> tuple[str, tuple[str, ...], Tree | None]:
    if not text.endswith(")"):
        return text, (), None
    start = _matching_open(text)
    if start == 0 or text[start - 1] != " " or not _is_note(text[start + 1 : -1]):
        return text, (), None
    parts = [part.strip() for part in _split(text[start + 1 : -1], ",")]
    then = next((part for part in parts if part.startswith("then nzcv = ")), None)
    tree = parse_expression(then.removeprefix("then nzcv = ")) if then else None
    return text[: start - 1], tuple(part for part in parts if part != then), tree


def _is_note(text: str) -> bool:
    return bool(re.match(r"(signed|half|float|double|from |to |then |lower lanes kept)", text))


def _matching_open(text: str) -> int:
    depth = 0
    for position in range(len(text) - 1, -1, -1):
        depth += {")": 1, "(": -1}.get(text[position], 0)
        if depth == 0:
            return position
    raise FormulaError(f"unbalanced brackets in {text!r}")


def _split_loop(body: str) -> tuple[str, tuple[Tree, Tree] | None, bool, Tree | None, bool]:
    counted = re.search(r" for i = (.+?)…(.+)$", body)
    if counted:
        bounds = parse_expression(counted[1]), parse_expression(counted[2])
        return body[: counted.start()], bounds, False, None, False
    each = re.search(r" for each lane i(?: where (?P<where>.+?))?(?P<zero>, else 0)?$", body)
    if not each:
        return body, None, False, None, False
    where = parse_expression(each["where"]) if each["where"] else None
    return body[: each.start()], None, True, where, bool(each["zero"])


def _split(text: str, separator: str) -> list[str]:
    parts, depth, start = [], 0, 0
    for position, character in enumerate(text):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(character, 0)
        if character == separator and depth == 0:
            parts.append(text[start:position])
            start = position + 1
    return [*parts, text[start:]]


def _statement(text: str) -> Statement:
    jump = re.fullmatch(r"(?:if \((?P<test>.+)\) )?goto (?P<target>.+)", text)
    if jump:
        test = parse_expression(jump["test"]) if jump["test"] else None
        target = jump["target"]
        address = parse_expression(target[1:]) if target.startswith("*") else None
        return Statement(("goto", target, address), test)
    target, equals, value = text.partition(" = ")
    if not equals:
        raise FormulaError(f"no assignment: {text!r}")
    value, _, where = value.partition(" where ") if ("(" not in value) else _outer_where(value)
    return Statement(
        parse_expression(target),
        parse_expression(value),
        parse_expression(where) if where else None,
    )


def _outer_where(value: str) -> tuple[str, str, str]:
    """Split at a `where` outside brackets: inside, it belongs to a vector."""
    for match in re.finditer(r" where ", value):
        before = value[: match.start()]
        if before.count("(") == before.count(")"):
            return before, " where ", value[match.end() :]
    return value, "", ""


class _Parser:
    """Recursive descent by C's precedences."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[tuple[str, str]] = []
        self.position = 0
        offset = 0
        while offset < len(text.rstrip()):
            match = _TOKEN.match(text, offset)
            if match is None:
                raise FormulaError(f"unknown text at {text[offset:]!r}")
            kind = str(match.lastgroup)
            self.tokens.append((kind, match[kind]))
            offset = match.end()

    def peek(self) -> str:
        return self.tokens[self.position][1] if self.position < len(self.tokens) else ""

    def take(self, expected: str = "") -> tuple[str, str]:
        if self.position >= len(self.tokens) or (expected and self.peek() != expected):
            raise FormulaError(f"expected {expected or 'more'} in {self.text!r}")
        self.position += 1
        return self.tokens[self.position - 1]

    def ternary(self) -> Tree:
        test = self.binary(0)
        if self.peek() != "?":
            return test
        self.take("?")
        yes = self.ternary()
        self.take(":")
        return ("if", test, yes, self.ternary())

    def binary(self, level: int) -> Tree:
        if level == len(_LEVELS):
            return self.unary()
        left = self.binary(level + 1)
        while self.peek() in _LEVELS[level] and self.tokens[self.position][0] == "sign":
            sign = self.take()[1]
            left = ("binary", sign, left, self.binary(level + 1))
        return left

    def unary(self) -> Tree:
        if self.peek() in ("-", "~", "!"):
            return ("unary", self.take()[1], self.unary())
        return self.postfix()

    def postfix(self) -> Tree:
        tree = self.primary()
        while self.peek() == "[":
            self.take("[")
            index = self.ternary()
            self.take("]")
            tree = ("index", tree, index)
        return tree

    def primary(self) -> Tree:
        kind, text = self.take()
        if text == "(":
            tree = self.ternary()
            self.take(")")
            return tree
        if kind == "number":
            return (
                "number",
                float(text) if re.search(r"[.e]", text) and text[:2] != "0x" else int(text, 0),
            )
        if kind == "register":
            name, _, arrangement = text.partition(".")
            return ("register", name, arrangement)
        if kind == "name" and self.peek() == "(":
            return self._call(text)
        if kind == "name":
            return ("name", text)
        raise FormulaError(f"unexpected {text!r} in {self.text!r}")

    def _call(self, name: str) -> Tree:
        self.take("(")
        arguments: list[Tree] = []
        while self.peek() != ")":
            tree = self.ternary()
            if self.peek() == "where":
                self.take()
                tree = ("masked", tree, self.primary())
            if self.peek() == "over":
                self.take()
                self.take("k")
                self.take("=")
                first = self.ternary()
                self.take("…")
                tree = ("over", tree, first, self.ternary())
            arguments.append(tree)
            if self.peek() == ",":
                self.take(",")
        self.take(")")
        return ("call", name, tuple(arguments))
