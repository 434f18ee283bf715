"""The systems, who asks each, and what stands where one cannot be asked: its recorded cut."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from compiler_core.atlas.one_block import inductor
from compiler_core.atlas.one_block.block import FusedBlock
from compiler_core.atlas.one_block.iree import cut_by_iree
from compiler_core.atlas.one_block.mirage import cut_by_search
from compiler_core.atlas.one_block.moments import recorded_cut
from compiler_core.atlas.one_block.ours import cut_by_us
from compiler_core.atlas.one_block.records import BlockCut
from compiler_core.atlas.one_block.tvm import cut_by_tvm
from compiler_core.atlas.one_block.xla import cut_by_xla
from compiler_core.atlas.records import MissingTool
from compiler_core.errors import InputError, ToolMissing


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """Who cuts the block. file: of its recorded cut, "" where it needs no tool of others'; cut:
    None where only a record is shown."""

    name: str
    file: str
    cut: Callable[[FusedBlock], BlockCut] | None

    @property
    def in_use(self) -> bool:
        """Whether it is other people's."""
        return bool(self.file)


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemAnswer:
    """What a system says. recorded_on: the date, "" for now; missing: the tool that it wants, None
    where it is there or not asked; problem: why it gives nothing now, in its words, "" for none."""

    system: System
    cut: BlockCut
    recorded_on: str = ""
    missing: MissingTool | None = None
    problem: str = ""


INDUCTOR = System(name="Inductor", file="inductor", cut=None)
SYSTEMS: tuple[System, ...] = (
    System(name="XLA", file="xla", cut=cut_by_xla),
    System(name="IREE", file="iree", cut=cut_by_iree),
    System(name="TVM", file="tvm", cut=cut_by_tvm),
    INDUCTOR,
    System(name="ours", file="", cut=cut_by_us),
    System(name="mini-Mirage", file="", cut=cut_by_search),
)


def asked(system: System, block: FusedBlock) -> SystemAnswer:
    """Now, or as it was recorded where its tool is missing, refuses or does not end: that costs its
    own row. Raises InputError and ToolMissing where nothing was recorded."""
    if system.cut is None:
        return SystemAnswer(
            system=system,
            cut=inductor.recorded_cut(),
            recorded_on=inductor.recorded_program().recorded_on,
        )
    try:
        return SystemAnswer(system=system, cut=system.cut(block))
    except (InputError, ToolMissing) as error:
        moment = recorded_cut(system.file) if system.file else None
        if moment is None:
            raise
        answer = SystemAnswer(system=system, cut=moment.cut, recorded_on=moment.recorded_on)
        if isinstance(error, InputError):
            return replace(answer, problem=error.message)
        return replace(answer, missing=MissingTool(error.tool, error.package, error.command))
