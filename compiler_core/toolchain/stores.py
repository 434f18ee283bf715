"""Every place that keeps something on the disk: how much it may be, and what goes first.

All of it is in the state folder, in the folder that jailed programs can reach, or in the data
folder. Beside these there are, in the system's temporary folder, files of a process's own that end
with it (uploads as they arrive, a worker's messages), and one empty file per user id of a jail.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from compiler_core.kept_folders import bytes_of, is_held, make_room, remove
from compiler_core.kept_folders import sweep_incoming as sweep_incoming_of
from compiler_core.toolchain.content_cache import DISK_BYTES
from compiler_core.toolchain.limits import RUN_LIMITS
from compiler_core.toolchain.orphans import end_orphans
from compiler_core.toolchain.state import reachable_directory, state_directory

LINKS_BYTES = 256 << 20
MODELS_BYTES = 2 << 30
PICTURES_BYTES = 256 << 20
BOARD_REPORTS_BYTES = 32 << 20
RUNS_BYTES = 1 << 30
LESSON_RESULTS_BYTES = 8 << 20
BLOBS_BYTES = 1 << 30
WORKER_RUNS_BYTES = 16 << 30
PLACED_BYTES = 8 << 30
PROGRAMS_OF_OURS_BYTES = 128 << 20
_LONGEST_UNUSED = "the longest unused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Store:
    """One kind of thing that is kept."""

    name: str
    """Short, for a table: `outcomes`."""
    holds: str
    """What is kept, in words: `assembly of compiled sources`."""
    folder: Path
    """In which the things lie."""
    patterns: tuple[str, ...]
    """For `glob` in `folder`; each entry of one is one thing."""
    quota_bytes: int
    """Of all things together."""
    goes_first: str = _LONGEST_UNUSED
    """What is removed when the quota is met, in words."""

    def entries(self) -> Iterator[Path]:
        """What is there."""
        for pattern in self.patterns:
            yield from self.folder.glob(pattern)

    def used_bytes(self) -> int:
        """Room that it takes on the disk."""
        return sum(map(bytes_of, self.entries()))


@dataclass(frozen=True, slots=True)
class StoreUse:
    """A store as it is now."""

    name: str
    """Short name of the store, such as `outcomes`, `models` or `links`."""
    holds: str
    """What is kept in it, in words, such as `assembly of compiled sources`."""
    used_bytes: int
    """Room on the disk."""
    quota_bytes: int
    """How many bytes all that it holds may take together."""
    goes_first: str
    """What is removed when the quota is met, in words, such as `the longest unused`."""


def all_stores(data: Path) -> tuple[Store, ...]:
    """Everything that is kept, with the data folder at this place."""
    return (*_caches(), *_passing(), *_data(data))


def store_uses(data: Path) -> tuple[StoreUse, ...]:
    """How full everything is. Looks at every file."""
    return tuple(
        StoreUse(store.name, store.holds, store.used_bytes(), store.quota_bytes, store.goes_first)
        for store in all_stores(data)
    )


def sweep_leftovers(data: Path) -> None:
    """Remove what killed servers left: processes, and files that nobody writes any more.

    What another server works on just now stays.
    """
    end_orphans()
    folders = [state_directory(), reachable_directory(), data, state_directory() / "jobs"]
    folders += [
        data / name
        for name in ("models", "pictures", "board-reports", "lesson-results", "worker-runs")
    ]
    folders += (data / "blobs").glob("??")
    folders += [shard for store in _caches() for shard in store.folder.glob("??")]
    for folder in folders:
        sweep_incoming_of(folder)
    for path in _placed().entries():
        if not is_held(path):
            remove(path)


def sweep_to_quotas(data: Path) -> None:
    """Remove what goes first wherever a quota is passed. Looks at every file."""
    for store in all_stores(data):
        if store.goes_first == _LONGEST_UNUSED:
            make_room(store.entries(), store.quota_bytes)


def _caches() -> tuple[Store, ...]:
    """Results by content; each can be computed again."""
    caches = (
        ("outcomes", "assembly of compiled sources"),
        ("programs", "linked programs and their objects"),
        ("runs", "what compilers and linkers gave to jailed processes"),
        ("tuned-kernels", "winners of measured searches for kernels"),
        ("tactic-errors", "measured errors of kernels"),
    )
    return tuple(
        Store(
            name=name,
            holds=holds,
            folder=state_directory() / name,
            patterns=("??/*",),
            quota_bytes=DISK_BYTES,
        )
        for name, holds in caches
    )


def _passing() -> tuple[Store, ...]:
    jobs = Store(
        name="jobs",
        holds="work directories of jobs under Landlock",
        folder=state_directory() / "jobs",
        patterns=("*",),
        quota_bytes=RUN_LIMITS.total_file_bytes * 4 * (os.cpu_count() or 1),
        goes_first="each goes with its job; what a killed server left, at the next start",
    )
    programs = Store(
        name="own programs",
        holds="the launcher, the plugin, the recorder, OSACA's copy",
        folder=reachable_directory(),
        quota_bytes=PROGRAMS_OF_OURS_BYTES,
        patterns=("launcher-*", "recorder-*", "counting-plugin-*", "osaca-*"),
    )
    return jobs, _placed(), programs


def _placed() -> Store:
    return Store(
        name="placed files",
        holds="weights that jailed programs map",
        folder=reachable_directory(),
        patterns=("placed-*",),
        quota_bytes=PLACED_BYTES,
        goes_first="each goes with its run; what a killed server left, at the next start",
    )


def _data(data: Path) -> tuple[Store, ...]:
    return (
        Store(
            name="links", holds="shared loops", folder=data, patterns=("links.sqlite*",),
            quota_bytes=LINKS_BYTES,
            goes_first="links that nobody opened for 30 days; without any, new ones are refused",
        ),
        Store(
            name="models", holds="uploaded models", folder=data / "models", patterns=("*",),
            quota_bytes=MODELS_BYTES,
        ),
        Store(
            name="pictures", holds="uploaded pictures", folder=data / "pictures", patterns=("*",),
            quota_bytes=PICTURES_BYTES,
        ),
        Store(
            name="board reports", holds="times that readers measured", patterns=("*",),
            folder=data / "board-reports", quota_bytes=BOARD_REPORTS_BYTES,
        ),
        Store(
            name="model runs", holds="results of model compilations", folder=data / "model-runs",
            patterns=("*",), quota_bytes=RUNS_BYTES,
        ),
        Store(
            name="lesson results", holds="what lessons showed last", patterns=("*",),
            folder=data / "lesson-results", quota_bytes=LESSON_RESULTS_BYTES,
        ),
        Store(
            name="blobs", holds="copies of what several machines share", folder=data / "blobs",
            patterns=("??/*",), quota_bytes=BLOBS_BYTES,
        ),
        Store(
            name="worker runs", holds="models that a worker compiles just now",
            folder=data / "worker-runs", patterns=("*",), quota_bytes=WORKER_RUNS_BYTES,
            goes_first="each goes with its run; what a killed worker left, at its next start",
        ),
    )  # fmt: skip
