"""What lessons say while a model is compiled, and what is left of it when that fails."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from app.lesson import lessons
from app.lesson import results as lesson_results
from app.lesson import scenes as lesson_scenes
from app.lesson import sections as lesson_sections
from app.lesson.model_claims import RunProgress, progress_of_events, runs_behind
from app.lesson.page import BegunSection
from app.lesson.scenes import SceneMaker, lesson_scene
from app.lesson.sections import begun_section, is_settled
from app.lesson.views.lesson import PendingView, PredictionView, SectionView
from app.model_runs.known import find_model
from app.model_runs.request import ModelRequest
from app.model_runs.tracks import track_of
from app.serving.templating import Page, render_text
from app.site.miniatures import MINIATURES, read_miniature
from compiler_core.claims.claim import Claim, ClaimResult
from compiler_core.errors import InputError
from compiler_core.graph.settings import DEFAULT_SETTINGS
from compiler_core.lessons.lesson import LessonScene, Prose
from compiler_core.lessons.reading import find_lesson
from compiler_core.pipelines.events import Event
from compiler_core.pipelines.model_runs import ShippedRun

RUN = ShippedRun("graph", "residual", DEFAULT_SETTINGS)
GONE = InputError("The run was ended.", "Try again.")


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lesson_results, "settings", lambda: SimpleNamespace(state=tmp_path))


def test_a_scene_whose_run_fails_is_that_of_the_last_one(monkeypatch: pytest.MonkeyPatch) -> None:
    section = next(
        one for one in find_lesson("graph-passes").sections if isinstance(one, LessonScene)
    )
    recorded = read_miniature(MINIATURES[1])
    fails = False

    def made() -> object:
        if fails:
            raise GONE
        return recorded

    maker = SceneMaker(section.name, "The graph", made, lambda: (RUN,))  # pyright: ignore
    monkeypatch.setattr(lesson_scenes, "SCENE_MAKERS", (maker,))
    fails = True
    first = lesson_scene(section)
    assert first.scene.problem
    assert not is_settled(first)
    fails = False
    now = lesson_scene(section)
    assert not now.earlier
    assert is_settled(now)
    fails = True
    later = lesson_scene(section)
    assert later.scene == now.scene
    assert "The run was ended." in later.earlier
    assert lesson_results.kept_scene(section.name).date in later.earlier  # pyright: ignore
    assert not is_settled(later)


def test_a_claim_whose_run_fails_has_its_last_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = next(one for one in find_lesson("graph-passes").claims if runs_behind((one,)))
    failure = "The run was ended."

    def checked(one: Claim) -> ClaimResult:
        result = ClaimResult(
            id=one.id,
            lesson=one.lesson,
            compiler="core",
            compiler_title="",
            flags=(),
            holds=True,
            states="holds",
            says=one.says,
            expected="",
            found="22",
            basis="counted",
        )
        return replace(result, holds=False, found=failure) if failure else result

    monkeypatch.setattr(lessons, "check_facts", checked)
    monkeypatch.setattr(lessons, "failure_of", lambda runs: failure)
    never = lessons.judged(claim, None)  # pyright: ignore
    assert never.mark == "unstated"
    assert failure in never.verdict
    failure = ""
    assert lessons.judged(claim, None).mark == "holds"  # pyright: ignore
    failure = "The run was ended."
    earlier = lessons.judged(claim, None)  # pyright: ignore
    assert earlier.mark == "unstated"
    assert "Holds, counted." in earlier.verdict
    assert earlier.found == "22"
    assert not is_settled(earlier)


def test_a_run_says_its_stage_and_how_much_is_done() -> None:
    track = track_of("graph")
    request = ModelRequest(model="residual", stage="input", settings=DEFAULT_SETTINGS, track=track)
    events = (
        Event(number=1, kind="progress", stage="quantise", text="calibrating", done=1, total=2),
    )
    found = progress_of_events(find_model("residual").title, request, events, 0)
    assert "stage 4 of 7" in found.says
    assert "calibrating" in found.says
    assert found.percent == (300 + 50) // 7


class NeverStarted:
    """A lesson's sections while none of its models has been compiled."""

    name, build_id = "gcc-12", "one"


@pytest.mark.parametrize("name", ["graph-passes", "int8", "fusion", "four-bits", "cache"])
def test_one_place_of_a_lesson_shows_the_progress_of_a_compile(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lesson = find_lesson(name)
    behind = lesson_sections._runs_of  # pyright: ignore
    monkeypatch.setattr(lesson_sections, "started_runs", lambda runs: not tuple(runs))
    monkeypatch.setattr(
        lesson_sections, "progress_of", lambda runs: RunProgress(f"Compiling {len(tuple(runs))}.")
    )
    waiting = [at for at, one in enumerate(lesson.sections) if behind(lesson, one)]
    views = [begun_section(lesson, at, NeverStarted()).result() for at in waiting]  # pyright: ignore
    proofs = [one.proof for one in views if isinstance(one, PredictionView)]
    seen = [one for one in views if not isinstance(one, PredictionView)]
    assert all(isinstance(one, PendingView) for one in (*proofs, *seen))
    bars = [one for one in seen if isinstance(one, PendingView) and not one.is_told_above]
    runs = {run for at in waiting for run in behind(lesson, lesson.sections[at])}
    assert seen[0] in bars, "the proof of a prediction is hidden, and so is its progress"
    assert len(bars) <= len(runs) < len(views)


def test_a_section_that_takes_longer_than_a_request_waits_asks_again() -> None:
    lesson = find_lesson("fusion")
    for number, section in enumerate(lesson.sections):
        if isinstance(section, Prose):
            continue
        never: Future[SectionView] = Future()
        never.set_running_or_notify_cancel()
        begun = BegunSection(lesson, number, NeverStarted(), never)  # pyright: ignore
        page = asyncio.run(begun.page(seconds=0.01))
        text = render_text(Page("lesson_section.html", page), "/", ("section",))
        assert f'hx-get="/learn/fusion/sections/{number}?compiler=gcc-12" hx-trigger="load"' in text
        assert not never.cancelled(), "who stops waiting takes it from nobody"
