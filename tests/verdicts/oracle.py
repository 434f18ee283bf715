"""What the compilers themselves report in plain text, and what their assembly plainly shows.

Independent of compiler_core/host/verdicts: compilers are run directly, their text and assembly read
by a few regular expressions.
"""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from compiler_core.source import SourceFile
from compiler_core.toolchain.discovery import find_compiler
from tests.verdicts.corpus import ALWAYS, FOLDER, header_lines

_REPORTED = re.compile(
    r"^(?P<file>[^:\s]+):(?P<line>\d+):\d+: "
    r"(?:optimized: +loop vectorized using|remark: vectorized loop \()",
    re.MULTILINE,
)
_LOCATION = re.compile(r"\s+\.loc\s+(?P<file>\d+)\s+(?P<line>\d+)")
_FILE = re.compile(r'\s+\.file\s+(?P<number>\d+)\s.*?"(?P<name>[\w.+-]+)"')
_LABEL = re.compile(r"(?P<name>\.L\w+):")
_FUNCTION = re.compile(r"\w+:")
_BRANCH = re.compile(r"(?:b|b\.?[a-z]{2,5}|cbn?z|tbn?z) .*?(?P<target>\.L\w+)$")
_VECTOR = re.compile(r"\bv\d+\.\d+[bhsd]\b(?!\[)|\bz\d+\.[bhsdq]\b|\bq\d+\b")
_ONE_BY_ONE = re.compile(
    r"f(?:n?m?add|n?m?sub|n?mul|div|max\w*|min\w*|sqrt|neg|abs|csel) [hsd]\d"
    r"|fadda |[su]div [wx]|blr? (?!_ZGV)"
)
# Loads, stores, copies and shuffles move vectors and compute nothing.
_MOVING = re.compile(
    r"ld\w* |st\w* |mov\w* |dup |ext |zip|uzp|trn|tb[lx] |rev|ins |fmov|sel |prf|splice"
    r"|[su]sh?ll2? |[su]xtl2? |[su]unpk|xtn2? |index|inc|dec|cnt[bhwd] |while|ptrue|punpk"
)


@cache
def plain_run(source: SourceFile, compiler: str, flags: str) -> tuple[str, str]:
    """Assembly and messages of a plain run with the compiler's own report switched on."""
    found = find_compiler(compiler)
    is_gcc = found.family == "gcc"
    report = "-fopt-info-vec-optimized" if is_gcc else "-Rpass=loop-vectorize"
    target = () if is_gcc else ("--target=aarch64-linux-gnu",)
    command = [
        found.driver(source.language),
        *target,
        *flags.split(),
        ALWAYS,
        "-w",
        "-g1",
        report,
        "-S",
        "-o",
        "-",
        source.name,
    ]
    ran = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, check=True)
    return ran.stdout, ran.stderr


def vectorized_lines(source: SourceFile, compiler: str, flags: str) -> frozenset[int]:
    """Lines of the loops that the compiler's own report calls vectorised."""
    _, messages = plain_run(source, compiler, flags)
    return frozenset(
        _header(source, int(match["line"]))
        for match in _REPORTED.finditer(messages)
        if match["file"] == source.name
    )


def _header(source: SourceFile, line: int) -> int:
    """The loop a reported line is about: below a pragma the next, else the last that started."""
    headers = header_lines(source)
    if source.text.split("\n")[line - 1].startswith("#pragma"):
        return min(found for found in headers if found > line)
    return max(header for header in headers if header <= line)


@dataclass(frozen=True, slots=True)
class TextLoop:
    """An innermost loop of the assembly as text: its instructions and their source lines."""

    instructions: tuple[str, ...]
    lines: tuple[int, ...]

    @property
    def uses_vectors(self) -> bool:
        return any(_VECTOR.search(text) for text in self.instructions)

    @property
    def scalable(self) -> bool:
        return any(re.search(r"\bz\d+\.", text) for text in self.instructions)

    @property
    def computing(self) -> int:
        """Instructions that compute on whole vectors."""
        return sum(
            _VECTOR.search(text) is not None and _MOVING.match(text) is None
            for text in self.instructions
        )

    @property
    def arithmetic(self) -> str:
        """In the words of a verdict."""
        single = [text for text in self.instructions if _ONE_BY_ONE.match(text)]
        if not single:
            return "vector"
        whole = self.computing - sum(text.startswith("fadda ") for text in self.instructions)
        called = any(text.startswith("bl") for text in single)
        return "mixed" if whole or called else "ordered_scalar"


def vector_loops(source: SourceFile, compiler: str, flags: str) -> dict[int, list[TextLoop]]:
    """Innermost loops on vectors, by the header line that most of their instructions lie under."""
    assembly, _ = plain_run(source, compiler, flags)
    headers = header_lines(source)
    found: dict[int, list[TextLoop]] = {}
    for loop in _text_loops(assembly, source.name):
        if not loop.uses_vectors or not loop.lines:
            continue
        starts = Counter(max((h for h in headers if h <= line), default=0) for line in loop.lines)
        found.setdefault(starts.most_common(1)[0][0], []).append(loop)
    return found


def _text_loops(assembly: str, name: str) -> Iterator[TextLoop]:
    """Stretches from a label to the last branch back to it that hold no other such stretch."""
    rows = list(_rows(assembly, name))
    labels = {text[:-1]: place for place, (text, _) in enumerate(rows) if text.endswith(":")}
    ends: dict[int, int] = {}
    for place, (text, _) in enumerate(rows):
        match = _BRANCH.match(text)
        start = labels.get(match["target"], place) if match else place
        if start < place:
            ends[start] = max(ends.get(start, 0), place)
    for start, end in ends.items():
        if any(start < inner and ends[inner] < end for inner in ends):
            continue
        stretch = [row for row in rows[start : end + 1] if not row[0].endswith(":")]
        # A branch back over the function's end only reaches code that was laid out there.
        if any(text.startswith("ret") for text, _ in stretch):
            continue
        yield TextLoop(
            tuple(text for text, _ in stretch), tuple(line for _, line in stretch if line)
        )


def _rows(assembly: str, name: str) -> Iterator[tuple[str, int]]:
    """Labels and instructions with the source line in force; 0 for another file."""
    numbers: set[str] = set()
    line = 0
    for raw in assembly.split("\n"):
        file, place = _FILE.match(raw), _LOCATION.match(raw)
        if file and file["name"] == name:
            numbers.add(file["number"])
        elif place:
            line = int(place["line"]) if place["file"] in numbers else 0
        elif _LABEL.match(raw) or _FUNCTION.match(raw):
            yield raw.split(":")[0] + ":", line
        elif re.match(r"\s+[a-z]", raw):
            code = raw.split("//")[0].split()
            yield " ".join([code[0], " ".join(code[1:])]), line
