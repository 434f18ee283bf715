"""The figures of `script/measure_code`, on a made-up tree in which each is known."""

from __future__ import annotations

from pathlib import Path

from script.code.imports import circles, imports_upward
from script.code.report import CodeFigures, measured, text

LONG = "def long():\n" + "    pass\n" * 40
SHORT = "def short():\n" + "    pass\n" * 39
RECORD = """
from dataclasses import dataclass

@dataclass(frozen=True)
class Row:
    name: str
    note: str | None
    size: int

class Other:
    name: str
"""
TREE = {
    "app/__init__.py": "",
    "app/page.py": RECORD + "Row(1, 2, 3, 4, 5, 6)\nRow(1, 2, 3, 4, *rest)\n",
    "compiler_core/__init__.py": "",
    "compiler_core/graph/__init__.py": "",
    "compiler_core/graph/one.py": "from compiler_core.soc import chip\n" + LONG,
    "compiler_core/graph/two.py": "import compiler_core.graph.one\n" + SHORT,
    "compiler_core/soc/__init__.py": "",
    "compiler_core/soc/chip.py": "def hidden():\n    from compiler_core.graph.two import short\n",
    "tests/test_one.py": "def test_one():\n    pass\n",
    "content/lesson.yaml": "title: nothing of this counts\n",
}


def figures(root: Path) -> CodeFigures:
    for name, source in TREE.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(source, encoding="utf-8")
    return measured(root, map(Path, TREE))


def test_lines_count_for_their_package(tmp_path: Path) -> None:
    counted = figures(tmp_path)
    assert counted.lines == {
        "app": 13,
        "compiler_core": 0,
        "compiler_core/graph": 42 + 41,
        "compiler_core/soc": 2,
        "tests": 2,
    }
    assert counted.product_lines == 98


def test_shapes_are_counted_from_their_limit_on(tmp_path: Path) -> None:
    counted = figures(tmp_path)
    assert counted.long_functions == ("compiler_core/graph/one.py long",)
    assert counted.long_calls == ("app/page.py:12",)
    assert (counted.fields, counted.text_fields) == (3, ("Row.name", "Row.note"))


def test_an_import_in_a_function_closes_a_circle(tmp_path: Path) -> None:
    counted = figures(tmp_path)
    modules = ("compiler_core.graph.one", "compiler_core.graph.two", "compiler_core.soc.chip")
    assert counted.module_circles == (modules,)
    assert counted.package_circles == (("compiler_core.graph", "compiler_core.soc"),)
    assert counted.upward == (("compiler_core.graph.one", "compiler_core.soc.chip"),)


def test_every_figure_is_printed(tmp_path: Path) -> None:
    printed = text(figures(tmp_path))
    assert "| the product | 98 |" in printed
    assert "| circles of modules | 1 (3 modules in them) |" in printed
    assert "| of them only text | 2 |" in printed


def test_two_circles_that_touch_by_one_arrow_stay_two() -> None:
    graph = {"a": {"b"}, "b": {"a", "c"}, "c": {"d"}, "d": {"c"}, "e": {"a", "e"}}
    assert circles(graph) == [("a", "b"), ("c", "d")]


def test_only_what_lies_higher_is_upward() -> None:
    layers = (("core",), ("core.tool",), ("web",))
    graph = {
        "core.words": {"core.tool.run", "json"},
        "web.page": {"core.words"},
        "core.tool": {"core"},
    }
    assert imports_upward(graph, layers) == [("core.words", "core.tool.run")]
