"""Each of these mistakes, put into the pages, breaks a test of theirs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest
from starlette.testclient import TestClient

import app.experiments
import app.home_command
import app.panes
import app.run_panes
import app.run_settings
import app.source_map
import app.subject
import app.view_models.block_picture
import app.view_models.experiments
import app.view_models.heat
import app.view_models.moments
import app.view_models.remarks
import app.view_models.run
import app.view_models.step_frame
import app.view_models.stepper
import app.view_models.why
from tests.web import test_follow, test_runs
from tests.web.pages import Answer

HTML = {"accept": "text/html"}


@dataclass(frozen=True)
class Mutant:
    """A mistake: the name in the module is replaced by what `change` makes of it, and the test that
    must fail then. arguments: of that test, beside the client or the page's fetcher."""

    title: str
    module: Any
    name: str
    change: Callable[[Any], Any]
    test: Callable[..., None]
    arguments: tuple[object, ...] = ()


def always(value: object) -> Callable[[Any], Any]:
    return lambda _: lambda *_arguments, **_named: value


def reversed_order(original: Any) -> Any:
    return lambda *arguments: tuple(reversed(list(original(*arguments))))


def next_state(original: Any) -> Any:
    return lambda recording, at: original(recording, min(at + 1, len(recording.steps)))


def one_step_late(original: Any) -> Any:
    return lambda recording, at, key_of: replace(original(recording, at, key_of), at=at + 1)


def all_equal(original: Any) -> Any:
    return lambda found: replace(original(found), word="The same bits", sign="✓")


def all_right(original: Any) -> Any:
    return lambda found: replace(
        original(found),
        rows=tuple(replace(row, classes="is-same") for row in original(found).rows),
    )


def first_half(original: Any) -> Any:
    return lambda *arguments: original(*arguments)[: len(original(*arguments)) // 2]


MUTANTS = (
    Mutant("nothing is marked", app.source_map.SourceMap, "mark", always(""),
           test_follow.test_a_followed_line_is_marked_in_every_pane, ("listing",)),
    Mutant("everything is marked", app.source_map.SourceMap, "mark", always("linked"),
           test_follow.test_a_followed_line_is_marked_in_every_pane, ("registers",)),
    Mutant("outer loops own the lines of inner ones", app.view_models.why, "_own_lines",
           lambda _: lambda one, _loops: set(range(one.source_line, one.end_line + 1)),
           test_follow.test_only_the_innermost_loop_of_a_line_is_marked),
    Mutant("always the first file", app.subject.Subject, "file", lambda _: property(lambda _: 1),
           test_follow.test_the_second_file_can_be_chosen, ("why",)),
    Mutant("remarks at no line", app.view_models.remarks, "_line", always(0),
           test_follow.test_remarks_stand_beneath_their_lines),
    Mutant("half of the remarks", app.view_models.remarks, "_remark_list", first_half,
           test_follow.test_every_remark_of_the_record_is_shown),
    Mutant("heat upside down", app.view_models.heat, "shade_of",
           lambda original: lambda heat: 5 - original(heat),
           test_runs.test_a_run_shows_totals_and_heat),
    Mutant("fields of parameters ignored", app.run_settings, "SETTING_PREFIX", lambda _: "no:",
           test_runs.test_values_of_parameters_are_fields),
    Mutant("any text is a number", app.run_settings, "whole", always(7),
           test_runs.test_settings_that_no_run_can_have_are_said_in_the_pane,
           ({"n": "many"}, "whole number")),
    Mutant("the state after the next step", app.view_models.step_frame, "state_at", next_state,
           test_runs.test_frames_show_what_the_recording_says),
    Mutant("a frame under the next one's number", app.explorer, "frame_view", one_step_late,
           test_runs.test_frames_come_in_pieces_and_equal_the_pages),
    Mutant("never a difference", app.experiments, "compared_view", all_equal,
           test_runs.test_two_settings_are_compared_by_ulp),
    Mutant("nothing is wrong", app.experiments, "overlap_view", all_right,
           test_runs.test_overlap_shows_right_beside_wrong),
    Mutant("bars the wrong way round", app.view_models.experiments, "sweep_rows", reversed_order,
           test_runs.test_the_sweep_is_a_chart_and_a_table),
    Mutant("no block is drawn", app.view_models.block_picture, "_shown", always(frozenset()),
           test_runs.test_a_profile_waits_for_its_button_and_shows_three_builds),
    Mutant("always the same command", app.panes, "home_command", always("lowlab nothing"),
           test_runs.test_the_command_names_the_pane, ("run",)),
)  # fmt: skip


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.title)
def test_the_mistake_is_noticed(
    mutant: Mutant, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def get(path: str) -> Answer:
        return Answer(client.get(path, headers=HTML))

    named: dict[str, object] = {"client": client, "get": get}
    wanted = mutant.test.__code__.co_varnames[: mutant.test.__code__.co_argcount]
    given = [named[name] for name in wanted if name in named]
    mutant.test(*given, *mutant.arguments)
    changed = mutant.change(getattr(mutant.module, mutant.name))
    monkeypatch.setattr(mutant.module, mutant.name, changed)
    with pytest.raises((AssertionError, ValueError, StopIteration, KeyError)):
        mutant.test(*given, *mutant.arguments)
