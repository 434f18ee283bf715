"""Every lesson can be read, keeps its promises, and names only what exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from compiler_core.atlas.pages import PAGES
from compiler_core.claims.reading import LESSONS_FOLDER, claims_at
from compiler_core.content_files import ContentError
from compiler_core.lessons.glossary import load_glossary, name_of, read_glossary
from compiler_core.lessons.lesson import (
    ClaimNote,
    Exercise,
    Figure,
    Lesson,
    LessonScene,
    Prediction,
    Prose,
)
from compiler_core.lessons.markdown import to_html
from compiler_core.lessons.reading import load_lessons, read_lesson, read_lessons

LESSONS = load_lessons()
LINK = re.compile(r'href="(?P<address>[^"]+)"')
VALID = """---
title: A lesson
short: Lesson
idea: One idea.
course: loops
minutes: 5
---
Prose.

```claim
one
```
"""
ASKED = "```predict\nquestion: Q?\nright: A\nwhy: C\nclaim: one\n"
EXERCISE = "```exercise\ntitle: T\ntask: Do it.\nsource: axpy.c\ncompiler: gcc\nhint: Look.\n"
CLAIMS = """
- id: one
  says: It is vectorised.
  source: axpy.c
  holds: [{compilers: gcc, flags: -O3, expect: {vectorized: true}}]
"""


def named(lesson: Lesson) -> str:
    return lesson.id


def written(folder: Path, text: str) -> Path:
    (folder / "axpy.c").write_text("void f(int *a) { for (int i = 0; i < 9; i++) a[i] = i; }\n")
    (folder / "claims.yaml").write_text(CLAIMS)
    (folder / "lesson.md").write_text(text)
    return folder


def test_every_folder_is_in_the_index() -> None:
    folders = {path.parent.name for path in LESSONS_FOLDER.glob("*/lesson.md")}
    assert folders == {lesson.id for lesson in LESSONS}
    assert {claim.lesson for claim in claims_at()} <= {*folders, "folklore"}


def test_each_source_exists_once() -> None:
    """Another lesson refers to it as `lesson:NAME/FILE`; C++ needs a file of its own."""
    seen: dict[tuple[str, str], Path] = {}
    for path in sorted(LESSONS_FOLDER.glob("*/*.c*")):
        same = seen.setdefault((path.suffix, path.read_text(encoding="utf-8")), path)
        assert same == path


def test_each_source_is_used() -> None:
    texts = "\n".join(
        path.read_text(encoding="utf-8")
        for pattern in ("*/lesson.md", "*/claims.yaml")
        for path in LESSONS_FOLDER.glob(pattern)
    )
    names = {path.name for path in LESSONS_FOLDER.glob("*/*.c*")}
    assert sorted(name for name in names if name not in texts) == []


@pytest.mark.parametrize("name", ["lesson:../x/axpy.c", "lesson:nothing/axpy.c", "../axpy.c"])
def test_a_source_lies_beside_a_lesson(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "one"
    folder.mkdir()
    written(folder, VALID)
    (folder / "claims.yaml").write_text(CLAIMS.replace("axpy.c", name))
    with pytest.raises(ContentError):
        read_lesson(folder)


def test_a_source_of_another_lesson(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        written(tmp_path / name, VALID)
    (tmp_path / "one" / "axpy.c").unlink()
    (tmp_path / "one" / "claims.yaml").write_text(CLAIMS.replace("axpy.c", "lesson:two/axpy.c"))
    (claim,) = read_lesson(tmp_path / "one").claims
    assert "void f" in claim.holds[0].setting.sources[0].text


@pytest.mark.parametrize("lesson", LESSONS, ids=named)
def test_a_lesson_has_what_it_takes(lesson: Lesson) -> None:
    kinds = [type(section) for section in lesson.sections]
    of_facts = all(claim.is_of_core for claim in lesson.claims)
    assert 3 <= len(lesson.claims) <= 6 if of_facts else len(lesson.claims) >= 6
    assert LessonScene in kinds if of_facts else Figure in kinds
    assert Prediction in kinds
    assert Exercise in kinds
    assert kinds.index(Prediction) < len(kinds) - 1


@pytest.mark.parametrize("lesson", LESSONS, ids=named)
def test_every_claim_is_shown_or_answers_a_prediction(lesson: Lesson) -> None:
    shown = {s.claim.id for s in lesson.sections if isinstance(s, ClaimNote)}
    shown |= {s.claim for s in lesson.sections if isinstance(s, Prediction)}
    assert sorted({claim.id for claim in lesson.claims} - shown) == []


@pytest.mark.parametrize("lesson", LESSONS, ids=named)
def test_links_of_the_prose_lead_somewhere(lesson: Lesson) -> None:
    terms = {term.id for term in load_glossary()}
    lessons = {one.id for one in LESSONS} | {f"atlas/{page.name}" for page in PAGES}
    lessons |= {"folklore", "map", "atlas"}
    prose = "".join(section.html for section in lesson.sections if isinstance(section, Prose))
    for address in LINK.findall(prose):
        if address.startswith("/glossary#"):
            assert address.removeprefix("/glossary#") in terms, address
        elif address.startswith("/learn/"):
            assert address.removeprefix("/learn/") in lessons, address


@pytest.mark.parametrize(
    ("wrong", "right", "message"),
    [
        ("title: ''", "title: A lesson", "must be text"),
        ("course: films", "course: loops", "course must be one of"),
        ("two\n```", "one\n```", "no claim 'two'"),
        ("```figure\n[\n```", "Prose.", "block 1 (figure)"),
        (f"{EXERCISE}shows: film\n```", "Prose.", "shows must be one of"),
        ("[away](https://example.org)", "Prose.", "leaves the site"),
        ("[away](//example.org)", "Prose.", "leaves the site"),
        (f"{ASKED}wrong: [{{says: A, because: D}}]\n```", "Prose.", "must differ"),
        ("minutes: soon", "minutes: 5", "must be a whole number, found 'soon'"),
        ("minutes: [5", "minutes: 5", "did not find expected ','"),
        ("```clam\none\n```", "Prose.", "no block is called 'clam'; expected one of"),
        ("[word](term:no-such-term)", "Prose.", "has no term 'no-such-term'"),
        ("[word](term:basic block)", "Prose.", "expected [text](address)"),
    ],
)
def test_a_mistake_is_named(tmp_path: Path, wrong: str, right: str, message: str) -> None:
    assert right in VALID
    folder = written(tmp_path, VALID.replace(right, wrong, 1))
    with pytest.raises(ContentError, match=re.escape(message)):
        read_lesson(folder)


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("course: films", "course: loops"), ("```figure\n[\n```", "Prose."),
        (f"{EXERCISE}shows: film\n```", "Prose."), ("[away](//example.org)", "Prose."),
        ("More.\n\n[away](//example.org)", "Prose."), (f"{ASKED}wrong: [B]\n```", "Prose."),
        ("minutes: soon", "minutes: 5"), ("```clam\none\n```", "Prose."),
        ("title: ''", "title: A lesson"), ("[word](term:no-such-term)", "Prose."),
    ],
)  # fmt: skip
def test_a_mistake_has_its_line(tmp_path: Path, wrong: str, right: str) -> None:
    text = VALID.replace(right, wrong, 1)
    line = text[: text.index(wrong)].count("\n") + 1
    with pytest.raises(ContentError, match=rf"lesson\.md, (from )?line {line}\b"):
        read_lesson(written(tmp_path, text))


@pytest.mark.parametrize(
    ("index", "body", "message"),
    [
        ("[one, two]", "Prose.", "index.yaml, line 1: expected a folder with lesson.md"),
        ("- one\n- one", "Prose.", "index.yaml, line 2: the lesson 'one' stands here twice"),
        ("[one]", "[next](lesson:two)", "lesson.md, line 8: there is no lesson 'two'"),
    ],
)
def test_a_mistake_between_lessons_has_its_line(
    tmp_path: Path, index: str, body: str, message: str
) -> None:
    (tmp_path / "one").mkdir()
    written(tmp_path / "one", VALID.replace("Prose.", body))
    (tmp_path / "index.yaml").write_text(index)
    with pytest.raises(ContentError, match=re.escape(message)):
        read_lessons(tmp_path)


def test_two_claims_of_one_id_are_refused(tmp_path: Path) -> None:
    folder = written(tmp_path, VALID)
    (folder / "claims.yaml").write_text(CLAIMS + CLAIMS)
    with pytest.raises(ContentError, match=r"claims\.yaml, line 7: another claim .* the id 'one'"):
        read_lesson(folder)


def test_a_prediction_is_not_given_away(tmp_path: Path) -> None:
    asked = f"{ASKED}wrong: [{{says: B, because: D}}]\n```\n"
    with pytest.raises(ContentError, match="answer to a prediction"):
        read_lesson(written(tmp_path, VALID + asked))


def test_html_of_an_author_is_shown_as_text() -> None:
    shown = to_html("here", "<script>alert(1)</script>, [x](javascript:alert) and *this*")
    assert "<script" not in shown
    assert "href" not in shown
    assert "<em>this</em>" in shown


def test_the_glossary_knows_what_it_refers_to(tmp_path: Path) -> None:
    lessons = {lesson.id for lesson in LESSONS}
    for term in load_glossary():
        assert term.id == name_of(term.term)
        assert set(term.lessons) <= lessons, term.term
    file = tmp_path / "glossary.yaml"
    file.write_text("- {term: loop, meaning: Code that repeats., see: [no-such-term]}")
    with pytest.raises(ContentError, match="no-such-term"):
        read_glossary(file)
