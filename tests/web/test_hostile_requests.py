"""Every address, asked for what nobody should ask for: the answer is never a mistake of ours.

Addresses and fields come from the application's own tables, so that what is added is tried too.
"""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import quote

import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from app.addresses.chips import EDIT_PREFIX
from app.main import create_app
from tests.web.conftest import HTML
from tests.web.test_addresses import CASES

SOURCE = "int f(const int *a, int n) {\n  int s = 0;\n  for (int i = 0; i < n; i++) s += a[i];\n  return s;\n}\n"  # noqa: E501
HUGE = "9" * 30
TEXTS = (
    "",
    "0",
    "-1",
    "-5",
    "1",
    HUGE,
    f"-{HUGE}",
    "1e999",
    "NaN",
    "inf",
    "-inf",
    "1.5",
    "0x10",
    "٣",
    "²",
    "１２",
    "1_000",
    " 7 ",
    "+3",
    "9" * 5000,
    "9223372036854775808",
    "4294967296",
    "\0",
    "a\0b",
    "\ud800",
    "\u202e",
    "🦊" * 20,
    "../../etc/passwd",
    "..",
    "/",
    "%",
    "%ff",
    "<script>",
    "'\"`;",
    "{{7*7}}",
    "${x}",
    "sum",
    "gcc",
    "clang",
    "-O3",
    "-O2 -O3",
    "1-4",
    "restrict@3",
    "a=NaN",
    "a.size=-1",
    "x=1e999",
    "f",
    "listing",
    "run",
    "step",
    "profile",
    "why",
    "true",
    "null",
    "[]",
)
VALUES = st.sampled_from(TEXTS)
LAYERS: tuple[Any, ...] = (
    None,
    True,
    [],
    {},
    [[]],
    {"a": {}},
    -1,
    0,
    10**30,
    -(10**30),
    1.5,
    1e308,
)
JSON = st.one_of(VALUES, st.sampled_from(LAYERS), st.lists(VALUES, max_size=3))
OTHER_NAMES = (
    "layer", "type", "batch", "context", "tokens", "part", "units", "lesson", "precision", "pinned",
    "remedies", "name", "set:a", "edited", "bits", "group", "kernel", "stride", "tile", "buffers",
)  # fmt: skip
"""Values of views, settings and path; models have the rest."""
NAMES = (*sorted({name for _, name in CASES}), *OTHER_NAMES, f"{EDIT_PREFIX}x")
FIELDS = st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=5)


def routes_of(app: FastAPI) -> list[tuple[str, str]]:
    """Method and path of every route, as the document and the pages' routers have them."""
    found = []
    for route in app.routes:
        included = getattr(route, "original_router", None)
        for one in included.routes if included is not None else (route,):
            if isinstance(one, APIRoute):
                found += [(method, one.path) for method in sorted(one.methods or ())]
    return found


def schemas_of(app: FastAPI) -> dict[str, list[str]]:
    """Of each JSON address the names of its fields."""
    document = app.openapi()
    found: dict[str, list[str]] = {}
    for path, methods in document["paths"].items():
        body = methods.get("post", {}).get("requestBody", {}).get("content", {})
        schema = body.get("application/json", {}).get("schema", {})
        name = schema.get("$ref", "").rpartition("/")[2]
        known = document["components"]["schemas"].get(name, schema)
        found[path] = list(known.get("properties", {}))
    return found


ALL_WITHOUT_A_NAME = ("/api/claims",)
"""Asked for nothing in particular they would try every claim, which takes minutes."""
WITHOUT_FIELDS = (
    "/fusion", "/components", "/docs", "/examples", "/learn/folklore", "/learn", "/learn/map",
    "/glossary", "/about", "/api/textbook/survey", "/api/lessons",
)  # fmt: skip
"""They read nothing of a request; other tests ask for them."""
APP = create_app()
ROUTES = routes_of(APP)
SCHEMAS = schemas_of(APP)
TRIED = settings(
    max_examples=8,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


def test_the_tables_name_every_address() -> None:
    """Guards the tests below: they must find the real thing."""
    paths = {path for _, path in ROUTES}
    assert {"/loop", "/api/count", "/model/{model}/{stage}", "/soc/{view}", "/healthz"} <= paths
    assert {"n", "seed", "source"} <= set(SCHEMAS["/api/count"])


def filled(path: str, values: list[str]) -> str:
    """The path with hostile values in its places."""
    given_values = iter(values)
    return re.sub(
        r"\{[^}]*\}", lambda _: quote(next(given_values), safe="", errors="replace") or "-", path
    )


@pytest.mark.parametrize(
    "path",
    sorted({path for method, path in ROUTES if method == "GET"} - set(WITHOUT_FIELDS)),
)
@TRIED
@given(values=st.lists(VALUES, min_size=4, max_size=4), query=FIELDS)
def test_pages(client: TestClient, path: str, values: list[str], query: dict[str, str]) -> None:
    sent = {name: value.encode("utf-8", "replace") for name, value in query.items()}
    if path in ALL_WITHOUT_A_NAME:
        sent["lesson"] = b"none"
    answer = client.get(filled(path, values), params=sent, headers=HTML)
    assert answer.status_code < 500, answer.text[-300:]


@pytest.mark.parametrize(
    "path", sorted({path for method, path in ROUTES if method == "POST" and "/api/" not in path})
)
@TRIED
@given(values=st.lists(VALUES, min_size=4, max_size=4), form=FIELDS, sourced=st.booleans())
def test_forms(
    client: TestClient, path: str, values: list[str], form: dict[str, str], sourced: bool
) -> None:
    sent = {name: value.encode("utf-8", "replace") for name, value in form.items()}
    sent |= {"source": SOURCE.encode()} if sourced else {}
    partial = HTML | {"hx-request": "true", "hx-request-type": "partial"}
    answer = client.post(filled(path, values), data=sent, headers=partial)
    assert answer.status_code < 500, answer.text[-300:]


@pytest.mark.parametrize(
    "path", sorted({path for method, path in ROUTES if method == "POST" and "/api/" in path})
)
@TRIED
@given(data=st.data())
def test_json(client: TestClient, path: str, data: st.DataObject) -> None:
    names = SCHEMAS.get(path) or ["source"]
    body = data.draw(st.dictionaries(st.sampled_from(names), JSON, max_size=3))
    asked = {"source": SOURCE, **body} if "source" in names else body
    text = _text(asked)
    headers = {"content-type": "application/json"}
    answer = client.post(path, content=text, headers=headers)
    assert answer.status_code < 500, answer.text[-300:]


def _text(asked: object) -> bytes:
    return json.dumps(asked).encode("utf-8", "replace")


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"null", b"[]", b"1e999", b'{"source": NaN}', b'{"source": "\\ud800"}',
     b"\xff\xfe{\x00}\x00", b"[" * 20_000, b'{"a":' * 20_000, b'{"source": "a", "source": 1}'],
)  # fmt: skip
@pytest.mark.parametrize("path", ["/api/compile", "/api/count", "/api/share", "/api/textbook"])
def test_bodies_that_are_no_json(client: TestClient, path: str, body: bytes) -> None:
    answer = client.post(path, content=body, headers={"content-type": "application/json"})
    assert 400 <= answer.status_code < 500
