"""Source and assembly to escaped markup with classes; the colours are tokens in tokens.css.

Source goes through Pygments. Assembly goes through one regular expression of ours, per line: a page
shows hundreds of lines, and a full lexer per line would cost more than the compilation.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from markupsafe import Markup, escape
from pygments.lexers.c_cpp import CLexer, CppLexer
from pygments.token import Token, _TokenType

from compiler_core.deceptive_text import with_marks
from compiler_core.host.compilation import LabelUse
from compiler_core.host.line_cache import kept_for_short_lines
from compiler_core.kept import remembered
from compiler_core.source import Language

SOURCE_CLASSES: tuple[tuple[_TokenType, str], ...] = (
    (Token.Comment.Preproc, "hp"),
    (Token.Comment.PreprocFile, "hs"),
    (Token.Comment, "hc"),
    (Token.Keyword.Type, "ht"),
    (Token.Keyword, "hk"),
    (Token.Name.Function, "hf"),
    (Token.Literal.String, "hs"),
    (Token.Literal.Number, "hn"),
)
_ASSEMBLY = re.compile(
    r"(?P<hc>//.*|/\*.*?(?:\*/|$))"  # what is not closed goes to the end, or each would be tried
    r"|(?P<hs>\"(?:[^\"\\]|\\.)*(?:\"|\\?$))"
    r"|(?P<hd>(?:(?<=\s)|^)\.[a-z][\w.]*(?=\s|$))"
    r"|(?P<hv>\b(?:[vzqdshb]\d{1,2}(?:\.\d{0,2}[bhsdq])?|p\d{1,2}(?:\.[bhsd]|/[mz])?)\b)"
    r"|(?P<hr>\b(?:[xw]\d{1,2}|sp|wsp|xzr|wzr)\b)"
    r"|(?P<hn>\#?-?\b(?:0x[0-9a-fA-F]+|\d+(?:\.\d+)?(?:e[+-]?\d+)?)\b)"
)
SOURCES_BYTES = 8 << 20
_MNEMONIC = re.compile(r"\s*(?P<mnemonic>[a-z][\w.]*)(?P<space>\s*)")


@remembered(SOURCES_BYTES, lambda lines: len(lines) + sum(map(len, lines)))
def highlight_source(text: str, language: Language) -> tuple[Markup, ...]:
    """One piece of markup per source line."""
    lexer = CppLexer(stripnl=False) if language == "c++" else CLexer(stripnl=False)
    lines: list[list[str]] = [[]]
    for token, value in lexer.get_tokens(text.replace("\r", with_marks("\r"))):
        name = _source_class(token)
        for number, part in enumerate(value.split("\n")):
            if number:
                lines.append([])
            if part:
                lines[-1].append(_span(name, part))
    wanted = text.count("\n") + 1
    joined = [Markup("".join(parts)) for parts in lines]  # every part is escaped by `shown`
    return tuple(joined[:wanted])


def shown(text: str) -> str:
    """Escaped, with marks for characters that reorder or hide text: a reader sees every one."""
    return str(escape(with_marks(text)))


def _source_class(token: _TokenType) -> str:
    return next((name for parent, name in SOURCE_CLASSES if token in parent), "")


def _span(name: str, text: str) -> str:
    escaped = shown(text)
    return f'<span class="{name}">{escaped}</span>' if name else escaped


def highlight_assembly(text: str, kind: str, labels: Sequence[LabelUse], prefix: str) -> Markup:
    """One line of assembly; labels that the listing holds become links to `#<prefix><id>`."""
    parts: list[str] = []
    position = 0
    for label in sorted(labels, key=lambda label: label.start):
        if label.start < position:
            continue
        parts.append(_tokens(text[position : label.start], kind, position == 0))
        parts.append(_label(text[label.start : label.end], label, prefix))
        position = label.end
    parts.append(_tokens(text[position:], kind, position == 0))
    return Markup("".join(parts))  # every part is escaped by `shown`


def _label(text: str, label: LabelUse, prefix: str) -> str:
    if label.target is None:
        return _span("hl", text)
    return f'<a class="hl" href="#{prefix}{label.target}">{shown(text)}</a>'


@kept_for_short_lines
def _tokens(text: str, kind: str, at_start: bool) -> str:
    if kind == "label":
        return _span("hl", text)
    if kind == "comment":
        return _span("hc", text)
    parts: list[str] = []
    position = 0
    if kind == "instruction" and at_start and (match := _MNEMONIC.match(text)):
        parts.append(_span("hm", match["mnemonic"]))
        position = match.end()
        parts.append(" " if match["space"] else "")
    for match in _ASSEMBLY.finditer(text, position):
        parts.append(shown(text[position : match.start()]))
        parts.append(_span(match.lastgroup or "", match.group()))
        position = match.end()
    parts.append(shown(text[position:]))
    return "".join(parts)
