"""Grading on another machine than the server's: the same jailed processes, and nothing else."""

from __future__ import annotations

import asyncio

from app.analysis.running import end_analysis, start_graders
from app.lab.judging import judge_jailed
from classroom.database import database_here
from classroom.grading import THREADS
from classroom.worker import refuse_other_tools, work


def run_worker(threads: int = 0, until_empty: bool = False) -> int:
    """Until a signal ends it; how many jobs it took. threads: gradings at once; 0 for as many as
    this machine bears. Raises WrongSchema and OtherTools.
    """
    database = database_here()
    try:
        refuse_other_tools(database)
        start_graders()
        return asyncio.run(work(database, judge_jailed, threads or THREADS, until_empty))
    finally:
        end_analysis()
        database.close()
