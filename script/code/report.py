"""The figures of one tree, as one record and as one text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from script.code.imports import circles, import_graph, imports_upward, package_circles
from script.code.shapes import long_calls, long_functions, record_fields
from script.code.sources import lines_by_package, read_modules

PYTHON = ("app", "classroom", "command_line", "compiler_core", "script")
VIEW_MODELS = "app"


@dataclass(frozen=True, kw_only=True)
class CodeFigures:
    """What one tree of sources measures."""

    lines: Mapping[str, int]
    """Physical lines by package; the tests are the package `tests`."""
    long_functions: tuple[str, ...]
    """`path name` of functions of more than 40 lines, tests left out."""
    long_calls: tuple[str, ...]
    """`path:line` of calls with six or more positional arguments, tests left out."""
    fields: int
    """Fields of dataclasses in `app`."""
    text_fields: tuple[str, ...]
    """Those of them that are `str` or `str | None`."""
    module_circles: tuple[tuple[str, ...], ...]
    """Modules that import each other, directly or by others."""
    package_circles: tuple[tuple[str, ...], ...]
    """Packages that do so with their neighbours."""
    upward: tuple[tuple[str, str], ...]
    """Imports from a lower layer to a higher one."""

    @property
    def product_lines(self) -> int:
        return sum(lines for package, lines in self.lines.items() if package != "tests")


def measured(root: Path, paths: Iterable[Path]) -> CodeFigures:
    """Measure these files, whose paths are relative to the root."""
    paths = tuple(paths)
    modules = read_modules(root, paths, *PYTHON)
    graph = import_graph(modules)
    fields = [
        field
        for module in modules.values()
        if module.path.parts[0] == VIEW_MODELS
        for field in record_fields(module.syntax)
    ]
    return CodeFigures(
        lines=lines_by_package(root, paths),
        long_functions=tuple(
            f"{module.path} {name}"
            for module in modules.values()
            for name in long_functions(module.syntax)
        ),
        long_calls=tuple(
            f"{module.path}:{line}"
            for module in modules.values()
            for line in long_calls(module.syntax)
        ),
        fields=len(fields),
        text_fields=tuple(name for name, is_text in fields if is_text),
        module_circles=tuple(circles(graph)),
        package_circles=tuple(package_circles(modules, graph)),
        upward=tuple(imports_upward(graph)),
    )


def _circle_rows(title: str, cycles: tuple[tuple[str, ...], ...]) -> list[str]:
    members = sum(map(len, cycles))
    return [f"| circles of {title} | {len(cycles)} ({members} {title} in them) |"]


def text(figures: CodeFigures) -> str:
    """Two tables: lines by package, and the other figures."""
    packages = [
        f"| {package} | {lines:,} |"
        for package, lines in sorted(figures.lines.items())
        if package != "tests"
    ]
    return "\n".join(
        [
            "| lines of | |",
            "|---|---:|",
            *packages,
            f"| the product | {figures.product_lines:,} |",
            f"| tests | {figures.lines.get('tests', 0):,} |",
            "",
            "| figure | |",
            "|---|---:|",
            f"| functions over 40 lines | {len(figures.long_functions)} |",
            f"| calls with six or more positional arguments | {len(figures.long_calls)} |",
            f"| fields of records in `app` | {figures.fields:,} |",
            f"| of them only text | {len(figures.text_fields):,} |",
            *_circle_rows("modules", figures.module_circles),
            *_circle_rows("packages", figures.package_circles),
            f"| imports upward | {len(figures.upward)} |",
            "",
        ]
    )


def names(figures: CodeFigures) -> str:
    """What the figures count, one a line, for whoever wants to lower them."""
    return "\n".join(
        [
            *(f"function {name}" for name in figures.long_functions),
            *(f"call {call}" for call in figures.long_calls),
            *(f"circle {' '.join(circle)}" for circle in figures.module_circles),
            *(f"packages {' '.join(circle)}" for circle in figures.package_circles),
            *(f"upward {name} -> {target}" for name, target in figures.upward),
            "",
        ]
    )
