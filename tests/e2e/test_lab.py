"""A class in a real browser: by keyboard without scripts, and pages that everyone can read."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.accessibility import LOOKED_AT, sticking_out, violations
from tests.e2e.classes import Class, hosted_class, solved
from tests.patience import PATIENCE_MILLISECONDS


@pytest.fixture(scope="module")
def lab(
    emulator: None, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Class]:
    with hosted_class(browser, tmp_path_factory.mktemp("lab")) as made:
        yield made


@pytest.fixture(scope="module")
def student(lab: Class, browser: Browser) -> Page:
    """Has joined, by keyboard and without scripts."""
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{lab.server}/lab")
    page.get_by_label("Code").focus()
    page.keyboard.type(lab.code)
    page.keyboard.press("Tab")
    page.keyboard.type("ada")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="To the exercises").press("Enter")
    return page


def test_from_the_code_to_a_graded_hand_in_by_keyboard(lab: Class, student: Page) -> None:
    student.get_by_role("link", name="A sum that lives in memory").press("Enter")
    hand_in(student, lab.address)
    student.goto(lab.address)
    row = student.get_by_role("row").filter(has_text="A sum that lives in memory")
    expect(row).to_contain_text("done")
    lab.instructor.goto(f"{lab.address}/grades")
    expect(lab.instructor.get_by_role("row").filter(has_text="ada")).to_contain_text("10")


def test_with_scripts_the_checks_come_in_while_the_editor_stays(
    lab: Class, browser: Browser
) -> None:
    page = browser.new_context().new_page()
    page.goto(f"{lab.server}/lab")
    page.get_by_label("Code").fill(lab.code)
    page.get_by_label("Nickname").fill("grace")
    page.get_by_role("button", name="Join").click()
    page.get_by_role("link", name="To the exercises").click()
    page.get_by_role("link", name="A sum that lives in memory").click()
    page.get_by_role("button", name="Try").click()
    page.locator(".cm-content").click()
    page.keyboard.type("/* typed meanwhile */")
    expect(page.locator(".lab-result")).to_contain_text(
        "Nothing is handed in yet", timeout=PATIENCE_MILLISECONDS
    )
    expect(page.locator(".cm-content")).to_contain_text("typed meanwhile")


def test_ninety_minutes_from_an_empty_class_to_the_file_of_grades(
    lab: Class, browser: Browser
) -> None:
    """One instructor and five students, each at a computer of their own."""
    lead = lab.instructor
    lead.set_viewport_size({"width": 1280, "height": 900})
    base, code = begun_with_a_sheet(lab, lead)
    students = [joined(lab, browser, code, f"student {number}") for number in range(5)]
    lead.get_by_role("link", name="Present").click()
    projector = browser.new_context().new_page()
    projector.goto(lead.get_by_role("link", name="read only").get_attribute("href") or "")
    lead.get_by_role("link", name="1: A sum that lives in memory").click()
    answer_round(lead, students, 1)
    lead.get_by_role("button", name="Show what the class said").click()
    expect(projector.get_by_role("table", name="Round 1")).to_be_visible(
        timeout=PATIENCE_MILLISECONDS
    )
    answer_round(lead, students, 2)
    lead.get_by_role("button", name="Reveal the answer").click()
    expect(lead.get_by_role("link", name="See it compiled now")).to_be_visible()
    hand_in(students[0], base)
    lead.get_by_role("link", name="Board").click()
    lead.get_by_role("row", name="student 0").get_by_role("link").click()
    lead.get_by_role("button", name="Show on the projector").click()
    expect(projector.get_by_role("heading", name="10 of 10")).to_be_visible(
        timeout=PATIENCE_MILLISECONDS
    )
    assert "student 0" not in projector.content()
    students[0].get_by_role("link", name="Report").click()
    with students[0].expect_download() as report:
        students[0].get_by_role("link", name="file").first.click()
    assert "memory-sum-vectorises" in report.value.path().read_text()
    lead.goto(base)
    lead.get_by_role("link", name="Grades").click()
    with lead.expect_download() as grades:
        lead.get_by_role("link", name="CSV").click()
    assert "student 0,,10," in grades.value.path().read_text()


def test_an_open_board_shows_who_joins_and_leaves_the_focus(lab: Class, browser: Browser) -> None:
    board = lab.instructor
    board.goto(f"{lab.address}/board")
    table = board.locator(".live-scroll")
    table.focus()
    joined(lab, browser, lab.code, "noether")
    expect(table).to_contain_text("noether", timeout=PATIENCE_MILLISECONDS)
    expect(table).to_be_focused()


def begun_with_a_sheet(lab: Class, lead: Page) -> tuple[str, str]:
    """A second class of the same instructor, tried as a student; its address and code."""
    lead.goto(f"{lab.server}/lab")
    lead.get_by_label("Title").fill("Group 2")
    lead.get_by_label("Sheet of the course pack").select_option("aliasing")
    lead.get_by_role("button", name="New class").click()
    lead.get_by_role("link", name="To the class").click()
    base = lead.url
    lead.get_by_role("button", name="Try as student").click()
    assert not lead.get_by_role("link", name="Grades").count()
    lead.get_by_role("button", name="Back to yourself").click()
    lead.get_by_role("link", name="2 Aliasing and restrict").click()
    lead.emulate_media(media="print")
    assert not lead.get_by_role("navigation").filter(visible=True).count()
    lead.emulate_media(media="screen")
    lead.goto(f"{base}/settings")
    return base, lead.locator("p.lead strong").inner_text()


def joined(lab: Class, browser: Browser, code: str, nickname: str) -> Page:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{lab.server}/lab")
    page.get_by_label("Code").fill(code)
    page.get_by_label("Nickname").fill(nickname)
    page.get_by_role("button", name="Join").click()
    page.get_by_role("link", name="To the exercises").click()
    return page


def answer_round(lead: Page, students: list[Page], number: int) -> None:
    """Opened, answered by everybody by way of the class page, and closed."""
    lead.get_by_role("button", name=f"Open round {number}").click()
    for place, page in enumerate(students):
        page.get_by_role("link", name="Exercises").click()
        page.get_by_role("link", name="Question 1 is open").click()
        page.get_by_role("radio").nth(place % 2).check()
        page.get_by_role("button", name="Keep my prediction").click()
    lead.get_by_role("button", name="Close the round").click()


def hand_in(page: Page, base: str) -> None:
    """The right answer to the first exercise, graded."""
    page.goto(f"{base}/x/memory-sum-vectorises")
    source = page.get_by_label("Your source")
    source.fill(solved(source.input_value()))
    page.get_by_role("button", name="Hand in").press("Enter")
    expect(page.locator(".lab-result")).to_contain_text(
        "10 of 10 points", timeout=PATIENCE_MILLISECONDS
    )


PAGES = (
    "", "/x/memory-sum-vectorises", "/x/net-in-64-kib", "/settings", "/grades", "/sheets/2",
    "/inventory", "/experiment", "/present", "/q/7",
)  # fmt: skip


@pytest.mark.parametrize("end", PAGES)
def test_everyone_can_read_it(lab: Class, student: Page, end: str) -> None:
    page = lab.instructor
    answer = page.goto(f"{lab.address}{end}")
    assert answer is not None
    assert answer.status == 200
    page.set_viewport_size({"width": 1280, "height": 900})
    assert violations(page) == []
    assert sticking_out(page) == {}


def test_the_test_is_for_everyone_and_answered_by_keyboard(lab: Class) -> None:
    """As whoever leads the class tries it."""
    page = lab.instructor
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{lab.address}/inventory")
    page.get_by_role("button", name="Open the test before the course").click()
    page.get_by_role("button", name="Try as student").click()
    page.get_by_role("link", name="The test before the course is open").click()
    assert violations(page) == []
    assert sticking_out(page) == {}
    page.get_by_role("radio").first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("1 of 20 answered")
    page.get_by_role("button", name="Back to yourself").click()


def test_the_door_is_for_everyone(lab: Class, browser: Browser) -> None:
    page = browser.new_context(**LOOKED_AT).new_page()
    page.goto(f"{lab.server}/lab")
    assert violations(page) == []
    assert sticking_out(page) == {}


QUESTION = """
id: asked-in-class
kind: quiz
title: What binds decoding?
task: Say what one token waits for.
predict: {question: 'What binds it?', right: memory, wrong: [arithmetic, launches]}
checks: [{points: 4, expect: {answered: memory}}]
proof: {solved: [memory], wrong: [arithmetic]}
"""


def test_an_exercise_is_written_proven_published_and_done(lab: Class, browser: Browser) -> None:
    page = lab.instructor
    page.goto(f"{lab.address}/write")
    page.get_by_label("Its id").fill("asked-in-class")
    page.get_by_role("button", name="Begin").click()
    text = page.get_by_label("The exercise file")
    text.fill(QUESTION.replace("answered", "answred"))
    expect(page.locator("#live")).to_contain_text(
        "Did you mean answered?", timeout=PATIENCE_MILLISECONDS
    )
    text.fill(QUESTION)
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#found")).to_contain_text(
        "Proven: 3 answers graded", timeout=PATIENCE_MILLISECONDS
    )
    assert violations(page) == []
    assert sticking_out(page) == {}
    page.get_by_role("button", name="Publish in the class").click()
    expect(page.locator("#found")).to_contain_text("The class has this version.")
    student = browser.new_context(java_script_enabled=False).new_page()
    student.goto(f"{lab.server}/lab")
    student.get_by_label("Code").fill(lab.code)
    student.get_by_label("Nickname").fill("emmy")
    student.get_by_role("button", name="Join").click()
    student.goto(f"{lab.address}/x/asked-in-class")
    student.get_by_role("radio", name="memory").check()
    student.get_by_role("button", name="Keep my prediction").click()
    expect(student.get_by_text("You said: memory")).to_be_visible()
