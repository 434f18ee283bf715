"""A member's report: shown, written about, and taken away as one file."""

from __future__ import annotations

from app.lab.bodies import OfExercise
from app.lab.views.frame import class_frame
from app.lab.views.report import ReportPage, entry_views, report_file
from app.lab.visits import Visit
from app.serving.lab_database import lab_database
from app.serving.templating import Page, render_text
from classroom.assignments import find_assignment
from classroom.reports import keep_words, report_entries
from compiler_core.exercises.measured import versions_here

FILE_NAME = "report.html"


def show_report(visit: Visit) -> ReportPage:
    """The best attempt at each exercise."""
    with lab_database().reading() as connection:
        entries = report_entries(connection, visit.me)
    frame = class_frame(visit, "/report")
    return ReportPage("Report", frame, f"{frame.address}/report", entry_views(entries))


def export_report(visit: Visit) -> str:
    """One HTML file that loads nothing and says how it can be found again."""
    with lab_database().reading() as connection:
        entries = report_entries(connection, visit.me)
    return render_text(
        Page("lab/report_file.html", report_file(visit.here.title, entries, versions_here()))
    )


class WordsForm(OfExercise):
    """What a member says about their answer."""

    words: str


def change_words(visit: Visit, form: WordsForm) -> None:
    """Raises NotHere."""
    with lab_database().writing() as connection:
        assignment = find_assignment(connection, visit.here.id, form.exercise)
        keep_words(connection, visit.me, assignment, form.words)
