"""What takes long in the explorer's panes: begun in its place, and told in parts as it comes."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import replace
from urllib.parse import urlencode

from app.loop.break_answers import break_answer
from app.loop.loop_request import LEDGER_OPENED, WAITS, LoopRequest
from app.loop.run_settings import USUAL
from app.loop.runnable import runnable_name
from app.loop.views.breaking import BreakSection, begun_search, search_told
from app.loop.views.ledger import (
    LedgerView,
    SkipView,
    begun_ledger,
    ledger_view,
    refused_ledger,
    refused_skip,
    skip_view,
    told_ledger,
)
from app.loop.views.loop_section import LoopSection
from app.loop.views.passes import PassesView, passes_view, pending_passes
from app.loop.views.pending import PendingView
from app.loop.views.slice import WhyNumberView, refused_why, told_why, why_offer, why_view
from app.loop.views.stepper import key_finder
from app.loop.views.subject import Subject
from compiler_core.claims.breaking.record import BUDGET_SECONDS as SEARCH_SECONDS
from compiler_core.claims.breaking.record import SearchProgress
from compiler_core.claims.breaking.search import SearchBudget
from compiler_core.claims.breaking.verdict_claim import break_verdict, can_be_tried, verdict_claim
from compiler_core.errors import InputError, ToolMissing
from compiler_core.host.compilation import FunctionListing
from compiler_core.host.ledger.ledger import LedgerBudget, kept_ledger, opened_ledger, pass_ledger
from compiler_core.host.ledger.ledger import untold as unpriced
from compiler_core.host.ledger.record import Ledger
from compiler_core.host.ledger.skipped_pass import skipped_pass
from compiler_core.host.passes.function_choice import own_symbols
from compiler_core.host.passes.steps import Told, unheard
from compiler_core.host.passes.timeline import follow_passes, has_timeline
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.running.refusal import without_options
from compiler_core.host.slicing.explained_value import explain_value
from compiler_core.host.slicing.sliced_run import (
    Advance,
    Progress,
    kept_run,
    recording_told,
    silent,
)
from compiler_core.host.stepping.record import Recording
from compiler_core.host.verdicts.verdict import Verdict, Why
from compiler_core.host.why import explain_loops
from compiler_core.source import SourceFile

SECTION = "/loop/section"
LEDGER_SECONDS = 40.0
WAITED_SECONDS = 20.0
"""Of a search whose page waits for it: a browser without scripts."""
LONG_SOURCE = 6000
"""Characters from which passes are told in parts; a loop of twenty lines has five hundred."""
SHORT_STEPS = 2000
"""Of a recording that is there already: what a value of it depends on is told at once."""

Tell = Callable[[LoopSection], None]


def ledger_section(subject: Subject) -> LedgerView:
    """The whole where it is there already or the request waits for it; else the place for it."""
    request = subject.request
    if request.ledger.endswith(WAITS):
        return priced(subject, None)
    try:
        experiment = _experiment(subject)
        setting = request.compiler, request.flags
        ledger = kept_ledger(subject.sources, *setting, experiment)
        if ledger is not None and (ledger.opened or request.ledger != LEDGER_OPENED):
            return priced(subject, None)
    except InputError as error:
        return refused_ledger(f"{error.message} {error.advice}".strip())
    waits = f"{request.ledger}{WAITS}"
    query = {"ledger": waits} | ({"skip": request.skip} if request.skip >= 0 else {})
    return begun_ledger(f"{SECTION}?{urlencode(query)}", request.step < 0, waits)


def priced(subject: Subject, tell: Tell | None) -> LedgerView:
    """What each pass saved; it runs dozens of programs, so only when asked for."""
    request = subject.request
    leads = request.step < 0
    progress = _priced_so_far(tell, leads) if tell is not None else unpriced
    try:
        experiment = _experiment(subject)
        budget = LedgerBudget(seconds=LEDGER_SECONDS, progress=progress)
        setting = request.compiler, request.flags
        opened = request.ledger.removesuffix(WAITS) == LEDGER_OPENED
        price = opened_ledger if opened else pass_ledger
        ledger = price(subject.sources, *setting, experiment, budget)
    except InputError as error:
        return refused_ledger(f"{error.message} {error.advice}".strip())
    skip = _skip(subject, experiment) if request.skip >= 0 and ledger.bars else None
    return ledger_view(ledger, leads=leads, skip=skip)


def _priced_so_far(tell: Tell, leads: bool) -> Callable[[Ledger], None]:
    return lambda ledger: tell(LoopSection(ledger=told_ledger(ledger, leads)))


def _experiment(subject: Subject) -> Experiment:
    return subject.request.run.asked(runnable_name(subject))


def _skip(subject: Subject, experiment: Experiment) -> SkipView:
    """What the same pipeline comes to less one pass."""
    request = subject.request
    setting = request.compiler, request.flags, request.skip
    try:
        return skip_view(skipped_pass(subject.sources, *setting, experiment))
    except ToolMissing as error:
        return refused_skip(request.skip, str(error))


def why_section(subject: Subject, recording: Recording) -> WhyNumberView:
    """The value that is asked about, or those that can be: at once where that is little or the
    request waits for it, else the place for it."""
    request = subject.request
    element = request.run.element
    if not element:
        return why_offer(recording)
    try:
        record = kept_run(subject.sources, request.compiler, request.flags, _experiment(subject))
    except InputError as error:
        return refused_why(_named(element), str(error))
    short = record is not None and record.run is not None and len(record.run.steps) <= SHORT_STEPS
    if short or element.endswith(WAITS):
        return explained(subject, recording, None)
    waits = f"{element}{WAITS}"
    follow_up = request.changed(run=request.run.changed(element=waits))
    return told_why(
        recording, _named(element), _begun(_pending(recording_told(0)), "element", follow_up)
    )


def explained(subject: Subject, recording: Recording, tell: Tell | None) -> WhyNumberView:
    """What the value depends on, or why that cannot be told."""
    request = subject.request
    element = _named(request.run.element)
    progress = _explained_so_far(tell, recording, element) if tell is not None else silent
    setting = request.compiler, request.flags, element
    try:
        answer = explain_value(subject.sources, *setting, _experiment(subject), progress)
    except InputError as error:
        return refused_why(element, str(error))
    return why_view(answer, element or answer.element, key_finder(subject, recording))


def _named(element: str) -> str:
    """What is asked about; empty for whatever the core chooses."""
    name = element.removesuffix(WAITS)
    return "" if name == USUAL else name


def _explained_so_far(tell: Tell, recording: Recording, element: str) -> Progress:
    return lambda advance: tell(LoopSection(why=told_why(recording, element, _pending(advance))))


def _pending(advance: Advance) -> PendingView:
    return PendingView(words=advance.words, done=advance.done, most=advance.most)


def _begun(pending: PendingView, field: str, follow_up: LoopRequest) -> PendingView:
    """The place for what comes in parts. follow_up: the same request, that waits by this field."""
    waits = dict(follow_up.query())[field]
    reload = follow_up.address() if follow_up.fits_address else ""
    stream = f"{SECTION}?{urlencode({field: waits})}"
    return replace(pending, stream=stream, field=field, waits=waits, reload=reload)


def passes_section(subject: Subject) -> PassesView:
    """The pane: whole where its timeline is there, or is soon, or the request waits for it; of much
    code, which takes seconds, the place for it."""
    request = subject.request
    symbol = followed_symbol(subject.source, subject.functions, request.function)
    setting = request.compiler, request.flags, symbol, subject.source.name
    if request.waits or not _is_long(subject.source) or has_timeline(subject.sources, *setting):
        return followed_passes(subject, None)
    begun = PendingView(words="Compiling once more, with the code after every pass")
    return pending_passes(_begun(begun, "wait", request.changed(wait=WAITS)))


def _is_long(source: SourceFile) -> bool:
    """A header of C++ brings templates, of which every pass prints what was made."""
    has_templates = source.language == "c++" and "#include" in source.text
    return has_templates or len(source.text) > LONG_SOURCE


def followed_passes(subject: Subject, tell: Tell | None) -> PassesView:
    """The whole of it."""
    request = subject.request
    symbol = followed_symbol(subject.source, subject.functions, request.function)
    setting = request.compiler, request.flags, symbol, subject.source.name
    listener = _followed_so_far(tell) if tell is not None else unheard
    timeline = follow_passes(subject.sources, *setting, progress=listener)
    ledger = ledger_section(subject) if request.ledger and timeline.steps else None
    return passes_view(subject, timeline, ledger)


def _followed_so_far(tell: Tell) -> Told:
    def told(done: int, most: int) -> None:
        words = f"Compared {done:,} of {most:,} passes with what stood before them"
        tell(LoopSection(passes=pending_passes(PendingView(words=words, done=done, most=most))))

    return told


def followed_symbol(source: SourceFile, functions: tuple[FunctionListing, ...], name: str) -> str:
    """The function whose passes are shown: the one named, else the first with a loop, those that
    the source itself defines before those of a library."""
    named = [function for function in functions if function.name == name]
    symbols = own_symbols(source, [function.symbol for function in functions])
    own = [function for function in functions if function.symbol in symbols]
    own_loops, loops = ([body for body in among if body.loops] for among in (own, functions))
    chosen = next(iter([*named, *own_loops, *own, *loops, *functions]), None)
    return chosen.symbol if chosen is not None else ""


def breaking_value(why: Why, verdict: Verdict) -> str:
    """What the form sends to try to break a verdict; empty where no line names its loop."""
    position = f"{verdict.source_line}:{verdict.column}"
    return position if can_be_tried(why, verdict) else ""


def breaking_section(subject: Subject, why: Why) -> tuple[str, BreakSection] | None:
    """The value of the card that the request asks about, and its section; None for none."""
    target = subject.request.breaking
    value = target.removesuffix(WAITS)
    verdict = next((loop for loop in why.loops if breaking_value(why, loop) == value), None)
    if not value or verdict is None:
        return None
    if target.endswith(WAITS):
        return value, tried_to_break(subject, why, verdict, None)
    waits = f"{value}{WAITS}"
    stream = f"{SECTION}?{urlencode({'breaking': waits})}"
    says = verdict_claim(subject.source, why, verdict).says
    return value, BreakSection(says=says, stream=stream, waits=waits, told=begun_search())


def breaking_of(subject: Subject, tell: Tell) -> BreakSection:
    """The same for a request of the section alone. Raises InputError where it names no loop."""
    request = subject.request
    why = explain_loops(subject.source, request.compiler, request.flags)
    value = request.breaking.removesuffix(WAITS)
    verdict = next((loop for loop in why.loops if breaking_value(why, loop) == value), None)
    if not value or verdict is None:
        raise InputError("There is no such loop any more.", "Compile again, then try it.")
    return tried_to_break(subject, why, verdict, tell)


def tried_to_break(subject: Subject, why: Why, verdict: Verdict, tell: Tell | None) -> BreakSection:
    """What turns the verdict over, or what was tried."""
    request, source = subject.request, subject.source
    says = verdict_claim(source, why, verdict).says
    budget = SearchBudget(WAITED_SECONDS)
    if tell is not None:
        budget = SearchBudget(SEARCH_SECONDS, progress=_tried_so_far(tell, says))
    setting, position = (request.compiler, request.flags), (verdict.source_line, verdict.column)
    try:
        search = break_verdict(source, setting, *position, budget)
    except InputError as error:
        return BreakSection(says=says, problem=without_options(str(error)))
    command = _command(request, source.name, verdict)
    return BreakSection(says=says, answer=break_answer(search, source.text), command=command)


def _tried_so_far(tell: Tell, says: str) -> Callable[[SearchProgress], None]:
    return lambda far: tell(LoopSection(breaking=BreakSection(says=says, told=search_told(far))))


def _command(request: LoopRequest, name: str, verdict: Verdict) -> str:
    setting = ["--compiler", request.compiler, "--flags", request.flags]
    return shlex.join(["lowlab", "break", name, *setting, "--line", str(verdict.source_line)])
