"""What is kept in memory is bounded by what it weighs and by its age."""

from __future__ import annotations

from compiler_core.kept import Kept


class Clock:
    """Seconds that tests turn."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_what_is_old_is_computed_again() -> None:
    clock, made = Clock(), iter(range(9))
    results: Kept[int] = Kept(4, seconds=60, clock=clock)
    for now, result in ((0, 0), (59, 0), (60, 1), (119, 1), (120, 2)):
        clock.now = now
        assert results.get_or_compute("key", lambda: next(made)) == (result, now in (59, 119))
    clock.now = 180
    assert results.kept("key") is None


def test_no_clock_runs_out_between_two_looks() -> None:
    """The result may be too old an instant after it was found."""
    ticks = iter(range(99))
    results: Kept[str] = Kept(4, seconds=2, clock=lambda: next(ticks))
    for _ in range(8):
        assert results.get_or_compute("key", lambda: "made")[0] == "made"


def test_none_is_a_result() -> None:
    results: Kept[None] = Kept(4)
    assert [results.get_or_compute("key", lambda: None)[1] for _ in range(2)] == [False, True]


def test_what_weighs_too_much_is_not_kept_nor_what_was_there_before() -> None:
    results: Kept[str] = Kept(10, len)
    for text in ("short", "much too long"):
        results.keep("key", text)
        results.keep("other", "other")
    assert (results.kept("key"), results.kept("other")) == (None, "other")
    results.keep("key", "x" * 6)
    assert (results.kept("key"), results.kept("other")) == ("x" * 6, None)
    results.forget("key")
    assert results.kept("key") is None
