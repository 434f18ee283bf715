"""How many reasons are right, by labels made by hand: `python -m tests.verdicts.reasons`.

A loop counts where the compiler left it scalar. A reason is right if its key is one of the label's;
`unknown`, which only quotes the compiler, is never right. A scalar loop without a label counts
as wrong: the set is labelled whole.
"""

from __future__ import annotations

import itertools
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from compiler_core.host.verdicts.verdict import Verdict
from compiler_core.host.why import explain_loops
from compiler_core.source import SourceFile

FOLDER = Path(__file__).parent / "labelled"
SETTINGS = (("gcc-12", "-O2"), ("gcc-12", "-O3"), ("clang-19", "-O2"), ("clang-19", "-O3"))
# Older versions word and place their remarks otherwise; they are asked about these files.
OLDER_SETTINGS = (("gcc-11", "-O3"), ("clang-16", "-O3"), ("clang-14", "-O2"))
OLDER_FILES = ("carried.c", "circumstances.c")
# What GCC vectorises at -O3 without a label for -O2 is scalar there for what that would cost.
AT_O2 = ("cost_model_level",)
LEAST_SHARE = 0.95
LEAST_LOOPS = 200


@dataclass(frozen=True, slots=True)
class LabelledReason:
    """One scalar loop under one setting: the keys that are right, and the one that was given."""

    file: str
    name: str
    compiler: str
    flags: str
    right: tuple[str, ...]
    given: str
    sentence: str

    @property
    def agrees(self) -> bool:
        return self.given in self.right and self.given != "unknown"


@cache
def labels() -> dict[str, dict[str, Any]]:
    """The labels by file and loop, as written."""
    return yaml.safe_load((FOLDER / "labels.yaml").read_text(encoding="utf-8"))


def keys_for(label: Any, compiler: str, flags: str) -> tuple[str, ...]:
    """The keys that are right for one compiler and level; none if the label is silent."""
    family = compiler.partition("-")[0]
    narrow = f"{family}_{flags[1:].lower()}"
    if isinstance(label, dict):
        label = label.get(narrow, label.get(family))
    if label is None:
        return AT_O2 if narrow == "gcc_o2" else ()
    return (label,) if isinstance(label, str) else tuple(label)


def named_loops(loops: Iterable[Verdict]) -> Iterator[tuple[str, Verdict]]:
    """Verdicts with their names in the file of labels."""
    counts: Counter[str] = Counter()
    for verdict in loops:
        number = counts[verdict.function]
        counts[verdict.function] += 1
        yield f"{verdict.function}.{number}", verdict


def compare(file: str, compiler: str, flags: str) -> Iterator[LabelledReason]:
    """All scalar loops of a file under one setting."""
    source = SourceFile(file, (FOLDER / file).read_text(encoding="utf-8"))
    why = explain_loops(source, compiler, flags)
    assert why.ok, why.message
    known = labels()[file]
    for name, verdict in named_loops(why.loops):
        if verdict.vectorized or verdict.reason_key == "outer_loop":
            continue
        label = known.get(name, known.get(name.removesuffix(".0")))
        right = keys_for(label, compiler, flags)
        yield LabelledReason(
            file, name, compiler, flags, right, verdict.reason_key, verdict.sentence
        )


def compare_all() -> list[LabelledReason]:
    """Every file under every setting."""
    return [
        found
        for file in labels()
        for compiler, flags in SETTINGS
        for found in compare(file, compiler, flags)
    ]


def compare_older() -> list[LabelledReason]:
    """The files for older compilers."""
    return [
        found
        for file in OLDER_FILES
        for compiler, flags in OLDER_SETTINGS
        for found in compare(file, compiler, flags)
    ]


def main() -> int:
    """Print what is wrong, and the shares by setting and file; 1 if a setting's is too small."""
    compared = [*compare_all(), *compare_older()]
    for found in compared:
        if not found.agrees:
            right = " or ".join(found.right) or "NO LABEL"
            print(
                f"{found.compiler} {found.flags} {found.file} {found.name}: "
                f"{found.given}, not {right}"
            )
    failed = False
    for compiler, flags in (*SETTINGS, *OLDER_SETTINGS):
        rows = [row for row in compared if (row.compiler, row.flags) == (compiler, flags)]
        agreed = sum(row.agrees for row in rows)
        share = agreed / len(rows)
        failed = failed or share < LEAST_SHARE
        print(f"{compiler} {flags}: {agreed} of {len(rows)} reasons right ({100 * share:.1f} %)")
        for file, of_file in itertools.groupby(rows, key=lambda row: row.file):
            right = [row.agrees for row in of_file]
            print(f"    {file}: {sum(right)} of {len(right)}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
