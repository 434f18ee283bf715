"""How many new links one client may make: what is kept for long is not for one to fill."""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable
from functools import lru_cache
from threading import Lock

from app.settings import settings
from compiler_core.errors import TooOften
from compiler_core.kept import Kept

MOST_NEW = 60
WINDOW_SECONDS = 3600.0
# Of so many clients the last links are remembered.
_CLIENTS = 50_000


class TooManyLinks(TooOften):
    """This client has made as many as it may."""

    def __init__(self, most: int, retry_seconds: int) -> None:
        super().__init__(
            f"From your address {most} new links were made within the last hour, which is as "
            "many as one may make.",
            f"Links that exist still work; make a new one in {math.ceil(retry_seconds / 60)} min.",
            retry_seconds,
        )


class NewLinks:
    """The times of each client's last new links.

    clock: seconds that never go back. most: that one client may make within the hour.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, most: int = MOST_NEW) -> None:
        self._most = most
        self._clock = clock
        self._lock = Lock()
        self._made: Kept[deque[float]] = Kept(_CLIENTS)

    def admit(self, client: str) -> None:
        """Count one more; of the server's own work, client "", none. Raises TooManyLinks."""
        if not client:
            return
        with self._lock:
            now = self._clock()
            made, _ = self._made.get_or_compute(client, deque[float])
            while made and now - made[0] >= WINDOW_SECONDS:
                made.popleft()
            if len(made) >= self._most:
                raise TooManyLinks(self._most, math.ceil(made[0] + WINDOW_SECONDS - now))
            made.append(now)


@lru_cache(maxsize=1)
def new_links() -> NewLinks:
    """Those of this process: its part of the share, where several serve one site."""
    return NewLinks(most=max(MOST_NEW // settings().web_processes, 1))
