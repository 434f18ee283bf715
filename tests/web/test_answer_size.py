"""What is too large for one answer: the listing without explanations, else a plain refusal."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from app.analysis.errors import AnalysisEnded
from app.analysis.task import FinishedAnswer, Task
from app.serving.answers import KEPT_BYTES_OF_ONE, answers_by_request
from app.tasks import compile_tasks
from app.tasks.process import tried
from command_line.main import run_arguments
from compiler_core import answer_size
from compiler_core.errors import AnswerTooLarge
from tests.passes.loops import SORTED_ROWS
from tests.web.conftest import HTML
from tests.web.pages import Answer, again_of

LOOP = "void size_of_answer(int *a, int n) {{ for (int i = 0; i < n; i++) a[i] += {}; }}\n"
WORDS = "too large to analyse"


def shrink(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    monkeypatch.setattr(answer_size, "ANSWER_BYTES", most)


def test_json_beyond_the_bound_is_the_listing(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = {"source": LOOP.format(1), "flags": "-O2"}
    whole = client.post("/api/compile", json=asked)
    shrink(monkeypatch, len(whole.content) - 200)
    plain = client.post("/api/compile", json=asked | {"source": LOOP.format(2)})
    assert plain.status_code == 200
    lines = plain.json()["functions"][0]["lines"]
    assert WORDS in plain.json()["notes"][0]
    assert any(line["kind"] == "instruction" for line in lines)
    assert not any(line["explanation"] for line in lines)


def test_a_page_beyond_the_bound_is_the_listing(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = {"source": LOOP.format(3), "flags": "-O2"}
    whole = client.get("/loop", params=asked | {"pane": "listing"}, headers=HTML)
    assert WORDS not in whole.text
    # Less than a page varies by: it tells how long its compilation took.
    shrink(monkeypatch, len(whole.content) - 200)
    plain = client.get("/loop", params=asked | {"source": LOOP.format(4)}, headers=HTML)
    assert plain.status_code == 200
    assert WORDS in plain.text


@pytest.mark.parametrize("path", ["compile", "diff", "passes", "why", "cycles", "count", "steps"])
def test_where_nothing_smaller_is_left_the_bound_is_told(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    shrink(monkeypatch, 40)
    sides = {"left": {"compiler": "gcc"}, "right": {"compiler": "clang"}} if path == "diff" else {}
    answer = client.post(f"/api/{path}", json={"source": LOOP.format(5), **sides})
    assert answer.status_code == 413
    assert WORDS in answer.text


def test_a_process_says_by_which_bound_it_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_much(_: Task) -> FinishedAnswer:
        raise AnswerTooLarge(64)

    monkeypatch.setattr(compile_tasks, "compiled", too_much)
    end = tried(Task(name="compile", path="/x"))
    assert (end.answer, end.refusal, end.failure) == (None, None, "size")
    assert "64 MiB that one answer may hold" in str(AnalysisEnded("size"))


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_the_command_line_lists_too(
    form: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    file = tmp_path_factory.mktemp("loop") / "loop.c"
    file.write_text(LOOP.format(7))
    for _ in range(2):  # The second says that it was kept, as any after it.
        assert run_arguments(["compile", str(file), *form]) == 0
        whole = capfdbinary.readouterr().out
    shrink(monkeypatch, len(whole) - len(whole.splitlines()) - 1)
    assert run_arguments(["compile", str(file), *form]) == 0
    assert WORDS.encode() in capfdbinary.readouterr().out
    shrink(monkeypatch, 40)
    for command in ("compile", "why", "cycles"):
        assert run_arguments([command, str(file), "--json"]) == 2
        printed = capfdbinary.readouterr()
        assert printed.out == b""
        assert WORDS.encode() in printed.err
        assert printed.err.count(b"\n") == 1


def test_large_answers_are_not_kept() -> None:
    cache = answers_by_request(4)
    for number, size in enumerate((10, KEPT_BYTES_OF_ONE, KEPT_BYTES_OF_ONE + 1)):
        cache.keep(
            number, FinishedAnswer(lasting=True, status=200, media_type="x/y", body=b"x" * size)
        )
    assert [cache.kept(number) is not None for number in range(3)] == [True, True, False]
    for number in range(9):
        cache.keep(number, FinishedAnswer(lasting=True, status=200, media_type="x/y", body=b""))
    assert sum(cache.kept(number) is not None for number in range(9)) == 4


@pytest.mark.slow
@pytest.mark.parametrize("compiler", ["gcc-12", "clang-19"])
def test_the_passes_over_a_library_s_sort_are_a_small_page(
    client: TestClient, compiler: str
) -> None:
    asked = {"source": SORTED_ROWS, "language": "c++", "compiler": compiler, "flags": "-O3"}
    begun = client.get("/loop", params=asked | {"pane": "passes"}, headers=HTML)
    assert begun.status_code == 200
    # What is told in parts to a browser comes whole where the page loads itself again.
    page = client.get(again_of(Answer(begun)), headers=HTML)
    assert page.status_code == 200
    assert "passes ran over" in page.text
    assert "passes ran over _Z" not in page.text
    assert len(page.content) <= 300_000


@pytest.mark.slow
def test_passes_that_print_too_much_are_refused_without_empty_lists(client: TestClient) -> None:
    """Clang prints every function that it inlines for a sort of rows and of their elements."""
    text = """#include <algorithm>
#include <vector>
void sorted(std::vector<std::vector<int>> &v) {
    for (auto &row : v) std::sort(row.begin(), row.end());
    std::sort(v.begin(), v.end());
}
"""
    asked = {"source": text, "language": "c++", "compiler": "clang-19", "flags": "-O3"}
    page = client.get("/loop", params=asked | {"pane": "passes", "wait": "!"}, headers=HTML)
    assert page.status_code == 200
    assert "so it is not shown. Paste only the function" in page.text
    assert "Every pass that ran" not in page.text


def test_a_limit_of_processor_time_is_the_task_s_own() -> None:
    assert "more than 10 s of processor" in str(AnalysisEnded("processor"))
    assert "more than 90 s of processor" in str(AnalysisEnded("processor", 90.0))
