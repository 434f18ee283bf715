"""What any pipeline of stages shares: what a stage is, and what it leaves."""

from __future__ import annotations

from dataclasses import dataclass, field

from compiler_core.trace import Step


@dataclass(frozen=True, slots=True)
class StageKind:
    """One clickable stage: its name in addresses, its title, what it is for in one sentence.
    answers: what its page tells, in the few words that its tab has room for; "" without a tab.
    """

    name: str
    title: str
    idea: str
    answers: str = ""


@dataclass(frozen=True, slots=True)
class StageFile:
    """A file that a stage leaves for the reader to download."""

    name: str
    media_type: str
    content: bytes


@dataclass(frozen=True, slots=True)
class StageWarning:
    """What a later stage will not be able to do, known already. node: in the graph as it was
    read, "" where it has no name.
    """

    text: str
    node: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StageResult:
    """What one stage did."""

    stage: str
    """Name of the stage: a `StageKind.name`."""
    sentence: str
    """Computed from this run."""
    steps: tuple[Step, ...] = ()
    """Of the stage's passes, in order; empty for a stage without passes."""
    details: object = None
    """The stage's own record, for its page."""
    metrics: dict[str, float] = field(default_factory=dict)
    """Plain numbers, by name with their unit."""
    files: tuple[StageFile, ...] = ()
    """For the reader to download."""
    seconds: float = 0.0
    """Wall time of the stage without its check."""
    checked: str = ""
    """How the outputs were compared and what came of it, "" where the stage does not touch the
    graph."""
    warnings: tuple[StageWarning, ...] = ()
    """What stands in the way of stages to come, known already."""
    problem: str = ""
    """Why the stage did not do what it is for, "" where it did."""
    held: bool = True
    """Whether the check found what must be so; False also where nothing could be compared."""
