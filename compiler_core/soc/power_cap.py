"""A cap of watts over an array of multipliers: how many of its cells may switch.

Watts = cells · clock · (energy of an operation + bytes of two operands · energy of a byte / uses).
Where the cap is less, so many cells stay dark. Energies are those of the chip's description, with
their sources there (Horowitz, "Computing's Energy Problem", 2014, for the generic chip).
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.soc.description import SocDescription
from compiler_core.soc.energy import operation_cost
from compiler_core.soc.networks.cnn import network_unit

OPERANDS = 2
_OPERATIONS_OF_MAC = 2
_JOULES = 1e-12


@dataclass(frozen=True, slots=True)
class CellArray:
    """cells: multipliers. clock: cycles a second, one operation of a cell in each. operation:
    picojoules of one multiply-accumulate. operand_bytes: of each of its two operands."""

    cells: int
    clock: float
    operation: float
    operand_bytes: float = 1

    def picojoules(self, of_byte: float, uses: int = 1) -> float:
        """Of one multiply-accumulate with its operands. of_byte: where these come from, picojoules
        of a byte; uses: operations among which each fetch is shared."""
        return self.operation + OPERANDS * self.operand_bytes * of_byte / uses

    def watts(self, of_byte: float, uses: int = 1) -> float:
        """Of all cells at once."""
        return self.cells * self.clock * self.picojoules(of_byte, uses) * _JOULES

    def share(self, cap: float, of_byte: float, uses: int = 1) -> float:
        """Of the cells that may switch under a cap in watts."""
        return min(1.0, cap / self.watts(of_byte, uses))


def cell_array(soc: SocDescription) -> CellArray | None:
    """For bytes, of the unit that networks run on; None where no document gives its speed or clock.
    Raises InputError for a chip without energies."""
    unit = network_unit(soc)
    speed = unit.operations_per_second("int8")
    if speed is None or unit.clock_ghz is None:
        return None
    clock = unit.clock_ghz.value * 1e9
    cells = round(speed / _OPERATIONS_OF_MAC / clock)
    return CellArray(cells, clock, operation_cost(soc, "int8").picojoules)
