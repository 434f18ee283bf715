"""An application that hosts classes, with a judge that counts the letters of an answer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fastapi import FastAPI

from app.analysis.running import answered_by
from app.lab.service import _running
from app.lab.tickets import _key
from app.main import create_app
from app.serving.lab_database import lab_database
from app.settings import settings
from classroom.assignments import assign
from classroom.classes import class_of_code, make_host_link
from classroom.grading import GradingEngine
from compiler_core.exercises.reader import read_exercise
from tests.in_thread import InThread
from tests.lab.laboratory import EXERCISE, START, judge
from tests.lab.walking import Walker


class Hosted:
    """A server with one class of one instructor, and one exercise."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self.instructor = self.walker()
        with lab_database().writing() as connection:
            token = make_host_link(connection, 0.0)
        self.instructor.open(f"/lab/r/{token}")
        self.instructor.send("/lab/new", title="Compilers", nickname="Grace")
        self.class_id, self.code = self._made()
        self.base = f"/lab/{self.class_id}"
        self.add("sum")

    def walker(self) -> Walker:
        return Walker(self.app)

    def student(self, nickname: str) -> Walker:
        made = self.walker()
        answer = made.join(self.code, nickname)
        assert answer.status_code == 200, answer.text
        return made

    def add(self, name: str) -> None:
        exercise = read_exercise(EXERCISE.format(id=name), {"start.c": START})
        with lab_database().writing() as connection:
            assign(connection, class_of_code(connection, self.code), exercise)

    def grade_all(self) -> None:
        GradingEngine(lab_database(), judge, threads=0).do_all()

    def _made(self) -> tuple[str, str]:
        with lab_database().reading() as connection:
            from classroom.classes import all_classes

            newest = all_classes(connection)[-1]
        return newest.id, newest.code


@contextmanager
def hosting(folder: Path) -> Iterator[FastAPI]:
    """The application with its classes below the folder; nothing grades by itself."""
    kept = settings().state, settings().lab
    settings().state, settings().lab = folder, True
    for one in (lab_database, _key):
        one.cache_clear()
    try:
        with answered_by(InThread()):
            yield create_app()
    finally:
        assert not _running
        lab_database().close()
        settings().state, settings().lab = kept
        for one in (lab_database, _key):
            one.cache_clear()
