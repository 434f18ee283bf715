"""When the disk is swept: as the server starts, and when it takes no more."""

from __future__ import annotations

import logging
import time
from threading import Lock, Thread

from app.settings import settings
from compiler_core.toolchain.stores import sweep_leftovers, sweep_to_quotas

# A sweep looks at every file; failures come by the hundred.
LEAST_SECONDS = 60.0
log = logging.getLogger("lowlab")


def sweep_at_start() -> None:
    """What a killed server left goes before anybody is served; quotas are looked at meanwhile.

    A disk that takes no more keeps no server from starting: it says so to whoever asks.
    """
    try:
        sweep_leftovers(settings().state)
    except OSError as error:
        log.error("what was left cannot be swept: %s", error)
    _Sweeps.in_background()


def sweep_after_failure() -> None:
    """Make room in the background, unless that was done just now."""
    _Sweeps.in_background()


class _Sweeps:
    """One at a time, and not too often."""

    _lock = Lock()
    _last = -LEAST_SECONDS

    @classmethod
    def in_background(cls) -> None:
        with cls._lock:
            now = time.monotonic()
            if now - cls._last < LEAST_SECONDS:
                return
            cls._last = now
        Thread(target=_sweep, name="sweep", daemon=True).start()


def _sweep() -> None:
    try:
        sweep_leftovers(settings().state)
        sweep_to_quotas(settings().state)
    except OSError as error:
        log.error("the disk cannot be swept: %s", error)
