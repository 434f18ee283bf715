"""Input that does not fit the function: the page says what to set, in its own words."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from tests.web.test_explorer import post

MISFITS = {
    "array inside a structure": (
        "struct s { int n; float a[4]; };\n"
        "float f(const struct s *b) { float t = 0; for (int i = 0; i < b->n; i++) t += b->a[i]; "
        "return t; }"
    ),
    "too many elements": "void f(char *p, int n) { for (int i = 0; i < n * 9999; i++) p[i] = 1; }",
    "a small type": "void f(char *p, unsigned char n) { for (int i = 0; i < n; i++) p[i] = n; }",
    "too many rounds": (
        "void f(float *p, int n, int m, int k) { for (int i = 0; i < n; i++) "
        "for (int j = 0; j < m; j++) for (int l = 0; l < k; l++) p[l] += i * j; }"
    ),
}  # fmt: skip


@pytest.mark.parametrize("pane", ["run", "step", "passes"])
@pytest.mark.parametrize("name", MISFITS)
def test_a_page_says_what_to_set_without_words_of_the_command_line(
    client: TestClient, name: str, pane: str
) -> None:
    n = {"a small type": "5000", "too many rounds": "4000"}.get(name, "")
    more = {"ledger": "1!"} if pane == "passes" else {"experiment": "compare"}
    page = post(client, True, source=MISFITS[name], flags="-O2", pane=pane, n=n, **more)
    said = [*page.all("p"), *page.all("div", "alert"), *page.all("li")]
    assert not [one.text for one in said if "--set" in one.text or "--n " in one.text]
