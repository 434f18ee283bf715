"""JSON of the right shape with one value forged, at any depth, and hostile names on pages.

Whatever is asked, an answer is no mistake of ours, and nothing that was sent becomes markup.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from tests.web.conftest import HTML
from tests.web.test_hostile_requests import ALL_WITHOUT_A_NAME, APP, SOURCE

# As JSON writes them, so that also what Python would not write is sent.
NUMBERS = (
    "-1", "0", "-0", "1.5", "1e308", "1e999", "-1e999", "1e-320", "2147483648", "4294967296",
    "9223372036854775808", "-9223372036854775809", "1" + "0" * 40, "9" * 5000, "NaN", "Infinity",
    "true", '"7"', "null", "[1]", "{}",
)  # fmt: skip
MARKUP = "<b id=hostile>"
WORDS = (
    MARKUP, "'\"><b id=hostile>", "\u202e\u2066f\u2069", "\x00\x07\x1b[31m", "\ud800", "f" * 70_000,
    "{{7*7}}", "../../etc/passwd", "\u2028", "a=1e999", "a.size=" + "9" * 40, "\n\n",
)  # fmt: skip
DOCUMENT = APP.openapi()
PATHS = sorted(
    path
    for path, methods in DOCUMENT["paths"].items()
    if "application/json" in methods.get("post", {}).get("requestBody", {}).get("content", {})
    and path not in ALL_WITHOUT_A_NAME
)
TRIED = settings(
    max_examples=6,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
Place = tuple[str | int, ...]


def schema_of(path: str) -> dict[str, Any]:
    """What the address takes, as the document says."""
    content = DOCUMENT["paths"][path]["post"]["requestBody"]["content"]
    return _named(content["application/json"]["schema"])


def _named(schema: dict[str, Any]) -> dict[str, Any]:
    name = schema.get("$ref", "").rpartition("/")[2]
    return DOCUMENT["components"]["schemas"][name] if name else schema


def honest(schema: dict[str, Any], name: str = "") -> Any:
    """A value of the shape, with every field."""
    schema = _named(schema)
    if "anyOf" in schema:
        return honest(schema["anyOf"][0], name)
    if "properties" in schema:
        return {key: honest(part, key) for key, part in schema["properties"].items()}
    if schema.get("type") == "array":
        return [honest(schema.get("items", {}), name)]
    if "enum" in schema or "const" in schema:
        return schema.get("const", (schema.get("enum") or [""])[0])
    if "default" in schema and not isinstance(schema["default"], list | dict):
        return schema["default"]
    plain = {"integer": 1, "number": 1.0, "boolean": False, "object": {}}
    return SOURCE if name == "source" else plain.get(schema.get("type", ""), "")


def leaves(value: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Every value that holds no other, with the way to it."""
    parts = value.items() if isinstance(value, dict) else enumerate(value)
    for key, part in parts:
        if isinstance(part, dict | list) and part:
            yield from leaves(part, (*place, key))
        else:
            yield (*place, key), part


def forged(value: Any, place: Place, text: str) -> str:
    """The JSON of the value with this text in one place."""
    copy = json.loads(json.dumps(value))
    inside = copy
    for key in place[:-1]:
        inside = inside[key]
    inside[place[-1]] = "FORGED"
    return json.dumps(copy).replace('"FORGED"', text)


def test_bodies_are_forged_at_every_depth() -> None:
    """Guards the test below: it must reach fields of fields, and send what no JSON may hold."""
    count = honest(schema_of("/api/count"))
    places = {place for place, _ in leaves(count)}
    assert {("n",), ("cache", "sets"), ("settings", 0), ("source",)} <= places
    assert '"sets": NaN' in forged(count, ("cache", "sets"), "NaN")
    assert len(PATHS) > 20


@pytest.mark.parametrize("path", PATHS)
@TRIED
@given(data=st.data())
def test_one_forged_value(client: TestClient, path: str, data: st.DataObject) -> None:
    body = honest(schema_of(path))
    place, value = data.draw(st.sampled_from(list(leaves(body))))
    words = st.sampled_from(WORDS).map(json.dumps)
    numbers = st.sampled_from(NUMBERS)
    text = data.draw(words | numbers if isinstance(value, str) else numbers)
    answer = client.post(
        path,
        content=forged(body, place, text).encode("utf-8", "replace"),
        headers={"content-type": "application/json"},
    )
    assert answer.status_code < 500, (place, text[:40], answer.text[-300:])
    assert not answer.headers["content-type"].startswith("text/html")


class _Elements(HTMLParser):
    """What a browser would make of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.foreign: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        if said.get("id") == "hostile" or any(name.startswith("on") for name in said):
            self.foreign.append(self.get_starttag_text() or tag)


def foreign_elements(page: str) -> list[str]:
    """Elements that a name has become, and handlers of events."""
    parser = _Elements()
    parser.feed(page)
    return parser.foreign


def test_markup_in_a_page_would_be_noticed() -> None:
    assert foreign_elements(f"<p>{MARKUP}x</p><p onclick=f()></p>") != []
    assert foreign_elements("<p>&lt;b id=hostile&gt;</p>") == []


NAMES = (
    "<b/id=hostile>", "a\u202eb", "\u2066f", "f" * 9_000, "&lt;b", "x'y", "{{7*7}}", "$(x)",
    "</script><b/id=hostile>", "</textarea><b/id=hostile>", "a\\\\nb", "\u0663",
)  # fmt: skip


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("pane", ["listing", "passes", "why", "whole", "compilers"])
@TRIED
@given(names=st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)))
def test_names_of_symbols_become_no_markup(
    client: TestClient, compiler: str, pane: str, names: tuple[str, str]
) -> None:
    function, called = names
    source = (
        f'int h(int) __asm__("{called}");\nint g(int *a, int n) __asm__("{function}");\n'
        "int g(int *a, int n) {\n  int s = 0;\n"
        f"  for (int i = 0; i < n; i++) s += h(a[i]); /* {function} */\n  return s;\n}}\n"
    )
    sent = {"source": source, "compiler": compiler, "flags": "-O2", "pane": pane}
    answer = client.post("/loop", data=sent, headers=HTML, follow_redirects=True)
    assert answer.status_code < 500, answer.text[-300:]
    assert "h(a[i])" in answer.text
    assert foreign_elements(answer.text) == []


@pytest.mark.parametrize("pane", ["listing", "passes", "run", "step", "profile"])
@pytest.mark.parametrize("field", ["function", "settings", "flags", "compiler", "element"])
def test_fields_of_the_address_become_no_markup(client: TestClient, pane: str, field: str) -> None:
    for name in (MARKUP, "'\"><b id=hostile>", "</script><b id=hostile>"):
        sent = {"source": SOURCE, "pane": pane, field: name}
        answer = client.get("/loop", params=sent, headers=HTML)
        assert answer.status_code < 500, answer.text[-300:]
        assert foreign_elements(answer.text) == []
