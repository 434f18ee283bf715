"""A link from a page of any subject to a lesson, or to a page of the atlas."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LessonLink:
    """Its address, title and idea."""

    address: str
    title: str
    idea: str
