"""`lowlab lessons`: the lessons by name, or one of them as text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import AsJson

if TYPE_CHECKING:
    from compiler_core.lessons.outline import LessonOutline

LessonName = Annotated[
    str | None,
    typer.Argument(metavar="LESSON", help="Its id; all if left out.", show_default=False),
]
_TAG = re.compile(r"<[^>]+>")


def lessons_command(lesson: LessonName = None, as_json: AsJson = False) -> int:
    """List the lessons, or read one.

    Figures are named with their setting: the page of the lesson computes them.
    """
    import orjson

    from command_line.output import columns, print_json, print_lines
    from compiler_core.lessons.outline import lesson_outline
    from compiler_core.lessons.reading import find_lesson, load_lessons

    if lesson:
        outline = lesson_outline(find_lesson(lesson))
        if as_json:
            print_json(orjson.dumps(outline))
        else:
            print_lines(outline_lines(outline))
        return 0
    entries = [{"id": page.id, "title": page.title, "idea": page.idea} for page in load_lessons()]
    if as_json:
        print_json(orjson.dumps(entries))
    else:
        print_lines(columns([(entry["id"], entry["title"]) for entry in entries]))
    return 0


def outline_lines(outline: LessonOutline) -> list[str]:
    """Title, sections and claims, without tags."""
    from html import unescape

    lines = [outline.title, outline.idea]
    for part in outline.parts:
        text = unescape(_TAG.sub("", part.text)).strip()
        lines += ["", text if part.kind == "prose" else f"[{part.kind}] {text}"]
    claims = [f"  {name}: {says}" for name, says in outline.claims.items()]
    return [*lines, "", "Claims:", *claims] if claims else lines
