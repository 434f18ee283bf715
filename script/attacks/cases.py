"""The attacks, each bounded: it ends by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from script.attacks import bombs
from script.attacks.server import AttackedServer
from script.attacks.verdict import AttackFigure
from script.attacks.visitor import ATTACKER, Reply, Visitor

AT_ONCE = 8
ENDLESS_PROGRAMS = 50
HUNG_UP = 45
HUNG_UP_SECONDS = 3.0
REFUSED_UPLOADS = 4
UPLOAD_BYTES = 24 << 20
LINKS = 150
LINKS_OF_ONE = 60
SLOW_LINES = 40
SLOW_SECONDS = 30.0


async def arithmetic(server: AttackedServer, round_number: int) -> list[AttackFigure]:
    """Numbers in inline assembly that no machine can have."""
    return await _sources("arithmetic", server, round_number, bombs.arithmetic())


async def labels(server: AttackedServer, round_number: int) -> list[AttackFigure]:
    """Computed jumps, gotos, and a file full of loops."""
    return await _sources("labels", server, round_number, bombs.labels())


async def endless(server: AttackedServer, round_number: int) -> list[AttackFigure]:
    """Fifty programs that do not end, from one client, which waits for half a minute."""
    visitor = Visitor(server, ATTACKER)
    base = round_number * 1000 + 1
    replies = await asyncio.gather(
        *(
            visitor.post("/api/count", bombs.endless(base + number), gives_up=30)
            for number in range(ENDLESS_PROGRAMS)
        )
    )
    return [_no_mistakes("endless", replies)]


async def hung_up(server: AttackedServer, round_number: int) -> list[AttackFigure]:
    """Forty-five endless programs whose client leaves; then another asks for a page."""
    visitor = Visitor(server, ATTACKER)
    base = round_number * 1000 + 500
    await asyncio.gather(
        *(
            visitor.post("/api/count", bombs.endless(base + number), gives_up=HUNG_UP_SECONDS)
            for number in range(HUNG_UP)
        )
    )
    learn = await Visitor(server, "127.0.0.3").get("/learn")
    met = learn.status == 200 and learn.seconds <= 1
    return [AttackFigure("hung-up", "/learn right after", f"{learn.seconds:.2f} s", "≤ 1 s", met)]


async def uploads(server: AttackedServer, _: int) -> list[AttackFigure]:
    """Models with a file beside them that does not belong there, and one that is too large."""
    visitor = Visitor(server, ATTACKER)
    replies = [await _upload(visitor, _form(UPLOAD_BYTES)) for _ in range(REFUSED_UPLOADS)]
    replies.append(await _upload(visitor, b"", announced=1 << 30))
    refused = all(400 <= reply.status < 500 for reply in replies)
    words = ", ".join(str(reply.status) for reply in replies)
    return [AttackFigure("uploads", "uploads that are refused", words, "4xx", refused)]


async def links(server: AttackedServer, round_number: int) -> list[AttackFigure]:
    """As many permanent links as one client can make."""
    visitor = Visitor(server, ATTACKER)
    replies = [
        await visitor.post("/api/share", bombs.small_loop(100_000 * (round_number + 1) + number))
        for number in range(LINKS)
    ]
    accepted = sum(reply.status == 200 for reply in replies)
    met = accepted <= LINKS_OF_ONE
    return [
        AttackFigure("links", f"kept of {LINKS} links", str(accepted), f"≤ {LINKS_OF_ONE}", met),
        _no_mistakes("links", replies),
    ]


async def slow(server: AttackedServer, _: int) -> list[AttackFigure]:
    """Requests that come byte by byte, or stop in the middle."""
    visitor = Visitor(server, ATTACKER)
    heads = (
        b"",
        b"GET /learn HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
        b"POST /api/compile HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 60000\r\n\r\n{",
        b"POST /model HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: multipart/form-data; "
        b"boundary=x\r\nContent-Length: 90000000\r\n\r\n--x\r\n",
    )
    ended = await asyncio.gather(
        *(_hold(visitor, heads[number % len(heads)]) for number in range(SLOW_LINES))
    )
    what = f"of {SLOW_LINES} silent connections ended within {SLOW_SECONDS:g} s"
    return [AttackFigure("slow", what, str(sum(ended)), str(SLOW_LINES), all(ended))]


async def _sources(
    case: str,
    server: AttackedServer,
    round_number: int,
    requests: Iterator[tuple[str, dict[str, object]]],
) -> list[AttackFigure]:
    visitor, free = Visitor(server, ATTACKER), asyncio.Semaphore(AT_ONCE)

    async def one(path: str, payload: dict[str, object]) -> Reply:
        # No answer is in a cache.
        fresh = {**payload, "source": f"{payload['source']}/* {round_number} */\n"}
        async with free:
            return await visitor.post(path, fresh)

    replies = await asyncio.gather(*(one(*request) for request in requests))
    return [_no_mistakes(case, replies)]


def _no_mistakes(case: str, replies: list[Reply]) -> AttackFigure:
    """Refusals are answers; 503 says that it is busy."""
    wrong = [reply.status for reply in replies if reply.status >= 500 and reply.status != 503]
    shown = f"{len(wrong)} of {len(replies)}"
    return AttackFigure(case, "answers that are a mistake of the server", shown, "0", not wrong)


async def _upload(visitor: Visitor, body: bytes, announced: int = 0) -> Reply:
    headers = {"Content-Type": "multipart/form-data; boundary=x"}
    if not announced:
        return await visitor.send("POST", "/api/models", headers, body, 0)
    async with visitor.line() as (reader, writer):
        writer.write(
            b"POST /api/models HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
            b"Content-Type: multipart/form-data; boundary=x\r\nContent-Length: %d\r\n\r\n"
            % announced
        )
        answer = await asyncio.wait_for(reader.readline(), 30)
    return Reply(int(answer.split()[1]), 0)


def _form(size: int) -> bytes:
    """Safetensors beside a file that belongs to none."""
    part = b'--x\r\nContent-Disposition: form-data; name="model"; filename="%s"\r\n\r\n%s\r\n'
    return part % (b"a.safetensors", b"w" * size) + part % (b"evil.bin", b"w") + b"--x--\r\n"


async def _hold(visitor: Visitor, head: bytes) -> bool:
    """Send the beginning and nothing more; whether the server ends it."""
    try:
        async with asyncio.timeout(SLOW_SECONDS), visitor.line() as (reader, writer):
            writer.write(head)
            await reader.read()
    except TimeoutError:
        return False
    except OSError:
        return True
    return True
