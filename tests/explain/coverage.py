"""Prints how much of the corpus is explained and executed: `python -m tests.explain.coverage`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from compiler_core.host.explain import explain
from compiler_core.host.forms.registry import FORMS, is_known
from compiler_core.host.instruction import parse_instruction
from tests.explain.corpus import compiles, corpus
from tests.explain.semantics import full_report, share_of


@dataclass(frozen=True, slots=True)
class Coverage:
    """Shares of a corpus, weighed by how often a line occurs."""

    lines: int
    distinct: int
    mnemonics: int
    specific: float
    unspecific: Counter[str]
    unknown: set[str]


def coverage_of(counts: Counter[str]) -> Coverage:
    """How many lines get a specific sentence, and which mnemonics nobody knows."""
    parsed = {line: parse_instruction(line) for line in counts}
    unspecific = Counter(
        {line: counts[line] for line, found in parsed.items() if not explain(found).specific}
    )
    mnemonics = {instruction.mnemonic for instruction in parsed.values()}
    return Coverage(
        counts.total(),
        len(counts),
        len(mnemonics),
        1 - unspecific.total() / counts.total(),
        unspecific,
        {name for name in mnemonics if not is_known(name)},
    )


def main() -> None:
    """Print the figures."""
    found = coverage_of(corpus())
    print(
        f"corpus: {found.lines:,} instruction lines ({found.distinct:,} different, "
        f"{found.mnemonics} mnemonics) of {len(compiles())} compiler runs"
    )
    known = found.mnemonics - len(found.unknown)
    print(f"lines with a specific explanation: {100 * found.specific:.3f} %")
    print(f"mnemonics known: {known} of {found.mnemonics} ({100 * known / found.mnemonics:.1f} %)")
    report = full_report()
    share = share_of(corpus(), report.confirmed)
    print(
        f"forms confirmed under qemu-aarch64: {len(report.confirmed)} of {len(FORMS)}, in "
        f"{2 * len(report.runs):,} runs; they make up {100 * share:.2f} % of the corpus's lines"
    )
    print(f"forms that disagree: {len(report.problems)}")
    for reason, number in Counter(report.left_out.values()).most_common():
        print(f"  not executed, {reason}: {number}")


if __name__ == "__main__":
    main()
