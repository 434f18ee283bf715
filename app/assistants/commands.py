"""The command that gives a tool's answer at home; what was sent is in the file it names."""

from __future__ import annotations

import shlex

from app.assistants.bodies import (
    AnswerBody,
    ChipDecodeBody,
    ChipNetworkBody,
    ClaimsBody,
    ExercisesBody,
    HeaderBody,
    LessonsBody,
    NoBody,
    RegistersBody,
)
from app.assistants.model_files import asked_model
from app.loop.api_bodies import (
    BisectBody,
    CompileBody,
    CompilersBody,
    CyclesBody,
    DiffBody,
    MatrixBody,
    OneFileBody,
    PassesBody,
    Setting,
    Sources,
)
from app.loop.api_run_bodies import (
    BreakBody,
    BreakVerdictBody,
    CountBody,
    LedgerBody,
    OutputsBody,
    OverlapBody,
    ProfileBody,
    RunBody,
    SkipBody,
    SliceBody,
    StepBody,
    SweepBody,
    WholeBody,
)
from compiler_core.claims.reading import LESSONS_FOLDER
from compiler_core.content_files import CONTENT_FOLDER
from compiler_core.errors import InputError
from compiler_core.llm.evaluation.shipped import shipped_language_model
from compiler_core.soc.decoding.known_language_models import known_language_models
from compiler_core.soc.networks.layer_tables import TABLES


def compile_words(body: CompileBody) -> list[str]:
    """`lowlab compile`."""
    return ["compile", *_files(body), *_setting(body)]


def diff_words(body: DiffBody) -> list[str]:
    """`lowlab diff`."""
    return ["diff", *_files(body), "--left", _side(body.left), "--right", _side(body.right)]


def passes_words(body: PassesBody) -> list[str]:
    """`lowlab passes`, of the one file where one is named."""
    named = [f"--function={body.function}"] if body.function else []
    files = _files(body)
    if body.file:
        files = [files[min(body.file, len(files)) - 1]]
    return ["passes", *files, *_setting(body), *named]


def why_words(body: OneFileBody) -> list[str]:
    """`lowlab why`."""
    return ["why", body.chosen().name, *_setting(body)]


def cycles_words(body: CyclesBody) -> list[str]:
    """`lowlab cycles`."""
    return ["cycles", *_files(body), *_setting(body), f"--cpu={body.cpu}"]


def compilers_words(body: CompilersBody) -> list[str]:
    """`lowlab compilers`."""
    return ["compilers", body.sources()[0].name, f"--flags={body.flags}"]


def matrix_words(body: MatrixBody) -> list[str]:
    """`lowlab matrix`."""
    return ["matrix", *_files(body), *_setting(body)]


def bisect_words(body: BisectBody) -> list[str]:
    """`lowlab bisect`, of the first file."""
    levels = [f"--low={body.low}", f"--high={body.high}"]
    return ["bisect", _files(body)[0], f"--compiler={body.compiler}", *levels]


def whole_words(body: WholeBody) -> list[str]:
    """`lowlab whole`."""
    return ["whole", *_files(body), *_setting(body)]


def profile_words(body: ProfileBody) -> list[str]:
    """`lowlab profile`."""
    named = [f"--function={body.function}"] if body.function else []
    size = [] if body.n is None else [f"--n={body.n}"]
    inputs = [f"--input={' '.join(run_input.settings)}" for run_input in body.inputs]
    return ["profile", body.chosen().name, *_setting(body), *named, *size, *inputs]


def count_words(body: CountBody) -> list[str]:
    """`lowlab count`."""
    cache = body.cache
    shape = [] if cache is None else [f"--cache={cache.line_bytes}x{cache.sets}x{cache.ways}"]
    return [*run_words("count", body), *shape]


def run_words(command: str, body: RunBody) -> list[str]:
    """A command that runs a function."""
    named = [f"--function={body.function}"] if body.function else []
    size = [] if body.n is None else [f"--n={body.n}"]
    inputs = [f"--set={setting}" for setting in body.settings]
    run = [f"--seed={body.seed}", f"--sve-bits={body.sve_bits}"]
    return [command, *_files(body), *_setting(body), *named, *size, *run, *inputs]


def outputs_words(body: OutputsBody) -> list[str]:
    """`lowlab count`, beside another setting."""
    other = f"{body.right.compiler} {body.right.flags}".strip()
    return [*run_words("count", body), f"--compare={other}"]


def sweep_words(body: SweepBody) -> list[str]:
    """`lowlab count` at five lengths."""
    return [*run_words("count", body), "--sweep"]


def overlap_words(body: OverlapBody) -> list[str]:
    """`lowlab count` with the promise broken."""
    return [*run_words("count", body), f"--overlap={body.offset}"]


def ledger_words(body: LedgerBody) -> list[str]:
    """`lowlab ledger`."""
    return [*run_words("ledger", body), *(["--parts"] if body.parts else [])]


def skip_words(body: SkipBody) -> list[str]:
    """`lowlab ledger`, less one pass."""
    return [*run_words("ledger", body), f"--without={body.step}"]


def step_words(body: StepBody) -> list[str]:
    """`lowlab step`, of one step."""
    loop = [f"--line={body.line}"] if body.line is not None else []
    return [*run_words("step", body), *loop, f"--arrival={body.round}", f"--at={body.step}"]


def slice_words(body: SliceBody) -> list[str]:
    """`lowlab slice`."""
    return [*run_words("slice", body), *([f"--element={body.element}"] if body.element else [])]


def break_words(body: BreakBody) -> list[str]:
    """`lowlab break`, of a claim."""
    named = [f"--compiler={body.compiler}"] if body.compiler else []
    return ["break", body.claim, *named, f"--seconds={body.seconds:g}"]


def break_verdict_words(body: BreakVerdictBody) -> list[str]:
    """`lowlab break`, of the verdict on a loop."""
    options = [f"--line={body.line}", f"--seconds={body.seconds:g}"]
    return ["break", body.chosen().name, *_setting(body), *options]


def claims_words(body: ClaimsBody) -> list[str]:
    """`lowlab claims`."""
    folder = LESSONS_FOLDER.relative_to(CONTENT_FOLDER.parent)
    return ["claims", str(folder / body.lesson)]


def lessons_words(body: LessonsBody) -> list[str]:
    """`lowlab lessons`."""
    return ["lessons", *([body.lesson] if body.lesson else [])]


def exercises_words(body: ExercisesBody) -> list[str]:
    """`lowlab exercise show`."""
    opened = [f"--hints={body.hints}"] if body.hints else []
    return ["exercise", "show", *([body.exercise] if body.exercise else []), *opened]


def answer_words(body: AnswerBody) -> list[str]:
    """`lowlab exercise try`, with the answer as JSON in a file."""
    return ["exercise", "try", body.exercise, "answer.json"]


def registers_words(body: RegistersBody) -> list[str]:
    """`lowlab compile`: its JSON has the registers of each function."""
    return ["compile", *_files(body), *_setting(body), "--json"]


def inspect_words(body: HeaderBody) -> list[str]:
    """`lowlab llm inspect`."""
    return ["llm", "inspect", _model_path(body.model)]


def chips_words(_: NoBody) -> list[str]:
    """`lowlab soc list`."""
    return ["soc", "list"]


def chip_network_words(body: ChipNetworkBody) -> list[str]:
    """`lowlab soc cnn`."""
    choices = [f"--precision={body.precision}", f"--buffering={body.buffering}"]
    return ["soc", "cnn", _network_name(body.model), f"--soc={body.soc}", *choices]


def chip_decode_words(body: ChipDecodeBody) -> list[str]:
    """`lowlab soc decode`."""
    if body.model in [model.name for model in known_language_models()]:
        named = [f"--config={body.model}", f"--type={body.type}"]
    else:
        named = [f"--gguf={_model_path(body.model)}"]
    amount = [f"--context={body.context}", f"--batch={body.batch}", f"--prompt={body.prompt}"]
    chosen = {"--engine": body.engine, "--unit": body.unit}
    way = [f"{option}={value}" for option, value in chosen.items() if value]
    return ["soc", "decode", f"--soc={body.soc}", *named, *amount, *way]


def _network_name(name: str) -> str:
    return name if name in TABLES else asked_model(name).name


def _model_path(name: str) -> str:
    """Where a language model that ships lies in the project; where a file lies. Raises
    InputError."""
    known = asked_model(name)
    if known.track != "language":
        raise InputError(f"{name} is a network.", "Ask `network` or `chip_network` about it.")
    if known.kind == "uploaded":
        return known.name
    return str(shipped_language_model(name).folder.relative_to(CONTENT_FOLDER.parent))


def spoken(words: list[str] | str) -> str:
    """As one types it; a text is typed already."""
    if isinstance(words, str):
        return words
    return shlex.join(["lowlab", *words])


def _files(body: Sources) -> list[str]:
    return [source.name for source in body.sources()]


def _setting(body: Setting) -> list[str]:
    return [f"--compiler={body.compiler}", f"--flags={body.flags}"]


def _side(setting: Setting) -> str:
    return f"{setting.compiler} {setting.flags}".strip()
