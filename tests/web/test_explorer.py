"""The explorer over HTTP: what a browser gets with and without scripts."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.testclient import TestClient

from tests.web.conftest import HTML, SAXPY
from tests.web.pages import Answer

FRAGMENT = HTML | {"hx-request": "true", "hx-request-type": "partial"}
HOSTILE = '</textarea><script>alert(1)</script><hx-partial hx-get="/x"> "\'&'


def post(client: TestClient, fragment: bool = False, **fields: str) -> Answer:
    values = {"source": SAXPY, "compiler": "gcc", "flags": "-O3", "language": "c"} | fields
    return Answer(client.post("/loop", data=values, headers=FRAGMENT if fragment else HTML))


def test_an_empty_editor_offers_three_loops(get: Callable[..., Answer]) -> None:
    page = get("/loop")
    assert page.status == 200
    starters = [a for a in page.all("a") if a.attributes.get("href", "").startswith("/loop?exam")]
    assert len(starters) == 3


def test_source_and_assembly_are_joined(get: Callable[..., Answer]) -> None:
    page = get("/loop?example=sum")
    rows = [row for row in page.all("li", "row") if row.attributes["id"].startswith("i")]
    joined = [row for row in rows if row.attributes.get("data-source")]
    sources = {row.attributes["id"]: row for row in page.all("li", "row")}
    assert len(joined) >= 10
    for row in joined:
        key = row.attributes["data-source"]
        assert sources[f"s{key}"].attributes["data-source"] == key
        bands = {name for name in row.classes if name.startswith("band-")}
        assert bands <= sources[f"s{key}"].classes
        assert len(bands) == 1


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize(
    ("body", "called"),
    [
        ("x[i] = x[i + 1]; }", True),
        ("x[i] = x[i + 1]; } extern int done; done = n;", True),
        ("}", False),
    ],
    ids=["jump", "call", "empty"],
)
def test_a_loop_that_became_a_call_is_told_so_whether_the_code_calls_or_jumps(
    client: TestClient, compiler: str, body: str, called: bool
) -> None:
    """A call in the last place is a jump; where nothing is called, no routine is named."""
    source = f"void f(int *x, int n) {{ for (int i = 0; i < n; i++) {{ {body} }}\n"
    listing = post(client, True, source=source, compiler=compiler).text
    assert f"No loop is left{': the code calls memmove' if called else ''}." in listing
    cycles = post(client, True, source=source, compiler=compiler, pane="cycles").text
    said = "it calls memmove, and what repeats is in that library code" in cycles
    assert said == called


def test_every_instruction_has_its_explanation_in_the_page(get: Callable[..., Answer]) -> None:
    page = get("/loop?example=saxpy")
    picks = [a for a in page.all("a", "pick") if "aria-describedby" in a.attributes]
    notes = {note.attributes["id"]: note for note in page.all("div", "explanation")}
    assert len(picks) > 30
    for pick in picks:
        assert notes[pick.attributes["aria-describedby"]].text.strip()


def test_labels_are_links_to_their_line(get: Callable[..., Answer]) -> None:
    page = get("/loop?example=sum")
    ids = {element.attributes.get("id") for element in page.elements}
    labels = page.all("a", "hl")
    assert labels
    assert all(label.attributes["href"].removeprefix("#") in ids for label in labels)


def test_loops_are_marked_with_role_and_rail(get: Callable[..., Answer]) -> None:
    page = get("/loop?example=sum")
    assert "Main loop of line" in page.one("li", "loop-start").text
    assert len(page.all("i", "last")) == 1
    assert len(page.all("i", "rail")) >= 5


def test_exactly_one_line_is_chosen_and_it_is_in_the_loop(get: Callable[..., Answer]) -> None:
    page = get("/loop?example=axpy-restrict")
    chosen = page.all("li", "chosen")
    assert len(chosen) == 1
    assert any("rail" in child.attributes.get("class", "") for child in page.all("i"))
    assert "4 floats" in chosen[0].text


def test_a_form_without_scripts_goes_to_the_address_of_its_state(client: TestClient) -> None:
    answer = post(client)
    assert answer.status == 303
    query = parse_qs(urlsplit(answer.headers["location"]).query)
    assert query["source"] == [SAXPY]
    page = Answer(client.get(answer.headers["location"], headers=HTML))
    assert page.status == 200
    assert page.one("textarea", id="source").text.lstrip("\n") == SAXPY


def test_an_example_stays_an_example_until_it_is_edited(client: TestClient) -> None:
    page = Answer(client.get("/loop?example=sum", headers=HTML))
    text = page.one("textarea", id="source").text.removeprefix("\n")
    same = post(client, source=text.replace("\n", "\r\n"), example="sum", flags="-O2")
    assert same.headers["location"] == "/loop?example=sum"
    edited = post(client, source=text + "\n", example="sum", flags="-O2")
    assert "example=" not in edited.headers["location"]


def test_a_long_source_is_answered_at_once(client: TestClient) -> None:
    page = post(client, source=SAXPY + "/*" + "x" * 3000 + "*/\n")
    assert page.status == 200
    assert page.one("section", id="result").attributes["data-state"] == "ok"


def test_htmx_gets_the_result_and_the_settings_only(client: TestClient) -> None:
    whole = Answer(client.get("/loop", params={"source": SAXPY}, headers=HTML))
    part = post(client, fragment=True)
    assert not part.all("html")
    assert part.elements[0].attributes["id"] == "result"
    settings = part.one("div", id="settings")
    assert settings.attributes["hx-swap-oob"]
    assert part.headers["vary"].startswith("HX-Request, HX-Request-Type")
    listed = [row.text for row in part.all("li", "row")]
    assert listed == [row.text for row in whole.all("li", "row") if "i" in row.attributes["id"]]


@pytest.mark.parametrize("pane", ["listing", "registers", "diff", "matrix", "compilers"])
def test_each_pane_is_a_tab_in_the_address(get: Callable[..., Answer], pane: str) -> None:
    page = get(f"/loop?example=sum&pane={pane}")
    assert page.status == 200
    current = [tab for tab in page.all("button") if tab.attributes.get("aria-current")]
    assert [tab.attributes["value"] for tab in current] == [pane]
    assert page.one("section", id="result").attributes["data-pane"] == pane


def test_the_pane_stays_when_another_button_is_pressed(client: TestClient) -> None:
    answer = post(client, shown_pane="registers")
    assert "pane=registers" in answer.headers["location"]
    moved = post(client, shown_pane="registers", pane="diff")
    assert "pane=diff" in moved.headers["location"]


def test_toggling_a_flag_changes_the_flags_and_keeps_the_menu_open(client: TestClient) -> None:
    on = post(client, fragment=True, flags="-O3", toggle="-ffast-math")
    assert on.one("input", id="flags").attributes["value"] == "-O3 -ffast-math"
    assert "open" in on.one("details", "menu").attributes
    pressed = on.one("button", name="toggle", value="-ffast-math")
    assert pressed.attributes["aria-pressed"] == "true"
    off = post(client, fragment=True, flags="-O3 -ffast-math", toggle="-ffast-math")
    assert off.one("input", id="flags").attributes["value"] == "-O3"


def test_one_level_takes_the_place_of_another(client: TestClient) -> None:
    page = post(client, fragment=True, flags="-O3 -ffast-math", toggle="-O1")
    assert page.one("input", id="flags").attributes["value"] == "-ffast-math -O1"


def test_a_cpu_is_set_and_taken_away(client: TestClient) -> None:
    page = post(client, fragment=True, set="cpu", cpu="neoverse-n1")
    assert page.one("input", id="flags").attributes["value"] == "-O3 -mcpu=neoverse-n1"
    bare = post(client, fragment=True, flags="-O3 -mcpu=neoverse-n1", set="cpu", cpu="")
    assert bare.one("input", id="flags").attributes["value"] == "-O3"


def test_the_cpu_menu_is_the_compilers_own(get: Callable[..., Answer]) -> None:
    def cpus(compiler: str) -> set[str]:
        page = get(f"/loop?example=sum&compiler={compiler}")
        select = page.one("select", id="cpu")
        return {option.attributes["value"] for option in select.children}

    assert "neoverse-v2" in cpus("clang-19")
    assert "neoverse-v2" not in cpus("gcc-12")


def test_filters_show_what_is_hidden(client: TestClient) -> None:
    hidden = Answer(client.get("/loop?example=sum", headers=HTML))
    shown = Answer(client.get("/loop?example=sum&show=directives", headers=HTML))
    assert not hidden.all("li", "is-directive")
    assert shown.all("li", "is-directive")


def test_a_rejected_source_is_422_with_messages_at_their_lines(client: TestClient) -> None:
    page = post(client, fragment=True, source="int f(int a) {\n    return b;\n}\n")
    assert page.status == 422
    assert page.one("div", "alert").attributes["role"] == "alert"
    error = page.one("li", "is-error")
    assert error.attributes["data-message-line"] == "1-2"
    assert "line 2" in error.text
    assert not page.all("footer", "reproduce")


def test_a_message_at_the_end_of_the_file_leads_to_the_last_line(client: TestClient) -> None:
    page = post(client, fragment=True, source="int f(int a) {\n    return a;\n")
    error = page.one("li", "is-error")
    assert error.attributes["data-message-line"] == "1-2"


@pytest.mark.parametrize(
    ("fields", "status", "words"),
    [
        ({"flags": "-O3 -o/etc/passwd"}, 422, "-o/etc/passwd"),
        ({"flags": "@file"}, 422, "@file"),
        ({"compiler": "tcc"}, 422, "tcc"),
        ({"source": "int a;" + " " * (64 * 1024)}, 413, "65,536"),
        ({"source": "int a;\0"}, 422, "NUL"),
    ],
)
def test_what_cannot_be_used_is_said_in_plain_words(
    client: TestClient, fields: dict[str, str], status: int, words: str
) -> None:
    page = post(client, fragment=True, **fields)
    assert page.status == status
    assert words in page.one("div", "alert").text


def test_an_unknown_example_is_404(get: Callable[..., Answer]) -> None:
    assert get("/loop?example=no-such-loop").status == 404


def test_an_unknown_pane_or_language_falls_back(get: Callable[..., Answer]) -> None:
    page = get("/loop?example=sum&pane=nonsense&language=rust&show=nonsense")
    assert page.one("section", id="result").attributes["data-pane"] == "listing"


@pytest.mark.parametrize("pane", ["listing", "registers", "diff", "matrix", "compilers"])
def test_hostile_text_stays_text_in_every_pane(client: TestClient, pane: str) -> None:
    source = f"/* {HOSTILE} */\nconst char *f(void) {{ return {HOSTILE.count('x')} ? 0 : 0; }}\n"
    page = post(client, fragment=True, source=source, pane=pane)
    assert not page.all("script")
    assert not page.all("hx-partial")
    assert "<script>alert" not in page.text


def test_hostile_text_stays_text_in_the_editor_and_the_source_list(client: TestClient) -> None:
    source = f"// {HOSTILE}\nint f(void) {{ return 1; }}\n"
    page = Answer(client.get("/loop", params={"source": source}, headers=HTML))
    assert page.one("textarea", id="source").text.lstrip("\n") == source
    assert {script.attributes.get("src", "")[:8] for script in page.all("script")} == {"/static/"}


def test_hostile_settings_stay_text(client: TestClient) -> None:
    page = Answer(
        client.get("/loop", params={"source": SAXPY, "flags": HOSTILE, "right_flags": HOSTILE})
    )
    assert page.status == 422
    assert page.one("input", id="flags").attributes["value"] == HOSTILE
    assert {script.attributes.get("src", "")[:8] for script in page.all("script")} == {"/static/"}


def test_two_files_compile_and_are_joined_to_their_own_lines(client: TestClient) -> None:
    second = "int twice(int a);\nint four(int a) { return twice(twice(a)); }\n"
    page = post(client, fragment=True, source="int twice(int a) { return 2 * a; }\n", second=second)
    keys = {row.attributes.get("data-source", "") for row in page.all("li", "row")}
    assert {"1-1", "2-2"} <= keys


def test_cpp_names_are_shown_as_written(client: TestClient) -> None:
    source = "template <typename T> T twice(T a) { return a + a; }\ntemplate int twice(int);\n"
    page = post(client, fragment=True, source=source, language="c++")
    assert page.status == 200
    assert "int twice<int>(int)" in page.text.replace("&lt;", "<").replace("&gt;", ">")


TWO = "int one(int a) { return a + 1; }\nint two(int a) { return a + 2; }\n"


@pytest.mark.parametrize("pane", ["listing", "registers", "diff"])
def test_one_function_of_several_is_shown_on_its_own(client: TestClient, pane: str) -> None:
    both = post(client, fragment=True, source=TWO, pane=pane)
    one = post(client, fragment=True, source=TWO, pane=pane, function="two")
    options = [option.text for option in both.one("select", id="function").children]
    assert options == ["all functions", "one", "two"]
    names = [heading.text.split()[0] for heading in one.all("h2") if heading.text.strip()]
    assert names == ["two"]
    assert "a + 1" not in " ".join(note.text for note in one.all("div", "explanation"))


def test_what_one_pane_sets_the_others_keep(client: TestClient) -> None:
    fields = {"right_flags": "-O1", "show": "comments", "function": "two", "source": TWO}
    for pane, hidden in (
        ("listing", {"right_flags"}),
        ("registers", {"right_flags", "show"}),
        ("diff", {"show"}),
        ("matrix", {"right_flags", "show", "function"}),
    ):
        page = post(client, fragment=True, pane=pane, **fields)
        kept = {
            field.attributes["name"]: field.attributes["value"]
            for field in page.all("input", type="hidden")
        }
        assert {name: fields[name] for name in hidden}.items() <= kept.items()
        names = [field.attributes.get("name") for field in page.elements]
        assert names.count("function") == names.count("right_flags") == 1


@pytest.mark.parametrize("pane", ["diff", "why", "cycles"])
def test_all_tables_of_a_pane_open_by_address_and_by_button(client: TestClient, pane: str) -> None:
    closed = post(client, pane=pane, fragment=True)
    assert folds(closed)
    assert not any(folds(closed))
    for pressed in ({"unfold": "all"}, {"open": "all"}):
        opened = post(client, pane=pane, fragment=True, **pressed)
        assert all(folds(opened))
        (result,) = opened.all("section", "result")
        assert "open=all" in result.attributes["data-address"]
    assert not any(folds(post(client, pane=pane, fragment=True, open="all", unfold="none")))


def folds(page: Answer) -> list[bool]:
    """For each part that a pane can close, whether it is open."""
    found = [one.attributes for one in page.all("details") if "data-fold" in one.attributes]
    return ["open" in one for one in found]


@pytest.mark.parametrize("pane", ["listing", "registers", "diff"])
def test_a_huge_result_still_makes_a_small_page(client: TestClient, pane: str) -> None:
    body = "int f{}(int *a, int n) {{ int s = 0; while (n) s += a[--n] * {}; return s; }}\n"
    source = "".join(body.format(number, number) for number in range(150))
    page = post(client, fragment=True, source=source, flags="-O2", pane=pane)
    assert page.status == 200
    assert len(page.text) < 3_000_000
    assert len(page.all("li", "row")) <= 1000
    if pane != "diff":
        assert "Choose one function" in page.one("p", "note").text


def test_one_huge_function_is_cut_with_a_word(client: TestClient) -> None:
    body = "".join(f"    x[{number}] = x[{number + 1}] * {number};\n" for number in range(900))
    page = post(client, fragment=True, source=f"void f(volatile int *x) {{\n{body}}}\n")
    assert len(page.all("li", "row")) == 1000
    assert "The API gives all" in page.one("p", "note").text
