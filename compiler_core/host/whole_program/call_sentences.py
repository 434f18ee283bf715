"""What became of a call across files, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from compiler_core.host.comparison.wording import listed
from compiler_core.host.whole_program.record import CrossCall


def call_sentence(call: CrossCall) -> CrossCall:
    """The same call with its sentence."""
    return replace(call, sentence=_SENTENCES[call.fate](call))


def _gone(call: CrossCall) -> str:
    start = f"The call of {call.callee} in {call.caller}{_place(call)} is gone"
    if not call.callee_lines:
        return f"{start}, and nothing of {call.callee_file} is left in {call.caller}."
    return (
        f"{start}: code of {call.callee_file}, {lines_text(call.callee_lines)}, "
        f"stands in {call.caller} now."
    )


def _kept(call: CrossCall) -> str:
    start = f"{call.caller} still calls {call.callee}{_place(call)}"
    if call.calls_together == call.calls_apart:
        return f"{start}: the optimiser saw both files and did not inline it."
    before, after = _times(call.calls_apart), _times(call.calls_together)
    return f"{start}: {after} in the code now, {before} before."


def _caller_gone(call: CrossCall) -> str:
    return (
        f"{call.caller}, which called {call.callee}{_place(call)}, is no function of its own any "
        "more: it was inlined into its callers, or nothing needs it."
    )


def _unknown(call: CrossCall) -> str:
    return f"{call.caller} calls {call.callee}{_place(call)}; the optimised program was not built."


_SENTENCES = {"gone": _gone, "kept": _kept, "caller gone": _caller_gone, "unknown": _unknown}


def _place(call: CrossCall) -> str:
    return f" (line {call.source_line} of {call.caller_file})" if call.source_line else ""


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def lines_text(lines: Sequence[int]) -> str:
    """`line 4`, `lines 3 and 4`, `lines 2 to 5 and 9`."""
    spans: list[list[int]] = []
    for line in lines:
        if spans and line == spans[-1][1] + 1:
            spans[-1][1] = line
        else:
            spans.append([line, line])
    words = [word for first, last in spans for word in _span_words(first, last)]
    return f"{'line' if len(lines) == 1 else 'lines'} {listed(words)}"


def _span_words(first: int, last: int) -> list[str]:
    if last - first < 2:
        return [str(line) for line in range(first, last + 1)]
    return [f"{first} to {last}"]
