"""Links and statements as many pages have them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Link:
    """A page, or another state of this one."""

    title: str
    address: str


@dataclass(frozen=True, slots=True)
class TabLink:
    """One of several pages beside each other. current: the one that is open."""

    title: str
    address: str
    current: bool


@dataclass(frozen=True, slots=True)
class Statement:
    """A term and what is so."""

    term: str
    text: str
