"""Runs of models as rows, on both databases: one machine asks, another with a folder of its own
works, and the first one reads what came."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from sqlalchemy import func, select, update

from classroom import blobs, messages, run_engine, run_rows
from classroom.blobs import DatabaseBlobs
from classroom.database import LabDatabase
from classroom.run_engine import RunEngine
from classroom.run_jobs import QueuedJobs
from classroom.run_places import blobs_at, uploads_at
from classroom.run_pruning import make_room_for_runs
from classroom.shared_tables import blob_chunks, run_events, runs
from classroom.shared_uploads import SharedUploads, make_shared_room
from compiler_core.blob_folder import BlobFolder
from compiler_core.errors import InputError, ShareFull
from compiler_core.pipelines.events import Event, EventLog
from compiler_core.pipelines.job_specs import JobId, JobSpec, JobState
from compiler_core.pipelines.jobs import logged_progress, read_request
from compiler_core.pipelines.stages import StageResult
from compiler_core.toolchain.worker import WorkerEnd, WorkerRoom

JOB = JobSpec(
    kind="network",
    model="residual",
    settings={"precision": "int8"},
    key="a" * 32,
    last="run",
    owner="192.0.2.7",
)
ENDED = WorkerEnd(True, "", "")


class Town:
    """Two machines on one database."""

    def __init__(self, database: LabDatabase, folder: Path) -> None:
        self.database = database
        self.web, self.worker = folder / "web", folder / "worker"
        self.uploads = uploads_at(database, self.web)
        self.jobs = QueuedJobs(database, blobs_at(database, self.web), self.uploads)
        self.engine = self.new_worker()

    def new_worker(self) -> RunEngine:
        return RunEngine(
            self.database, uploads_at(self.database, self.worker), self.worker / "worker-runs"
        )

    def upload(self, name: str, **files: bytes) -> None:
        (self.web / name).mkdir(parents=True)
        for file, content in files.items():
            (self.web / name / file).write_bytes(content)

    def count(self, table: Any) -> int:
        with self.database.reading() as connection:
            return connection.scalar(select(func.count()).select_from(table)) or 0


@pytest.fixture
def town(database: LabDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Town]:
    """Which tools there are is asked of nobody."""
    monkeypatch.setattr(messages, "versions_here", lambda: {"gcc": "0"})
    messages.queue_name.cache_clear()
    yield Town(database, tmp_path)
    messages.queue_name.cache_clear()


@pytest.fixture
def works(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[..., None]], None]:
    """What the jailed process of a run does."""

    def does(work: Callable[[Path, EventLog], None]) -> None:
        def run_worker(_module: str, room: WorkerRoom, _limits: object, _end: object) -> WorkerEnd:
            work(room.folder, EventLog(room.folder))
            return ENDED

        monkeypatch.setattr("compiler_core.pipelines.job_runner.run_worker", run_worker)

    return does


def compiled(folder: Path, log: EventLog) -> None:
    """Two stages, the first of which is added to after the last."""
    progress = logged_progress(folder, log)
    for stage in ("export", "run"):
        progress.started(stage)
        progress.finished(
            StageResult(stage=stage, sentence=f"{stage} of {read_request(folder).model}")
        )
    progress.checked(StageResult(stage="export", sentence="checked"))
    log.write("done")


def test_another_machine_compiles_and_this_one_reads(town: Town, works: Any) -> None:
    works(compiled)
    asked = town.jobs.submit(JOB)
    assert town.jobs.submit(JOB) == asked
    assert town.jobs.state(asked) == JobState("queued", 1, 1)
    assert town.engine.do_next()
    assert not town.engine.do_next(), "an equal key is the same job"
    assert town.jobs.state(asked).state == "done"
    assert [event.kind for event in town.jobs.events(asked)] == [
        "started",
        "finished",
        "started",
        "finished",
        "done",
    ]
    assert [one.number for one in town.jobs.events(asked, 3)] == [4, 5]
    results = [town.jobs.result(asked, stage) for stage in ("export", "run", "passes")]
    assert [one and one.sentence for one in results] == ["checked", "run of residual", None]
    assert not list((town.worker / "worker-runs").iterdir()), "its folder goes with the run"


def test_nothing_says_who_asked(town: Town, works: Any) -> None:
    works(compiled)
    town.jobs.submit(JOB)
    with town.database.reading() as connection:
        row = connection.execute(select(runs)).one()
    assert JOB.owner not in str(row)
    assert row.owner
    town.engine.do_next()
    with town.database.reading() as connection:
        assert connection.scalar(select(runs.c.owner)) == ""


def test_an_upload_is_laid_where_the_work_is_done(town: Town, works: Any) -> None:
    seen: list[bytes] = []

    def read(folder: Path, log: EventLog) -> None:
        model = Path(read_request(folder).model)
        assert model.is_relative_to(town.worker)
        seen.extend((model.read_bytes(), (model.parent / "w.bin").open("rb").read(3)))
        assert (model.parent / "w.bin").stat().st_size == 1 << 33
        log.write("done")

    works(read)
    town.upload("models/m", **{"model.onnx": b"o" * (2 << 20), "w.bin": b"abc"})
    os.truncate(town.web / "models/m/w.bin", 1 << 33)  # a hole
    job = replace(JOB, model="models/m/model.onnx", inputs=("models/m",))
    town.jobs.submit(job)
    town.engine.do_next()
    assert seen == [b"o" * (2 << 20), b"abc"]
    assert town.count(blob_chunks) == 3, "holes are not kept"


def test_an_upload_that_is_gone_everywhere_is_said(town: Town, works: Any) -> None:
    works(compiled)
    town.upload("models/m", **{"model.onnx": b"one"})
    town.upload("models/n", **{"model.onnx": b"two"})
    job = replace(JOB, model="models/m/model.onnx", inputs=("models/m",))
    asked = town.jobs.submit(job)
    town.uploads.share("models/n")
    with town.database.writing() as connection:
        make_shared_room(connection, "models/n", quota=3)
    town.engine.do_next()
    assert "gone" in town.jobs.events(asked)[-1].text
    assert town.jobs.state(asked).state == "failed"


def test_a_killed_workers_run_begins_anew_and_is_given_up_at_last(town: Town, works: Any) -> None:
    def die(folder: Path, log: EventLog) -> None:
        log.write("started", "export")
        run_engine.time.sleep(4 * run_engine._LOOK_SECONDS)
        raise SystemExit  # no clean end, as when the worker is killed

    asked = town.jobs.submit(JOB)
    works(die)
    for _ in range(2):
        with pytest.raises(SystemExit):
            town.new_worker().run_job(1)
        assert town.jobs.state(asked).state == "running"
    works(compiled)
    town.engine.run_job(1)
    events = town.jobs.events(asked)
    assert [event.number for event in events] == list(range(1, len(events) + 1))
    assert (events[-1].kind, town.jobs.state(asked).state) == ("done", "done")
    with town.database.writing() as connection:
        connection.execute(update(runs).values(state="running", tries=run_rows.MOST_TRIES))
    town.engine.run_job(1)
    assert town.jobs.state(asked).state == "failed"
    assert "again and again" in town.jobs.events(asked)[-1].text


def test_only_who_has_a_run_last_ends_it(town: Town, works: Any) -> None:
    def slow(folder: Path, log: EventLog) -> None:
        works(compiled)
        town.new_worker().run_job(1)  # it was taken for dead
        log.write("failed", text="too late")

    works(slow)
    asked = town.jobs.submit(JOB)
    town.engine.run_job(1)
    assert town.jobs.state(asked).state == "done"
    assert all("late" not in event.text for event in town.jobs.events(asked))


def test_runs_that_wait_and_runs_that_run_can_be_cancelled(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = town.jobs.submit(JOB)
    town.jobs.cancel(asked)
    assert town.jobs.state(asked).state == "cancelled"
    assert not town.engine.do_next()

    def until_cancelled(*given: Any) -> WorkerEnd:
        town.jobs.cancel(asked)
        assert given[-1].wait(30)
        return WorkerEnd(False, "cancelled", "")

    monkeypatch.setattr("compiler_core.pipelines.job_runner.run_worker", until_cancelled)
    town.jobs.again(JOB)
    town.engine.do_next()
    assert town.jobs.state(asked).state == "cancelled"
    assert "cancelled" in town.jobs.events(asked)[-1].text


def test_a_worker_that_is_ended_leaves_its_run_to_another(
    town: Town, works: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def until_cancelled(*given: Any) -> WorkerEnd:
        town.engine.end()
        assert given[-1].wait(30)
        return WorkerEnd(False, "cancelled", "")

    monkeypatch.setattr("compiler_core.pipelines.job_runner.run_worker", until_cancelled)
    asked = town.jobs.submit(JOB)
    town.engine.do_next()
    assert town.jobs.state(asked).state == "queued"
    works(compiled)
    assert town.new_worker().do_next()
    assert town.jobs.state(asked).state == "done"


def test_who_asks_for_many_waits_behind_who_asks_for_one(town: Town, works: Any) -> None:
    order: list[str] = []
    works(lambda folder, log: (order.append(read_request(folder).model), log.write("done")))
    for number in range(run_rows.MOST_WAITING_OF_ONE):
        town.jobs.submit(replace(JOB, key=f"{number:032}", model=f"many {number}"))
    with pytest.raises(ShareFull):
        town.jobs.submit(replace(JOB, key="b" * 32))
    town.jobs.submit(replace(JOB, key="c" * 32, model="one", owner="another"))
    while town.engine.do_next():
        pass
    assert order.index("one") <= 1


def test_a_watcher_is_told_of_every_event_once(town: Town, works: Any) -> None:
    works(compiled)
    asked = town.jobs.submit(JOB)

    async def watched() -> list[Event | JobState]:
        told: list[Event | JobState] = []
        async for one in town.jobs.watch(asked, 1):
            told.append(one)
            if isinstance(one, JobState):
                Thread(target=town.engine.do_next).start()
            town.jobs.heard(run_rows.RUNS_CHANGED)
        return told

    with ThreadPoolExecutor(1) as thread:
        told = thread.submit(asyncio.run, watched()).result()
    assert told[0] == JobState("queued", 1, 1)
    numbers = [one.number for one in told if isinstance(one, Event)]
    assert numbers == [2, 3, 4, 5], "from the number that was seen last"


def test_results_go_when_their_room_is_needed(town: Town, works: Any) -> None:
    works(compiled)
    asked = [town.jobs.submit(replace(JOB, key=letter * 32)) for letter in "ab"]
    while town.engine.do_next():
        pass
    with town.database.writing() as connection:
        connection.execute(update(runs).where(runs.c.key == asked[0]).values(used=1.0))
        make_room_for_runs(connection, keep=2, quota=1)
    assert [town.jobs.state(one).state for one in asked] == ["unknown", "done"]
    assert town.jobs.events(asked[0]) == ()
    assert town.jobs.result(asked[1], "run") is not None
    assert town.count(run_events) == 5


def test_contents_come_back_as_they_were_or_not_at_all(town: Town, tmp_path: Path) -> None:
    file = tmp_path / "content"
    file.write_bytes(os.urandom((2 << 20) + 17))
    with town.database.writing() as connection:
        digest = blobs.keep_file(connection, file, 1 << 30)
        assert blobs.keep_file(connection, file, 1 << 30) == digest
    assert town.count(blob_chunks) == 3
    store = DatabaseBlobs(town.database, BlobFolder(tmp_path / "cache", 1 << 30))
    kept = store.path_of(digest)
    assert kept is not None
    assert kept.read_bytes() == file.read_bytes()
    with town.database.writing() as connection:
        connection.execute(
            update(blob_chunks).where(blob_chunks.c.number == 1).values(content=b"other")
        )
    other = DatabaseBlobs(town.database, BlobFolder(tmp_path / "another", 1 << 30))
    with pytest.raises(InputError, match="damaged"):
        other.path_of(digest)
    assert not list((tmp_path / "another").glob("??/*"))
    assert store.path_of("0" * 64) is None


def test_a_cache_keeps_its_bound(tmp_path: Path) -> None:
    import hashlib

    cache = BlobFolder(tmp_path, quota_bytes=5 << 16)
    for number in range(10):
        content = bytes([number]) * (1 << 16)
        cache.keep(hashlib.sha256(content).hexdigest(), [content])
    assert len(list(tmp_path.glob("??/*"))) == 5


def test_what_a_job_left_as_a_link_is_not_followed(town: Town, works: Any, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_bytes(b"of the worker's machine")

    def link(folder: Path, log: EventLog) -> None:
        (folder / "stage-run.result").symlink_to(secret)
        log.write("done")

    works(link)
    asked = town.jobs.submit(JOB)
    with pytest.raises(InputError, match="plain file"):
        town.engine.do_next()
    assert town.count(blob_chunks) == 0
    assert town.jobs.state(JobId(asked)).state == "running", (
        "its next try, or the last one, ends it"
    )


def test_shared_uploads_are_found_by_every_machine(town: Town) -> None:
    town.upload("pictures/p", picture=b"dots")
    town.uploads.share("pictures/p")
    elsewhere = SharedUploads(town.database, blobs_at(town.database, town.worker), town.worker)
    assert elsewhere.fetch("pictures/p")
    assert (town.worker / "pictures/p/picture").read_bytes() == b"dots"
    assert not elsewhere.fetch("pictures/q")
