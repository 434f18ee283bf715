"""Honest answers in many shapes: the solved answers that ship, rewritten as students write.

A rewriting either keeps what the compiler makes of it, so that points must stay, or may change it
(a loop unrolled by hand may lose its vectors), so that only the result must.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from compiler_core.exercises.posing import PosedExercise
from tests.exercises.strategies import LOOPS, SOURCES, first_posed, posed_text, renamed

_KEYWORDS = re.compile(
    "auto|break|case|char|const|continue|default|do|double|else|float|for|if|inline|int|long|"
    "register|restrict|return|short|signed|sizeof|static|switch|unsigned|void|volatile|while"
)
_FOR = re.compile(r"\bfor \((?P<first>[^;]*);(?P<while>[^;]*);(?P<next>[^)]*)\)\s*")
_COUNTING = re.compile(
    r"\bfor \(int (?P<i>\w+) = (?P<from>[^;]*); (?P=i) < (?P<to>[^;]*); (?P=i)\+\+\)\s*"
)
_HEAD = re.compile(r"^(?P<result>[\w ]+?)\b(?P<name>\w+)\((?P<parameters>[^)]*)\)\s*\{", re.M)
Rewrite = Callable[[str, str], str]


@dataclass(frozen=True, slots=True)
class Honest:
    """One answer. keeps: its points must be all; otherwise its results must hold."""

    name: str
    shape: str
    posed: PosedExercise
    source: str
    keeps: bool


def end_of_statement(text: str, at: int) -> int:
    """Behind the statement that begins at `at`."""
    if text[at] == "{":
        return closing(text, at, "{}")
    head = re.compile(r"(?:for|if|while) \(").match(text, at)
    if head is None:
        return text.index(";", at) + 1
    end = end_of_statement(text, next_word(text, closing(text, head.end() - 1, "()")))
    other = re.compile(r"\s*else\s+").match(text, end)
    return end_of_statement(text, other.end()) if other else end


def closing(text: str, at: int, pair: str) -> int:
    """Behind the bracket that closes the one at `at`."""
    depth = 0
    for place in range(at, len(text)):
        depth += (text[place] == pair[0]) - (text[place] == pair[1])
        if depth == 0:
            return place + 1
    raise ValueError(text)


def next_word(text: str, at: int) -> int:
    """Behind the white space at `at`."""
    return at + len(text[at:]) - len(text[at:].lstrip())


def each_loop(
    text: str, pattern: re.Pattern[str], written: Callable[[re.Match[str], str], str]
) -> str:
    """Every loop that matches, the inner ones first, written anew from its head and its body."""
    for head in reversed(list(pattern.finditer(text))):
        if text[: head.start()].rstrip().endswith("ivdep"):
            continue  # A pragma must stand right before the loop.
        end = end_of_statement(text, head.end())
        text = text[: head.start()] + written(head, text[head.end() : end]) + text[end:]
    return text


def other_names(text: str, function: str) -> str:
    def changed(match: re.Match[str]) -> str:
        kept = _KEYWORDS.fullmatch(match[0]) or match[0] == function or match[0][0].isdigit()
        return match[0] if kept else f"{match[0]}_2"

    lines = (
        line if line.startswith("#") else re.sub(r"\b[\w.]+\b", changed, line)
        for line in text.split("\n")
    )
    return "\n".join(lines)


def with_comments(text: str, function: str) -> str:
    head = '/* asm, section(".init") and #pragma GCC optimize are words: it\'s a "comment */\n'
    return head + text.replace(";\n", '; // #line 1 "it\'s" __asm__ /*\n')


def on_one_line(text: str, function: str) -> str:
    return text if "#" in text else " ".join(text.split())


def with_while(text: str, function: str) -> str:
    return each_loop(
        text,
        _FOR,
        lambda head, body: (
            f"{{ {head['first']}; while ({head['while'] or '1'}) {{ {body} {head['next']}; }} }}"
        ),
    )


def with_do(text: str, function: str) -> str:
    return each_loop(
        text,
        _FOR,
        lambda head, body: (
            f"{{ {head['first']}; if ({head['while'] or '1'}) do {{ {body} {head['next']}; }} "
            f"while ({head['while'] or '1'}); }}"
        ),
    )


def with_braces(text: str, function: str) -> str:
    return each_loop(text, _FOR, lambda head, body: f"{head[0].rstrip()}\n{{\n{body}\n}}\n")


def with_own_types(text: str, function: str) -> str:
    found = re.sub(r"\bint\b", "whole", re.sub(r"\bunsigned\b", "natural", text))
    types = "typedef int whole;\ntypedef unsigned natural;\ntypedef float number;\n"
    return types + re.sub(r"\bfloat\b", "number", found)


def with_sized_types(text: str, function: str) -> str:
    found = re.sub(r"\bint\b", "int32_t", re.sub(r"\bunsigned\b", "uint32_t", text))
    return f"#include <stdint.h>\n#include <stddef.h>\n\n{found}"


def in_a_helper(text: str, function: str) -> str:
    head = next(one for one in _HEAD.finditer(text) if one["name"] == function)
    names = [re.findall(r"\w+", one)[-1] for one in head["parameters"].split(",")]
    inner = renamed(text, function, "work").replace("static", "static inline", 1)
    call = (
        f"{head['result']}{function}({head['parameters']}) {{ return work({', '.join(names)}); }}"
    )
    return f"{inner}\n\n{call}\n"


def with_macros(text: str, function: str) -> str:
    macros = (
        "#define JOINED(a, b) a##b\n#define EACH(k, from, to) "
        "for (int k = (from); k < (to); k++)\n#define number_2 JOINED(number, _3)\n"
    )
    return macros + each_loop(
        text,
        _COUNTING,
        lambda head, body: f"EACH({head['i']}, {head['from']}, {head['to']}) {body}",
    )


def with_extensions(text: str, function: str) -> str:
    found = text.replace("restrict", "__restrict__")
    return f"__attribute__((noinline, used)) {found}" if not found.startswith("static") else found


def with_brackets(text: str, function: str) -> str:
    return re.sub(r"\b((?:const )?(?:int|float|unsigned)) \*(\w+)(?=[,)])", r"\1 \2[]", text)


def from_another_system(text: str, function: str) -> str:
    return text.strip().replace("    ", "\t").replace("\n", "\r\n")


def with_prototype(text: str, function: str) -> str:
    head = next(one for one in _HEAD.finditer(text) if one["name"] == function)
    first = f"{head['result']}{function}({head['parameters']});\nstatic int unused(int);\n"
    return f"{first}{text}\nstatic int unused(int n) {{ return n > 0 ? unused(n - 1) : 0; }}\n"


def unrolled(times: int) -> Rewrite:
    def written(head: re.Match[str], body: str) -> str:
        i, to = head["i"], head["to"]
        copies = [re.sub(rf"\b{i}\b", f"({i} + {k})", body) for k in range(times)]
        many = f"for (; {i} + {times - 1} < {to}; {i} += {times}) {{ {' '.join(copies)} }}"
        return f"{{ int {i} = {head['from']}; {many} for (; {i} < {to}; {i}++) {body} }}"

    return lambda text, function: each_loop(text, _COUNTING, written)


KEEPING: dict[str, Rewrite] = {
    rewrite.__name__: rewrite
    for rewrite in (
        other_names, with_comments, on_one_line, with_while, with_braces, with_own_types,
        with_sized_types, in_a_helper, with_macros, with_extensions, with_brackets,
        from_another_system, with_prototype,
    )
}  # fmt: skip
CHANGING: dict[str, Rewrite] = {"with_do": with_do, "by_two": unrolled(2), "by_four": unrolled(4)}


def rewritten() -> list[Honest]:
    """Every solved answer in every shape that is another text."""
    found: list[Honest] = []
    for exercise in LOOPS:
        posed, function = first_posed(exercise), ""
        for answer in exercise.proof.solved:
            function = str(posed.given["function"])
            text = posed_text(posed, str(answer.state.get("source", "")))
            for name, rewrite in (KEEPING | CHANGING).items():
                source = rewrite(text, function) if text else ""
                if source != text:
                    label = f"{exercise.id}-{answer.name}-{name}"
                    found.append(Honest(label, name, posed, source, name in KEEPING))
    return found


def by_hand() -> list[Honest]:
    """`sources/honest/EXERCISE/NAME.c`: shapes that no rewriting gives; their results must hold."""
    by_id = {exercise.id: exercise for exercise in LOOPS}
    found: list[Honest] = []
    for file in sorted((SOURCES / "honest").glob("*/*.c")):
        posed = first_posed(by_id[file.parent.name])
        text = posed_text(posed, file.read_text(encoding="utf-8"))
        found.append(Honest(f"{file.parent.name}-{file.stem}", "by hand", posed, text, False))
    return found
