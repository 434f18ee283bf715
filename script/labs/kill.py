"""Hand-ins while the server is killed again and again: what was acknowledged must be there, with
exactly one outcome for each check, and nothing may stay in progress.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
import time
import urllib.error
from collections import Counter
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from sqlalchemy import Connection, exists, func, select

from classroom.tables import attempts, grades, jobs, outcomes
from script.labs.cluster import Cluster
from script.labs.server import LabServer, LabWorker, asked, free_port

EXERCISE = "memory-sum-vectorises"
STUDENTS = 12
PATIENCE_SECONDS = 60.0
_DATABASES_SHARE = 0.15
_SOURCES = (
    "void {name}(const {type} *a, int n, {type} *s) {{ {type} t = *s;"
    " for (int i = 0; i < n; i++) t += a[i]; *s = t; }}\n",
    "void {name}(const {type} *a, int n, {type} *s)"
    " {{ for (int i = 0; i < n; i++) *s += a[i]; }}\n",
    "int nothing;\n",
    "void {name}(const {type} *a, int n, {type} *s) {{ *s = n; }}\n",
)


@dataclass(kw_only=True)
class Shared:
    """What the students' threads leave: numbers of acknowledged attempts, and their keys."""

    wanted: int
    """Hand-ins in all."""
    kills: int
    """How many kills there are to be, over which hand-ins are spread."""
    killed: Counter[str]
    """How often each kind of process was killed so far: `server`, `worker`, `database`."""
    lock: Lock = field(default_factory=Lock)
    """Held while `sent` is read and raised."""
    acknowledged: dict[str, int] = field(default_factory=dict)
    """Number of each attempt that the server acknowledged, by the hand-in's key."""
    sent: int = 0
    """Keys given out so far, each for one hand-in."""

    def next_key(self) -> str:
        """Of the next hand-in, spread over the kills; empty when there are enough."""
        while True:
            with self.lock:
                if self.sent >= self.wanted:
                    return ""
                if self.sent * self.kills <= self.wanted * self.killed.total():
                    self.sent += 1
                    return f"key-{self.sent}"
            time.sleep(0.05)


class Town:
    """What runs, and may be killed: the server, and with PostgreSQL workers and the database."""

    def __init__(self, folder: Path, workers: int) -> None:
        self.cluster = Cluster(folder / "database") if workers else None
        if self.cluster is not None:
            self.cluster.make()
            self.cluster.start()
        url = self.cluster.url if self.cluster is not None else ""
        self.server = LabServer(folder, free_port(), url, elsewhere=workers > 0)
        self.workers = [LabWorker(folder / f"worker {number}", url) for number in range(workers)]
        self.killed: Counter[str] = Counter()

    def start(self) -> None:
        self.server.start()
        for worker in self.workers:
            worker.start()

    def kill_one(self, chance: random.Random) -> None:
        """Whichever; it is started again at once."""
        if self.cluster is not None and chance.random() < _DATABASES_SHARE:
            self.killed["database"] += 1
            self.cluster.stop()
            self.cluster.start()
            return
        victim = chance.choice([self.server, *self.workers])
        self.killed["server" if victim is self.server else "worker"] += 1
        victim.kill()
        victim.start()

    def end(self) -> None:
        for process in (*self.workers, self.server):
            process.end()
        if self.cluster is not None:
            self.cluster.stop()


def run(kills: int, hand_ins: int, seed: int, workers: int) -> int:
    """0 when everything held."""
    folder = Path(tempfile.mkdtemp(prefix="lowlab-lab-kill-"))
    folder.chmod(0o755)
    town = Town(folder, workers)
    made = town.server.make_class(EXERCISE)
    town.start()
    shared = Shared(wanted=hand_ins, kills=kills, killed=town.killed)
    students = [
        Thread(
            target=_hand_in, args=(town.server.url, made.code, number, shared, seed), daemon=True
        )
        for number in range(STUDENTS)
    ]
    for thread in students:
        thread.start()
    chance = random.Random(seed)
    began = time.monotonic()
    try:
        while town.killed.total() < kills and any(student.is_alive() for student in students):
            time.sleep(chance.uniform(0.05, 1.5))
            town.kill_one(chance)
        for thread in students:
            thread.join()
        held = _look(town.server, shared)
    finally:
        town.end()
    print(
        f"kills {dict(town.killed)}, hand-ins {hand_ins}, acknowledged "
        f"{len(shared.acknowledged)}, {time.monotonic() - began:.0f} s"
    )
    if held:
        shutil.rmtree(folder, ignore_errors=True)
    else:
        print(f"logs are in {folder}")
    return 0 if held and town.killed.total() == kills else 1


def _hand_in(url: str, code: str, number: int, shared: Shared, seed: int) -> None:
    """One student: sends again until it is acknowledged, with the same key."""
    chance = random.Random(f"{seed} {number}")
    token, class_id = _joined(url, code, f"student {number}")
    exercise = _again(f"{url}/api/lab/{class_id}/exercises/{EXERCISE}", None, token)
    starter = str(exercise["starter"]["source"])
    name = starter.partition("(")[0].split()[-1]
    kind = starter.partition("const ")[2].partition(" *")[0]
    while key := shared.next_key():
        # With its number in it: of an answer that is known the outcomes are taken over.
        source = f"{chance.choice(_SOURCES).format(name=name, type=kind)}// {key}\n"
        body = {"state": {"source": source}, "client_key": key, "hand_in": True}
        address = f"{url}/api/lab/{class_id}/exercises/{EXERCISE}/attempts"
        answer = _again(address, body, token)
        with shared.lock:
            shared.acknowledged[key] = answer["id"]


def _joined(url: str, code: str, nickname: str) -> tuple[str, str]:
    number = 0
    while True:
        try:
            body = {"code": code, "nickname": f"{nickname} {number}"}
            answer: Any = asked(f"{url}/api/lab/join", body)
            return answer["token"], answer["class_id"]
        except (OSError, HTTPException):
            number += 1
            time.sleep(0.2)


def _again(url: str, body: object | None, token: str) -> Any:
    """Asked until it is answered; a minute's share is waited for."""
    while True:
        try:
            return asked(url, body, token, 20.0)
        except urllib.error.HTTPError as error:
            time.sleep(float(error.headers.get("Retry-After", "0.2")))
        except (OSError, ValueError, HTTPException):
            time.sleep(0.1)


def _look(server: LabServer, shared: Shared) -> bool:
    """Whether all holds, once everything has had time to be graded."""
    database = server.opened()
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        with database.reading() as connection:
            pending = connection.scalar(
                select(func.count()).where(jobs.c.state.in_(("queued", "running")))
            )
        if not pending:
            break
        time.sleep(0.5)
    with database.reading() as connection:
        stored = dict(connection.execute(select(attempts.c.id, attempts.c.status)).all())
        problems = set(connection.scalars(select(jobs.c.problem).where(jobs.c.problem != "")))
        unsettled = _unsettled(connection)
        alone = _replaced_by_nothing(connection)
        counts = Counter(
            connection.scalars(select(outcomes.c.attempt_id).where(outcomes.c.run == 1))
        )
    database.close()
    lost = [attempt for attempt in shared.acknowledged.values() if attempt not in stored]
    twice = len(shared.acknowledged) - len(set(shared.acknowledged.values()))
    odd = [key for key, state in stored.items() if counts[key] != (0 if state == "replaced" else 3)]
    odd += alone
    states = Counter(stored.values())
    print(f"lost {len(lost)}, one attempt for two keys {twice}, states {dict(states)}")
    print(f"without exactly one outcome a check {len(odd)}")
    print(f"grades that are not of the best hand-in {unsettled}")
    for problem in sorted(problems):
        print(f"told on the way: {problem[:160]}")
    return not (lost or twice or odd or unsettled) and set(states) <= {"graded", "replaced"}


def _replaced_by_nothing(connection: Connection) -> list[int]:
    """Replaced attempts without a newer one of their member's that is graded."""
    newer = attempts.alias("newer")
    graded = exists().where(
        newer.c.member_id == attempts.c.member_id,
        newer.c.id > attempts.c.id,
        newer.c.status == "graded",
        newer.c.handed_in,
    )
    return list(
        connection.scalars(select(attempts.c.id).where(attempts.c.status == "replaced", ~graded))
    )


def _unsettled(connection: Connection) -> int:
    """Members whose grade is not the most points of all they handed in."""
    most = select(attempts.c.member_id, func.max(attempts.c.points)).group_by(attempts.c.member_id)
    best = {row[0]: row[1] for row in connection.execute(most)}
    stored = {row.member_id: row.points for row in connection.execute(select(grades))}
    return sum(stored.get(member) != points for member, points in best.items())


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--hand-ins", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=0, help="that grade, with a PostgreSQL")
    given = parser.parse_args()
    return run(given.kills, given.hand_ins, given.seed, given.workers)


if __name__ == "__main__":
    sys.exit(main())
