"""A worker ends by itself, at its limit, or when it is told to; and it reaches nothing else."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Timer

import pytest

from compiler_core.toolchain import jailed_process
from compiler_core.toolchain.jail import Jail
from compiler_core.toolchain.jailed_process import PROJECT
from compiler_core.toolchain.worker import WorkerEnd, WorkerRoom, run_worker
from compiler_core.toolchain.worker_process import WorkerLimits
from tests.toolchain.conftest import JAILS
from tests.toolchain.processes_left import processes_naming

MODULE = "tests.toolchain.worker_program"
QUICK = WorkerLimits(wall_seconds=30, cpu_seconds=10, address_bytes=2 << 30)
Ask = Callable[..., tuple[WorkerEnd, str]]


@pytest.fixture(params=sorted(JAILS))
def jail(request: pytest.FixtureRequest) -> Iterator[Jail]:
    jail = JAILS[request.param]()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jailed_process, "chosen_jail", lambda: jail)
        yield jail


@pytest.fixture
def ask(jail: Jail, tmp_path: Path) -> Ask:
    """Have a worker do something: how it ended, and what it left said."""
    folder = tmp_path / "run"

    def asked(
        what: str,
        limits: WorkerLimits = QUICK,
        cancelled: Event | None = None,
        readable: tuple[Path, ...] = (),
    ) -> tuple[WorkerEnd, str]:
        folder.mkdir(exist_ok=True, mode=0o700)
        (folder / "asked").write_text(what.replace("@folder@", str(folder)))
        (folder / "seconds").write_text(str(limits.cpu_seconds))
        room = WorkerRoom(folder, (PROJECT / "tests", *readable))
        end = run_worker(MODULE, room, limits, cancelled or Event())
        said = folder / "said"
        return end, said.read_text() if said.exists() else ""

    return asked


def test_a_worker_reads_the_model_and_writes_in_its_folder(ask: Ask, tmp_path: Path) -> None:
    model = tmp_path / "model"
    model.write_text("a model")
    assert ask(f"read {model}", readable=(model,)) == (WorkerEnd(True, "", ""), "did a model")
    assert ask("write @folder@/result")[1] == "did 7"


@pytest.mark.parametrize(
    "what",
    [
        "read /etc/passwd",
        f"read {PROJECT}/README.md",
        "read @folder@/../model",
        "write @folder@/../result",
        f"write {PROJECT}/compiler_core/written.py",
        "link @folder@/link",
        "connect",
        "spawn /usr/bin/true",
        "fork",
    ],
)
def test_what_a_worker_cannot_do(what: str, ask: Ask, tmp_path: Path) -> None:
    (tmp_path / "model").write_text("the model of someone else")
    end, said = ask(what)
    assert end.ok
    assert said.startswith("refused")


def test_a_worker_has_an_environment_of_its_own(ask: Ask) -> None:
    os.environ["LOWLAB_SECRET"] = "secret"
    try:
        assert "SECRET" not in ask("environment")[1]
    finally:
        del os.environ["LOWLAB_SECRET"]


def test_compilers_are_asked_for(ask: Ask) -> None:
    assert ask("compile int f(int a) { return a + 1; }")[1] == "did ok"


def test_a_placed_file_is_gone_with_the_worker(ask: Ask) -> None:
    placed = Path(ask("place content")[1].removeprefix("did "))
    assert placed.name.startswith("placed-")
    assert not placed.exists()


@pytest.mark.parametrize("what", ["fail", "abort", "memory", "garbage", "flood"])
def test_a_worker_that_dies_or_lies_is_said_to_have_died(what: str, ask: Ask) -> None:
    end, said = ask(what)
    assert (end.ok, end.reason, said) == (False, "died", "")


def test_the_wall_ends_a_worker(ask: Ask) -> None:
    assert ask("sleep", WorkerLimits(wall_seconds=1.0))[0].reason == "wall"


def test_processor_time_ends_a_worker(ask: Ask) -> None:
    assert ask("spin", WorkerLimits(wall_seconds=60, cpu_seconds=2))[0].reason == "cpu"


@pytest.mark.parametrize("folder_bytes", [1 << 20, 1 << 40])
def test_a_worker_that_fills_the_disk_is_ended(folder_bytes: int, ask: Ask) -> None:
    """By its bytes, or by how many files it makes."""
    limits = WorkerLimits(wall_seconds=60, cpu_seconds=60, folder_bytes=folder_bytes)
    assert ask("fill @folder@", limits)[0].reason == "disk"


def test_a_worker_can_be_cancelled(ask: Ask) -> None:
    cancelled = Event()
    Timer(0.3, cancelled.set).start()
    assert ask("sleep", QUICK, cancelled)[0].reason == "cancelled"


def test_errors_are_kept_for_the_log(ask: Ask) -> None:
    assert "RuntimeError: on purpose" in ask("fail")[0].words


def test_nothing_is_left_of_a_worker(ask: Ask, tmp_path: Path) -> None:
    ask("sleep", WorkerLimits(wall_seconds=0.5))
    assert not processes_naming(tmp_path)
