"""Jobs behind one interface: what is asked for, as plain data, and how it is followed.

Whoever asks knows neither threads nor machines. One engine works in the server's own process and
keeps everything in folders, the other sends jobs to workers that share nothing with the server but
a database. The work is the same: the module of the job's kind, in a jailed process of its own.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any, Literal, NewType, Protocol

from compiler_core.errors import UnknownName
from compiler_core.pipelines.events import Event
from compiler_core.pipelines.model_runs import JOBS
from compiler_core.pipelines.stages import StageResult
from compiler_core.toolchain.worker_process import WorkerLimits

JobId = NewType("JobId", str)
"""A job's key: whoever asks for the same again has the same job."""
JobStanding = Literal["unknown", "queued", "running", "done", "failed", "cancelled", "left"]


@dataclass(frozen=True, slots=True)
class JobKind:
    """name: as it stands in requests. module: started in the jail with the job's folder."""

    name: str
    module: str
    limits: WorkerLimits = field(default_factory=WorkerLimits)


JOB_KINDS = (
    JobKind("network", JOBS["graph"]),
    JobKind("language", JOBS["language"]),
    JobKind("profile", "compiler_core.soc.profiling.job"),
    JobKind("work", "compiler_core.soc.work.job"),
    JobKind("tokens", "compiler_core.llm.slicing.job"),
)


def kind_of(name: str) -> JobKind:
    """Raises UnknownName."""
    for kind in JOB_KINDS:
        if kind.name == name:
            return kind
    raise UnknownName(f"There are no jobs of kind {name[:40]}.", "Update this program.")


@dataclass(frozen=True, slots=True, kw_only=True)
class JobSpec:
    """Plain data, the same on every machine."""

    kind: str
    """A name of JOB_KINDS: `network`."""
    model: str
    """The name of a model that ships, else where it lies among uploads, after its input's name."""
    settings: dict[str, Any]
    """Plain values, as the kind's settings are written."""
    picture: str = ""
    """Where it lies among uploads; empty for none."""
    inputs: tuple[str, ...] = ()
    """Uploads that the job reads, each by its digest: `models/…`, `pictures/…`."""
    key: str
    """Digest of what is asked and of the program that answers; the job's id."""
    last: str
    """The stage after which only checks follow."""
    owner: str = ""
    """On whose share it counts."""


@dataclass(frozen=True, slots=True)
class JobState:
    """place: 1 for the next one, of as many as wait; 0 for one that does not wait. ended: seconds
    since the epoch, 0 before."""

    state: JobStanding
    place: int = 0
    of: int = 0
    problem: str = ""
    ended: float = 0.0


class Jobs(Protocol):
    """What every engine offers; safe for threads, but for `watch`."""

    def submit(self, job: JobSpec) -> JobId:
        """Begin it, unless it is under way or has ended. Raises Overloaded."""
        ...

    def again(self, job: JobSpec) -> JobId:
        """Forget one that ended, and begin anew. Raises Overloaded."""
        ...

    def state(self, job: JobId) -> JobState: ...

    def events(self, job: JobId, after: int = 0) -> tuple[Event, ...]:
        """Those with a higher number; none for a job that was never begun."""
        ...

    def watch(self, job: JobId, after: int) -> AsyncIterator[Event | JobState]:
        """Events as they come, to the last one; between them where it stands, whenever that changes
        while it waits."""
        ...

    def result(self, job: JobId, stage: str) -> StageResult | None:
        """What the stage left, None while it has not. Raises InputError for what is damaged."""
        ...

    def cancel(self, job: JobId) -> None:
        """Ask it to end; one that has ended stays as it is."""
        ...

    def close(self) -> None:
        """The server ends."""
        ...
