"""The figure on names of cores: which of them each installed compiler takes."""

from __future__ import annotations

from collections import defaultdict

from app.lesson.views.lesson import Part, TablePart, TextPart
from compiler_core.claims.case import Case
from compiler_core.lessons.lesson import Figure
from compiler_core.toolchain.discovery import installed_compilers

TAKEN, REFUSED = "takes", "–"


def cpus_parts(_: Figure, __: Case) -> tuple[Part, ...]:
    """The names that all take; then those that only some do, together where the same ones do."""
    compilers = installed_compilers()
    names_by_takers: dict[tuple[bool, ...], list[str]] = defaultdict(list)
    for name in sorted({name for compiler in compilers for name in compiler.cpus}):
        names_by_takers[tuple(name in compiler.cpus for compiler in compilers)].append(name)
    common = names_by_takers.pop((True,) * len(compilers), [])
    rows = tuple(
        (", ".join(names_by_takers[takers]), *(TAKEN if takes else REFUSED for takes in takers))
        for takers in sorted(names_by_takers, reverse=True)
    )
    counts = ("How many names", *(str(len(compiler.cpus)) for compiler in compilers))
    head = ("Names", *(compiler.title for compiler in compilers))
    every = f"All {len(compilers)} compilers here take {', '.join(common)}."
    return (
        TextPart("text", (every, "Not all of them take these:")),
        TablePart("table", head, ("", *("" for _ in compilers)), (*rows, counts)),
    )
