"""Changes of one kind for one reason stand together, and each can still be chosen."""

from __future__ import annotations

from app.model.views.model_step import CHANGES_SHOWN, step_view
from app.model_runs.request import ModelRequest
from compiler_core.trace import Change, Step

REASON = "A constant needs no node of its own."


def step(alike: int) -> Step:
    changes = [Change("folded", f"constant_{at}", REASON) for at in range(alike)]
    changes.insert(1, Change("removed", "identity", "Identity gives what it reads."))
    changes.append(Change("refused", "constant_x", REASON))
    return Step("constant-folding", "graph", True, None, None, tuple(changes))


def test_equal_changes_are_one_row_that_names_the_others() -> None:
    view = step_view(ModelRequest(model="plain", stage="passes"), [step(193)], 1, "")
    assert [row.subject for row in view.changes] == ["constant_0", "identity", "constant_x"]
    first = view.changes[0]
    assert first.more == "192 more for the same reason"
    assert len(first.alike) == CHANGES_SHOWN
    assert not first.open
    assert view.more_changes == ""


def test_the_chosen_one_among_equals_is_shown_with_its_reason() -> None:
    view = step_view(ModelRequest(model="plain", stage="passes", change=4), [step(5)], 1, "")
    first = view.changes[0]
    assert first.open
    assert [one.subject for one in first.alike if one.current] == ["constant_2"]
    assert "change=4" in first.alike[1].address
    assert view.reason == REASON
