"""Reports that take seconds: made in the background, so that a page can say that it waits."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache
from threading import Lock

from cachetools import LRUCache

from compiler_core.claims.check import check_claims
from compiler_core.claims.claim import Claim, ClaimReport

PATIENCE_SECONDS = 0.6
REPORTS_KEPT = 64

_reports: LRUCache[object, Future[ClaimReport]] = LRUCache(REPORTS_KEPT)
_lock = Lock()


def report_if_ready(claims: tuple[Claim, ...]) -> ClaimReport | None:
    """The report on these claims, or None while it is being made; asking starts it."""
    future = _started(claims, lambda: check_claims(claims))
    try:
        return future.result(timeout=PATIENCE_SECONDS)
    except TimeoutError:
        return None


def _started(
    claims: tuple[Claim, ...], make: Callable[[], ClaimReport]
) -> Future[ClaimReport]:  # fmt: skip
    key = tuple(claim.id for claim in claims)
    with _lock:
        known = _reports.get(key)
        if known is None or (known.done() and known.exception() is not None):
            known = _reports[key] = _workers().submit(make)
        return known


@lru_cache(maxsize=1)
def _workers() -> ThreadPoolExecutor:
    """One report at a time: each uses all processors."""
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="claims")
