"""A run and a recording ask for a length where one makes a difference, and nowhere else."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from tests.web.test_explorer import post


@pytest.mark.parametrize("pane", ["run", "step"])
@pytest.mark.parametrize(
    ("code", "n", "offered"),
    [
        ("float f(float x) { return x * x; }", "", False),
        ("int f(int a[4]) { return a[0] + a[3]; }", "", False),
        (
            "int f(int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }",
            "0",
            True,
        ),
        ("void f(float *a, float *b) { a[0] = b[0]; }", "", False),
    ],
)
def test_a_length_is_asked_for_where_it_makes_a_difference(
    client: TestClient, code: str, n: str, offered: bool, pane: str
) -> None:
    """Also where it is 0, or its field could not be changed back."""
    page = post(client, fragment=True, source=code, pane=pane, n=n)
    fields = [one.attributes for one in page.all("input") if one.attributes.get("name") == "n"]
    assert ["hidden" not in field.get("type", "") for field in fields] == [offered]
