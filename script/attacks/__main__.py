"""Run the cases asked for and print what held; exit 1 if something did not."""

from __future__ import annotations

import asyncio
import sys
import time

from script.attacks import cases
from script.attacks.odd_sources import requests
from script.attacks.server import attacked_server
from script.attacks.server_kills import kill_servers
from script.attacks.verdict import Attack, AttackFigure, measured
from script.attacks.visitor import ATTACKER, Reply, Visitor

KILLS = "kills"
SOURCES = "sources"
KILLED_SERVERS = 50
SOURCES_AT_ONCE = 3
LONGEST_ANSWER_SECONDS = 60.0
CASES: tuple[tuple[str, Attack], ...] = (
    ("arithmetic", cases.arithmetic),
    ("labels", cases.labels),
    ("endless", cases.endless),
    ("hung-up", cases.hung_up),
    ("uploads", cases.uploads),
    ("links", cases.links),
    ("slow", cases.slow),
)
LONGEST_CASE_SECONDS = 420.0
HEADINGS = ("", "case", "what", "figure", "limit")


async def run_case(name: str, attack: Attack) -> list[AttackFigure]:
    """One case on a fresh server; one that does not end is a failure."""
    with attacked_server() as server:
        try:
            return await asyncio.wait_for(measured(name, attack, server), LONGEST_CASE_SECONDS)
        except TimeoutError:
            words = f"more than {LONGEST_CASE_SECONDS:g} s"
            return [AttackFigure(name, "time of the case", words, "ends", met=False)]


async def run_sources() -> list[AttackFigure]:
    """Odd sources to every address that reads one; a row for each answer that is a mistake."""
    turns = asyncio.Semaphore(SOURCES_AT_ONCE)
    probes = list(requests())

    async def ask(path: str, body: dict[str, object]) -> Reply:
        async with turns:
            return await Visitor(server, ATTACKER).post(path, body, gives_up=LONGEST_ANSWER_SECONDS)

    with attacked_server() as server:
        replies = await asyncio.gather(*(ask(path, body) for _, path, body in probes))
    wrong = [
        AttackFigure(
            SOURCES, f"{name}, {path}", f"{reply.status}, {reply.seconds:.1f} s", "below 500", False
        )
        for (name, path, _), reply in zip(probes, replies, strict=True)
        if not 200 <= reply.status < 500
    ]
    what = f"of {len(probes)} answers, mistakes of ours or none at all"
    return [AttackFigure(SOURCES, what, str(len(wrong)), "0", not wrong), *wrong]


def run_kills() -> list[AttackFigure]:
    """Servers killed in the midst of work."""
    report = kill_servers(KILLED_SERVERS)
    what = f"processes left by {report.kills} killed servers"
    row = AttackFigure(KILLS, what, str(len(report.left)), "0", not report.left)
    swept = "unfinished files after one more start"
    files = AttackFigure(KILLS, swept, str(len(report.files)), "0", not report.files)
    left = sorted({*report.left, *report.files})
    return [row, files, *(AttackFigure(KILLS, "left", words, "", met=False) for words in left)]


def run_other(name: str) -> list[AttackFigure]:
    """A case that is measured in its own way."""
    return run_kills() if name == KILLS else asyncio.run(run_sources())


def table(rows: list[AttackFigure]) -> str:
    """The rows in columns."""
    cells = [
        ("held" if row.met else "FAILED", row.case, row.what, row.figure, row.limit) for row in rows
    ]
    widths = [max(len(row[column]) for row in cells) for column in range(len(HEADINGS))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    )


def main(arguments: list[str]) -> int:
    """Run the cases named, or all."""
    known = [*(name for name, _ in CASES), SOURCES, KILLS]
    unknown = [name for name in arguments if name not in known]
    if unknown:
        print(
            f"script/attack: unknown case {unknown[0]} (known: {' '.join(known)})", file=sys.stderr
        )
        return 2
    held = True
    for name in arguments or known:
        began = time.monotonic()
        attack = dict(CASES).get(name)
        rows = asyncio.run(run_case(name, attack)) if attack is not None else run_other(name)
        print(table(rows))
        print(f"        {name} took {time.monotonic() - began:.0f} s", flush=True)
        held = held and all(row.met for row in rows)
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
