"""Syntax trees of the user's C and C++, by tree-sitter: tolerant of errors and unknown headers."""

from __future__ import annotations

import re
from functools import cache, lru_cache

import tree_sitter
import tree_sitter_c
import tree_sitter_cpp
from tree_sitter import Node

from compiler_core.source import Language, SourceFile

DEFINITIONS = ("function_definition",)
TYPES = ("struct_specifier", "union_specifier", "enum_specifier", "type_definition")
LOOPS = ("for_statement", "while_statement", "do_statement")
CPP_ONLY = ("class_specifier", "alias_declaration", "for_range_loop", "field_declaration")


_MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)\(((?:[^\\\n]|\\.|\\\n)*)", re.MULTILINE)
_BARE_HEAD = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+(?:for|while)[ \t]*\(", re.MULTILINE)
_HEAD_OF_LOOP = re.compile(r"[^()]*\)\s*(?:for|while)\s*\(")
_DIRECTIVE = r"^[ \t]*#(?:[^\\\n]|\\.|\\\n)*"
_SHORT_ARGUMENTS = r"[ \t]*\((?:[^;{}()]|\([^;{}()]{0,100}\)){0,200}\)"
_ARGUMENTS = r"\([^;{}()\n]*\)"
# Those that lay out structures are read elsewhere, and stand between declarations.
_OF_LOOPS = r"(?![ \t]*(?:pack|ms_struct)\b)"
_PRAGMA = rf'_Pragma[ \t]*\([ \t]*"{_OF_LOOPS}(?:[^"\\\n]|\\.)*"[ \t]*\)'
_PRAGMA_LINE = rf"#[ \t]*pragma\b{_OF_LOOPS}(?:[^\\\n]|\\.|\\\n)*"
_PRAGMA_MACRO = re.compile(
    rf"^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+(?:{_PRAGMA}[ \t]*)+(?=$|//|/\*)", re.MULTILINE
)
_PRAGMA_OR_WORD = re.compile(rf"{_PRAGMA}|\b\w+\b(?![ \t]*\()")
# Where the grammar expects the statement that a loop or a condition governs.
_PRAGMA_AS_BODY = re.compile(rf"(?:\)|\belse|\bdo)[ \t]*(?://[^\n]*)?\n\s*({_PRAGMA_LINE})")
_PRAGMA_OR_COMMENT = re.compile(
    rf"{_PRAGMA_LINE}|{_PRAGMA}|//[^\n]*|/\*.*?\*/", re.MULTILINE | re.DOTALL
)


@cache
def _language(language: Language) -> tree_sitter.Language:
    grammar = tree_sitter_cpp.language() if language == "c++" else tree_sitter_c.language()
    return tree_sitter.Language(grammar)


@cache
def _query(language: Language) -> tree_sitter.Query:
    kinds = DEFINITIONS + TYPES + LOOPS + (CPP_ONLY if language == "c++" else ())
    text = "\n".join(f"({kind}) @{kind}" for kind in kinds)
    return tree_sitter.Query(_language(language), text)


@lru_cache(maxsize=64)
def tree_of(source: SourceFile) -> Node:
    """The root of the syntax tree."""
    parser = tree_sitter.Parser(_language(source.language))
    text = _without_pragmas(_without_heads_of_loops(_without_written_functions(source.text)))
    return parser.parse(text.encode("utf-8", "replace")).root_node


def _without_written_functions(text: str) -> str:
    """Blanks in place of lines such as `SUM(float)` that a macro makes whole functions of.

    Without a semicolon the grammar takes them for the beginning of the next function's head.
    """
    names = {match[1] for match in _MACRO.finditer(text) if "{" in match[2]}
    if not names:
        return text
    call = rf"(?:{'|'.join(map(re.escape, sorted(names)))}){_ARGUMENTS}"
    alone = re.compile(rf"^(?:{call}[ \t]*)+(?=$|//|/\*)", re.MULTILINE)
    return alone.sub(lambda match: _blank(match[0]), text)


def _without_heads_of_loops(text: str) -> str:
    """Blanks in place of `EACH(j, m)` or `ROWS` before a statement: macros that are heads of loops.

    Without a semicolon the grammar takes it for a whole statement, where a loop around it ends.
    """
    names = {match[1] for match in _MACRO.finditer(text) if _HEAD_OF_LOOP.match(match[2])}
    bare = {match[1] for match in _BARE_HEAD.finditer(text)}
    if not names and not bare:
        return text
    words = [rf"(?:{re.escape(name)}){_SHORT_ARGUMENTS}" for name in sorted(names)]
    words += [rf"{re.escape(name)}\b" for name in sorted(bare)]
    call = rf"\b(?:{'|'.join(words)})(?=\s*[\w{{(*/])"
    uses = re.compile(rf"{_DIRECTIVE}|{call}", re.MULTILINE)
    return uses.sub(
        lambda match: match[0] if match[0].lstrip().startswith("#") else _blank(match[0]), text
    )


def _without_pragmas(text: str) -> str:
    """Blanks in place of pragmas that the grammar would take for statements, or for types.

    A `#pragma` between a loop's head and its body is taken for the body, `_Pragma("omp simd")` for
    a call, and a macro that stands for one (`SIMD for (…)`) for the type of a declaration.
    """
    if "ragma" not in text:
        return text
    text = _PRAGMA_AS_BODY.sub(lambda match: match[0].replace(match[1], _blank(match[1])), text)
    names = _pragma_names(text)

    def blank_if_pragma(match: re.Match[str]) -> str:
        is_pragma = match[0] in names or match[0].endswith(")")
        return _blank(match[0]) if is_pragma else match[0]

    lines = text.split("\n")
    return "\n".join(
        line if line.lstrip().startswith("#") else _PRAGMA_OR_WORD.sub(blank_if_pragma, line)
        for line in lines
    )


def _pragma_names(text: str) -> frozenset[str]:
    """Macros that stand for pragmas alone."""
    return frozenset(match[1] for match in _PRAGMA_MACRO.finditer(text))


def begins_with_pragma(text: str, part: str) -> bool:
    """True if a part of a source's text is a pragma, with no more than pragmas behind it."""
    first = part.lstrip()
    word = re.match(r"\w+", first)
    names = _pragma_names(text)
    is_pragma = first.startswith(("#", "_Pragma")) or (word is not None and word[0] in names)
    rest = _PRAGMA_OR_COMMENT.sub(" ", part)
    return is_pragma and all(word in names for word in rest.split())


def _blank(text: str) -> str:
    """As many bytes that mean nothing: places after them stay as they are."""
    return re.sub(r"[^\n]", lambda match: " " * len(match[0].encode("utf-8", "replace")), text)


@lru_cache(maxsize=64)
def declarations_and_loops(source: SourceFile) -> tuple[Node, ...]:
    """All function, type and alias definitions and loop statements of a source, in its order.

    The tree tolerates errors: only what stands inside a part that does not parse is missing.
    """
    captures = tree_sitter.QueryCursor(_query(source.language)).captures(tree_of(source))
    nodes = [node for capture in captures.values() for node in capture]
    return tuple(sorted(nodes, key=lambda node: (node.start_byte, -node.end_byte)))


def text_of(node: Node | None) -> str:
    """The source text of a node on one line; empty for None."""
    if node is None or node.text is None:
        return ""
    return " ".join(node.text.decode("utf-8", "replace").split())


def tree_text(node: Node) -> str:
    """The text of the whole source that a node stands in."""
    while node.parent is not None:
        node = node.parent
    return (node.text or b"").decode("utf-8", "replace")


def line_of(node: Node) -> int:
    """First line, from 1."""
    return node.start_point[0] + 1


def column_of(node: Node) -> int:
    """First column, from 1, in bytes as the compilers count."""
    return node.start_point[1] + 1


def declared_name(declarator: Node | None) -> Node | None:
    """The name inside a declarator such as `*const (*f)[3]`; None for an abstract one."""
    while declarator is not None:
        if declarator.type in NAMES:
            return declarator
        declarator = inner_declarator(declarator)
    return None


NAMES = (
    "identifier", "field_identifier", "type_identifier", "qualified_identifier", "destructor_name",
    "operator_name", "operator_cast", "template_function", "primitive_type",
)  # fmt: skip


def inner_declarator(declarator: Node) -> Node | None:
    """The declarator one level further in; references and parentheses carry no field name."""
    inner = declarator.child_by_field_name("declarator")
    if inner is not None:
        return inner
    if declarator.type in ("reference_declarator", "parenthesized_declarator"):
        return next(
            (
                child
                for child in declarator.named_children
                if child.type.endswith("declarator") or child.type in NAMES
            ),
            None,
        )
    return None


def declarator_levels(declarator: Node | None) -> list[Node]:
    """Pointers, arrays, references and functions of a declarator, outermost first.

    The last one, next to the name, says what is declared; those before it what that leads to.
    """
    levels: list[Node] = []
    while declarator is not None:
        if any(word in declarator.type for word in ("pointer", "array", "reference", "function")):
            levels.append(declarator)
        declarator = inner_declarator(declarator)
    return levels
