"""Lessons from their folders: `lesson.md` (front matter, prose, live blocks) and `claims.yaml`.

`content/lessons/index.yaml` lists the folders in reading order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, get_args

from compiler_core.claims.claim import Claim
from compiler_core.claims.reading import CLAIMS_FILE, LESSONS_FOLDER, read_claims
from compiler_core.content_files import (
    ContentError,
    LinesOfYaml,
    checked_mapping,
    checked_text,
    parse_yaml,
    read_list,
)
from compiler_core.errors import UnknownName
from compiler_core.lessons.blocks import READERS, Block, read_block
from compiler_core.lessons.lesson import (
    ClaimNote,
    Course,
    Lesson,
    Prediction,
    Prose,
    Section,
    Track,
)
from compiler_core.lessons.linked_text import open_terms
from compiler_core.lessons.markdown import parser, render

LESSON_FILE = "lesson.md"
_HEAD_KEYS = {"title", "short", "idea", "track", "course", "minutes", "needs"}
_RULE = "---\n"


@cache
def load_lessons() -> tuple[Lesson, ...]:
    """All lessons in reading order. Raises ContentError."""
    return read_lessons(LESSONS_FOLDER)


def find_lesson(identifier: str) -> Lesson:
    """Raises UnknownName."""
    for lesson in load_lessons():
        if lesson.id == identifier:
            return lesson
    raise UnknownName(f"There is no lesson {identifier!r}.", "/learn lists all of them.")


def read_lessons(folder: Path) -> tuple[Lesson, ...]:
    """The lessons of one folder's index. Raises ContentError."""
    names = read_list(folder / "index.yaml")
    lessons = tuple(read_lesson(folder / checked_text("index.yaml", name)) for name in names)
    known = {lesson.id for lesson in lessons}
    for lesson in lessons:
        missing = [name for name in lesson.needs if name not in known]
        if missing:
            raise ContentError(f"{lesson.id} needs {missing[0]!r}, which is not in the index.")
    return lessons


def read_lesson(folder: Path) -> Lesson:
    """One lesson. Raises ContentError."""
    file = folder / LESSON_FILE
    head, body = _split(file)
    claims = read_claims(folder / CLAIMS_FILE)
    track: Track = _one_of(file, head, "track", Track)
    course: Course = _one_of(file, head, "course", Course)
    sections = read_sections(file, body, claims)
    return Lesson(
        id=folder.name,
        title=checked_text(f"{file}: title", head["title"]),
        short=checked_text(f"{file}: short", head["short"]),
        idea=checked_text(f"{file}: idea", head["idea"]),
        track=track,
        course=course,
        minutes=int(head["minutes"]),
        needs=tuple(head.get("needs", ())),
        sections=sections,
        claims=claims,
    )


def _one_of(file: Path, head: Mapping[str, Any], key: str, words: Any) -> Any:
    """One of a literal's words; the first of them where the lesson says nothing."""
    known = get_args(words)
    word = head.get(key, known[0])
    if word not in known:
        line = LinesOfYaml(_RULE + file.read_text(encoding="utf-8").split(_RULE, 2)[1]).at(key)
        raise ContentError(f"{file}, line {line}: {key} must be one of {list(known)}.")
    return word


def _split(file: Path) -> tuple[Mapping[str, Any], str]:
    try:
        text = file.read_text(encoding="utf-8")
        start, head, body = text.split(_RULE, 2)
    except (OSError, ValueError) as error:
        raise ContentError(f"{file}: front matter between two lines of --- is missing.") from error
    fields = parse_yaml(f"{file}: the front matter", head)
    if start:
        raise ContentError(f"{file}: the front matter must come first.")
    needed = {"title", "short", "idea", "course", "minutes"}
    # In its place, so that a line of the body is that of the file.
    above = "\n" * (text.count("\n") - body.count("\n"))
    return checked_mapping(str(file), fields, _HEAD_KEYS, needed), above + body


def _check_no_spoiler(file: Path, sections: Sequence[Section]) -> None:
    """A prediction shows its claim with the answer; shown elsewhere it would give it away."""
    asked = {section.claim for section in sections if isinstance(section, Prediction)}
    for section in sections:
        if isinstance(section, ClaimNote) and section.claim.id in asked:
            raise ContentError(f"{file}: {section.claim.id} is the answer to a prediction.")


def read_sections(file: Path, body: str, claims: Sequence[Claim]) -> tuple[Section, ...]:
    """Prose and live blocks of a text, in order. Raises ContentError."""
    sections = tuple(_sections(file, body, claims))
    _check_no_spoiler(file, sections)
    return sections


def _sections(file: Path, body: str, claims: Sequence[Claim]) -> Iterator[Section]:
    by_id = {claim.id: claim for claim in claims}
    prose: list[Any] = []
    number = 0
    for token in parser().parse(body):
        name = token.info.strip() if token.type == "fence" else ""
        if name not in READERS:
            prose.append(token)
            continue
        if prose:
            yield _prose(file, prose)
            prose = []
        number += 1
        place = f"{file}, line {token.map[0] + 1}, block {number} ({name})"
        yield read_block(name, Block(file, place, number, token.content, by_id))
    if prose:
        yield _prose(file, prose)


def _prose(file: Path, tokens: Sequence[Any]) -> Prose:
    open_terms().link(tokens)
    return Prose(render(f"{file}, from line {tokens[0].map[0] + 1}", tokens))
