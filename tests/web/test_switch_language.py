"""A text in the wrong language offers the other one; one that is wrong in both does not."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from tests.web.test_explorer import post

CPP = {
    "template": "template <class T> T twice(T a) { return a + a; }\n"
    "int f(int a) { return twice(a); }",
    "reference": "void inc(int &x) { x++; }",
    "header": "#include <vector>\n"
    "int f(std::vector<int> &v) { int s = 0; for (int x : v) s += x; return s; }",
    "auto": "int f(const int *a, int n) { auto g = [](int x) { return x * 2; }; return g(a[n]); }",
    "constexpr function": "constexpr int k() { return 4; }\nint f(int a) { return a * k(); }",
}  # fmt: skip
C = {
    "restrict": "void f(float *restrict a, int n) { for (int i = 0; i < n; i++) a[i] = 0; }",
    "designated out of order": "struct p { int x, y; };\n"
    "struct p f(void) { struct p a = {.y = 1, .x = 2}; return a; }",
    "void pointer": "#include <stdlib.h>\nint *f(int n) { int *a = malloc(n); return a; }",
    "array parameter": "int f(int n, int a[static 4]) { return a[n]; }",
    "name": "int f(int class, int new) { return class + new; }",
}  # fmt: skip


def _offered(client: TestClient, source: str, language: str, flags: str = "-O2") -> list[str]:
    page = post(client, fragment=True, source=source, language=language, flags=flags)
    assert page.status == 422
    return [button.attributes["value"] for button in page.all("button", name="switch")]


@pytest.mark.parametrize("name", CPP)
def test_cpp_given_as_c_offers_cpp(client: TestClient, name: str) -> None:
    assert _offered(client, CPP[name], "c") == ["c++"]


@pytest.mark.parametrize("name", C)
def test_c_given_as_cpp_offers_c(client: TestClient, name: str) -> None:
    compiler_takes_it = post(client, fragment=True, source=C[name], language="c++").status == 200
    assert not compiler_takes_it
    assert _offered(client, C[name], "c++") == ["c"]


@pytest.mark.parametrize("language", ["c", "c++"])
@pytest.mark.parametrize(
    "source",
    ["int f(int a) { return b; }", "int f(int a) {", "template <class T> T f(T a) { return b; }"],
    ids=["undeclared", "cut off", "wrong C++"],
)
def test_what_is_wrong_in_both_offers_nothing(
    client: TestClient, source: str, language: str
) -> None:
    assert _offered(client, source, language) == []


def test_the_button_compiles_the_same_text_without_the_other_languages_standard(
    client: TestClient,
) -> None:
    source, flags = CPP["template"], "-O2 -std=c11"
    assert _offered(client, source, "c", flags) == ["c++"]
    page = post(client, True, source=source, flags=flags, switch="c++", pane="listing")
    assert page.status == 200
    assert page.one("input", id="flags").attributes["value"] == "-O2"
    (chosen,) = [one for one in page.all("input", name="language") if "checked" in one.attributes]
    assert chosen.attributes["value"] == "c++"


CPP_20 = (
    "template <typename T> concept Sums = requires(T a) { a + a; };\n"
    "template <Sums T> T twice(T a) { return a + a; }\nint f(int a) { return twice(a); }"
)


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize(
    ("source", "language", "flags", "value", "left"),
    [
        (CPP_20, "c", "-O2", "c++ -std=c++20", "-O2 -std=c++20"),
        (CPP_20, "c", "-O2 -std=c++20", "c++", "-O2 -std=c++20"),
        (CPP_20, "c", "-std=gnu11 -O2", "c++ -std=c++20", "-O2 -std=c++20"),
        (
            "int f(int n, int a[static 4]) { typeof(n) b = n; return a[b]; }",
            "c++", "-O2 -std=gnu11", "c", "-O2 -std=gnu11",
        ),
    ],
)  # fmt: skip
def test_a_newer_standard_is_offered_and_one_of_that_language_stays(
    client: TestClient,
    compiler: str,
    source: str,
    language: str,
    flags: str,
    value: str,
    left: str,
) -> None:
    given = {"source": source, "compiler": compiler, "language": language, "flags": flags}
    page = post(client, fragment=True, **given)
    assert [button.attributes["value"] for button in page.all("button", name="switch")] == [value]
    page = post(client, True, source=source, compiler=compiler, flags=flags, switch=value)
    assert page.status == 200
    assert page.one("input", id="flags").attributes["value"] == left
