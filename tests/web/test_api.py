"""The API: the contract's keys, the same objects as the core, plain faults."""

from __future__ import annotations

import time

import orjson
import pytest
from starlette.testclient import TestClient

from compiler_core.host.compile import compile_source
from compiler_core.json_form import plain_json
from compiler_core.source import source_file
from tests.web.conftest import SAXPY

BROKEN = "int f(void) { return missing; }\n"


OF_FASTAPI = {"HTTPValidationError", "ValidationError"}


def test_compile_gives_what_the_core_gives(client: TestClient) -> None:
    answer = client.post("/api/compile", json={"source": SAXPY, "flags": "-O3"})
    assert answer.status_code == 200
    expected = orjson.loads(plain_json(compile_source((source_file(SAXPY),), "gcc", "-O3")))
    answered = answer.json()
    for volatile in ("cached", "seconds"):
        del answered[volatile], expected[volatile]
    assert answered == expected


def test_compile_has_the_keys_of_the_contract(client: TestClient) -> None:
    found = client.post("/api/compile", json={"source": SAXPY, "flags": "-O3"}).json()
    assert {"compiler", "version", "flags", "ok", "diagnostics", "functions"} <= found.keys()
    line = found["functions"][0]["lines"][1]
    assert {"text", "source_line", "kind", "explanation"} <= line.keys()
    loop = found["functions"][0]["loops"][0]
    assert {"source_line", "first", "last", "depth", "innermost"} <= loop.keys()


def test_a_rejected_source_is_422_with_the_same_object(client: TestClient) -> None:
    answer = client.post("/api/compile", json={"source": BROKEN})
    assert answer.status_code == 422
    assert answer.json()["ok"] is False
    assert answer.json()["diagnostics"][0]["line"] == 1


def test_text_for_terminals(client: TestClient) -> None:
    answer = client.post("/api/compile?flags=-O3", content=SAXPY, headers={"accept": "text/plain"})
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain")
    assert "fmla" in answer.text
    assert "loop of line 2: main" in answer.text
    assert "Load 16 bytes (4 floats)" in answer.text
    assert "At home: aarch64-linux-gnu-gcc" in answer.text


def test_text_of_a_rejected_source(client: TestClient) -> None:
    answer = client.post("/api/compile", content=BROKEN, headers={"accept": "text/plain"})
    assert answer.status_code == 422
    assert "loop.c:1:22: error: 'missing' undeclared" in answer.text


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"{", "not valid JSON"),
        (b"{}", "source is missing"),
        (b'{"source": 3}', "source: "),
        (b'{"source": "", "surprise": 1}', "no field named surprise"),
        (b'{"source": "", "language": "rust"}', "language: "),
        (b'{"source": "", "show": ["everything"]}', "show.0: "),
        (b'{"source": "int a;", "flags": "-o x"}', "-o"),
        (b'{"source": "int a;", "compiler": "tcc"}', "tcc"),
        (b"[1]", "object"),
    ],
)
@pytest.mark.parametrize("address", ["/api/compile", "/api/share"])
def test_a_faulty_body_is_422_in_plain_words(
    client: TestClient, address: str, body: bytes, words: str
) -> None:
    if address == "/api/share" and (b"-o x" in body or b"tcc" in body):
        body = b"{"
        words = "not valid JSON"
    answer = client.post(address, content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert words in error["message"]
    assert error["advice"]


def test_a_faulty_query_is_422(client: TestClient) -> None:
    answer = client.post("/api/compile?surprise=1", content=SAXPY)
    assert answer.status_code == 422
    assert "surprise" in answer.json()["error"]["message"]


def test_a_source_over_its_limit_is_413(client: TestClient) -> None:
    answer = client.post("/api/compile", json={"source": " " * (64 * 1024 + 1)})
    assert answer.status_code == 413
    assert "65,536" in answer.json()["error"]["message"]


def test_a_body_over_its_limit_is_413_before_it_is_read(client: TestClient) -> None:
    answer = client.post("/api/compile", content=b"x" * (512 * 1024 + 1))
    assert answer.status_code == 413
    assert "512 KiB" in answer.json()["error"]["message"]


def test_a_body_that_grows_over_its_limit_is_413(client: TestClient) -> None:
    """Chunked, so that no length is announced."""
    answer = client.post("/api/compile", content=(b"x" * 65536 for _ in range(10)))
    assert answer.status_code == 413
    assert "512 KiB" in answer.json()["error"]["message"]


def test_diff_says_what_changed(client: TestClient) -> None:
    body = {"source": SAXPY, "left": {"flags": "-O1"}, "right": {"flags": "-O3"}}
    found = client.post("/api/diff", json=body).json()
    assert {"left", "right", "summary", "metrics", "rows"} <= found.keys()
    assert any("NEON" in sentence for sentence in found["summary"])


def test_a_setting_against_itself_differs_in_nothing(client: TestClient) -> None:
    body = {"source": SAXPY, "left": {"flags": "-O2"}, "right": {"flags": "-O2"}}
    found = client.post("/api/diff", json=body).json()
    assert {row["kind"] for row in found["rows"]} == {"same"}


def test_matrix_tries_the_settings(client: TestClient) -> None:
    found = client.post("/api/matrix", json={"source": SAXPY}).json()
    assert {"-O0", "-O3", "-O3 with SVE"} <= {row["title"] for row in found["rows"]}
    assert found["trace"]["steps"]


def test_compilers_examples_and_doctor(client: TestClient) -> None:
    compilers = client.get("/api/compilers").json()
    assert {"gcc", "clang"} <= {compiler["family"] for compiler in compilers}
    examples = client.get("/api/examples").json()
    assert len(examples) >= 20
    doctor = client.get("/api/doctor").json()
    assert {"tools", "jail"} <= doctor.keys()
    assert {"name", "version", "path", "ok", "used_for"} <= doctor["tools"][0].keys()


def test_a_repeated_compile_answers_from_memory(client: TestClient) -> None:
    body = {"source": f"{SAXPY}// {time.time_ns()}\n", "flags": "-O2"}
    first = client.post("/api/compile", json=body)
    second = client.post("/api/compile", json=body)
    assert first.json()["cached"] is False
    assert second.json()["cached"] is True
    assert client.post("/api/compile", json=body).content == second.content


def test_openapi_describes_every_body_and_answer(client: TestClient) -> None:
    document = client.get("/api/openapi.json").json()
    schemas = document["components"]["schemas"]
    for path in ("/api/compile", "/api/diff", "/api/matrix", "/api/share"):
        operation = document["paths"][path]["post"]
        body = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
        answer = operation["responses"]["200"]["content"]["application/json"]["schema"]["$ref"]
        assert schemas[body.rpartition("/")[2]]["properties"]
        assert schemas[answer.rpartition("/")[2]]["properties"]
    references = str(document).split("'#/components/schemas/")[1:]
    assert {name.partition("'")[0] for name in references} <= schemas.keys()


def test_openapi_says_what_every_property_is(client: TestClient) -> None:
    """As the docstring under the field does: of answers, records within them, and bodies."""
    schemas = client.get("/api/openapi.json").json()["components"]["schemas"]
    silent = [
        f"{record}.{name}"
        for record, schema in schemas.items()
        if record not in OF_FASTAPI
        for name, described in schema.get("properties", {}).items()
        if not described.get("description")
    ]
    assert silent == []
    cost = schemas["InstructionCost"]["properties"]["micro_ops"]
    assert cost["description"] == "How many operations it is split into."
