"""The experiment of a class: the plan as it was written down, who takes part, what came out."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from app.lab.views.frame import ClassFrame
from app.lab.views.inventory import interval_words
from app.site.views.documentation import with_code
from app.site.views.links import Statement
from app.words import count
from classroom.assignments import general_title
from classroom.experiments import ClassExperiment
from classroom.inventory import ClassInventory
from classroom.moments import moment_words
from compiler_core.exercises.exercise import Exercise
from compiler_core.inventory.experiment import Arm, ExperimentResult


@dataclass(frozen=True, slots=True)
class PlanChoice:
    """What a plan can name. value: its id."""

    value: str
    text: Markup


@dataclass(frozen=True, slots=True)
class ArmRow:
    """One arm's members and gain."""

    title: str
    members: str
    gain: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentPage:
    """The page of a class's experiment."""

    title: str
    """Of the document."""
    frame: ClassFrame
    """What stands around every page of the class."""
    address: str
    """The page's own, without its query."""
    status: str
    """Where the experiment stands, in a sentence or a few."""
    plan: tuple[Statement, ...]
    """The analysis as it was written down, line by line; empty without an experiment."""
    part: str
    """Whether the visitor takes part, in words."""
    part_act: str
    """What the button that changes it sends: `decline` or `take part`; empty for no button."""
    part_title: str
    """Words of the button that changes whether the visitor takes part; empty for no button."""
    exercises: tuple[PlanChoice, ...]
    """Those a plan can name; empty where none can be written now."""
    questions: tuple[PlanChoice, ...]
    """Those of the two tests that a plan can name; empty where none can be written now."""
    write_title: str
    """Over the choices of a plan: a first one, or one that replaces it."""
    may_start: bool
    """Arms can be drawn now."""
    arms: tuple[ArmRow, ...]
    """Both arms with their members and gains; empty without a result."""
    found: str
    """The difference with its interval, and what that says; empty without a result."""
    missing: str
    """Why there is none."""
    problem: str
    """What was wrong with the last request; empty for nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentFacts:
    """What the page is made from."""

    experiment: ClassExperiment | None
    """The plan, and when it was started; None where the class compares nothing."""
    inventory: ClassInventory
    """The questions, and when both tests were opened and closed."""
    exercises: tuple[Exercise, ...]
    """All exercises of the class."""
    choosable: tuple[Exercise, ...]
    """Those of the class that a plan can name: each asks for a prediction."""
    members: int
    """How many are in an arm; 0 before it is started."""
    declined: bool
    """Whether the visitor does not want to take part."""
    leads: bool
    """Whether the visitor is an instructor of the class."""
    result: ExperimentResult | None
    """None while it runs, or where it cannot be computed."""
    missing: str
    """Why there is no result; empty with one."""
    problem: str
    """What was wrong with the last request; empty for nothing."""


_ARM_WORDS: dict[Arm, str] = {"predict_first": "predict first", "show_first": "show first"}


def experiment_page(frame: ClassFrame, trial: ExperimentFacts) -> ExperimentPage:
    """Members see what they take part in; who leads the class writes it down and starts it."""
    experiment, inventory = trial.experiment, trial.inventory
    early = inventory.pre.opened is None and inventory.post.opened is None
    writes = trial.leads and early
    part, act, title = ("", "", "") if trial.leads else _part(trial)
    return ExperimentPage(
        title="Experiment: predict first or show first",
        frame=frame,
        address=f"{frame.address}/experiment",
        status=_status(trial),
        plan=_plan(experiment, trial) if experiment else (),
        part=part,
        part_act=act,
        part_title=title,
        exercises=tuple(
            PlanChoice(task.id, Markup.escape(general_title(task))) for task in trial.choosable
        )
        if writes
        else (),
        questions=tuple(
            PlanChoice(question.id, with_code(question.question))
            for question in inventory.questions.questions
        )
        if writes
        else (),
        write_title="Replace it, until the first test is opened"
        if experiment
        else "Write the analysis down",
        may_start=trial.leads
        and experiment is not None
        and experiment.started is None
        and inventory.pre.closed is not None
        and inventory.post.opened is None,
        arms=_arms(trial.result),
        found=_found(trial.result),
        missing=trial.missing if experiment and inventory.is_over else "",
        problem=trial.problem,
    )


def _status(trial: ExperimentFacts) -> str:
    experiment = trial.experiment
    if experiment is None:
        return (
            "This class compares nothing."
            if not trial.leads
            else (
                "Does it help to predict before one is shown? Half of the students predict first "
                "at the exercises that you choose, the other half is shown what holds. Write down "
                "here what will be computed, before the first test is opened."
            )
        )
    if experiment.started is None:
        return "The analysis is written down. The arms are drawn when the first test is closed."
    over = "It is over." if trial.inventory.is_over else "It runs until the second test is closed."
    return f"Started {moment_words(experiment.started)}, {count(trial.members, 'student')}. {over}"


def _part(trial: ExperimentFacts) -> tuple[str, str, str]:
    """In words, with the button that changes it."""
    if trial.experiment is None:
        return "", "", ""
    if not trial.declined:
        return (
            "You take part if you answer the first test: at the exercises below you either predict "
            "before you look, or are shown what holds. Points are given alike, and nobody sees "
            "which arm you are in.",
            "decline",
            "I do not take part",
        )
    if trial.experiment.started is None:
        return "You do not take part.", "take part", "Take part after all"
    return "You do not take part.", "", ""


def _plan(experiment: ClassExperiment, trial: ExperimentFacts) -> tuple[Statement, ...]:
    plan = experiment.plan
    titles = {exercise.id: general_title(exercise) for exercise in trial.exercises}
    return (
        Statement("Written down", plan.written_at),
        Statement("Digest", experiment.digest),
        Statement("Exercises", ", ".join(titles.get(name, name) for name in plan.exercises)),
        Statement("Score", f"share right of {count(len(plan.questions), 'question')}: "
                         f"{', '.join(plan.questions)}"),
        Statement("Compared", "normalised gain of predict first minus that of show first"),
        Statement("Interval", f"{plan.level:.0%}, bootstrap with {plan.resamples:,} resamples, "
                            f"seed {plan.seed}"),
        Statement("Needed", f"{plan.fewest_in_an_arm} members with both tests in each arm"),
    )  # fmt: skip


def _arms(result: ExperimentResult | None) -> tuple[ArmRow, ...]:
    if result is None:
        return ()
    return tuple(
        ArmRow(_ARM_WORDS[arm], str(result.members[arm]), f"{result.gains[arm]:.2f}")
        for arm in _ARM_WORDS
    )


def _found(result: ExperimentResult | None) -> str:
    if result is None:
        return ""
    words = f"Difference {result.difference:+.2f}, {interval_words(result.interval)}."
    if not result.is_found:
        return f"{words} The interval holds zero: no difference is found."
    better = "predict first" if result.difference > 0 else "show first"
    return f"{words} The interval leaves zero out: {better} gained more in this class."
