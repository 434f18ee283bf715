"""What a graded source may not say, read from its text because no assembly shows it.

Names in assembler's own words (`asm`) and sections can hold whole instructions, which look like the
compiler's own; pragmas and attributes choose other flags than the exercise's; `#line` has lines of
one loop pass for another's. A word may be put together by the preprocessor: where a source does
such a thing, the compiler is asked whether one of these words comes out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from compiler_core.source import SourceFile

_STRING_OR_COMMENT = re.compile(
    r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|//[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL
)
_RAW_STRING = re.compile(r"\b(?:u8|[uUL])?R\"")
_DIRECTIVE = r"^\s*(?:#|%:)\s*"
_HAND = re.compile(r"\b(?:__asm__|__asm|asm)\b|\b__(?:REDIRECT|LDBL_REDIR|ASMNAME)\w*")
_OWN_PRAGMA = re.compile(
    rf"{_DIRECTIVE}pragma\s+(?:GCC\s+(?:optimize|target|push_options|reset_options|pch_preprocess)"
    r"|clang\s+(?:attribute|section|optimize|fp)|STDC|float_control|fp_contract)|\b_Pragma\b",
    re.MULTILINE,
)
_OTHER_LINE = re.compile(rf"{_DIRECTIVE}(?:line\b|\d)", re.MULTILINE)
_INCLUDE = re.compile(rf"{_DIRECTIVE}include[^\n]*", re.MULTILINE)
_ATTRIBUTE = re.compile(r"\b(?:__)?attribute(?:__)?\b|(?:\[|<:)\s*(?:\[|<:)")
_OWN_ATTRIBUTE = re.compile(r"\b(?:__)?(?:optimize|target\w*|optnone|minsize)(?:__)?\b")
_OWN_SECTION = re.compile(r"\b(?:__)?section(?:__)?\b")
_MACRO = re.compile(r"(?<![\w-])-[DU]\s*\w*")
_JOINS = re.compile(r"##|%:%:")
# A word that is poisoned is an error wherever it comes out, put together or not.
_POISON = (
    "#pragma GCC poison asm __asm __asm__ attribute __attribute __attribute__ _Pragma __pragma"
)
_POISONED = "poisoned"


def refused_words(text: str, options: bool) -> str:
    """Why the text is not graded, in a sentence; "" for none. options: whether the exercise gives
    the flags, so that the source may not choose its own."""
    return next(_refusals(_code_of(text), options), "")


def _refusals(code: str, options: bool) -> Iterator[str]:
    if _HAND.search(code):
        yield "The source holds assembly of its own (asm). Write it in C: that is what is graded."
    if _OTHER_LINE.search(code):
        yield "The source gives its lines other numbers (#line). Leave them: feedback names lines."
    has_attribute = _ATTRIBUTE.search(code) is not None
    if has_attribute and (_OWN_SECTION.search(code) or _JOINS.search(code)):
        yield "The source puts something into a section by an attribute. Leave it where it is."
    if not options:
        return
    if _OWN_PRAGMA.search(code):
        yield "The source sets options of the compiler by a pragma. The exercise gives the flags."
    if has_attribute and _OWN_ATTRIBUTE.search(code):
        yield "The source sets options of the compiler by an attribute; the exercise gives them."


def changed_text(flags: str, given: str) -> str:
    """Why flags of the student's are not graded, in a sentence: macros change the source, which is
    not theirs to change; "" for none. given: those of the exercise."""
    own = set(_MACRO.findall(flags)) - set(_MACRO.findall(given))
    if not own:
        return ""
    return f"{min(own)} changes the source. Choose flags that change how it is compiled."


def joined_words(source: SourceFile, diagnostics: Callable[[SourceFile], str]) -> str:
    """Why what the preprocessor puts together is not graded; "" where it puts nothing together.

    diagnostics: what the compiler says of a source.
    """
    code = _code_of(source.text)
    if not _JOINS.search(code):
        return ""
    # The headers first: their own declarations may hold these words.
    headers = "\n".join(_INCLUDE.findall(code))
    probe = SourceFile(source.name, f"{headers}\n{_POISON}\n#line 1\n{source.text}")
    if _POISONED not in diagnostics(probe):
        return ""
    return "The preprocessor puts together asm, an attribute or a pragma. Write such words out."


def _code_of(text: str) -> str:
    """Without comments, lines joined where they are continued. Strings stay: whoever closes one
    where another reader does not would hide what follows. A raw string keeps the comments too."""
    plain = text.replace("??=", "#").replace("??/", "\\")
    joined = re.sub(r"\\[ \t]*\r?\n", "", plain)
    if _RAW_STRING.search(joined):
        return joined
    return _STRING_OR_COMMENT.sub(lambda match: match[0] if match[0][0] in "\"'" else " ", joined)
