"""The course pack in a class: a sheet's exercises in order, its page, and who reads answers."""

from __future__ import annotations

import re

from compiler_core.sheets.reading import sheet_named
from tests.lab.hosted import Hosted

SHEET = sheet_named("aliasing")
MODEL_ANSWER = "Starting the local sum at zero"


def test_a_class_begins_with_a_sheet_and_takes_another(hosted: Hosted) -> None:
    lead = hosted.walker()
    lead.client.cookies.update(hosted.instructor.client.cookies)
    lead.open("/lab")
    lead.send("/lab/new", title="With a sheet", nickname="Grace", sheet="aliasing")
    found = re.search(r'class="button primary" href="(/lab/\w+)"', lead.text)
    assert found is not None
    address = found[1]
    first = lead.open(address).text
    assert re.findall(rf'"{address}/x/([\w-]+)"', first) == list(SHEET.exercises)
    assert f'href="{address}/sheets/2"' in first
    page = lead.open(f"{address}/settings").text
    assert f'href="{address}/sheets/2"' in page
    lead.send(f"{address}/settings", act="sheet", sheet="1")
    assigned = re.findall(rf'<th scope="row"><a href="{address}/x/([\w-]+)"', lead.page.text)
    assert assigned == [*SHEET.exercises, *sheet_named("1").exercises]
    assert lead.send(f"{address}/settings", act="sheet", sheet="<b>7").status_code == 422
    assert lead.send("/lab/new", title="Another", nickname="Grace", sheet="none").status_code == 422


def test_students_read_the_sheets_of_their_class_and_no_answers(hosted: Hosted) -> None:
    student = hosted.student("ada of the sheets")
    lead = hosted.instructor
    address = f"{hosted.base}/sheets/2"
    assert student.open(address).status_code == 404
    assert MODEL_ANSWER in lead.open(f"{address}/answers").text
    lead.open(f"{hosted.base}/settings")
    assert lead.send(f"{hosted.base}/settings", act="sheet", sheet="aliasing").status_code == 200
    page = student.open(address)
    assert SHEET.aim in student.text
    assert f"{hosted.base}/x/memory-sum-vectorises" in page.text
    assert "answers" not in re.findall(r'href="([^"]+)"', page.text)
    assert MODEL_ANSWER not in page.text
    assert student.open(f"{address}/answers").status_code == 403


def test_who_leads_tries_a_class_as_its_students_see_it(hosted: Hosted) -> None:
    lead = hosted.instructor
    lead.open(hosted.base)
    lead.send(f"{hosted.base}/view", **{"as": "student"})
    assert "You see this class as a student does" in lead.text
    assert lead.open(f"{hosted.base}/settings").status_code == 403
    assert lead.open(f"{hosted.base}/board").status_code == 403
    assert lead.open(f"{hosted.base}/sheets/2/answers").status_code == 403
    lead.open(hosted.base)
    lead.send(f"{hosted.base}/view", **{"as": "self"})
    assert lead.open(f"{hosted.base}/settings").status_code == 200
    student = hosted.student("no more than a student")
    student.client.cookies.set("lowlab_lab_as_student", "")
    assert student.open(f"{hosted.base}/settings").status_code == 403
