"""What the log calls an address: the route as it is declared."""

from __future__ import annotations

from starlette.types import Scope

UNKNOWN_ROUTE = "(none)"


def route_of(scope: Scope) -> str:
    """Such as `/lab/r/{token}`: what was asked for may hold a token."""
    return str(getattr(scope.get("route"), "path", "")) or UNKNOWN_ROUTE
