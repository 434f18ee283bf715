"""One sheet as an HTML file for printing: it loads nothing and needs no server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from html import escape

from compiler_core.exercises.exercise import Exercise
from compiler_core.exercises.posing import substitute
from compiler_core.sheets.sheet import CourseSheet

_STYLE = (
    "body{font:11pt/1.4 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}"
    "h1{font-size:18pt;margin:0 0 .3em}h2{font-size:13pt;margin:1.4em 0 .4em;break-after:avoid}"
    "code{font-family:ui-monospace,monospace;font-size:.92em}li{margin:.4em 0;break-inside:avoid}"
    "a{color:inherit;text-decoration:none}.aim{font-size:12pt}.answers{break-before:page}"
    ".parts{border:solid #999;border-width:1px 0;padding:.4em 0}"
    "@page{margin:18mm 20mm}@media print{body{margin:0;padding:0;max-width:none}}"
)


def printed_sheet(sheet: CourseSheet, exercises: Mapping[str, Exercise]) -> str:
    """The students' page. exercises: those of the sheet, by id."""
    return _document(sheet, _student_page(sheet, exercises))


def printed_with_answers(sheet: CourseSheet, exercises: Mapping[str, Exercise]) -> str:
    """The same, with discussion and model answers on a page of their own."""
    answers = (
        f"<div class=answers><h2>Discussion</h2>\n{sheet.discussion}\n"
        f"<h2>Model answers</h2>\n{sheet.answers}</div>\n"
    )
    return _document(sheet, _student_page(sheet, exercises) + answers)


def _student_page(sheet: CourseSheet, exercises: Mapping[str, Exercise]) -> str:
    parts = " · ".join(
        f"{part.name} {getattr(sheet.timing, part.name)} min" for part in fields(sheet.timing)
    )
    rows = "".join(_exercise(exercises[name]) for name in sheet.exercises)
    return (
        f"<p>Sheet {sheet.number}, {sheet.timing.minutes} minutes</p>"
        f"<h1>{escape(sheet.title)}</h1>\n<p class=aim>{escape(sheet.aim)}</p>\n"
        f"<p class=parts>{parts}</p>\n{sheet.student}\n"
        f"<h2>The exercises</h2>\n<ol>\n{rows}</ol>\n"
    )


def _document(sheet: CourseSheet, body: str) -> str:
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(sheet.title)}</title><style>{_STYLE}</style></head>\n"
        f"<body>\n{body}</body></html>\n"
    )


def _exercise(exercise: Exercise) -> str:
    """With the values of all variants, as `9/10/12`."""
    values = {name: "/".join(map(str, each)) for name, each in exercise.variants.items()}
    title, task = (escape(substitute(text, values)) for text in (exercise.title, exercise.task))
    return f"<li><strong>{title}</strong><br>{task}</li>\n"
