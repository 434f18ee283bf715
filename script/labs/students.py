"""Students in one browser each, as their server sees them: cookies, forms, and what they ask for.

A look is a compile that is shown; half of them are of sources that were looked at before. A hand-in
is a form of the exercise's page, sent as its button does, and asked after until it is graded.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from html import unescape

from classroom.grading import OUR_FAULT
from script.labs.light_client import ClientAnswer, LightClient, RequestFailed

EXERCISE = "memory-sum-vectorises"
LOOK_SECONDS, HAND_IN_SECONDS = 10.0, 90.0
PATIENCE_SECONDS = 600.0
"""For a grade: how long one takes is told, and only one that never comes is an error."""
_FIELD = re.compile(r'name="(form_token|client_key)" value="([^"]*)"')
_STARTER = re.compile(r"void (?P<name>\w+)\(const (?P<type>\w+) \*")
_NUMBERS = itertools.count(1)
_SOURCES = (
    "void {name}(const {type} *a, int n, {type} *s) {{ if (n < -{number}) return; {type} t = *s;"
    " for (int i = 0; i < n; i++) t += a[i]; *s = t; }}\n",
    "void {name}(const {type} *a, int n, {type} *restrict s) {{ if (n < -{number}) return;"
    " for (int i = 0; i < n; i++) *s += a[i]; }}\n",
    "void {name}(const {type} *a, int n, {type} *s) {{ if (n < -{number}) return;"
    " for (int i = 0; i < n; i++) *s += a[i]; }}\n",
    "void {name}(const {type} *a, int n, {type} *s) {{ {type} t = {number};"
    " for (int i = 0; i < n; i++) t += a[i]; *s = t; }}\n",
)
"""Right in two ways, not vectorised, and wrong; other code for every number."""


@dataclass(kw_only=True)
class Seen:
    """What all students met together. Seconds on the clock; places in the queue that were shown."""

    looks_new: list[float] = field(default_factory=list)
    """Seconds of each look at a new source."""
    looks_known: list[float] = field(default_factory=list)
    """Seconds of each look at a source that was looked at before."""
    kept: list[float] = field(default_factory=list)
    """Seconds until each hand-in was acknowledged."""
    grades: list[float] = field(default_factory=list)
    """Seconds until each hand-in was graded."""
    health: list[float] = field(default_factory=list)
    """Seconds of each request of `/healthz`."""
    places: list[int] = field(default_factory=list)
    """In the queue, as they were shown to waiting students."""
    errors: list[str] = field(default_factory=list)
    """What went wrong, at most 400 characters each; such a try adds no seconds."""

    @property
    def looks(self) -> list[float]:
        return self.looks_new + self.looks_known


@dataclass
class Browser:
    """One person at one computer."""

    client: LightClient
    cookie: str = ""
    page: str = ""
    address: str = ""

    async def open(self, address: str) -> ClientAnswer:
        """Follows what it is sent on to. Raises RequestFailed, also for errors of the server."""
        answer = await self._sent("GET", address)
        for _ in range(3):
            if not answer.is_redirect:
                break
            answer = await self._sent("GET", answer.headers["location"].partition("#")[0])
        self.page, self.address = answer.text, answer.address
        return answer

    async def send(self, address: str, **fields: str) -> ClientAnswer:
        """A form of the open page, with what stands hidden in it."""
        body = {**dict(_FIELD.findall(self.page)), **fields}
        answer = await self._sent("POST", address, data=body)
        if not answer.is_redirect:
            self.page = answer.text
            return answer
        return await self.open(answer.headers["location"].partition("#")[0])

    async def _sent(
        self, method: str, address: str, *, data: dict[str, str] | None = None, body: object = None
    ) -> ClientAnswer:
        headers = {"cookie": self.cookie} if self.cookie else {}
        headers |= {} if body is not None else {"accept": "text/html"}
        answer = await self.client.request(method, address, headers, data=data, body=body)
        if set_cookie := answer.headers.get("set-cookie"):
            self.cookie = set_cookie.partition(";")[0]
        if answer.is_error:
            text = " ".join(re.sub(r"<[^>]*>", " ", answer.text).split())[:300]
            raise RequestFailed(f"{method} {address}: {answer.status} {text}")
        return answer

    async def ask(self, address: str, body: object) -> ClientAnswer:
        return await self._sent("POST", address, body=body)


@dataclass(kw_only=True)
class Student:
    """Looks and hands in; what is met goes into `seen`."""

    browser: Browser
    """With the student's cookie."""
    class_address: str
    """Path of the class, without a slash at its end."""
    seen: Seen
    """Shared by all students."""
    chance: random.Random
    """The student's own, so that runs with a seed are alike."""
    name: str = ""
    """Of the function that the exercise asks for; empty before joining."""
    kind: str = ""
    """C type of the exercise's elements; empty before joining."""

    @property
    def exercise(self) -> str:
        return f"{self.class_address}/x/{EXERCISE}"

    async def join(self, code: str, nickname: str) -> None:
        """Raises RequestFailed."""
        await self.browser.open("/lab")
        await self.browser.send("/lab/join", code=code, nickname=nickname)
        await self.browser.open(self.exercise)
        matched = _STARTER.search(unescape(self.browser.page))
        assert matched is not None, "the exercise's page shows no starter"
        self.name, self.kind = matched["name"], matched["type"]

    def source(self, number: int) -> str:
        text = _SOURCES[number % len(_SOURCES)]
        return text.format(name=self.name, type=self.kind, number=number)

    async def look(self) -> None:
        """At a source that somebody looked at before, or at a new one."""
        if self.chance.random() < 0.5:
            await _timed(self.seen, self.seen.looks_known, lambda: self.compiled(0))
        else:
            await _timed(self.seen, self.seen.looks_new, lambda: self.compiled(next(_NUMBERS)))

    async def compiled(self, number: int) -> None:
        body = {"source": self.source(number), "compiler": "gcc", "flags": "-O3"}
        await self.browser.ask("/api/compile", body)

    async def hand_in(self) -> None:
        """Until it is graded."""

        async def until_graded() -> None:
            await _timed(self.seen, self.seen.kept, self._send)
            matched = re.search(r"attempt=(\d+)", self.browser.address)
            if matched is None:
                words = " ".join(re.sub(r"<[^>]*>", " ", self.browser.page).split())
                raise RequestFailed(f"no attempt at {self.browser.address}: {words[:300]}")
            await self._followed(int(matched[1]))

        await _timed(self.seen, self.seen.grades, until_graded)

    async def _send(self) -> None:
        await self.browser.open(self.exercise)
        source = self.source(next(_NUMBERS))
        await self.browser.send(self.exercise, act="hand in", source=source)

    async def _followed(self, attempt: int) -> None:
        """As the page does: its place in the queue is told to it, and that it is graded; then it
        is fetched."""
        headers = {"cookie": self.browser.cookie, "accept": "text/event-stream"}
        address = f"{self.class_address}/attempts/{attempt}/events"
        async with asyncio.timeout(PATIENCE_SECONDS):
            async for line in self.browser.client.lines(address, headers):
                if line.startswith("data: ") and (position := json.loads(line[6:]).get("place")):
                    self.seen.places.append(position)
            await self.browser.open(f"{self.exercise}?attempt={attempt}")
        if "data-waiting" in self.browser.page or OUR_FAULT[:40] in unescape(self.browser.page):
            raise RequestFailed(f"attempt {attempt} is not graded: {self.browser.page[:2000]}")

    async def work(self, seconds: float) -> None:
        """Looks and hand-ins at their times, from moments of this student's own."""
        await asyncio.gather(
            _every(LOOK_SECONDS, seconds, self.chance, self.look),
            _every(HAND_IN_SECONDS, seconds, self.chance, self.hand_in),
        )


async def _every(
    period: float, seconds: float, chance: random.Random, act: Callable[[], Awaitable[None]]
) -> None:
    """At its times until they are over; one that takes longer than a period delays the next."""
    ends = time.monotonic() + seconds
    due = time.monotonic() + chance.uniform(0, min(period, seconds))
    while due < ends:
        await asyncio.sleep(max(due - time.monotonic(), 0.0))
        await act()
        due = max(due + period, time.monotonic())


async def _timed(seen: Seen, times: list[float], act: Callable[[], Awaitable[object]]) -> None:
    began = time.monotonic()
    try:
        await act()
    except (RequestFailed, TimeoutError) as error:
        seen.errors.append(f"{type(error).__name__}: {error}"[:400])
        return
    times.append(time.monotonic() - began)
