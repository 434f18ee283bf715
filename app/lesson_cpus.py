"""The figure on names of cores: which of them each installed compiler takes."""

from __future__ import annotations

from app.view_models.lesson import Part, TablePart, TextPart
from compiler_core.claims.case import Case
from compiler_core.lessons.lesson import Figure
from compiler_core.toolchain.discovery import installed_compilers

TAKEN, REFUSED = "takes", "–"


def cpus_parts(_: Figure, __: Case) -> tuple[Part, ...]:
    """The names that all take, then a row for every name that only some do."""
    compilers = installed_compilers()
    names = sorted({name for compiler in compilers for name in compiler.cpus})
    common = [name for name in names if all(name in compiler.cpus for compiler in compilers)]
    rows = tuple(
        (name, *(TAKEN if name in compiler.cpus else REFUSED for compiler in compilers))
        for name in names
        if name not in common
    )
    count = ("Names in all", *(f"{len(compiler.cpus)}" for compiler in compilers))
    head = ("Name", *(compiler.title for compiler in compilers))
    every = f"All {len(compilers)} take these {len(common)}: {', '.join(common)}."
    return (
        TextPart("text", (every, "Not all take the others:")),
        TablePart("table", head, ("", *("" for _ in compilers)), (count, *rows)),
    )
