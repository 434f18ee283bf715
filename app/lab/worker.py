"""Grading on another machine than the server's: the same jailed processes, and nothing else."""

from __future__ import annotations

import asyncio
import logging

from prometheus_client import start_http_server

from app.analysis.running import end_analysis, start_graders
from app.lab.judging import judge_measured
from app.log_lines import log_in_lines
from app.metrics import OWN
from app.settings import settings
from classroom.database import database_here
from classroom.grading import THREADS
from classroom.worker import refuse_other_tools, work


def run_worker(threads: int = 0, until_empty: bool = False) -> int:
    """Until a signal ends it; how many jobs it took. threads: gradings at once; 0 for as many as
    this machine bears. Raises WrongSchema and OtherTools.
    """
    log_in_lines(logging.INFO)
    if settings().metrics_port:
        start_http_server(settings().metrics_port, "127.0.0.1", registry=OWN)
    database = database_here()
    try:
        refuse_other_tools(database)
        start_graders()
        return asyncio.run(work(database, judge_measured, threads or THREADS, until_empty))
    finally:
        end_analysis()
        database.close()
