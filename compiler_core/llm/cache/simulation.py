"""A server at work: requests arrive, wait, grow by a token a step, and leave their memory.

Both layouts serve the same requests in the order of arrival. A contiguous cache makes the next one
wait until there is a hole for the longest answer it may give; a paged cache lets it in as soon as
its prompt fits, and if memory runs out, the youngest request gives its blocks back and starts anew.
"""

from __future__ import annotations

from collections.abc import Sequence

from compiler_core.errors import InputError
from compiler_core.llm.cache.layouts import CacheLayout, ContiguousLayout, PagedLayout
from compiler_core.llm.cache.moments import CacheMoment, CacheRun
from compiler_core.llm.cache.requests import Request


class _Server:
    """The state between steps. `made` counts the tokens each running request has made."""

    def __init__(self, layout: CacheLayout, requests: Sequence[Request]) -> None:
        self.layout = layout
        self.coming = sorted(requests, key=lambda request: request.arrival)
        self.waiting: list[Request] = []
        self.running: list[Request] = []
        self.made: dict[str, int] = {}
        self.waited = self.preempted = 0
        self.events: list[str] = []

    @property
    def busy(self) -> bool:
        return bool(self.coming or self.waiting or self.running)

    def step(self, step: int) -> CacheMoment:
        self.events = []
        self._finish()
        self._receive(step)
        self._grow()
        self._admit()
        self.waited += len(self.waiting)
        return self._moment(step)

    def _finish(self) -> None:
        for request in list(self.running):
            if self.made[request.name] == request.generated:
                self.running.remove(request)
                self.layout.leave(request)
                self.events.append(f"{request.name} ends.")

    def _receive(self, step: int) -> None:
        while self.coming and self.coming[0].arrival <= step:
            self.waiting.append(self.coming.pop(0))
            self.events.append(f"{self.waiting[-1].name} arrives.")

    def _admit(self) -> None:
        while self.waiting and self.layout.admit(self.waiting[0]):
            request = self.waiting.pop(0)
            self.running.append(request)
            self.made[request.name] = 0
            self.events.append(f"{request.name} starts with {request.prompt} positions.")

    def _grow(self) -> None:
        for request in list(self.running):
            while request in self.running and not self.layout.grow(request):
                self._preempt(self.running[-1])
            if request in self.running:
                self.made[request.name] += 1

    def _preempt(self, request: Request) -> None:
        self.running.remove(request)
        self.layout.leave(request)
        self.waiting.insert(0, request)
        self.preempted += 1
        self.events.append(f"{request.name} gives its blocks back and will start anew.")

    def _moment(self, step: int) -> CacheMoment:
        cells = self.layout.cells()
        free, largest = self.layout.free()
        reserved = self.layout.capacity - free
        used = sum(cell.used for cell in cells)
        needed = self.layout.needed(self.waiting[0]) if self.waiting else 0
        return CacheMoment(
            step=step,
            used=used,
            unused_inside=reserved - used,
            unusable=free if largest < needed <= free else 0,
            free=free,
            largest_hole=largest,
            shared=self.layout.shared(),
            running=tuple(request.name for request in self.running),
            waiting=tuple(request.name for request in self.waiting),
            events=tuple(self.events),
            cells=cells,
        )


def serve_contiguous(requests: Sequence[Request], capacity: int) -> CacheRun:
    """All requests in one memory of `capacity` positions, a region each."""
    return _serve(ContiguousLayout(capacity), requests)


def serve_paged(requests: Sequence[Request], capacity: int, block_positions: int) -> CacheRun:
    """All requests in whole blocks of the same memory."""
    return _serve(PagedLayout(capacity // block_positions, block_positions), requests)


def _serve(layout: CacheLayout, requests: Sequence[Request]) -> CacheRun:
    """Until all are done. Raises InputError for a request that could never be served."""
    for request in requests:
        if not layout.fits_alone(request):
            raise InputError(
                f"Request {request.name!r} does not fit into {layout.capacity} positions.",
                "Give the cache more memory or ask for fewer tokens.",
            )
    server = _Server(layout, requests)
    moments: list[CacheMoment] = []
    while server.busy:
        moments.append(server.step(len(moments)))
    return CacheRun(
        layout=layout.name,
        capacity=layout.capacity,
        block_positions=layout.block_positions,
        moments=tuple(moments),
        waited=server.waited,
        preempted=server.preempted,
        copied=layout.copied,
    )
