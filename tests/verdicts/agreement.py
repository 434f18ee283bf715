"""How far verdicts agree with the compilers' own reports: `python -m tests.verdicts.agreement`."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from compiler_core.host.verdicts.verdict import Verdict
from compiler_core.host.why import explain_loops
from compiler_core.source import SourceFile
from tests.verdicts.corpus import ALWAYS, COMPILERS, FLAG_SETS, header_lines, sources
from tests.verdicts.oracle import vector_loops, vectorized_lines

Setting = tuple[str, str]
EVERY_SETTING: tuple[Setting, ...] = tuple(
    (compiler, flags) for compiler in COMPILERS for flags in FLAG_SETS
)


@dataclass(frozen=True, slots=True)
class Comparison:
    """One loop under one setting: our answer and the oracle's on one question."""

    question: str
    file: str
    function: str
    line: int
    compiler: str
    flags: str
    ours: object
    theirs: object
    reason_key: str

    @property
    def agrees(self) -> bool:
        return self.ours == self.theirs

    @property
    def key(self) -> tuple[str, str, str, str, str]:
        """What the list of explained differences names."""
        return (self.question, self.file, self.function, self.compiler, self.flags)


def verdicts(source: SourceFile, setting: Setting) -> tuple[Verdict, ...]:
    """The verdicts of one file under one setting."""
    compiler, flags = setting
    return explain_loops(source, compiler, f"{flags} {ALWAYS}").loops


def compare(source: SourceFile, setting: Setting) -> Iterator[Comparison]:
    """Every question about every loop of a file."""
    compiler, flags = setting
    reported = vectorized_lines(source, compiler, flags)
    loops = vector_loops(source, compiler, flags)
    found = verdicts(source, setting)
    assert [verdict.source_line for verdict in found] == list(header_lines(source))
    for verdict in found:
        place = (source.name, verdict.function, verdict.source_line, compiler, flags)
        line = verdict.source_line
        yield Comparison(
            "vectorized", *place, verdict.vectorized, line in reported, verdict.reason_key
        )
        if line in reported and line in loops:
            best = max(loops[line], key=lambda loop: (loop.scalable, loop.computing))
            yield Comparison("arithmetic", *place, verdict.arithmetic, best.arithmetic, "")
            yield Comparison("scalable", *place, verdict.scalable, best.scalable, "")


def compare_all(
    files: Iterable[SourceFile], settings: Iterable[Setting] = EVERY_SETTING
) -> list[Comparison]:
    """All comparisons over these files and settings."""
    chosen = tuple(settings)
    return [found for source in files for setting in chosen for found in compare(source, setting)]


@cache
def explained() -> dict[tuple[str, str, str, str, str], str]:
    """Known differences, each with its reason."""
    text = (Path(__file__).parent / "differences.toml").read_text(encoding="utf-8")
    return {
        (row["question"], row["file"], row["function"], row["compiler"], row["flags"]): row["why"]
        for row in tomllib.loads(text).get("difference", [])
    }


def main() -> None:
    """Print agreement per question, every difference, and how often each reason occurs."""
    compared = compare_all(sources())
    for question in ("vectorized", "arithmetic", "scalable"):
        rows = [found for found in compared if found.question == question]
        agreed = sum(row.agrees for row in rows)
        print(f"{question}: {agreed} of {len(rows)} agree ({100 * agreed / len(rows):.2f} %)")
    for found in compared:
        if not found.agrees:
            why = explained().get(found.key, "NOT EXPLAINED")
            print(*found.key, f"line {found.line}: ours {found.ours}, theirs {found.theirs}; {why}")
    reasons = Counter(found.reason_key for found in compared if found.question == "vectorized")
    for key, count in reasons.most_common():
        print(f"{count:5} {key}")


if __name__ == "__main__":
    main()
