"""What nobody should send to a class, by its forms and as JSON, on both databases: a plain sentence
or the default, never a mistake of ours, and the same verdict whichever way it comes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from app.lab.bodies import CopyBody, PredictionBody
from app.lab.managing import _ACTS as MANAGING
from app.serving.lab_database import lab_database
from app.settings import settings
from classroom.assignments import assign
from classroom.classes import class_of_code
from classroom.predictions import MOST_REASON
from compiler_core.exercises.reader import read_exercise
from tests.lab.hosted import Hosted, hosting
from tests.lab.laboratory import EXERCISE, START
from tests.lab.postgresql import emptied
from tests.lab.walking import HTML

HOSTILE = ("9" * 5000, "é", "a\0b", "1e999", "", "x" * 9000, "-1", "\u0663", "4294967296")
# What only a database of its own kind may take amiss; the rest is read before one is asked.
HOSTILE_TO_COLUMNS = ("9" * 5000, "a\0b", "\u0663", "4294967296")
SENT_BY_PAGES = {"origin": "http://localhost", "sec-fetch-site": "same-origin", **HTML}
PREDICTION = "predict: {question: Why?, right: It may, wrong: [One, Two]}\n"
ONE = {"exercise": "asked", "member": "2"}
# Address below the class, what the form has to have, and the fields in which nonsense is sent.
FORMS: tuple[tuple[str, dict[str, str], str], ...] = (
    ("/settings", {"act": "save", "title": "Mine"},
     "act title opens closes late_points keep_days same_values open_class"),
    *(("/settings", {"act": act, **ONE}, "exercise member sheet due place role")
      for act in MANAGING if act not in ("save", "remove")),
    ("/settings", {"act": "delete class"}, "typed"),
    ("/settings", {"act": "delete member"}, "member"),
    ("/settings", {"act": "remove"}, "exercise"),
    ("/grades", {"act": "override", **ONE}, "act exercise member points reason"),
    ("/grades", {"act": "extend", **ONE}, "exercise member due"),
    ("/write", {"from": "sum", "id": "mine"}, "from id"),
    ("/write/none", {"act": "check"}, "act text version"),
    ("/write/none/read", {}, "text version"),
    ("/make", {"from": "/learn"}, "from id title task wrong"),
    ("/present", {"act": "timer"}, "act minutes attempt"),
    ("/present", {"act": "show"}, "attempt"),
    ("/report", {"exercise": "asked"}, "exercise words"),
    ("/inventory", {}, "choice_none"),
    ("/inventory/test", {}, "act"),
    ("/experiment", {}, "act"),
    ("/experiment/plan", {"act": "write"}, "act exercise question"),
    ("/q/1/round", {}, "act"),
    ("/q/1", {"choice": "0"}, "choice reason"),
    ("/me", {}, "typed"),
    ("/view", {}, "as"),
    ("/copy", {"title": "Again"}, "title begins"),
    ("/x/asked", {"act": "hand in", "source": "v"}, "act source client_key"),
    ("/x/asked", {"act": "predict", "choice": "0"}, "choice reason"),
)  # fmt: skip
CASES = [(path, fixed, field) for path, fixed, fields in FORMS for field in fields.split()]


class Attacked(Hosted):
    """The instructor's class, with a token for forms and one for programs."""

    def begin(self) -> None:
        self.student("ada")
        link = self.instructor.return_link()
        self.bearer = {"authorization": f"Bearer {link.rpartition('/')[2]}"}
        page = self.instructor.open(f"{self.base}/settings").text
        self.form_token = page.partition('name="form_token" value="')[2].partition('"')[0]
        exercise = read_exercise(EXERCISE.format(id="asked") + PREDICTION, {"start.c": START})
        with lab_database().writing() as connection:
            assign(connection, class_of_code(connection, self.code), exercise)

    def post(self, path: str, fields: dict[str, Any]) -> int:
        """As a browser does."""
        sent = {"form_token": self.form_token, **fields}
        answer = self.instructor.client.post(path, data=sent, headers=SENT_BY_PAGES)
        assert answer.status_code < 500, answer.text[-300:]
        return answer.status_code

    def post_json(self, path: str, body: dict[str, Any]) -> int:
        answer = self.instructor.client.post(path, json=body, headers=self.bearer)
        assert answer.status_code < 500, answer.text[-300:]
        return answer.status_code


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def attacked(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Attacked]:
    kept = settings().database
    if request.param == "postgresql":
        settings().database = request.getfixturevalue("postgresql_url")
        emptied(settings().database).close()
    try:
        with hosting(tmp_path_factory.mktemp("attacked")) as app:
            made = Attacked(app)
            made.begin()
            yield made
    finally:
        settings().database = kept


@pytest.mark.parametrize(("path", "fixed", "field"), CASES)
def test_no_field_of_a_form_is_a_fault_of_the_server(
    attacked: Attacked, path: str, fixed: dict[str, str], field: str
) -> None:
    has_columns = settings().database.startswith("postgresql")
    for text in HOSTILE_TO_COLUMNS if has_columns else HOSTILE:
        attacked.post(f"{attacked.base}{path}", {**fixed, field: [text, text]})
    assert attacked.instructor.open(f"{attacked.base}/settings").status_code == 200


@pytest.mark.parametrize(
    "path", ["", "/x/{}", "/write/{}", "/q/{}", "/board/attempt/{}", "/sheets/{}"]
)
def test_no_address_is_a_fault_of_the_server(attacked: Attacked, path: str) -> None:
    for text in HOSTILE:
        address = f"{attacked.base}{path}".format(text or "-").replace("\0", "%00")
        assert attacked.instructor.client.get(address, params={"attempt": text}).status_code < 500
        elsewhere = f"/lab/{text or '-'}".replace("\0", "%00")
        assert attacked.instructor.client.get(elsewhere).status_code < 500


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize(
    ("page", "api", "body", "field"),
    [
        ("/lab/join", "/api/lab/join", {"nickname": ""}, "code"),
        *(("{}/copy", "/api{}/copy", {"title": "A"}, name) for name in CopyBody.model_fields),
        *(
            ("{}/x/asked", "/api{}/exercises/asked/prediction", {"choice": 0}, name)
            for name in PredictionBody.model_fields
        ),
    ],
)
def test_page_and_api_give_the_same_verdict(
    attacked: Attacked, page: str, api: str, body: dict[str, Any], field: str, text: str
) -> None:
    sent = {**body, field: text}
    by_form = attacked.post(page.format(attacked.base), {"act": "predict", **sent})
    as_json = attacked.post_json(api.format(attacked.base), sent)
    # A reason that is too long is cut in a form, which shows how long it may be.
    is_cut = field == "reason" and len(text) > MOST_REASON
    assert (by_form < 400) == (as_json < 400 or is_cut)
