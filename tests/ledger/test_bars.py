"""Bars from counts: differences that add up, gaps that are bridged, words from numbers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from compiler_core.host.counting.record import Totals
from compiler_core.host.ledger.sentences import ledger_sentences
from compiler_core.host.ledger.stopped_compiles import THE_REST, first_is_start, stopped_bars
from compiler_core.host.ledger.trial_runs import NOTHING_BEFORE, OUT_OF_TIME, CountedTrial, code_of
from compiler_core.host.passes.llvm_dumps import ModuleText, module_texts
from compiler_core.toolchain.outcome import Outcome

COUNTS = st.lists(st.none() | st.integers(1, 10**9), min_size=1, max_size=30)


def trial(instructions: int | None, digest: str = "a") -> CountedTrial:
    if instructions is None:
        return CountedTrial(totals=None, digest="", message="It ended early.")
    return CountedTrial(
        totals=Totals(
            instructions=instructions,
            loads=5,
            stores=3,
            bytes_loaded=20,
            bytes_stored=12,
            cache_lines=1,
            misses=1,
            unseen=0,
        ),
        digest=digest,
    )


def texts(many: int) -> list[ModuleText]:
    return [ModuleText(at, "Start" if at == 0 else f"Pass{at}", "f", "") for at in range(many)]


@given(st.integers(1, 10**9), COUNTS, st.integers(1, 10**9))
def test_what_bars_save_adds_up_to_the_whole_whatever_does_not_run(
    start: int, counts: list[int | None], whole: int
) -> None:
    trials = [trial(start), *map(trial, counts)]
    bars = stopped_bars(texts(len(trials)), trials, trial(whole))
    assert len(bars) == len(counts) + 1
    assert sum(bar.saved or 0 for bar in bars) == start - whole
    assert [bar.instructions for bar in bars[:-1]] == counts
    assert all((bar.saved is None) == (bar.instructions is None) for bar in bars)
    assert all(bar.message for bar in bars if bar.instructions is None)
    assert bars[-1].step is None


def test_code_that_does_not_run_before_a_pass_leaves_that_pass_without_a_price_and_says_so() -> (
    None
):
    bars = stopped_bars(texts(2), [trial(None), trial(2)], trial(2))
    assert (bars[0].saved, bars[0].message) == (None, NOTHING_BEFORE)
    told = ledger_sentences("stopped here", None, totals(2), bars, None)
    assert "In the end the code executes 2 instructions" in told[0]


def test_what_rounds_to_once_as_many_is_no_ratio() -> None:
    told = ledger_sentences("stopped here", totals(100_100), totals(100_000), (), 0)[0]
    assert told == "Before any pass the code executes 100,100 instructions, in the end 100,000."


def test_results_with_other_bits_are_marked_and_said() -> None:
    bars = stopped_bars(texts(3), [trial(90), trial(50, "b"), trial(40)], trial(40))
    assert [bar.same_bits for bar in bars] == [False, True, True]
    told = " ".join(ledger_sentences("stopped here", trial(90).totals, totals(40), bars, 0))
    assert "bits" in told
    assert "Pass1" in told


def totals(instructions: int) -> Totals:
    found = trial(instructions).totals
    assert found is not None
    return found


def test_sentences_name_what_saved_and_what_cost_most() -> None:
    trials = [trial(1000), trial(1300), trial(200), trial(200), trial(198)]
    bars = stopped_bars(texts(5), trials, trial(198))
    told = ledger_sentences("stopped here", totals(1000), totals(198), bars, 0)
    assert "1,000 instructions, in the end 198: 5.05 times" in told[0]
    assert "Pass2 1,100" in told[1]
    assert "Pass1 300" in told[2]
    assert "Pass4" not in " ".join(told)
    assert "1 pass changed the code without" in told[3]


@given(st.lists(st.integers(0, 1000), min_size=2, max_size=8))
def test_what_a_costly_pass_is_said_to_be_followed_by_was_saved_behind_it(
    counts: list[int],
) -> None:
    """No later gain is promised where there was none."""
    trials = [trial(count) for count in counts]
    bars = stopped_bars(texts(len(trials)), trials, trials[-1])
    told = " ".join(
        ledger_sentences("stopped here", totals(counts[0]), totals(counts[-1]), bars, 0)
    )
    scale = abs(counts[0] - counts[-1]) * 0.01
    saved = [bar.saved or 0 for bar in bars if bar.step is not None]
    costly = [at for at, one in enumerate(saved) if one < 0 and -one >= scale]
    if not costly or not counts[-1]:
        return
    later = sum(one for one in saved[costly[-1] + 1 :] if one > 0)
    assert ("no pass saved anything" in told) == (later == 0)
    assert later == 0 or f"passes saved {later:,}." in told


def test_a_gain_of_nothing_is_said_in_words_and_no_pass_of_gcc_is_said_to_change_code() -> None:
    bars = stopped_bars(texts(3), [trial(70), trial(70), trial(70)], trial(70))
    for method in ("stopped here", "without it"):
        told = ledger_sentences(method, totals(70), totals(70), bars, 0)
        assert "just as many" in told[0]
        assert ("changed the code" in told[-1]) == (method == "stopped here")


def test_code_generation_is_no_pass_that_costs() -> None:
    bars = stopped_bars(texts(2), [trial(1000), trial(100)], trial(150))
    told = ledger_sentences("stopped here", totals(1000), totals(150), bars, 0)
    assert any("code generation made 50 instructions more" in one for one in told)
    assert not any("dearer" in one for one in told)


def test_interaction_is_said_only_where_bars_cannot_add_up() -> None:
    bars = stopped_bars(texts(2), [trial(100), trial(50)], trial(50))
    without = ledger_sentences("without it", totals(100), totals(50), bars, 30)
    assert any("come to 20 instructions, and the whole gain is 50" in one for one in without)
    unknown = ledger_sentences("without it", None, totals(50), bars, None)
    assert any("not known" in one for one in unknown)
    stopped = ledger_sentences("stopped here", totals(100), totals(50), bars, 0)
    assert not any("interaction" in one for one in stopped)


def outcome(output: str) -> Outcome:
    return Outcome(
        status="ok", output=output, diagnostics="", message="", limit="", command=(), seconds=0.0
    )


def test_what_a_limit_left_is_said_and_no_code_generation_is_paid_for_it() -> None:
    left = CountedTrial(totals=None, digest="", message=OUT_OF_TIME, left=True)
    bars = stopped_bars(texts(4), [trial(1000), trial(900), left, left], trial(100))
    assert (bars[-1].pass_name, bars[-1].saved) == (THE_REST, 800)
    told = " ".join(ledger_sentences("stopped here", totals(1000), totals(100), bars, 0))
    assert "2 of 3 passes have no bar" in told
    assert "code generation made" not in told


def test_code_that_differs_in_places_alone_is_one_program() -> None:
    one = outcome("f:\n\t.loc 1 2 3\n.Ltmp1:\n\tadd w0, w0, w1\n\tret\n")
    other = outcome("f:\n\t.loc 1 9 9\n.Ltmp7:\n\tadd w0, w0, w1\n\tret\n")
    third = outcome("f:\n\tadd w0, w0, w2\n\tret\n")
    assert code_of(one) == code_of(other) != code_of(third)


DUMP = """\
*** IR Dump At Start ***
; ModuleID = 'loop.c'
define void @f(i32 %n) {
  ret void
}
*** IR Dump After SROAPass on f ***
; ModuleID = 'loop.c'
define void @f(i32 %n) {
  unreachable
}
*** IR Dump After SimplifyCFGPass on f omitted because no change ***
*** IR Dump After SROAPass on g ***
; ModuleID = 'loop.c'
define void @g(i32 %n) {
  ret void
}
; *** IR Dump After CodeGen Prepare (codegenprepare) *** (function: f)
define void @f(i32 %n) {
  ret void
}
# *** IR Dump After AArch64 Instruction Selection (aarch64-isel) on f ***:
# Machine code for function f: IsSSA
# End machine code for function f.
"""


def test_modules_come_with_their_place_in_the_list_of_passes() -> None:
    found = module_texts(DUMP, "f")
    assert [(one.step, one.pass_name) for one in found] == [(0, "Start"), (1, "SROAPass")]
    assert "unreachable" in found[1].text
    assert "Machine code" not in "".join(one.text for one in found)
    assert first_is_start(found)
    assert not first_is_start(found[1:])
