"""Every model of an address, a form or a body: what nobody should send is read without a mistake of
ours, and what an address admits its JSON admits too."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Annotated, Literal

import orjson
import pytest
from pydantic import Field
from starlette.datastructures import QueryParams

import app.main
import app.tasks.registry
from app.lab.views.exercise import Typed
from app.loop.loop_request import LoopRequest
from app.model.elements import ElementAsked
from app.model_runs.request import ModelRequest
from app.serving.addresses import Lines, Reading, cut, read_as, texts_of, whole
from app.serving.bodies import StrictBody, parse_body
from app.textbook.request import TextbookRequest
from compiler_core.errors import InputError

assert app.main
assert app.tasks.registry
HOSTILE = (
    "9" * 5000, "é", "a\0b", "1e999", "", "x" * 70_000, "-1", "\u0663", "²", "1_000", " 7 ", "+3",
    "0", "1", "2", "true", "null", "[]", "all", "c++", "1-4", "-cse,gvn", "2027-05-03T12:00",
    "instructor", "\u202e", "🦊" * 20,
)  # fmt: skip
# They hold a record beside what an address says, which JSON never does.
WITH_RECORDS = (ElementAsked, ModelRequest)


def models() -> Iterator[type[StrictBody]]:
    """All of the application's, and none of a test's own."""
    waiting = StrictBody.__subclasses__()
    while waiting:
        model = waiting.pop()
        waiting += model.__subclasses__()
        if model.__module__.startswith("app."):
            yield model


CASES = sorted(
    {
        (model, field.alias or name)
        for model in models()
        for name, field in model.model_fields.items()
    },
    key=lambda case: (case[0].__module__, case[0].__name__, case[1]),
)


def test_the_models_are_found() -> None:
    """Guards the tests below."""
    assert {LoopRequest, TextbookRequest, ModelRequest, Typed} <= {model for model, _ in CASES}
    assert len(CASES) > 300


def refusal_of(model: type[StrictBody], pairs: list[tuple[str, str]]) -> str:
    """Empty for none."""
    try:
        read_as(model, QueryParams(pairs))
    except InputError as error:
        return error.message
    return ""


@pytest.mark.parametrize(("model", "name"), CASES)
def test_what_an_address_may_not_say_is_told_in_a_plain_sentence(
    model: type[StrictBody], name: str
) -> None:
    for first, text in itertools.product(("", *HOSTILE[:3]), HOSTILE):
        said = refusal_of(model, [(name, first), (name, text), ("no such field", text)])
        assert said == "" or (len(said) < 200 and said[-1] == "." and "pydantic" not in said)


@pytest.mark.parametrize(
    ("model", "name"), [case for case in CASES if not issubclass(case[0], WITH_RECORDS)]
)
def test_what_an_address_admits_json_admits(model: type[StrictBody], name: str) -> None:
    for text in HOSTILE:
        try:
            read = read_as(model, QueryParams([(name, text)]))
        except InputError:
            continue
        assert parse_body(model, orjson.dumps(read.model_dump(mode="json", by_alias=True))) == read


class Sample(StrictBody):
    """A field of every kind."""

    text: str = "usual"
    needed: str
    short: Annotated[str, cut(3)] = ""
    lines: Lines = ""
    word: Literal["one", "two"] = "one"
    ticked: bool = False
    number: Annotated[int, whole(3)] = 7
    refused: Annotated[int | None, whole(3, ("Not so.", "Write 3."))] = None
    step: Annotated[int, Reading({"1": 1}.get)] = 0
    words: tuple[Literal["one", "two"], ...] = ()
    texts: tuple[Annotated[str, cut(2)], ...] = ()
    origin: str = Field(default="", alias="from")


@pytest.mark.parametrize(
    ("query", "name", "value"),
    [
        ("", "text", "usual"), ("text=", "text", ""), ("text=a&text=b", "text", "b"),
        ("", "needed", ""), ("short=abcd", "short", "abc"), ("lines=a%0D%0Ab", "lines", "a\nb"),
        ("word=two", "word", "two"), ("word=three", "word", "one"), ("ticked=on", "ticked", True),
        ("ticked=", "ticked", False), ("number=12", "number", 12), ("number=1234", "number", 7),
        ("number=%D9%A3", "number", 7), ("refused=", "refused", None), ("refused=4", "refused", 4),
        ("step=1", "step", 1), ("step=9", "step", 0), ("from=x", "origin", "x"),
        ("words=two&words=three&words=one", "words", ("two", "one")),
        ("texts=abc&texts=&texts=d", "texts", ("ab", "", "d")), ("other=1", "text", "usual"),
    ],
)  # fmt: skip
def test_how_a_field_is_read(query: str, name: str, value: object) -> None:
    assert getattr(read_as(Sample, QueryParams(query)), name) == value
    last = texts_of(QueryParams(query))
    if "words" not in last and "texts" not in last:
        assert getattr(read_as(Sample, last), name) == value


def test_a_field_that_says_so_is_refused_in_its_own_sentence() -> None:
    with pytest.raises(InputError, match=r"^Not so\. Write 3\.$"):
        read_as(Sample, {"refused": "x"})


def test_what_stands_for_a_field_that_is_left_out() -> None:
    assert read_as(Sample, {"number": "x"}, number=3, text="given").number == 3
