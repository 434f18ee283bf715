"""Work on another machine than the server's: the same jailed processes, and nothing else."""

from __future__ import annotations

import asyncio
import logging

from prometheus_client import start_http_server

from app.analysis.running import end_analysis, start_graders
from app.lab.judging import judge_measured
from app.serving.log_lines import log_in_lines
from app.serving.metrics import OWN
from app.settings import settings
from classroom.database import database_here
from classroom.grading import THREADS
from classroom.run_engine import RunEngine
from classroom.run_places import uploads_at
from classroom.worker import refuse_other_tools, work
from compiler_core.toolchain.stores import sweep_leftovers


def run_worker(threads: int = 0, until_empty: bool = False) -> int:
    """Until a signal ends it; how many jobs it took. threads: gradings at once, and as many runs
    of models; 0 for as many as
    this machine bears. Raises WrongSchema and OtherTools.
    """
    log_in_lines(logging.INFO)
    if settings().metrics_port:
        start_http_server(settings().metrics_port, "127.0.0.1", registry=OWN)
    database = database_here()
    try:
        refuse_other_tools(database)
        sweep_leftovers(settings().state)
        start_graders()
        uploads = uploads_at(database, settings().state)
        runs = RunEngine(database, uploads, settings().state / "worker-runs")
        return asyncio.run(work(database, judge_measured, threads or THREADS, until_empty, runs))
    finally:
        end_analysis()
        database.close()
