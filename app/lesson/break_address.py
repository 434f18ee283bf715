"""Where a sentence may be tried to be broken, and where the answer stands."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import urlencode

from app.loop.api_bodies import DEFAULT_COMPILER
from compiler_core.claims.claim import Claim
from compiler_core.claims.reading import every_claim
from compiler_core.toolchain.discovery import installed_compilers


@lru_cache(maxsize=1)
def _breakable() -> frozenset[str]:
    return frozenset(claim.id for claim in every_claim())


def break_address(claim: Claim, compiler: str = "") -> str:
    """To post to, which begins the search; empty for a sentence of no lesson or page. A link would
    let whoever follows all links begin hundreds of searches.

    compiler: of the claim's own setting; the first that the sentence is said to be true of if
    empty. A sentence about models, chips or atlas pages has none.
    """
    if claim.id not in _breakable():
        return ""
    own = {} if claim.is_of_core else {"compiler": compiler or _true_of(claim)}
    return f"/learn/break?{urlencode({'claim': claim.id, **own})}"


def answer_address(claim: Claim, compiler: str) -> str:
    """Of the page with the answer. compiler: empty for a sentence that is about none."""
    return f"/learn/break/{claim.id}{_query(compiler)}"


def events_address(claim: Claim, compiler: str) -> str:
    """Of what happens meanwhile."""
    return f"/learn/break/{claim.id}/events{_query(compiler)}"


def _query(compiler: str) -> str:
    return f"?{urlencode({'compiler': compiler})}" if compiler else ""


def _true_of(claim: Claim) -> str:
    return next(
        (
            compiler.name
            for compiler in installed_compilers()
            if any(statement.compilers.covers(compiler) for statement in claim.holds)
        ),
        DEFAULT_COMPILER,
    )
