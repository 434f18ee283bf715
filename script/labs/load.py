"""A class at work on a server of its own: what looks and grades take, and what they cost.

Times on the clock say something only where nothing else runs; processor time per request says what
a machine needs. Both are printed, with the machine's load beside them.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from html import unescape
from pathlib import Path

from app.analysis.running import GRADING_NICENESS
from classroom.classes import make_host_link
from script.benchmarks.measurement import percentile
from script.labs.light_client import LightClient, RequestFailed
from script.labs.process_times import tree_seconds
from script.labs.server import ROOT, LabServer, free_port
from script.labs.students import (
    EXERCISE,
    HAND_IN_SECONDS,
    LOOK_SECONDS,
    Browser,
    Seen,
    Student,
)

LOOKS_P95, GRADES_P95, HEALTH_P95 = 2.0, 5.0, 0.25
_ALONE = 12
_HEALTH_PERIOD = 1.0
_JOINING = 8
_MOST_ERRORS_SHOWN = 8


@dataclass(frozen=True)
class Costs:
    """Processor seconds of one request, measured one after another before the load."""

    look_known: float
    look_new: float
    grade: float


@dataclass(frozen=True)
class Spent:
    """What the time under load took. processor: seconds of the server's; students: of theirs. load:
    the machine's, averaged over a minute, at the end."""

    seconds: float
    processor: float
    students: float
    load: float


def run(students: int, seconds: float, again: int) -> int:
    """0 when nothing failed; times beyond their limits are told, for the machine may be shared."""
    folder = Path(tempfile.mkdtemp(prefix="lowlab-lab-load-"))
    folder.chmod(0o755)
    server = LabServer(folder, free_port())
    repeated: subprocess.Popen[str] | None = None
    try:
        server.start()
        link = _host_link(server)
        if again:
            repeated = _graded_again(again)
        seen, costs, spent = asyncio.run(_class_at_work(server, link, students, seconds))
        _report(seen, costs, spent, students)
        same = _same(repeated) if repeated else True
    finally:
        if repeated is not None and repeated.poll() is None:
            repeated.kill()
        server.end()
    if seen.errors or not same:
        print(f"the server's log: {server.log}")
        return 1
    shutil.rmtree(folder, ignore_errors=True)
    return 0


def _host_link(server: LabServer) -> str:
    database = server.opened()
    with database.writing() as connection:
        token = make_host_link(connection, time.time())
    database.close()
    return f"/lab/r/{token}"


async def _class_at_work(
    server: LabServer, link: str, number: int, seconds: float
) -> tuple[Seen, Costs, Spent]:
    assert server.process is not None
    process = server.process.pid
    browsers = [Browser(LightClient(server.url)) for _ in range(number + 1)]
    address, code = await _made_class(browsers[0], link)
    everyone = await _joined(browsers[1:], address, code)
    costs = await _alone(everyone[0], process)
    seen = Seen()
    for student in everyone:
        student.seen = seen
    before, own, began = tree_seconds(process), time.process_time(), time.monotonic()
    health = asyncio.create_task(_watch_health(browsers[0].client, seen))
    await asyncio.gather(*(student.work(seconds) for student in everyone))
    health.cancel()
    spent = Spent(
        seconds=time.monotonic() - began,
        processor=tree_seconds(process) - before,
        students=time.process_time() - own,
        load=os.getloadavg()[0],
    )
    return seen, costs, spent


async def _made_class(instructor: Browser, link: str) -> tuple[str, str]:
    """Its address and its code, by the forms that an instructor uses."""
    await instructor.open(link)
    await instructor.send("/lab/new", title="Load", nickname="Grace")
    matched = re.search(r'href="(/lab/[\w-]+)/settings"', instructor.page)
    assert matched is not None, instructor.page[:2000]
    address = matched[1]
    await instructor.open(f"{address}/settings")
    await instructor.send(f"{address}/settings", act="add", exercise=EXERCISE)
    await instructor.open(f"{address}/settings")
    code = re.search(r"\b[A-Z0-9]{2}-[A-Z0-9]{2}\b", unescape(instructor.page))
    assert code is not None, "the settings show no code"
    return address, code[0]


async def _joined(browsers: Sequence[Browser], address: str, code: str) -> list[Student]:
    everyone = [
        Student(browser=browser, class_address=address, seen=Seen(), chance=random.Random(number))
        for number, browser in enumerate(browsers)
    ]
    turns = asyncio.Semaphore(_JOINING)

    async def join(index: int, student: Student) -> None:
        async with turns:
            await student.join(code, f"student {index}")

    began = time.monotonic()
    await asyncio.gather(*(join(index, student) for index, student in enumerate(everyone)))
    print(f"{len(everyone)} students joined in {time.monotonic() - began:.1f} s", flush=True)
    return everyone


async def _alone(student: Student, process: int) -> Costs:
    """One request after another, each kind once before it is measured."""
    seconds: list[float] = []
    kinds = (
        lambda _: student.compiled(0),
        lambda number: student.compiled(10_000_000 + number),
        lambda _: student.hand_in(),
    )
    for act in kinds:
        await act(-1)
        before = tree_seconds(process)
        for number in range(_ALONE):
            await act(number)
        seconds.append((tree_seconds(process) - before) / _ALONE)
    if student.seen.errors:
        raise SystemExit(f"Not even one student alone is served: {student.seen.errors[0]}")
    return Costs(*seconds)


async def _watch_health(client: LightClient, seen: Seen) -> None:
    while True:
        began = time.monotonic()
        try:
            answer = await client.request("GET", "/healthz")
            if answer.is_error:
                seen.errors.append(f"/healthz: {answer.status}")
        except RequestFailed as error:
            seen.errors.append(f"/healthz: {error!r}")
        seen.health.append(time.monotonic() - began)
        await asyncio.sleep(_HEALTH_PERIOD)


def _graded_again(times: int) -> subprocess.Popen[str]:
    """One answer graded so often beside the class, giving way as grades do, see `same_grade`."""
    return subprocess.Popen(
        [
            "nice",
            "-n",
            str(GRADING_NICENESS),
            sys.executable,
            "-m",
            "script.labs.same_grade",
            "--times",
            str(times),
        ],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )


def _same(repeated: subprocess.Popen[str]) -> bool:
    words, _ = repeated.communicate()
    print(words.strip())
    return repeated.returncode == 0


def _report(seen: Seen, costs: Costs, spent: Spent, students: int) -> None:
    print(
        f"{students} students, {spent.seconds:.0f} s, load average {spent.load:.1f} of "
        f"{os.cpu_count()} processors"
    )
    _line("looks", seen.looks, LOOKS_P95)
    _line("  of what was seen", seen.looks_known, LOOKS_P95)
    _line("  of what is new", seen.looks_new, LOOKS_P95)
    _line("hand-ins kept", seen.kept, LOOKS_P95)
    _line("grades", seen.grades, GRADES_P95)
    _line("/healthz", seen.health, HEALTH_P95)
    print(
        f"processor per request, alone: look seen {_milliseconds(costs.look_known)}, look new "
        f"{_milliseconds(costs.look_new)}, hand-in with its grade {_milliseconds(costs.grade)}"
    )
    print(
        f"processor under load: {spent.processor:.0f} s in {spent.seconds:.0f} s, "
        f"{spent.processor / spent.seconds:.2f} processors; the students' own: "
        f"{spent.students / spent.seconds:.2f}"
    )
    print(
        f"the class asks for {_wanted(costs, students):.2f} processors, this machine has "
        f"{os.cpu_count()}, on which the students run too"
    )
    places = seen.places or [0]
    print(f"places in the queue shown: {len(seen.places)}, the last of them up to {max(places)}")
    print(f"errors: {len(seen.errors)}")
    for error in sorted(set(seen.errors))[:_MOST_ERRORS_SHOWN]:
        print(f"  {error}")


def _wanted(costs: Costs, students: int) -> float:
    """Processors that all looks and hand-ins take at the pace of the class."""
    look = (costs.look_known + costs.look_new) / 2
    return students * (look / LOOK_SECONDS + costs.grade / HAND_IN_SECONDS)


def _milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms"


def _line(what: str, times: list[float], limit: float) -> None:
    if not times:
        print(f"{what:<20} none")
        return
    p50, p95 = percentile(times, 0.5), percentile(times, 0.95)
    word = "met" if p95 <= limit else "MISSED"
    print(
        f"{what:<20} {len(times):>6}  p50 {p50:6.3f} s  p95 {p95:6.3f} s  "
        f"longest {max(times):6.3f} s  limit {limit:g} s  {word}"
    )


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--students", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--again", type=int, default=100, help="one answer graded so often beside")
    given = parser.parse_args()
    return run(given.students, given.seconds, given.again)


if __name__ == "__main__":
    sys.exit(main())
