"""The recorded listings as compilations, and consistent renamings of their text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from compiler_core.host.compilation import Compilation
from compiler_core.host.compile import list_assembly
from compiler_core.host.filters import HIDE_ALL, Filters
from compiler_core.source import SourceFile

LISTING = Path(__file__).parent.parent / "listing"
RECORDED: tuple[Path, ...] = tuple(sorted((LISTING / "assembly").glob("*.s")))

_REGISTER = re.compile(r"(?<![\w.$:])(?P<kind>[xwvqdshbzp])(?P<number>[12]?\d|3[01])(?![\w$])")
_RANGE = re.compile(r"\{(?P<kind>[vz])(?P<first>\d+)(?P<shape>\.\w+) ?- ?[vz](?P<last>\d+)\.\w+\}")
_LABEL = re.compile(r"\.L[\w.$]+")
_INSTRUCTION = re.compile(r"(?P<head>\s+[a-z][\w.]*\s+)(?P<operands>[^\n]*)")


@lru_cache(maxsize=256)
def recorded_compilation(path: Path, filters: Filters = HIDE_ALL) -> Compilation:
    """A recorded listing, analysed."""
    return compilation_of(path, path.read_text(), filters)


def compilation_of(path: Path, assembly: str, filters: Filters = HIDE_ALL) -> Compilation:
    """Assembly text as if the compiler and the flags of `path` had given it."""
    stem, compiler, setting, _ = path.name.split(".")
    found = next((LISTING / "sources").glob(f"{stem}.*"))
    source = SourceFile(found.name, found.read_text())
    functions, data = list_assembly(source, [source], assembly, filters)
    return Compilation(
        compiler=compiler,
        compiler_title=compiler,
        version="",
        flags=(setting,),
        ok=True,
        status="ok",
        message="",
        limit="",
        diagnostics=(),
        notes=(),
        functions=tuple(functions),
        data=tuple(data),
        command="",
        seconds=0.0,
        cached=False,
    )


def function_of(*body: str, data: str = "") -> Compilation:
    """A function `f` of these lines; a line that ends in a colon is a label."""
    lines = [line if line.endswith(":") else f"\t{line}" for line in body]
    code = "\n".join(lines)
    text = (
        f"\t.text\n\t.global\tf\n\t.type\tf, %function\nf:\n{code}\n\t.size\tf, .-f\n"
        f"\t.section\t.rodata\n{data}"
    )
    return compilation_of(RECORDED[0], text)


def renamed(
    assembly: str, banks: Mapping[str, Sequence[int]], label_number: Mapping[str, int]
) -> str:
    """The text with registers permuted within their bank (x, v, p) and local labels renamed."""
    lines = [_renamed_line(line, banks) for line in assembly.split("\n")]
    text = "\n".join(lines)
    return _LABEL.sub(lambda match: f".Lother{label_number[match[0]]}", text)


def local_labels(assembly: str) -> list[str]:
    """Every local label of the text, once."""
    return list(dict.fromkeys(_LABEL.findall(assembly)))


def _renamed_line(line: str, banks: Mapping[str, Sequence[int]]) -> str:
    match = _INSTRUCTION.fullmatch(line)
    if match is None or line.lstrip().startswith("."):
        return line
    code, slashes, comment = match["operands"].partition("//")
    expanded = _RANGE.sub(_expanded, code)
    return match["head"] + _REGISTER.sub(lambda m: _other(m, banks), expanded) + slashes + comment


def _expanded(match: re.Match[str]) -> str:
    numbers = range(int(match["first"]), int(match["last"]) + 1)
    return "{" + ", ".join(f"{match['kind']}{n}{match['shape']}" for n in numbers) + "}"


def _other(match: re.Match[str], banks: Mapping[str, Sequence[int]]) -> str:
    kind, number = match["kind"], int(match["number"])
    bank = banks["x" if kind in "xw" else "p" if kind == "p" else "v"]
    return f"{kind}{bank[number] if number < len(bank) else number}"
