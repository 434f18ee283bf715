"""Which test process gets which files: what shares work together, what takes long first.

Files whose path begins with a word named here stay in one process: they share what a fixture or a
run computed. All other files are given out one by one, those that take minutes before the others,
so that at the end no process has a long one left while the other has none. A server or a browser is
started once in each process: that costs less than to keep minutes of pages in one.

A process that dies takes one test with it, which fails by name; another process gets the rest.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

import pytest
from xdist.scheduler import LoadScopeScheduling

if TYPE_CHECKING:
    from xdist.workermanage import WorkerController

TOGETHER = (
    "tests/walk/", "tests/web/test_model", "tests/web/test_soc_profile", "tests/explain/",
    "tests/counting/", "tests/passes/", "tests/verdicts/", "tests/stepping/",
    "tests/graph/quantisation/", "tests/architecture/",
)  # fmt: skip
LONG_FIRST = (
    "tests/walk/",
    "tests/web/test_model",
    "tests/e2e/test_access.py",
    "tests/graph/emission/test_backend_suite.py",
    "tests/graph/passes/test_node_counts.py",
    "tests/e2e/test_model.py",
    "tests/e2e/test_lessons.py",
    "tests/graph/kernels/test_tactics.py",
    "tests/web/test_hostile_requests.py",
    "tests/web/test_soc_profile",
    "tests/graph/fusion/test_agreement.py",
    "tests/llm/engine/test_agreement.py",
    "tests/claims/test_shipped_claims.py",
    "tests/counting/",
    "tests/explain/",
    "tests/passes/",
    "tests/verdicts/",
    "tests/e2e/test_language.py",
    "tests/e2e/test_textbook.py",
    "tests/e2e/test_runs.py",
    "tests/web/test_background.py",
    "tests/web/test_language.py",
    "tests/setup/test_benchmarks.py",
    "tests/setup/test_scripts.py",
    "tests/graph/exporting/test_exporting.py",
    "tests/soc/vela/test_vela.py",
    "tests/loop/test_comparison.py",
)


def scope_of(test: str) -> str:
    """The files, by the beginning of their path, or the file whose tests stay together."""
    file = test.partition("::")[0]
    return next((beginning for beginning in TOGETHER if file.startswith(beginning)), file)


def turn_of(test: str) -> int:
    """When what this test is a part of is given out: its place in LONG_FIRST, else after them."""
    scope = scope_of(test)
    return LONG_FIRST.index(scope) if scope in LONG_FIRST else len(LONG_FIRST)


class LongFirstScheduling(LoadScopeScheduling):
    """As `--dist loadfile`, with what stays together, in the order of the tests.

    xdist's own gives the test during which a process died to the next process, so that this dies
    too, and gives out what has been done already as work of no tests, of which a process never
    reports the end: all wait for ever.
    """

    def _split_scope(self, nodeid: str) -> str:
        return scope_of(nodeid)

    def remove_node(self, node: WorkerController) -> str | None:
        """The test that ran when the process died, if one did; what it had left is given out."""
        left = self.assigned_work.pop(node)
        tests = [test for unit in left.values() for test, is_done in unit.items() if not is_done]
        for unit in left.values():
            unit.update((test, True) for test in tests[:1] if test in unit)
        waiting = {scope: unit for scope, unit in left.items() if not all(unit.values())}
        self.workqueue = OrderedDict({**waiting, **self.workqueue})
        for other in self.nodes:
            self._reschedule(other)
        return tests[0] if tests else None

    def _reschedule(self, node: WorkerController) -> None:
        """A process runs its last test only when it knows of the next, or that there is none."""
        if node.shutting_down or node not in self.registered_collections:
            return
        while self.workqueue and self._pending_of(self.assigned_work[node]) <= 2:
            self._assign_work_unit(node)
        if not self.workqueue:
            node.shutdown()


def long_first(items: list[pytest.Item]) -> None:
    """Every process collects the same, so the order is the same in all."""
    items.sort(key=lambda item: turn_of(item.nodeid))
