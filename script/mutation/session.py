"""One pytest session for all mutants: tests are collected once, each try is a fork of it.

The tests run once without a mutant, in a fork too, so that nothing they keep is there when a mutant
is tried. coverage.py tells which of them reach a line.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

import coverage
import pytest

from script.mutation.forks import Fork, run_in_forks
from script.mutation.mutants import PRODUCT, ROOT, Mutant, put_in
from script.mutation.report import Ending, TriedMutant

# A mutant may take so many times the processor time of the tests without one, and so many seconds
# more.
LONGEST_RATIO = 4
LONGEST_EXTRA_SECONDS = 10.0
# Of the tests that reach a mutant only the shortest are run, together so many seconds of processor
# without it: one that survives them counts as survived. Else one survivor where every test compiles
# takes as long as twenty others.
MOST_TEST_SECONDS = 40.0
# A mistake may ask for all memory there is.
MOST_BYTES = 4 << 30
# Some tests look at the process they run in, which is another here; more than these is a mistake.
MOST_FAILED = 0.02
_KILLED, _SURVIVED, _NOT_LOADED = 1, 0, 3


@dataclass(frozen=True, slots=True)
class Reach:
    """seconds: of processor, what each test took. tests: those that reach a line, by file below
    compiler_core and line. failed: tests that do not pass without a mutant.
    """

    seconds: dict[str, float]
    tests: dict[str, dict[str, list[str]]]
    failed: list[str]

    def of(self, mutant: Mutant) -> list[str]:
        """The tests that reach it, the shortest first; then the others of their files, whose
        fixtures or caches may hold what one of these made. No more than fit into the time for one,
        but at least one.
        """
        lines = self.tests.get(mutant.path, {})
        reaching = {
            test
            for line in range(mutant.lines[0], mutant.lines[1] + 1)
            for test in lines.get(str(line), ())
        }
        files = {_file(test) for test in reaching}
        beside = {test for test in self.seconds if _file(test) in files} - reaching
        tests = [*self._shortest_first(reaching), *self._shortest_first(beside)]
        sums = accumulate(self.seconds[test] for test in tests)
        fitting = sum(seconds <= MOST_TEST_SECONDS for seconds in sums)
        return tests[: max(fitting, 1)]

    def limit(self, tests: Sequence[str]) -> float:
        """Seconds of processor after which a try ends."""
        usual = sum(self.seconds[test] for test in tests)
        return LONGEST_RATIO * usual + LONGEST_EXTRA_SECONDS

    def _shortest_first(self, tests: set[str]) -> list[str]:
        return sorted(tests, key=lambda test: (self.seconds[test], test))


class Tries(Protocol):
    """Tells of each mutant how it ended, as soon as it is known."""

    def __call__(self, tried: TriedMutant, /) -> None: ...


# pytest asks for a hash where folders have a conftest.py of their own.
@dataclass(eq=False, kw_only=True)
class MutationSession:
    """A pytest plugin that runs, instead of the tests, each mutant's."""

    package: str
    """Folder below compiler_core."""
    texts: dict[Mutant, str]
    """Source text of the file with each mutant in it."""
    order: Sequence[Mutant]
    """Mutants to try, the first first."""
    children: int
    """How many forks at once."""
    end: float
    """When to stop, by time.monotonic()."""
    tell: Tries
    """Called with each mutant as soon as its ending is known."""
    failed: int = 0
    """How many tests have failed in this process so far."""
    problem: str = ""
    """Why no mutant could be tried, a sentence; empty without one."""
    _items: dict[str, pytest.Item] = field(default_factory=dict)
    """The collected tests by their ids, without those that fail without a mutant."""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed += report.failed

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self._items = {item.nodeid: item for item in session.items}
        gc.freeze()
        with TemporaryDirectory() as folder:
            reach = self._measured(Path(folder) / "reach.json")
        if reach is None:
            return True
        self._items = {name: item for name, item in self._items.items() if name not in reach.failed}
        for mutant, code in run_in_forks(
            (self._try(mutant, reach) for mutant in self.order), self.children, self.end
        ):
            self.tell(TriedMutant(mutant.name, _ending(code)))
        return True

    def _measured(self, file: Path) -> Reach | None:
        fork = Fork(None, lambda: self._measure(file), max(self.end - time.monotonic(), 1.0))
        codes = [code for _, code in run_in_forks(iter([fork]), 1, self.end)]
        if codes != [0] or not file.is_file():
            self.problem = f"The tests did not come to their end without a mutant: {codes}."
            return None
        reach = Reach(**json.loads(file.read_text(encoding="utf-8")))
        if not reach.tests or len(reach.failed) > MOST_FAILED * len(self._items):
            self.problem = f"Without a mutant {len(reach.failed)} tests fail: {reach.failed[:3]}."
            return None
        for test in reach.failed:
            print(f"Left out, for it fails without a mutant: {test}", flush=True)
        return reach

    def _measure(self, file: Path) -> int:
        """In a fork: run all tests, and write down what each reaches and takes."""
        _limit_memory()
        recorder = coverage.Coverage(
            data_file=None, include=[str(PRODUCT / self.package / "*")], config_file=False
        )
        seconds, failed = {}, []
        recorder.start()
        for name, item in self._items.items():
            recorder.switch_context(name)
            began, before = _processor_seconds(), self.failed
            _forget(self.package)
            self._run(item, list(self._items.values()))
            seconds[name] = _processor_seconds() - began
            failed += [name] if self.failed > before else []
        recorder.stop()
        tests = {
            str(Path(path).relative_to(PRODUCT)): {
                str(line): sorted(set(names) - {""} - set(failed)) for line, names in lines.items()
            }
            for path, lines in _contexts(recorder)
        }
        durations = {name: taken for name, taken in seconds.items() if name not in failed}
        words = json.dumps({"seconds": durations, "tests": tests, "failed": failed})
        file.write_text(words, encoding="utf-8")
        return 0

    def _try(self, mutant: Mutant, reach: Reach) -> Fork[Mutant]:
        tests = reach.of(mutant)
        return Fork(mutant, lambda: self._run_with(mutant, tests), reach.limit(tests))

    def _run_with(self, mutant: Mutant, tests: list[str]) -> int:
        """In a fork: the exit code; the first failure ends it."""
        _limit_memory()
        if not tests:
            return _NOT_LOADED
        try:
            put_in(mutant, self.texts[mutant])
        except LookupError:
            return _NOT_LOADED
        items = [self._items[test] for test in tests]
        for item in items:
            _forget(self.package)
            self._run(item, items)
            if self.failed:
                return _KILLED
        return _SURVIVED

    def _run(self, item: pytest.Item, items: list[pytest.Item]) -> None:
        at = items.index(item) + 1
        following = items[at] if at < len(items) else None
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)


def collected(session: MutationSession, tests: Sequence[str], marks: str) -> None:
    """Collect the tests of these marks, and run the session instead of them."""
    os.chdir(ROOT)
    arguments = [
        "-q",
        "-s",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "--tb=no",
        "-m",
        marks,
    ]
    pytest.main([*arguments, *tests], plugins=[session])


def _forget(package: str) -> None:
    """What the package's functions keep of earlier calls: a test reaches what it asks for, and a
    mutant of what is computed once is run."""
    inside = f"{PRODUCT.name}.{package.replace('/', '.')}"
    for name, module in list(sys.modules.items()):
        if name == inside or name.startswith(f"{inside}."):
            for member in vars(module).values():
                if callable(clear := getattr(member, "cache_clear", None)):
                    clear()


def _contexts(recorder: coverage.Coverage) -> Iterator[tuple[str, dict[int, list[str]]]]:
    data = recorder.get_data()
    for path in data.measured_files():
        yield path, data.contexts_by_lineno(path)


def _file(test: str) -> str:
    return test.partition("::")[0]


def _processor_seconds() -> float:
    """Of this process and of those it started that have ended."""
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def _limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_BYTES, MOST_BYTES))


def _ending(code: int | None) -> Ending:
    """None: it was ended at its limit. What ends a process in another way was noticed too."""
    known: dict[int | None, Ending] = {_SURVIVED: "survived", _NOT_LOADED: "no test"}
    return known.get(code, "killed")
