"""Every fault of a body names its field, what was sent and what is expected."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient
from pydantic import Field

from app.loop.api_bodies import CompileBody
from app.loop.api_run_bodies import RunBody, SkipBody
from app.serving.bodies import StrictBody, parse_body
from compiler_core.errors import InputError


class Sample(StrictBody):
    """One field of every kind that bodies have."""

    text: str = ""
    whole: int = 0
    number: float = Field(0.0, ge=0, le=120)
    flag: bool = False
    texts: list[str] = Field(default_factory=list)
    step: int = Field(0, ge=0)


FAULTS = (
    (b'{"text": 3}', "text: text is expected, and 3 was sent."),
    (b'{"text": null}', "text: text is expected, and null was sent."),
    (b'{"whole": "x"}', "whole: a whole number is expected, and 'x' was sent."),
    (b'{"whole": 1.5}', "whole: a whole number is expected, and 1.5 was sent."),
    (b'{"whole": true}', "whole: a whole number is expected, and true was sent."),
    (b'{"number": []}', "number: a number is expected, and a list was sent."),
    (b'{"number": 121}', "number: a number of at most 120 is expected, and 121 was sent."),
    (b'{"step": -1}', "step: a number of at least 0 is expected, and -1 was sent."),
    (b'{"flag": 1}', "flag: true or false is expected, and 1 was sent."),
    (b'{"texts": {}}', "texts: a list is expected, and an object was sent."),
    (b'{"texts": [1]}', "texts.0: text is expected, and 1 was sent."),
    (b'{"text": NaN}', "text: text is expected, and nan was sent."),
    (b"[]", "the body: an object is expected, and a list was sent."),
)


@pytest.mark.parametrize(("body", "sentence"), FAULTS)
def test_a_fault_says_what_was_sent_and_what_is_expected(body: bytes, sentence: str) -> None:
    with pytest.raises(InputError) as raised:
        parse_body(Sample, body)
    assert raised.value.message == sentence


def test_a_choice_lists_what_there_is() -> None:
    with pytest.raises(InputError, match="'c' or 'c\\+\\+' is expected, and 'rust' was sent"):
        parse_body(CompileBody, b'{"source": "", "language": "rust"}')


def test_what_is_sent_is_quoted_in_short() -> None:
    with pytest.raises(InputError) as raised:
        parse_body(RunBody, b'{"source": "", "n": "' + b"x" * 200_000 + b'"}')
    assert len(raised.value.message) < 150


@pytest.mark.parametrize("number", ["1" + "0" * 30, "-" + "9" * 25])
@pytest.mark.parametrize("field", ["whole", "step"])
def test_a_number_that_no_answer_can_hold_is_refused_by_its_field(field: str, number: str) -> None:
    """JSON of ours has 64 bits for a whole number; answers repeat what was sent."""
    with pytest.raises(InputError, match=f"^{field}: ") as raised:
        parse_body(Sample, f'{{"{field}": {number}}}'.encode())
    assert "server" not in raised.value.message


def test_the_largest_number_still_passes() -> None:
    step = (1 << 63) - 1
    assert parse_body(SkipBody, f'{{"source": "", "step": {step}}}'.encode()).step == step


@pytest.mark.parametrize("body", [b"", b"{", b'{"text": "\\ud800"}', b"\xff"])
def test_the_advice_of_broken_json_speaks_of_no_field(body: bytes) -> None:
    with pytest.raises(InputError, match="not valid JSON") as raised:
        parse_body(Sample, body)
    assert "field" not in raised.value.advice
    assert raised.value.advice


@pytest.mark.parametrize("address", ["/api/ledger/without", "/api/steps", "/api/count"])
def test_a_huge_number_is_never_a_fault_of_the_server(client: TestClient, address: str) -> None:
    field = {"/api/ledger/without": "step", "/api/steps": "first", "/api/count": "n"}[address]
    body = f'{{"source": "void f(int*a,int n){{}}", "{field}": {10**30}}}'
    answer = client.post(
        address, content=body.encode(), headers={"content-type": "application/json"}
    )
    assert answer.status_code == 422
    assert field in answer.json()["error"]["message"]
