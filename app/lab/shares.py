"""On whose share a request counts: in the lab a member's, so that a class behind one address is as
many clients as it has members.

The cookie's signature is all that is looked at, for every request comes by here. A member who was
removed keeps a share of their own until their cookie is gone, and nothing else.
"""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.types import Scope

from app.lab.tickets import read_ticket
from app.lab.visits import COOKIE
from app.settings import settings


def member_share(scope: Scope) -> str:
    """A name for the member whom this browser became last; empty for everybody else."""
    if not settings().lab:
        return ""
    text = HTTPConnection(scope).cookies.get(COOKIE, "")
    members = read_ticket(text).members if text else ()
    return f"member {members[-1][1]} of {members[-1][0]}" if members else ""
