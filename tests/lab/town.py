"""Pages of a class without a browser: an application on a laboratory's database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from fastapi import FastAPI

from app.lab import tickets
from app.main import create_app
from app.serving.lab_database import lab_database
from app.settings import settings
from classroom.roles import Role
from tests.lab.laboratory import Laboratory
from tests.lab.walking import Walker


class Town:
    """The laboratory with its pages, and whoever walks them."""

    def __init__(self, lab: Laboratory, app: FastAPI) -> None:
        self.lab = lab
        self.app = app
        self.address = f"/lab/{lab.lab_class.id}"

    def walker(self, nickname: str = "", role: Role = Role.STUDENT) -> Walker:
        """A member at a computer of their own."""
        walker = Walker(self.app)
        walker.open(f"/lab/r/{self.lab.joined(nickname, role).token}")
        return walker


@contextmanager
def town_of(lab: Laboratory, folder: Path, patch: pytest.MonkeyPatch) -> Iterator[Town]:
    """Nothing is graded but by the laboratory's own engine."""
    patch.setattr(settings(), "lab", True)
    patch.setattr(settings(), "state", folder)
    patch.setattr(settings(), "database", lab.database.url)
    for cached in (lab_database, tickets._key):
        cached.cache_clear()
    try:
        yield Town(lab, create_app())
    finally:
        lab_database().close()
        for cached in (lab_database, tickets._key):
            cached.cache_clear()
