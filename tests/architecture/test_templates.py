"""No template computes: what Jinja may do is listed here, a value is printed by a few filters of
ours, the rest is a view model's work."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

from app.serving.filters import KNOWN_FILTERS
from tests.architecture.project import ROOT

FOLDER = ROOT / "templates"
OF_JINJA = {"length", "upper", "lower", "join", "e", "escape", "urlencode", "trim", "tojson"}
FORMATS = frozenset(KNOWN_FILTERS)
TESTS = {"defined", "none", "true", "false", "sameas", "string"}
# Arithmetic, slices and comprehension-like filters decide or derive something: not here.
COMPUTING = (nodes.BinExpr, nodes.Neg, nodes.Pos, nodes.Slice)
PERMITTED_BINARY = (nodes.And, nodes.Or)


def template_files() -> list[Path]:
    return sorted(FOLDER.rglob("*.html")) + sorted(FOLDER.rglob("*.svg"))


def parsed(path: Path) -> nodes.Template:
    environment = Environment(extensions=["jinja2.ext.do", "jinja2.ext.loopcontrols"])
    return environment.parse(path.read_text(encoding="utf-8"), filename=str(path))


def complaints(path: Path) -> Iterator[str]:
    """Everything in one template that computes."""
    for node in parsed(path).find_all(nodes.Node):
        problem = _problem(node)
        if problem:
            yield f"{path.relative_to(ROOT)}:{node.lineno} {problem}"


def _problem(node: nodes.Node) -> str:
    if isinstance(node, nodes.Filter) and node.name not in OF_JINJA | FORMATS:
        return f"filter {node.name}"
    if isinstance(node, nodes.Test) and node.name not in TESTS:
        return f"test {node.name}"
    if isinstance(node, COMPUTING) and not isinstance(node, PERMITTED_BINARY):
        return f"computes: {type(node).__name__}"
    if isinstance(node, nodes.ExprStmt):
        return "a do statement"
    if isinstance(node, nodes.Call) and isinstance(node.node, nodes.Getattr):
        return _problem_of_method(node.node)
    return ""


def _problem_of_method(attribute: nodes.Getattr) -> str:
    """Methods of a macro library (`icons.arrow()`) are markup; methods of data compute."""
    owner = attribute.node
    imported = isinstance(owner, nodes.Name) and owner.name in IMPORTED_MACROS
    loop = isinstance(owner, nodes.Name) and owner.name == "loop"
    return "" if imported or loop else f"calls a method: {attribute.attr}"


def imported_names() -> set[str]:
    names: set[str] = set()
    for path in template_files():
        names.update(node.target for node in parsed(path).find_all(nodes.Import))
    return names


IMPORTED_MACROS = imported_names()


def test_each_format_is_used_and_there_are_few() -> None:
    used = {node.name for path in template_files() for node in parsed(path).find_all(nodes.Filter)}
    assert used - OF_JINJA == FORMATS
    assert len(FORMATS) <= 16


# The board without scripts is asked for; grades change when an instructor's trial has ended.
RELOADED_AS_A_WHOLE = {"board.html", "grades.html"}
_WITHOUT_SCRIPTS = re.compile(r"<noscript>.*?</noscript>", re.DOTALL)


def test_what_waits_does_not_load_its_page_again_where_scripts_run() -> None:
    """That would take away the focus, and what somebody is typing."""
    reloaded = {
        path.name
        for path in template_files()
        if 'http-equiv="refresh"' in _WITHOUT_SCRIPTS.sub("", path.read_text(encoding="utf-8"))
    }
    assert reloaded == RELOADED_AS_A_WHOLE


def test_there_are_templates() -> None:
    assert len(template_files()) >= 5


@pytest.mark.parametrize("path", template_files(), ids=lambda path: path.name)
def test_the_template_does_not_compute(path: Path) -> None:
    assert list(complaints(path)) == []


@pytest.mark.parametrize(
    "text",
    ["{{ a + b }}", "{{ a[1:] }}", "{{ a|sort }}", "{{ a.items() }}", "{{ -a }}", "{{ a is odd }}"],
)
def test_the_check_finds_computing(text: str) -> None:
    tree = Environment().parse(text)
    assert any(_problem(node) for node in tree.find_all(nodes.Node))


# Blocks that only a whole page prints: what stands above them is there.
OF_WHOLE_PAGES = {"main", "head", "lab", "lab_head"}


def names_from_above(template: nodes.Template) -> set[str]:
    """What a child template imports or defines outside its blocks."""
    outside = nodes.Template([node for node in template.body if not isinstance(node, nodes.Block)])
    defined = {node.name for node in outside.find_all(nodes.Macro)}
    return defined | imported_in(outside)


def imported_in(part: nodes.Node) -> set[str]:
    from_files = (name for node in part.find_all(nodes.FromImport) for name in node.names)
    return {node.target for node in part.find_all(nodes.Import)} | {
        name if isinstance(name, str) else name[1] for name in from_files
    }


def lent_names(path: Path) -> Iterator[str]:
    """Names that a block prints with and that are not there when it is printed alone."""
    template = parsed(path)
    above = names_from_above(template)
    for block in template.find_all(nodes.Block):
        if block.name in OF_WHOLE_PAGES or template.find(nodes.Extends) is None:
            continue
        own = imported_in(block)
        used = {name.name for name in block.find_all(nodes.Name) if name.ctx == "load"}
        yield from sorted(used & above - own)


def test_a_block_that_is_printed_alone_imports_what_it_prints_with() -> None:
    """Jinja prints a block without what the template has above it."""
    lent = {
        str(path.relative_to(FOLDER)): names
        for path in template_files()
        if (names := list(lent_names(path)))
    }
    assert lent == {}


def names_lost(path: Path) -> Iterator[str]:
    """Names set in the body of a call and used outside of it, where they are not known."""
    template = parsed(path)
    for call in template.find_all(nodes.CallBlock):
        body = nodes.Template(call.body)
        names = set(_names_set(body))
        inside = {id(name) for name in body.find_all(nodes.Name)}
        used = (name for name in template.find_all(nodes.Name) if name.ctx == "load")
        yield from (name.name for name in used if name.name in names and id(name) not in inside)


def _names_set(part: nodes.Node) -> Iterator[str]:
    """What holds to the end of the part: what a loop sets ends with its round."""
    for node in part.iter_child_nodes():
        if isinstance(node, nodes.Assign) and isinstance(node.target, nodes.Name):
            yield node.target.name
        elif not isinstance(node, nodes.For | nodes.CallBlock | nodes.Macro):
            yield from _names_set(node)


@pytest.mark.parametrize("path", template_files(), ids=lambda path: path.name)
def test_what_the_body_of_a_call_sets_is_used_there(path: Path) -> None:
    assert not list(names_lost(path))
