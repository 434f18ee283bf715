"""The self-test holds in both jails, and fails when a protection is taken away."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from compiler_core.errors import InputError, JailBroken
from compiler_core.toolchain import analysis_checks
from compiler_core.toolchain import chosen_jail as chosen
from compiler_core.toolchain.analysis_checks import examine_analysts
from compiler_core.toolchain.driver_checks import examine_drivers, examine_wheel_compilers
from compiler_core.toolchain.jail import (
    Jail,
    JailedCommand,
    JailKind,
    bubblewrap_jail,
    landlock_jail,
)
from compiler_core.toolchain.job import Job
from compiler_core.toolchain.launcher import launcher_path
from compiler_core.toolchain.runner import run_jailed
from compiler_core.toolchain.self_test import PROJECT, examine_jail, examine_readers
from tests.toolchain.conftest import JAILS

JobChange = Callable[[Job], Job]
CommandChange = Callable[[list[str]], list[str]]


@dataclass(frozen=True)
class Mutant:
    """A jail with one protection off."""

    jail: Jail
    change_job: JobChange = lambda job: job
    change_command: CommandChange = lambda command: command
    lacks: tuple[str, ...] = ()

    @property
    def kind(self) -> JailKind:
        return self.jail.kind

    def probe_program(self) -> str:
        return self.jail.probe_program()

    @contextmanager
    def prepared(self, job: Job) -> Iterator[JailedCommand]:
        with self.jail.prepared(self.change_job(job)) as jailed:
            yield replace(jailed, command=self.change_command(jailed.command))


@dataclass(frozen=True)
class Unwatched(Mutant):
    """The total size of files is nobody's concern."""

    @contextmanager
    def prepared(self, job: Job) -> Iterator[JailedCommand]:
        with self.jail.prepared(job) as jailed:
            yield replace(jailed, watched=None)


@dataclass(frozen=True)
class NoJail:
    """The launcher alone, as whoever runs the tests, with no limit and no rule."""

    kind: JailKind = "landlock"
    lacks: tuple[str, ...] = ()

    def probe_program(self) -> str:
        return launcher_path()

    @contextmanager
    def prepared(self, job: Job) -> Iterator[JailedCommand]:
        launcher = [launcher_path(), "job", "--job", "3", "--report", "4"]
        bounded = ["--processes", "200", "--memory", str(3 << 30), "--", *job.command]
        yield JailedCommand([*launcher, *bounded], watched=None)


def _without_limit(name: str) -> JobChange:
    return lambda job: replace(job, limits=replace(job.limits, **{name: 0}))


def _widened(name: str, factor: int) -> JobChange:
    def change(job: Job) -> Job:
        wider = getattr(job.limits, name) * factor
        return replace(job, limits=replace(job.limits, **{name: wider}))

    return change


def _before(mark: str, *words: str) -> CommandChange:
    """Put words in front of the first occurrence of a word of the command line."""

    def change(command: list[str]) -> list[str]:
        at = command.index(mark)
        return [*command[:at], *words, *command[at:]]

    return change


def _without(*words: str) -> CommandChange:
    def change(command: list[str]) -> list[str]:
        at = next(i for i in range(len(command)) if tuple(command[i : i + len(words)]) == words)
        return [*command[:at], *command[at + len(words) :]]

    return change


def _without_option(name: str) -> CommandChange:
    """Without the option and the value that follows it."""

    def change(command: list[str]) -> list[str]:
        at = command.index(name)
        return [*command[:at], *command[at + 2 :]]

    return change


# In either kind: which change, and the check that has to notice it.
JOB_MUTANTS: tuple[tuple[str, JobChange], ...] = (
    ("system-calls", lambda job: replace(job, call_filter="none")),
    ("network", lambda job: replace(job, call_filter="none")),
    ("environment", lambda job: replace(job, environment=(*job.environment, "TOKEN=1"))),
    ("host-files", lambda job: replace(job, readable=(*job.readable, "/etc"))),
    ("host-files", lambda job: replace(job, readable=(*job.readable, "/tmp"))),
    ("memory", _widened("memory_bytes", 2)),
    ("processes", _widened("processes", 2)),
    ("file-size", _widened("file_bytes", 2)),
    ("processor-time", _without_limit("cpu_seconds")),
)
BUBBLEWRAP_MUTANTS: tuple[tuple[str, CommandChange], ...] = (
    ("writing-outside", _without("--remount-ro", "/")),
    ("writing-outside", _before("--remount-ro", "--bind", "/tmp", "/tmp")),
    ("devices", _before("--remount-ro", "--dev", "/dev")),
    ("devices", _before("--remount-ro", "--dev-bind", "/dev/full", "/dev/full")),
    ("host-files", _before("--remount-ro", "--ro-bind", "/etc", "/etc")),
    ("total-size", _without_option("--size")),
    ("user", lambda command: ["0" if word == "1000" else word for word in command]),
)


# Of the process that reads models; the compiler's filter lacks what this one adds.
READER_MUTANTS: tuple[tuple[str, JobChange], ...] = (
    ("reader-network", lambda job: replace(job, call_filter="none")),
    ("reader-signals", lambda job: replace(job, call_filter="none")),
    ("reader-host-files", lambda job: replace(job, readable=(*job.readable, "/etc"))),
    ("reader-host-files", lambda job: replace(job, readable=(*job.readable, str(PROJECT)))),
    ("reader-writing-outside", lambda job: replace(job, writable="/tmp")),
    ("reader-links", lambda job: replace(job, call_filter="compile")),
    ("reader-other-processes", lambda job: replace(job, call_filter="compile")),
    ("reader-starting-programs", lambda job: replace(job, call_filter="compile")),
    ("reader-tracing", lambda job: replace(job, call_filter="compile")),
)


# Of a driver that runs a tool of the atlas.
DRIVER_MUTANTS: tuple[tuple[str, JobChange], ...] = (
    ("driver-network", lambda job: replace(job, call_filter="none")),
    ("driver-host-files", lambda job: replace(job, readable=(*job.readable, str(PROJECT)))),
    ("driver-writing-outside", lambda job: replace(job, writable="/tmp")),
    ("driver-starting-programs", lambda job: replace(job, call_filter="compile")),
)

WHEEL_MUTANTS: tuple[tuple[str, JobChange], ...] = (
    ("wheel-network", lambda job: replace(job, call_filter="none")),
    ("wheel-host-files", lambda job: replace(job, readable=(*job.readable, str(PROJECT)))),
    ("wheel-writing-outside", lambda job: replace(job, writable="/tmp")),
)


# Of a process that analyses sources.
ANALYST_MUTANTS: tuple[tuple[str, JobChange], ...] = (
    ("analysis-network", lambda job: replace(job, call_filter="none")),
    ("analysis-host-files", lambda job: replace(job, readable=(*job.readable, "/etc"))),
    ("analysis-host-files", lambda job: replace(job, readable=(*job.readable, str(PROJECT)))),
    ("analysis-writing-outside", lambda job: replace(job, writable="/tmp")),
    ("analysis-other-processes", lambda job: replace(job, call_filter="compile")),
    ("analysis-memory", _widened("memory_bytes", 2)),
)


def test_every_protection_holds(jail: Jail) -> None:
    report = examine_jail(jail)
    assert [check for check in report.checks if not check.ok] == []
    assert report.ok
    assert len(report.checks) >= 40
    assert all(check.sentence.endswith(".") for check in report.checks)


def test_each_kind_says_what_it_lacks() -> None:
    assert bubblewrap_jail().lacks == ()
    assert any("whether a path exists" in sentence for sentence in landlock_jail().lacks)


@pytest.mark.parametrize("kind", sorted(JAILS))
@pytest.mark.parametrize(
    ("check", "change"), JOB_MUTANTS, ids=[f"{at}-{m[0]}" for at, m in enumerate(JOB_MUTANTS)]
)
def test_a_missing_protection_is_noticed(kind: str, check: str, change: JobChange) -> None:
    assert check in _broken(Mutant(JAILS[kind](), change_job=change))


@pytest.mark.parametrize("kind", sorted(JAILS))
@pytest.mark.parametrize(
    ("check", "change"), READER_MUTANTS, ids=[f"{at}-{m[0]}" for at, m in enumerate(READER_MUTANTS)]
)
def test_a_reader_without_a_protection_is_noticed(kind: str, check: str, change: JobChange) -> None:
    checks = examine_readers(Mutant(JAILS[kind](), change_job=change))
    assert check in {one.name for one in checks if not one.ok}


@pytest.mark.parametrize("kind", sorted(JAILS))
@pytest.mark.parametrize(
    ("check", "change"), DRIVER_MUTANTS, ids=[f"{at}-{m[0]}" for at, m in enumerate(DRIVER_MUTANTS)]
)
def test_a_driver_without_a_protection_is_noticed(kind: str, check: str, change: JobChange) -> None:
    checks = examine_drivers(Mutant(JAILS[kind](), change_job=change))
    assert check in {one.name for one in checks if not one.ok}


@pytest.mark.parametrize("kind", sorted(JAILS))
@pytest.mark.parametrize(
    ("check", "change"), WHEEL_MUTANTS, ids=[f"{at}-{m[0]}" for at, m in enumerate(WHEEL_MUTANTS)]
)
def test_a_compiler_of_a_wheel_without_a_protection_is_noticed(
    kind: str, check: str, change: JobChange
) -> None:
    checks = examine_wheel_compilers(Mutant(JAILS[kind](), change_job=change))
    assert check in {one.name for one in checks if not one.ok}


@pytest.mark.parametrize("kind", sorted(JAILS))
@pytest.mark.parametrize(
    ("check", "change"),
    ANALYST_MUTANTS,
    ids=[f"{at}-{m[0]}" for at, m in enumerate(ANALYST_MUTANTS)],
)
def test_an_analyst_without_a_protection_is_noticed(
    kind: str, check: str, change: JobChange
) -> None:
    checks = examine_analysts(Mutant(JAILS[kind](), change_job=change))
    assert check in {one.name for one in checks if not one.ok}


def test_an_analyst_that_outlives_its_server_is_noticed(
    jail: Jail, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis_checks, "END_SECONDS", 0.5)
    checks = examine_analysts(Mutant(jail, change_command=_without_option("--parent")))
    assert "analysis-parent" in {check.name for check in checks if not check.ok}


@pytest.mark.parametrize(
    ("check", "change"),
    BUBBLEWRAP_MUTANTS,
    ids=[f"{at}-{m[0]}" for at, m in enumerate(BUBBLEWRAP_MUTANTS)],
)
def test_a_hole_in_the_room_is_noticed(check: str, change: CommandChange) -> None:
    assert check in _broken(Mutant(bubblewrap_jail(), change_command=change))


def test_a_process_that_leaves_the_group_is_noticed() -> None:
    """Bubblewrap's process namespace ends it all the same; under Landlock only the filter does."""
    mutant = Mutant(landlock_jail(), change_job=lambda job: replace(job, call_filter="none"))
    assert "whole-tree" in _broken(mutant)


def test_an_unwatched_directory_is_noticed() -> None:
    assert "total-size" in _broken(Unwatched(landlock_jail()))


def test_landlock_taken_away_is_noticed() -> None:
    broken = _broken(Mutant(landlock_jail(), change_command=_without("--landlock")))
    assert {"host-files", "writing-outside", "devices"} <= broken


def test_no_jail_at_all_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    try:
        broken = _broken(NoJail())
    finally:
        for left in tmp_path.glob("fill-*"):
            left.unlink()
    assert {
        "host-files", "network", "writing-outside", "user", "devices", "signals", "system-calls",
        "processor-time", "file-size", "memory", "processes", "total-size",
    } <= broken  # fmt: skip


def test_a_jail_that_does_not_start_is_a_failed_report() -> None:
    change = _before("--remount-ro", "--ro-bind", "/missing", "/x")
    report = examine_jail(Mutant(bubblewrap_jail(), change_command=change))
    assert not report.ok
    assert [check.name for check in report.checks] == ["start"]
    assert "/missing" in report.checks[0].detail


def test_a_program_that_cannot_be_started_is_no_result(jail: Jail) -> None:
    with pytest.raises(JailBroken, match="did not start"):
        _run(jail, ("/usr/bin/no-such-program",))


def test_the_kind_can_be_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in JAILS:
        monkeypatch.setenv("LOWLAB_JAIL", kind)
        assert chosen.chosen_jail.__wrapped__().kind == kind
    monkeypatch.setenv("LOWLAB_JAIL", "paper")
    with pytest.raises(InputError, match="paper"):
        chosen.chosen_jail.__wrapped__()


def test_landlock_serves_where_bubblewrap_does_not_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As under Docker's default profile, where bwrap is there but may not make a namespace."""
    refusing = tmp_path / "bwrap"
    refusing.write_text(
        "#!/bin/sh\necho 'bwrap: No permissions to create a namespace' >&2\nexit 1\n"
    )
    refusing.chmod(0o755)
    monkeypatch.delenv("LOWLAB_JAIL", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert chosen.chosen_jail.__wrapped__().kind == "landlock"


def _broken(jail: Jail) -> set[str]:
    return {check.name for check in examine_jail(jail).checks if not check.ok}


def _run(jail: Jail, command: tuple[str, ...]) -> None:
    run_jailed(jail, Job(command=command, readable=()))
