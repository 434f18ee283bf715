"""Programs of a reader's own on a page of the atlas: sent, shown, refused in plain words."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from command_line.main import run_arguments
from compiler_core.atlas.mlir.anatomy.page import LONGEST_PROGRAM
from compiler_core.atlas.networks import network_bytes
from tests.web.conftest import HTML
from tests.web.pages import Answer

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("jail")]

PAGE = "/learn/atlas/mlir-anatomy"
API = f"/api{PAGE.removeprefix('/learn')}"
MARKUP = '"a.<script>alert(1)</script>"() : () -> ()'
HOSTILE = {
    "braces": {"program": "{" * LONGEST_PROGRAM},
    "nested regions": {"program": '"a.b"() ({' * 6000},
    "nested arrays": {"program": f'"a.b"() {{x = {"[" * 60_000}'},
    "long number": {"program": f"%0 = arith.constant {'9' * 9000} : i64"},
    "huge constant": {
        "program": "%0 = arith.constant dense<1.0> : tensor<99999x99999x9999xf32>"
    },
    "broken text": {"program": "x\r\n\ty\"\x7f\u2028 %0 = ]"},
    "many": {"program": '"a.b"():()->()\n' * 4300, "operation": "9999"},
    "markup": {"program": MARKUP},
    "a dialect that is there": {"declaration": "irdl.dialect @func { irdl.operation @func { } }"},
    "a pattern that breaks out": {"patterns": "}\nmodule @ir {"},
    "a rewrite without end": {
        "patterns": 'pdl.pattern : benefit(1) {\n%t = type\n%o = operation "toy.transpose" -> '
        '(%t : !pdl.type)\nrewrite %o {\n%n = operation "toy.transpose" -> (%t : !pdl.type)\n'
        "replace %o with %n\n}\n}",
    },
}  # fmt: skip


def sent(client: TestClient, form: dict[str, str], address: str = PAGE) -> Answer:
    return Answer(client.post(address, data=form, headers=HTML))


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_answered(client: TestClient, name: str) -> None:
    allowing = {"dialect": "allowed"} if "declaration" not in HOSTILE[name] else {}
    answer = sent(client, allowing | HOSTILE[name])
    # A busy machine may come to a limit.
    assert answer.status in (200, 422), answer.text[:500]
    assert "<script>alert" not in answer.text
    said = [
        element
        for element in answer.elements
        if "headline" in element.classes or element.attributes.get("role") == "alert"
    ]
    assert len(said) == 1
    assert "\n" not in said[0].text.strip()
    assert len(answer.text.encode()) < 500_000


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({"program": "a" * (LONGEST_PROGRAM + 1)}, "65,537 bytes"),
        ({"program": "a\0b"}, "NUL"),
        ({"program": "a", "example": "none"}, "cannot be"),
        ({"program": "a", "no such setting": "1"}, "has no setting"),
    ],
)
def test_what_is_no_setting_is_refused(client: TestClient, form: dict[str, str], says: str) -> None:
    answer = sent(client, form)
    assert answer.status == 422
    assert says in answer.text
    from_api = client.post(API, json={"settings": form})
    assert from_api.status_code == 422
    assert says in from_api.json()["error"]["message"]


def test_the_form_comes_back_with_what_was_sent(client: TestClient) -> None:
    program = '  "toy.transpose"() : () -> ()\n'
    answer = sent(client, {"program": program, "rewrite": "none"}, f"{PAGE}?dialect=allowed")
    assert answer.status == 200
    (form,) = [element for element in answer.elements if "atlas-controls" in element.classes]
    assert form.attributes["method"] == "post"
    fields = {one.attributes["name"]: one for one in answer.elements if "name" in one.attributes}
    assert fields["program"].text.removeprefix("\n") == program
    assert "example" not in fields
    assert {"dialect", "operation", "declaration", "patterns"} <= set(fields)
    from_api = client.post(API, json={"settings": {"program": program, "dialect": "allowed"}})
    assert from_api.json()["facts"]["operations that MLIR does not bring"] == 1


@pytest.mark.wheel("iree")
def test_a_network_is_sent_as_a_file(client: TestClient) -> None:
    page = "/learn/atlas/iree"
    asked = Answer(client.get(page, headers=HTML))
    forms = [element for element in asked.elements if "atlas-controls" in element.classes]
    assert [form.attributes["enctype"] for form in forms] == ["multipart/form-data"] * 2
    fields = {one.attributes.get("name"): one for one in asked.elements if one.tag == "input"}
    assert fields["network"].attributes["accept"] == ".onnx"
    network = {"network": ("x.onnx", network_bytes("residual"))}
    shown = Answer(client.post(page, data={"text": "no program"}, files=network, headers=HTML))
    assert shown.status == 200
    assert "Of our 12 kernels for the same network" in shown.text
    nothing = Answer(client.post(page, files={"network": ("", b"")}, headers=HTML))
    assert nothing.status == 200
    broken = Answer(client.post(page, files={"network": ("x.onnx", b"no network")}, headers=HTML))
    assert broken.status == 422


@pytest.mark.wheel("xla")
def test_a_page_that_takes_only_a_file_says_so(client: TestClient) -> None:
    page = "/learn/atlas/xla"
    nothing = Answer(client.post(page, files={"network": ("", b"")}, headers=HTML))
    assert "Run your file" in nothing.text
    assert "Run your texts" not in nothing.text
    network = {"network": ("x.onnx", network_bytes("plain"))}
    shown = Answer(client.post(f"{page}?split=data", files=network, headers=HTML))
    assert shown.status == 200
    assert "19 nodes are 12 kernels of ours" in shown.text
    settings = {"program": "plain", "split": "data"}
    refused = client.post("/api/atlas/xla", json={"settings": settings})
    assert refused.status_code == 422
    assert "A network runs on one device here" in refused.json()["error"]["message"]
    broken = Answer(client.post(page, files={"network": ("x.onnx", b"no")}, headers=HTML))
    assert broken.status == 422


@pytest.mark.parametrize("page", ["iree", "tvm", "xla"])
@pytest.mark.parametrize("way", ["/learn/atlas", "/api/atlas"])
def test_a_network_has_a_limit(client: TestClient, way: str, page: str) -> None:
    address = f"{way}/{page}"
    for size, status in ((3 << 20, 413), (1_048_577, 422)):
        content = bytes(size)
        if address.startswith("/api"):
            settings = {"network": b64encode(content).decode()}
            answer = client.post(address, json={"settings": settings})
        else:
            answer = client.post(address, files={"network": ("x.onnx", content)}, headers=HTML)
        assert answer.status_code == status, size


def test_another_site_cannot_send_one(client: TestClient) -> None:
    headers = HTML | {"origin": "http://elsewhere.test"}
    assert client.post(PAGE, data={"program": "a"}, headers=headers).status_code == 403


def test_files_on_the_command_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    program, broken = tmp_path / "a=b.mlir", tmp_path / "broken"
    program.write_text('"ink.drop"() : () -> ()')
    broken.write_bytes(b"\xff")
    words = ["atlas", "run", "mlir-anatomy", "--set", "dialect=allowed"]
    assert run_arguments([*words, "--input", str(program)]) == 0
    assert "ink" in capfd.readouterr().out
    for wrong in (
        ["--input", str(broken)], ["--input", f"patterns={tmp_path / 'none'}"],
        ["--input", str(program), "--input", str(program)], ["--input", f"x={program}"],
    ):  # fmt: skip
        assert run_arguments([*words, *wrong]) == 2
        assert capfd.readouterr().err.count("\n") == 1
    assert run_arguments(["atlas", "run", "mirage", "--input", str(program)]) == 2


@pytest.mark.wheel("iree")
def test_a_file_is_taken_by_its_ending(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    network, broken = tmp_path / "net.onnx", tmp_path / "broken.onnx"
    network.write_bytes(network_bytes("residual"))
    broken.write_bytes(bytes((1 << 20) + 1))
    assert run_arguments(["atlas", "run", "iree", "--input", str(network)]) == 0
    assert "Of our 12 kernels" in capfd.readouterr().out
    assert run_arguments(["atlas", "run", "iree", "--input", str(broken)]) == 2
    assert "1,048,577 bytes; the limit is 1,048,576" in capfd.readouterr().err
