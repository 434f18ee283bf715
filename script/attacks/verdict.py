"""What must hold while a server is attacked, and how it is measured."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from statistics import median

from script.attacks.bombs import small_loop
from script.attacks.server import AttackedServer
from script.attacks.visitor import OTHER, Visitor

PROBES_PER_SECOND = 10
PROBE_SECONDS = 0.25
LONGEST_PROBE_SECONDS = 1.0
PROBES_IN_TIME = 0.95
COMPILE_RATIO = 2.0
DISK_SHARE = MEMORY_SHARE = 0.05
COMPILES = 5
QUIET_SECONDS = 3.0
SETTLING_SECONDS = 5.0
"""What was ended is started anew meanwhile."""
LOOKS = 5
_seeds = itertools.count(1)


@dataclass(frozen=True, slots=True)
class AttackFigure:
    """One figure beside its limit."""

    case: str
    what: str
    figure: str
    limit: str
    met: bool


@dataclass(slots=True)
class Probes:
    """Seconds until /healthz answered; infinity where it did not."""

    seconds: list[float] = field(default_factory=list[float])

    @asynccontextmanager
    async def taken(self, server: AttackedServer) -> AsyncIterator[None]:
        """Ask ten times a second while the block runs; each probe is waited for."""
        under_way: set[asyncio.Task[None]] = set()

        async def one() -> None:
            reply = await Visitor(server, "127.0.0.1").get("/healthz")
            self.seconds.append(reply.seconds if reply.status == 200 else float("inf"))

        async def all_along() -> None:
            while True:
                under_way.add(asyncio.create_task(one()))
                await asyncio.sleep(1 / PROBES_PER_SECOND)

        probing = asyncio.create_task(all_along())
        try:
            yield
        finally:
            probing.cancel()
            await asyncio.gather(*under_way)

    @property
    def share_in_time(self) -> float:
        """Of all probes."""
        return sum(probe <= PROBE_SECONDS for probe in self.seconds) / max(len(self.seconds), 1)

    def rows(self, case: str, quiet: Probes) -> list[AttackFigure]:
        """The share that came in time beside that of the server at rest, and the longest."""
        in_time = self.share_in_time
        figure = f"{in_time:.1%} (at rest {quiet.share_in_time:.1%})"
        longest = max(self.seconds, default=float("inf"))
        return [
            AttackFigure(
                case,
                f"of {len(self.seconds)} probes of /healthz within 250 ms",
                figure,
                f"≥ {PROBES_IN_TIME:.0%}",
                in_time >= PROBES_IN_TIME,
            ),
            AttackFigure(
                case,
                "the longest probe",
                f"{longest:.2f} s",
                f"≤ {LONGEST_PROBE_SECONDS:g} s",
                longest <= LONGEST_PROBE_SECONDS,
            ),
        ]


async def set_up(server: AttackedServer) -> None:
    """One honest run to its end: what a server lays down for its first is not the attack's."""
    await Visitor(server, OTHER).post("/api/count", small_loop(next(_seeds)) | {"n": 64})


async def compile_seconds(server: AttackedServer) -> float:
    """The median of another client's compiles that are in no cache; infinity if one fails."""
    replies = [
        await Visitor(server, OTHER).post("/api/compile", small_loop(next(_seeds)))
        for _ in range(COMPILES)
    ]
    if any(reply.status != 200 for reply in replies):
        return float("inf")
    return median(reply.seconds for reply in replies)


async def settled_memory(server: AttackedServer) -> int:
    """The least of some looks, in bytes: a process that has just begun again still holds what it
    reads to begin, up to 30 MB.

    A client asks for two things at once before, of which the second is answered by the process for
    crowds: it holds 20 MB before its first task, which the attack may have ended, and 53 after it.
    """
    await asyncio.sleep(SETTLING_SECONDS)
    client = Visitor(server, OTHER)
    await asyncio.gather(*(client.post("/api/compile", small_loop(next(_seeds))) for _ in range(2)))
    await asyncio.sleep(SETTLING_SECONDS)
    least = server.memory_bytes()
    for _ in range(LOOKS - 1):
        await asyncio.sleep(1)
        least = min(least, server.memory_bytes())
    return least


def ratio_row(case: str, alone: float, during: float) -> AttackFigure:
    """Another client's compile beside what it takes alone."""
    ratio = during / alone
    figure = f"{ratio:.2f} ({during * 1000:.0f} ms / {alone * 1000:.0f} ms)"
    what = "another client's compile, of what it takes alone"
    return AttackFigure(case, what, figure, f"≤ {COMPILE_RATIO:g}", ratio <= COMPILE_RATIO)


def growth_row(case: str, what: str, before: int, after: int, share: float) -> AttackFigure:
    """Bytes that were added, as a share of what was there."""
    growth = (after - before) / before
    figure = f"{growth:+.1%} ({before / 1e6:.1f} → {after / 1e6:.1f} MB)"
    return AttackFigure(case, what, figure, f"≤ {share:.0%}", growth <= share)


Attack = Callable[[AttackedServer, int], Awaitable[list[AttackFigure]]]
"""An attack, made unlike others by its round; its own rows beside the common ones."""


async def measured(case: str, attack: Attack, server: AttackedServer) -> list[AttackFigure]:
    """The attack three times on one server: what others feel, what stays of it.

    Its own rows are those of the first round, and of the second where they failed.
    """
    first_rows = await attack(server, 0)
    await set_up(server)
    alone = await compile_seconds(server)
    disk = server.disk_bytes()
    quiet, probes = Probes(), Probes()
    async with quiet.taken(server):
        await asyncio.sleep(QUIET_SECONDS)
    async with probes.taken(server):
        under_way = asyncio.ensure_future(attack(server, 1))
        await asyncio.sleep(1)
        during = await compile_seconds(server)
        own_rows = await under_way
    memory = await settled_memory(server)
    disk_after = server.disk_bytes()
    await attack(server, 2)
    memory_after = await settled_memory(server)
    return [
        *probes.rows(case, quiet),
        ratio_row(case, alone, during),
        growth_row(case, "disk after the attack", disk, disk_after, DISK_SHARE),
        growth_row(case, "memory after one more round", memory, memory_after, MEMORY_SHARE),
        *first_rows,
        *(row for row in own_rows if not row.met),
    ]
