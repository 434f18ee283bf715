"""Uploads where a server is several machines: what one was sent, others find in the database.

Analysis processes import this module, too, and have no database: it is known to functions only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.settings import settings

if TYPE_CHECKING:
    from classroom.shared_uploads import SharedUploads


def works_elsewhere() -> bool:
    """Whether workers do what takes long."""
    return settings().lab and settings().grade_elsewhere


def shared_uploads() -> SharedUploads:
    """What this machine was sent, and what others were."""
    from app.serving.lab_database import lab_database
    from classroom.run_places import uploads_at

    return uploads_at(lab_database(), settings().state)


def tell_others(name: str) -> None:
    """An upload of this name, as `models/…`, is here."""
    if works_elsewhere():
        shared_uploads().share(name)


def ask_others(name: str) -> None:
    """Have the upload of this name here, if anybody has it."""
    if works_elsewhere():
        shared_uploads().fetch(name)
