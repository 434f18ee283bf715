"""A recording at one moment: the state, the step just made, and how registers were last seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from compiler_core.host.stepping.record import MachineState, RecordedStep, Recording, Value


@dataclass(frozen=True, slots=True)
class FrameMoment:
    """What a frame is made from: the state after `step`, and how its registers were last seen."""

    recording: Recording
    state: MachineState
    step: RecordedStep | None
    types: Mapping[str, str]
    shown: Mapping[str, str]

    def changed(self, register: str) -> tuple[Value, ...] | None:
        """The values before the step of a register that it changed, else None."""
        changes = self.step.registers if self.step is not None else ()
        return next((change.before for change in changes if change.register == register), None)


def last_seen(recording: Recording, at: int) -> tuple[dict[str, str], dict[str, str]]:
    """Lane type and name of every register as the last step that wrote it left them."""
    types, shown = dict(recording.lane_types), {}
    for step in recording.steps[:at]:
        for change in step.registers:
            shown[change.register] = change.shown
            types[change.register] = change.lane_type
    return types, shown
