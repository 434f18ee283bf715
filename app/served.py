"""The application as `lowlab serve` serves it: the same, with its log in lines.

Importing it takes seconds. What needs nothing of it begins before, so that the first visitor waits
for the slower of the two and not for both.
"""

from __future__ import annotations

import gc
import logging
import os
import signal
import time
from threading import Thread
from typing import TYPE_CHECKING

from app.analysis.running import start_analysis
from app.serving.freed_memory import give_back_large_blocks
from app.serving.log_lines import log_in_lines
from app.serving.sweeping import sweep_at_start
from app.settings import settings
from compiler_core.toolchain.discovery import installed_compilers

if TYPE_CHECKING:
    from fastapi import FastAPI

LOOK_SECONDS = 1.0


def application() -> FastAPI:
    """Called once in each process that serves."""
    give_back_large_blocks()
    tells_requests = settings().log == "requests" or (settings().log is None and settings().lab)
    log_in_lines(logging.INFO if tells_requests else logging.WARNING)
    if settings().web_processes > 1:
        end_with_parent()
    sweep_at_start()
    start_analysis()
    Thread(target=installed_compilers, name="compilers", daemon=True).start()
    # What is imported stays: neither now nor later is it looked at for what can be dropped.
    gc.disable()
    from app.main import app

    gc.freeze()
    gc.enable()
    return app


def end_with_parent() -> None:
    """One of several processes ends with the one that started them, however that ended."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(LOOK_SECONDS)
        os.kill(os.getpid(), signal.SIGTERM)

    Thread(target=watch, name="parent", daemon=True).start()
