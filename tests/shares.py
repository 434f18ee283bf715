"""Which cases of the dearest suites a run takes: one in so many, others with each commit.

Some suites try the same sentence on hundreds of programs, or take a minute for one. All of them on
each commit take an hour; a share, drawn anew by the commit, finds what breaks many cases at once,
and within a few commits what breaks one. `--every` takes all, and so does whoever names the file.
"""

from __future__ import annotations

import subprocess
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import is_hypothesis_test, settings

ONE_IN = {
    "tests/bisection/test_bisect.py": 4,
    "tests/breaking/test_search.py::test_a_half_truth_is_broken": 20,
    "tests/claims/test_checker.py::test_every_false_claim_is_refuted_by_every_compiler": 2,
    "tests/claims/test_falsified.py": 4,
    "tests/claims/test_shipped_claims.py": 8,
    "tests/counting/test_counts.py": 6,
    "tests/exercises/test_cheats.py": 6,
    "tests/exercises/test_each_check_tells.py": 8,
    "tests/exercises/test_shipped.py": 6,
    "tests/explain/test_coverage.py"
    "::test_nearly_every_line_is_explained_specifically_and_no_mnemonic_is_unknown": 3,
    "tests/explain/test_coverage.py::test_the_corpus_is_what_was_promised": 4,
    "tests/graph/emission/test_backend_suite.py": 4,
    "tests/graph/emission/test_backend_suite.py::test_all_cases_and_their_published_score": 3,
    "tests/graph/exporting/test_exporting.py": 4,
    "tests/graph/fusion/test_agreement.py::test_the_nine_topologies": 3,
    "tests/graph/kernels/test_tactics.py::test_drawn_shapes": 2,
    "tests/graph/kernels/test_tactics.py::test_every_trap_on_the_emulated_core_and_in_plain_c": 3,
    "tests/graph/passes/test_node_counts.py::test_no_more_nodes_than_the_best_of_the_others": 3,
    "tests/lab/test_compose.py::test_a_hand_in_to_the_web_service_is_graded_by_the_worker": 2,
    "tests/loop/test_comparison.py::test_every_surveyed_loop_is_compared_at_four_steps": 3,
    "tests/passes/test_limits.py": 4,
    "tests/recorded_verdicts/test_recorded.py::test_each_labelled_loop_has_its_reason": 2,
    "tests/setup/test_benchmarks.py::test_rows_are_measured_over_http": 2,
    "tests/setup/test_scripts.py::test_a_fresh_clone_sets_itself_up": 3,
    "tests/slicing/test_values.py": 6,
    "tests/soc/vela/test_vela.py": 4,
    "tests/trials/test_trials.py::test_the_ten_most_frequent_reasons_have_a_remedy": 3,
    "tests/verdicts/test_agreement.py::test_verdicts_equal_the_reports_everywhere": 4,
    "tests/verdicts/test_labelled.py": 12,
    "tests/verdicts/test_vanished.py": 4,
    "tests/web/test_atlas.py": 6,
    "tests/web/test_hostile_requests.py": 6,
    "tests/web/test_learn.py::test_a_lesson_shows_its_figures_and_verdicts": 4,
    "tests/web/test_learn.py::test_every_verdict_of_a_lesson_and_the_ledger": 3,
    "tests/web/test_links.py": 10,
    "tests/web/test_model_more.py"
    "::test_a_remedy_is_one_click_and_is_measured_beside_the_network_without_it": 2,
    "tests/web/test_model_pairs.py::test_a_file_is_sent_from_the_page": 2,
    "tests/web/test_soc_figures.py": 6,
}
"""By file: of the cases of its tests with parameters. By file and function: of its cases, or of the
runs in which it is tried at all where it has none.
"""
BROWSER_FOLDER, BROWSER_ONE_IN = "tests/e2e/", 10
"""Walks through pages in a browser, of which a run tries one in so many, cases or not: each page is
opened once in any case (tests/walk).
"""
CASES_ONE_IN = 5
"""Of the cases of any other test that starts compilers, emulator or oracles, or is slow."""
EXAMPLES_ONE_IN, LEAST_EXAMPLES = 3, 20
"""Of the examples of a property in the first tier, which draws others each time."""


def drawing_seed(root: Path) -> str:
    """The commit; empty where there is none, which draws always the same."""
    asked = ["git", "-C", str(root), "rev-parse", "HEAD"]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()


def is_drawn(test: str, seed: str, *, is_quick: bool) -> bool:
    """Whether a run with this seed takes the test, by its name as pytest prints it."""
    return zlib.crc32(f"{seed} {test}".encode()) % _share(test, is_quick) == 0


def _share(test: str, is_quick: bool) -> int:
    name, _, case = test.partition("[")
    if test.startswith(BROWSER_FOLDER):
        return BROWSER_ONE_IN
    if name in ONE_IN:
        return ONE_IN[name]
    if not case:
        return 1
    return ONE_IN.get(name.partition("::")[0], 1 if is_quick else CASES_ONE_IN)


def draw_fewer_examples(items: list[pytest.Item]) -> None:
    """What properties of plain Python try takes a fifth of the first tier's time."""
    objects = (getattr(item, "obj", None) for item in items)
    for function in {getattr(one, "__func__", one) for one in objects if is_hypothesis_test(one)}:
        usual: settings = function._hypothesis_internal_use_settings
        most = usual.max_examples
        fewer = max(min(most, LEAST_EXAMPLES), most // EXAMPLES_ONE_IN)
        function._hypothesis_internal_use_settings = settings(usual, max_examples=fewer)


def leave_out(
    config: pytest.Config,
    items: list[pytest.Item],
    seed: str,
    is_quick: Callable[[pytest.Item], bool],
) -> None:
    """What is not drawn is deselected, so that the summary counts it.

    is_quick: whether a test belongs to the first tier, of which only the named suites are drawn.
    """
    drawn = [item for item in items if is_drawn(item.nodeid, seed, is_quick=is_quick(item))]
    if len(drawn) < len(items):
        taken = set(drawn)
        config.hook.pytest_deselected(items=[item for item in items if item not in taken])
        items[:] = drawn
