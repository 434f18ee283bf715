"""Programs that are built and run, over HTTP: the panes, the API, and input of every wrong kind."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.testclient import TestClient

from app.loop.run_settings import RunSettings, run_settings_from
from app.loop.views.heat import shade_of
from command_line.main import run_arguments
from compiler_core.errors import InputError
from tests.web.conftest import HTML, SAXPY
from tests.web.pages import Answer
from tests.web.test_explorer import HOSTILE, post
from tests.web.test_follow import CALLER, DOT

RESTRICT = SAXPY.replace("const float *x", "const float *restrict x")
SUM = (
    "float sum(const float *x, int n) {\n"
    "    float s = 0;\n"
    "    for (int i = 0; i < n; i++)\n"
    "        s += x[i];\n"
    "    return s;\n"
    "}\n"
)
CLIP = (
    "int clip(int *a, int n, int limit) {\n"
    "    int over = 0;\n"
    "    for (int i = 0; i < n; i++) {\n"
    "        if (a[i] > limit) {\n"
    "            a[i] = limit * 3 / (i + 1);\n"
    "            over++;\n"
    "        } else {\n"
    "            a[i] -= 1;\n"
    "        }\n"
    "    }\n"
    "    return over;\n"
    "}\n"
)
ENDLESS = "void spin(volatile int *x, int n) { for (;;) x[0] = n; }\n"
MEASURED = ("run", "step", "whole", "profile")


def test_a_run_shows_totals_and_heat(client: TestClient) -> None:
    page = post(client, fragment=True, pane="run", n="1000")
    figures = " ".join(page.one("dl", "figures").text.split())
    counted = client.post("/api/count", json={"source": SAXPY, "flags": "-O3", "n": 1000}).json()
    for name in ("instructions", "loads", "stores"):
        assert f"{name}{counted[name]:,} " in figures
    hottest = [row for row in page.all("tr", "heat-5") if "data-source" in row.attributes]
    assert {row.attributes["data-source"] for row in hottest} == {"1-3"}
    assert any("fmla" in row.text for row in hottest)
    assert "qemu-aarch64" in page.one("div", "pane-scroll").text
    assert "modelled" in page.one("div", "pane-scroll").text


def test_every_line_that_ran_has_its_number_in_text(client: TestClient) -> None:
    page = post(client, fragment=True, pane="run", n="1000")
    rows = [row for row in page.all("tr") if re.search(r"heat-[1-5]", " ".join(row.classes))]
    assert len(rows) > 10
    assert all(re.match(r"\d", row.text.strip()) for row in rows)


def test_heat_rises_with_the_count() -> None:
    shades = [shade_of(heat) for heat in (0, 1e-9, 0.01, 0.1, 0.3, 0.5, 0.9, 1)]
    assert shades[0] == 0
    assert shades[1] == 1
    assert shades[-1] == 5
    assert shades == sorted(shades)


def test_values_of_parameters_are_fields(client: TestClient) -> None:
    fields = {"pane": "run", "set:a": "0.5", "set:x.size": "2048", "values": "a=9 y.seed=4"}
    page = post(client, fragment=True, **fields)
    assert page.one("input", name="set:a").attributes["value"] == "0.5"
    assert page.one("input", name="set:x.size").attributes["value"] == "2048"
    address = page.one("section", id="result").attributes["data-address"]
    query = parse_qs(urlsplit(address).query)
    assert set(query["values"][0].split()) == {"a=0.5", "y.seed=4", "x.size=2048"}
    again = Answer(client.get(address, headers=HTML))
    assert again.one("input", name="set:a").attributes["value"] == "0.5"


def test_an_emptied_field_takes_its_value_back() -> None:
    found = run_settings_from({"values": "a=9 b=2", "set:a": " "})
    assert found.values == "b=2"


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"n": "many"}, "whole number"),
        ({"n": "0"}, "n cannot be 0"),
        ({"n": "999999999999"}, "n cannot be"),
        ({"n": "-5"}, "whole number"),
        ({"seed": "1.5"}, "seed"),
        ({"sve": "100"}, "multiple of 128"),
        ({"sve": "x"}, "vector length"),
        ({"line_bytes": "48"}, "cache line"),
        ({"sets": "3"}, "sets"),
        ({"ways": "99"}, "ways"),
        ({"values": "garbage"}, "garbage"),
        ({"values": "nothing=1"}, "nothing"),
        ({"set:a": "red"}, "number"),
        ({"set:x.size": "-1"}, "must"),
        ({"function": "nowhere"}, "nowhere"),
        ({"values": HOSTILE}, "script"),
    ],
)
def test_settings_that_no_run_can_have_are_said_in_the_pane(
    client: TestClient, fields: dict[str, str], words: str
) -> None:
    page = post(client, fragment=True, pane="run", **fields)
    assert page.status == 200
    assert words in page.one("p", "note").text
    assert not page.all("script")
    assert page.one("button", id="run-it")


@pytest.mark.parametrize("pane", ["run", "step", "profile"])
@pytest.mark.parametrize(
    "source",
    ["int only_declared(int);\n", "int main(void) { return 0; }\n", "struct s { int a; };\n"],
)
def test_a_source_without_a_function_to_run_says_so(
    client: TestClient, pane: str, source: str
) -> None:
    page = post(client, fragment=True, pane=pane, source=source, experiment="profile")
    assert page.status in (200, 422)
    assert page.all("p", "note") or page.all("div", "alert")


def test_an_endless_function_is_stopped_with_words(client: TestClient) -> None:
    page = post(client, fragment=True, pane="run", source=ENDLESS, n="4")
    assert page.status == 200
    assert page.one("p", "note").text.strip()


def test_two_settings_are_compared_by_ulp(client: TestClient) -> None:
    fields = {"source": SUM, "pane": "run", "experiment": "compare"}
    page = post(client, fragment=True, **fields, right_flags="-O3 -ffast-math")
    text = page.one("section", "experiments").text
    assert "Different bits" in text
    assert "ULP" in text
    same = post(client, fragment=True, **fields, right_flags="-O2")
    assert "The same bits" in same.one("section", "experiments").text


def test_the_sweep_is_a_chart_and_a_table(client: TestClient) -> None:
    fields = {"pane": "run", "experiment": "sweep", "flags": "-O3 -march=armv8-a+sve"}
    page = post(client, fragment=True, **fields)
    cells = [[cell.text for cell in row.children] for row in page.all("tr")]
    lengths = ("128", "256", "512", "1,024", "2,048")
    rows = [row for row in cells if row and row[0] in lengths and "the same" in row]
    counts = [int(row[1].replace(",", "")) for row in rows]
    assert len(counts) == 5
    assert counts == sorted(counts, reverse=True)
    drawn = [element for element in page.all("rect") if "width" in element.attributes]
    widths = [float(one.attributes["width"]) for one in drawn]
    assert widths[:5] == sorted(widths[:5], reverse=True)


def test_overlap_shows_right_beside_wrong(client: TestClient) -> None:
    fields = {"source": RESTRICT, "pane": "run", "experiment": "overlap"}
    page = post(client, fragment=True, **fields)
    rows = page.all("tr", "is-removed")
    assert rows
    assert all("wrong" in row.text for row in rows)
    refused = post(client, fragment=True, **(fields | {"source": SUM}))
    assert "restrict" in refused.one("section", "experiments").text
    far = post(client, fragment=True, **fields, offset="9999")
    assert "apart" in far.one("p", "note").text


def test_a_step_shows_the_machine_at_that_moment(client: TestClient) -> None:
    page = post(client, fragment=True, pane="step", at="7")
    frame = page.one("div", "frame")
    assert frame.attributes["data-frame"] == "7"
    assert "Step 7 of" in frame.text
    ran = page.all("li", "ran")
    assert len(ran) == 1
    assert ran[0].attributes["data-position"] == frame.attributes["data-ran"]
    assert page.all("span", "lane")


def test_what_one_does_first_stands_first_among_the_steps(client: TestClient) -> None:
    text = post(client, fragment=True, pane="step").text
    order = ("from round", "lane by lane", "Every register, every step", "Why this number")
    assert sorted(order, key=text.index) == list(order)


def test_a_value_is_explained_where_it_is_clicked(client: TestClient) -> None:
    offered = post(client, fragment=True, pane="step", n="16")
    buttons = [one for one in offered.all("button", "lane") if one.attributes["name"] == "element"]
    assert "y[5]" in [button.attributes["value"] for button in buttons]
    page = post(client, fragment=True, pane="step", n="16", element="y[5]!")
    assert "y[5] depends on" in page.one("section", "slice").text
    places = [one.classes for one in page.elements if {"slice", "stepper"} & {*one.classes}]
    assert "slice" in places[0], "what was asked for stands above all steps"
    assert "Proven" in page.one("p", "is-good").text
    assert page.all("tr", "lit")
    assert page.one("button", "chosen").attributes["value"] == "y[5]"
    command = next(code for code in page.all("code") if "data-copy-text" in code.attributes)
    assert shlex.split(command.text)[:2] == ["lowlab", "slice"]


@pytest.mark.parametrize("element", [HOSTILE, "y[99999]", "x[3]", "["])
def test_what_is_no_value_of_the_run_is_said_in_the_pane(client: TestClient, element: str) -> None:
    page = post(client, fragment=True, pane="step", n="16", element=f"{element}!")
    assert page.status == 200
    assert page.one("p", "note").text
    assert not page.all("script")


def test_steps_go_on_and_back_without_scripts(client: TestClient) -> None:
    page = post(client, fragment=True, pane="step", at="7")
    assert page.one("button", id="step-back").attributes["value"] == "6"
    assert page.one("button", id="step-on").attributes["value"] == "8"
    first = post(client, fragment=True, pane="step", at="0")
    assert "disabled" in first.one("button", id="step-back").attributes
    last = post(client, fragment=True, pane="step", at="999999")
    total = last.one("div", "stepper").attributes["data-total"]
    assert last.one("div", "frame").attributes["data-frame"] == total
    assert "disabled" in last.one("button", id="step-on").attributes


def test_frames_come_in_pieces_and_equal_the_pages(client: TestClient) -> None:
    fields = {"source": SAXPY, "compiler": "gcc", "flags": "-O3", "pane": "step"}
    piece = Answer(client.post("/loop/frames", data=fields | {"from": "0"}, headers=HTML))
    frames = piece.all("div", "frame")
    assert [frame.attributes["data-frame"] for frame in frames] == [str(n) for n in range(40)]
    page = post(client, fragment=True, pane="step", at="7")
    assert frames[7].text == page.one("div", "frame").text


def test_frames_show_what_the_recording_says(client: TestClient) -> None:
    """All vector registers of the page, moment by moment, against the API's account."""
    found = client.post("/api/steps", json={"source": SAXPY, "flags": "-O3"}).json()
    fields = {"source": SAXPY, "compiler": "gcc", "flags": "-O3", "pane": "step"}
    piece = Answer(client.post("/loop/frames", data=fields | {"from": "0"}, headers=HTML))
    expected: dict[str, tuple[str, list[float]]] = {}
    compared = 0
    for frame, step in zip(piece.all("div", "frame")[1:], found["steps"], strict=False):
        for change in step.get("registers", ()):
            if change["register"].startswith("v"):
                expected[change["register"]] = change["shown"], change["values"]
        box = next(child for child in frame.children if "registers" in child.classes)
        rows = {row.children[0].text: row.children[1] for row in box.children}
        for shown, values in expected.values():
            lanes = [float(lane.text) for lane in rows[shown].children[0].children]
            assert lanes == pytest.approx(values, rel=1e-4)
            compared += 1
    assert compared > 50


@pytest.mark.parametrize("start", ["", "x", "-1", "99999", "1e3"])
def test_frames_want_a_number(client: TestClient, start: str) -> None:
    fields = {"source": SAXPY, "flags": "-O3", "from": start}
    assert client.post("/loop/frames", data=fields, headers=HTML).status_code == 422


def test_frames_of_a_broken_source_are_a_4xx(client: TestClient) -> None:
    for source in ("int f(", "int only_declared(int);\n", ""):
        answer = client.post("/loop/frames", data={"source": source, "from": "0"}, headers=HTML)
        assert 400 <= answer.status_code < 500 or not Answer(answer).all("div", "frame")


@pytest.mark.parametrize(
    "fields",
    [{"round": "x"}, {"round": "99999999"}, {"loop": "77"}, {"loop": "x"}, {"n": "x"}],
)
def test_a_recording_that_cannot_be_made_says_why(
    client: TestClient, fields: dict[str, str]
) -> None:
    page = post(client, fragment=True, pane="step", **fields)
    assert page.status == 200
    assert page.one("p", "note").text.strip()
    assert page.one("button", id="record-it")


def test_sve_steps_show_predicates_and_long_vectors(client: TestClient) -> None:
    fields = {"pane": "step", "flags": "-O3 -march=armv8-a+sve", "sve": "512", "at": "20"}
    page = post(client, fragment=True, **fields)
    assert "512 bits" in page.one("p", "headline").text
    assert page.all("div", "is-predicate")
    assert any("lanes active" in box.text for box in page.all("div", "is-predicate"))


def test_the_whole_program_loses_its_call(client: TestClient) -> None:
    page = post(client, fragment=True, pane="whole", source=CALLER, second=DOT)
    assert "Inlined" in page.one("article", "why-card").text
    assert "-flto" in page.one("section", id="result").text
    assert page.all("tr", "is-removed")
    single = post(client, fragment=True, pane="whole")
    link = next(a for a in single.all("a", "primary"))
    opened = Answer(client.get(link.attributes["href"], headers=HTML))
    assert "Inlined" in opened.one("article", "why-card").text


def test_a_profile_waits_for_its_button_and_shows_three_builds(client: TestClient) -> None:
    waiting = post(client, fragment=True, pane="profile", source=CLIP, flags="-O2")
    assert not waiting.all("svg", "blocks")
    assert waiting.one("button", id="profile-it")
    fields = {"pane": "profile", "source": CLIP, "flags": "-O2", "experiment": "profile"}
    page = post(client, fragment=True, **fields)
    assert len(page.all("svg", "blocks")) == 3
    assert "turned round" in page.one("div", "layouts").text
    assert len(page.all("rect", "block")) >= 9
    words = page.all("ol")
    assert any("ran" in item.text for item in words)


@pytest.mark.parametrize("pane", MEASURED)
def test_hostile_text_stays_text_in_the_measured_panes(client: TestClient, pane: str) -> None:
    source = f"/* {HOSTILE} */\n{RESTRICT}"
    fields = {"pane": pane, "source": source, "second": DOT, "line": HOSTILE, "at": HOSTILE}
    page = post(client, fragment=True, **fields, n="64", round="1", offset=HOSTILE)
    assert page.status == 200
    assert not page.all("script")
    assert "<script>alert" not in page.text


@pytest.mark.parametrize("pane", MEASURED)
def test_a_shared_run_comes_back(client: TestClient, pane: str) -> None:
    fields = {"source": SAXPY + "/*" + "x" * 2500 + "*/\n", "pane": pane, "n": "96", "at": "3"}
    fields |= {"flags": "-O3", "line": "1-3", "experiment": "compare"}
    answer = client.post("/share", data=fields, headers=HTML)
    page = Answer(client.get(answer.headers["location"], headers=HTML))
    assert page.status == 200
    assert page.one("section", id="result").attributes["data-pane"] == pane
    names = [one for one in page.all("input") if one.attributes.get("name") == "n"]
    assert names[0].attributes["value"] == "96"
    assert any(
        "selected" in option.attributes and option.attributes["value"] == "1-3"
        for option in page.one("select", id="line").children
    )


def test_what_runs_are_set_to_travels_through_other_panes(client: TestClient) -> None:
    page = post(client, fragment=True, pane="why", n="96", values="a=2", sve="256")
    kept = {
        field.attributes["name"]: field.attributes["value"]
        for field in page.all("input", type="hidden")
    }
    assert {"n": "96", "values": "a=2", "sve": "256"}.items() <= kept.items()


def test_links_of_before_keep_their_name() -> None:
    """A state without the later fields is written as it always was."""
    from app.links.store import FIELDS, canonical_text
    from app.loop.loop_request import LoopRequest

    text = canonical_text(LoopRequest(source="int a;"))
    assert set(re.findall(r'"(\w+)":', text)) == set(FIELDS)


def test_whole_numbers_only() -> None:
    with pytest.raises(InputError):
        RunSettings(n="١٢").asked("")
    assert RunSettings(n="1,024").asked("").n == 1024


HOME_PANES = ["run", "step", "whole", "profile", "passes", "why", "cycles", "diff"]


@pytest.mark.parametrize("pane", HOME_PANES)
def test_the_command_names_the_pane(client: TestClient, pane: str) -> None:
    page = post(client, fragment=True, pane=pane)
    command = next(code for code in page.all("code") if "data-copy-text" in code.attributes)
    verb = "count" if pane == "run" else pane
    assert shlex.split(command.text)[:2] == ["lowlab", verb]


@pytest.mark.parametrize("pane", HOME_PANES)
def test_the_command_at_the_foot_is_one_that_the_command_line_takes(
    client: TestClient, pane: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fields = {"pane": pane, "n": "96", "values": "a=2", "flags": "-O2 -ffast-math"}
    page = post(client, fragment=True, **fields, source=SAXPY, second=DOT)
    command = next(code for code in page.all("code") if "data-copy-text" in code.attributes)
    words = shlex.split(command.text)
    assert words[0] == "lowlab"
    (tmp_path / "loop.c").write_text(SAXPY)
    (tmp_path / "second.c").write_text(DOT)
    monkeypatch.chdir(tmp_path)
    assert run_arguments(words[1:]) == 0
