"""The application as `lowlab serve` serves it: the same, with its log in lines."""

from __future__ import annotations

import logging
import os
import signal
import time
from threading import Thread

from app.main import app
from app.serving.log_lines import log_in_lines
from app.settings import settings

__all__ = ["app"]

LOOK_SECONDS = 1.0


def end_with_parent() -> None:
    """One of several processes ends with the one that started them, however that ended."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(LOOK_SECONDS)
        os.kill(os.getpid(), signal.SIGTERM)

    Thread(target=watch, name="parent", daemon=True).start()


_tells_requests = settings().log == "requests" or (settings().log is None and settings().lab)
log_in_lines(logging.INFO if _tells_requests else logging.WARNING)
if settings().web_processes > 1:
    end_with_parent()
