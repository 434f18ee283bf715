"""The tools that an assistant is offered: one tuple, read from top to bottom. All only read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from app.assistants import answering, commands, model_answers
from app.assistants.bodies import (
    AnswerBody,
    ChipDecodeBody,
    ChipNetworkBody,
    ClaimsBody,
    ExercisesBody,
    HeaderBody,
    LessonsBody,
    ModelBody,
    NoBody,
    RegistersBody,
)
from app.loop.api_bodies import (
    BisectBody,
    CompileBody,
    CompilersBody,
    CyclesBody,
    DiffBody,
    MatrixBody,
    PassesBody,
    WhyBody,
)
from app.loop.api_run_bodies import (
    BreakBody,
    BreakVerdictBody,
    CountBody,
    FlowBody,
    LedgerBody,
    OutputsBody,
    OverlapBody,
    ProfileBody,
    SkipBody,
    SliceBody,
    StepBody,
    SweepBody,
    WholeBody,
)
from app.serving.bodies import StrictBody


@dataclass(frozen=True, slots=True)
class AssistantTool:
    """name, about: as the assistant sees them. body: what it takes. answer: what it gives, as plain
    data or text. words: the command of the same answer at home, as words or as one types it."""

    name: str
    about: str
    body: type[StrictBody]
    answer: Callable[[Any], Awaitable[Any]]
    words: Callable[[Any], list[str] | str]


TOOLS: tuple[AssistantTool, ...] = (
    AssistantTool(
        "compile",
        "Compile C or C++ for AArch64 and list the assembly, each line with its source line.",
        CompileBody,
        answering.listed,
        commands.compile_words,
    ),
    AssistantTool(
        "registers",
        "Follow each register through a function's listing: which argument, address, accumulator "
        "or counter it holds, on which lines, and what is spilled to the stack.",
        RegistersBody,
        answering.registers_told,
        commands.registers_words,
    ),
    AssistantTool(
        "why",
        "Say for each loop why the compiler vectorised it or not, with the evidence and what to "
        "try.",
        WhyBody,
        answering.why_told,
        commands.why_words,
    ),
    AssistantTool(
        "compilers",
        "Give one source to every installed compiler: verdict and instructions of each loop, and "
        "which compilers differ.",
        CompilersBody,
        partial(answering.by_task, "compilers"),
        commands.compilers_words,
    ),
    AssistantTool(
        "passes",
        "Follow one function through the compiler's passes: the story, and what each changed.",
        PassesBody,
        answering.passes_told,
        commands.passes_words,
    ),
    AssistantTool(
        "diff",
        "Compare two settings of compiler and flags on one source, in sentences and numbers.",
        DiffBody,
        answering.diff_told,
        commands.diff_words,
    ),
    AssistantTool(
        "matrix",
        "Say what -O0 to -Ofast, SVE and other flags change in one source, setting by setting.",
        MatrixBody,
        partial(answering.by_task, "matrix"),
        commands.matrix_words,
    ),
    AssistantTool(
        "bisect",
        "Try every setting in which two levels differ, one by one, and say which ones change the "
        "code. Takes seconds.",
        BisectBody,
        partial(answering.by_task, "bisect"),
        commands.bisect_words,
    ),
    AssistantTool(
        "count",
        "Run a function once on generated inputs, emulated, and count instructions, loads, stores "
        "and bytes; cache misses are modelled.",
        CountBody,
        partial(answering.by_task, "count"),
        commands.count_words,
    ),
    AssistantTool(
        "outputs",
        "Run a function with two settings on the same inputs: the same bits, or how far apart and "
        "why, undefined behaviour included.",
        OutputsBody,
        partial(answering.by_task, "outputs"),
        commands.outputs_words,
    ),
    AssistantTool(
        "sweep",
        "Run a function at SVE lengths from 128 to 2048 bits: the code stays, the count falls.",
        SweepBody,
        partial(answering.by_task, "sweep"),
        commands.sweep_words,
    ),
    AssistantTool(
        "overlap",
        "Run a function with `restrict` on overlapping arrays: what comes out, and what should.",
        OverlapBody,
        partial(answering.by_task, "overlap"),
        commands.overlap_words,
    ),
    AssistantTool(
        "cfg",
        "Run a function once and give its control-flow graph with counts on blocks and edges.",
        FlowBody,
        partial(answering.by_task, "cfg"),
        partial(commands.run_words, "cfg"),
    ),
    AssistantTool(
        "step",
        "Record a function's run and give one step: the instruction and its formula, registers and "
        "arrays before it, and what it changed. The first step begins a round of the loop.",
        StepBody,
        partial(answering.by_task, "step"),
        commands.step_words,
    ),
    AssistantTool(
        "slice",
        "Tell why one value of a run is what it is: the lines and inputs it depends on, proven by "
        "executing them alone with noise everywhere else.",
        SliceBody,
        answering.slice_told,
        commands.slice_words,
    ),
    AssistantTool(
        "cycles",
        "Model the cycles that each innermost loop takes on a core (llvm-mca, OSACA): modelled, "
        "not measured.",
        CyclesBody,
        partial(answering.by_task, "cycles"),
        commands.cycles_words,
    ),
    AssistantTool(
        "ledger",
        "Price each pass of the optimiser: run the code as it stood after it. Takes seconds.",
        LedgerBody,
        partial(answering.by_task, "ledger"),
        commands.ledger_words,
    ),
    AssistantTool(
        "skip_pass",
        "Run LLVM's own pipeline less one pass, a step of `ledger`: what later passes then do.",
        SkipBody,
        partial(answering.by_task, "ledger without"),
        commands.skip_words,
    ),
    AssistantTool(
        "whole",
        "Link two files with and without link-time optimisation and compare the final code.",
        WholeBody,
        partial(answering.by_task, "whole"),
        commands.whole_words,
    ),
    AssistantTool(
        "profile",
        "Build a function without a profile and with one of each of two kinds of input: layouts, "
        "branches, costs. Takes seconds.",
        ProfileBody,
        partial(answering.by_task, "profile"),
        commands.profile_words,
    ),
    AssistantTool(
        "network",
        "Compile a neural network or language model to C for AArch64 and run it once, emulated: "
        "graph, quantisation, fusion, memory, kernels, counts. Takes up to minutes.",
        ModelBody,
        model_answers.model_told,
        model_answers.model_command,
    ),
    AssistantTool(
        "language_model",
        "Read a language model's header: shape, tensors and types, and what a token reads.",
        HeaderBody,
        model_answers.inspected,
        commands.inspect_words,
    ),
    AssistantTool(
        "chips",
        "List the chips that are described here: units, memories, peak speeds, with sources.",
        NoBody,
        model_answers.chips,
        commands.chips_words,
    ),
    AssistantTool(
        "chip_network",
        "Model how long a network takes on a chip, kernel by kernel, and what binds each: "
        "modelled, not measured.",
        ChipNetworkBody,
        model_answers.chip_network,
        commands.chip_network_words,
    ),
    AssistantTool(
        "chip_decode",
        "Model how many tokens a second a language model decodes on a chip, if it fits: modelled, "
        "not measured.",
        ChipDecodeBody,
        model_answers.chip_decode,
        commands.chip_decode_words,
    ),
    AssistantTool(
        "claims",
        "Try what a lesson says on the compilers installed here. Takes up to a minute.",
        ClaimsBody,
        answering.claims,
        commands.claims_words,
    ),
    AssistantTool(
        "break",
        "Search for the smallest setting in which a claim of a lesson fails: other compilers, "
        "flags, lengths, types, edits of the source; other settings, models and chips where it is "
        "about these. Takes up to a minute.",
        BreakBody,
        answering.broken,
        commands.break_words,
    ),
    AssistantTool(
        "break_verdict",
        "The same for the verdict on a loop of a source that is sent, as `why` gives it.",
        BreakVerdictBody,
        partial(answering.by_task, "break verdict"),
        commands.break_verdict_words,
    ),
    AssistantTool(
        "lessons",
        "List the lessons on compilers, or read one: prose, questions, exercises, claims.",
        LessonsBody,
        answering.lessons,
        commands.lessons_words,
    ),
    AssistantTool(
        "exercises",
        "List the exercises, or read one: task, starter, what is expected, and hints if asked.",
        ExercisesBody,
        answering.exercises,
        commands.exercises_words,
    ),
    AssistantTool(
        "check_answer",
        "Judge an answer to an exercise: points and a sentence for each check. Nothing is stored.",
        AnswerBody,
        answering.judged,
        commands.answer_words,
    ),
)
