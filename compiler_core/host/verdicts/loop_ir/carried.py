"""What a loop carries from one iteration to the next in registers: sums, extremes, recurrences."""

from __future__ import annotations

from collections.abc import Iterator

from compiler_core.host.verdicts.loop_ir.motion import Motions
from compiler_core.host.verdicts.loop_ir.operations import Operation

# Values beyond these are not looked at: each costs a walk over the whole loop.
MOST_CARRIED = 40
_SUMS = ("add", "sub", "fma")
_CHOICES = ("select", "phi", "cast")


class Carried:
    """One value of a header's phi that is no induction variable, and what becomes of it."""

    def __init__(self, motions: Motions, phi: Operation) -> None:
        self.phi = phi
        self.floating = phi.floating
        self._motions = motions
        self._operations = motions.loop.operations()
        self.update = motions.latch_value(phi)
        self._reached: set[str] = set()
        self.chain = tuple(self._chain())

    @property
    def kinds(self) -> frozenset[str]:
        """Facts, by name: what sort of value it is, `recurrence` if none of the known sorts."""
        truth = {"truth"} if self.phi.type == "i1" else set[str]()
        return self._sort() | truth

    def _sort(self) -> frozenset[str]:
        codes = {operation.code for operation in self.chain}
        if not self._depends():
            if self._decides_way():
                return frozenset({"deciding"})
            return frozenset({"first_order"}) | self._chased()
        if self._is_followed():
            return frozenset({"pointer"})
        if self._keeps_index():
            return frozenset({"index"})
        if self._is_extreme(codes) and self._is_compared_only():
            stored = {"stored"} if self._stores() or self._is_kept_in_memory() else set[str]()
            # Compilers know a plain integer one by its operation; what stays a comparison is kept
            # from that by more than the store of it, if it is stored.
            if not (stored or self.floating or codes & {"min", "max"}):
                return frozenset({"recurrence", "compared"})
            return frozenset({"extreme"} | stored)
        if self._is_selected(codes):
            return frozenset(
                {"recurrence", "compared"} if self._is_compared() else {"last_selected"}
            )
        if self._is_reduction(codes):
            conditional = {"conditional"} if codes & {"phi", "select"} else set[str]()
            stored = {"stored"} if self._stores() else set[str]()
            return frozenset({"reduction"} | conditional | stored)
        if self._is_counter(codes):
            return frozenset({"counter"})
        return frozenset({"steps"} if self._goes_by_fixed_steps() else {"recurrence"})

    def _chain(self) -> Iterator[Operation]:
        """Operations between the value of the iteration before and the next one."""
        depends = self._dependants()
        for operation in self._operations:
            if operation.result in depends and operation.result != self.phi.result:
                yield operation

    @property
    def is_looked_up(self) -> bool:
        """True if something is loaded at a place that the value decides."""
        return any(
            operation.code == "load" and operation.result in self._reached
            for operation in self._operations
        )

    @property
    def decides_places(self) -> bool:
        """True if something is loaded or stored at a place that the value decides."""
        addresses = (operation.address for operation in self._operations)
        return any(
            address is not None and self._reached & {address.base, *address.indexes}
            for address in addresses
        )

    @property
    def is_loaded(self) -> bool:
        """True if the next value is read from memory, or computed from what is read there."""
        return any(operation.code == "load" for operation in self.chain)

    def _dependants(self) -> set[str]:
        """Names that lead from the phi to its own next value."""
        forward = {self.phi.result}
        for _ in range(3):
            for operation in self._operations:
                if self._motions.is_header_phi(operation):
                    continue
                if forward.intersection(operation.operands) and operation.result:
                    forward.add(operation.result)
                if (
                    operation.code == "load"
                    and operation.address is not None
                    and (forward & {operation.address.base, *operation.address.indexes})
                ):
                    forward.add(operation.result)
        self._reached = forward
        backward: set[str] = set()
        waiting = [self.update]
        while waiting:
            name = waiting.pop()
            if name in backward or name not in forward:
                continue
            backward.add(name)
            operation = self._motions.definitions.get(name)
            if operation is None or name == self.phi.result:
                continue
            waiting.extend(operation.operands)
            if operation.address is not None:
                waiting.extend((operation.address.base, *operation.address.indexes))
        return backward

    def _depends(self) -> bool:
        return self.update == self.phi.result or any(
            operation.result == self.update for operation in self.chain
        )

    def _decides_way(self) -> bool:
        """Which way a branch goes is asked of the value, or of a comparison with it."""
        outcomes = {self.phi.result} | {
            operation.result
            for operation in self._operations
            if operation.code in ("compare", "cast") and self.phi.result in operation.operands
        }
        return any(
            operation.code == "branch" and outcomes.intersection(operation.operands)
            for operation in self._operations
        )

    def _chased(self) -> frozenset[str]:
        operation = self._motions.definitions.get(self.update)
        loaded = operation is not None and operation.code == "load"
        return frozenset({"loaded"}) if loaded else frozenset()

    def _is_followed(self) -> bool:
        """`p = p->next`, `i = next[i]`: loaded at a place that nothing else in the loop decides."""
        loads = [operation for operation in self.chain if operation.code == "load"]
        if self.phi.type in ("ptr", ""):
            return any(operation.type in ("ptr", "") for operation in loads)
        codes = {operation.code for operation in self.chain} - {"cast", "load"}
        plain = codes <= {"address", "add", "mul", "shl"}
        return bool(loads) and plain and all(self._is_fixed(operation) for operation in self.chain)

    def _keeps_index(self) -> bool:
        """Under a condition it becomes the iteration's number."""
        if self.floating or not self._chooses():
            return False
        motions = [
            self._motions.of(operand)
            for operation in self.chain
            for operand in operation.operands
            if operation.code in ("phi", "select") and operand != self.phi.result
        ]
        plain = [motion for motion in motions if motion.step and not motion.traits]
        return bool(plain)

    def _chooses(self) -> bool:
        return any(operation.code in ("phi", "select") for operation in self.chain)

    def _is_extreme(self, codes: set[str]) -> bool:
        """A minimum or maximum: by its operation, or a comparison with the value decides."""
        if codes & {"min", "max"}:
            return codes <= {"min", "max", *_CHOICES, "abs"}
        calls = [operation.detail for operation in self.chain if operation.code == "call"]
        if calls and len(calls) == len([1 for o in self.chain if o.code not in _CHOICES]):
            return all(
                name.lstrip("_").removeprefix("builtin_").startswith(("fmax", "fmin"))
                for name in calls
            )
        return codes <= {*_CHOICES, "compare", "abs"} and self._is_compared() and self._chooses()

    def _is_compared(self) -> bool:
        own = {self.phi.result}
        return any(
            own.intersection(operation.operands)
            for operation in self._operations
            if operation.code in ("compare", "branch")
        )

    def _is_selected(self, codes: set[str]) -> bool:
        """It keeps its value or takes a new one that does not depend on it."""
        return codes <= set(_CHOICES) and self._chooses()

    def _is_reduction(self, codes: set[str]) -> bool:
        """Only added to, or only multiplied, and read by nothing else in the loop."""
        plain = codes - set(_CHOICES)
        if not self.floating and plain <= {"and", "or", "xor"} and plain:
            return len(plain) == 1 and self._is_private()
        if not plain or not (plain <= set(_SUMS) or plain == {"mul"}):
            return False
        if "fma" in plain and any(
            operation.code == "fma" and operation.operands[-1] not in self._names()
            for operation in self.chain
        ):
            return False
        return self._is_private()

    def _names(self) -> set[str]:
        return {self.phi.result, *(operation.result for operation in self.chain)}

    def _is_private(self) -> bool:
        """Nothing else in the loop uses the values on the way, but stores to one fixed place."""
        return len(self._stores()) == len(self._users())

    def _is_compared_only(self) -> bool:
        """Beside stores to one fixed place, only comparisons and choices use it, and no other value
        of the loop takes it over.
        """
        stores = {id(operation) for operation in self._stores()}
        return not self._is_handed_on() and all(
            operation.code in ("compare", "branch", "phi", "select") or id(operation) in stores
            for operation in self._users()
        )

    def _is_handed_on(self) -> bool:
        """It becomes another carried value under a condition, or takes one over: the best of all
        and the second best.
        """
        own = self._taken(self.update)
        for phi in self._motions.carried:
            taken = self._taken(self._motions.latch_value(phi))
            keeps = phi is not self.phi and phi.result in taken
            if keeps and (self.phi.result in taken or phi.result in own):
                return True
        return False

    def _taken(self, name: str) -> set[str]:
        """What a value is chosen from within the iteration."""
        waiting, seen = [name], set[str]()
        while waiting:
            operation = self._motions.definitions.get(waiting.pop())
            if operation is None or self._motions.is_header_phi(operation):
                continue
            choice = operation.code == "select"
            values = operation.operands[-2:] if choice else operation.operands
            if operation.code in _CHOICES:
                waiting.extend(set(values) - seen)
                seen.update(values)
        return seen

    def _stores(self) -> list[Operation]:
        """Stores of the new value to one fixed place."""
        return [
            operation
            for operation in self._users()
            if operation.code == "store"
            and operation.operands[:1]
            and operation.operands[0] in {self.update, *self._names()} - {self.phi.result}
            and self._motions.fixed(operation)
        ]

    def _is_kept_in_memory(self) -> bool:
        """What it takes over under a condition is stored there to one fixed place as well."""
        taken = {
            name
            for operation in self.chain
            if operation.code in ("phi", "select")
            for name in operation.operands
        } - self._names()
        return any(
            operation.code == "store"
            and taken.intersection(operation.operands[:1])
            and self._motions.fixed(operation)
            for operation in self._operations
        )

    def _users(self) -> list[Operation]:
        """Operations outside the chain that use the value or a step on its way."""
        chain = {id(operation) for operation in self.chain} | {id(self.phi)}
        names = self._names() | {self.update}
        return [
            operation
            for operation in self._operations
            if id(operation) not in chain and self._uses(operation, names)
        ]

    def _uses(self, operation: Operation, names: set[str]) -> bool:
        address = operation.address
        used = set(operation.operands)
        if address is not None:
            used |= {address.base, *address.indexes}
        return bool(used & names)

    def _is_counter(self, codes: set[str]) -> bool:
        """An integer that goes up by constants, under conditions: a place to store at."""
        constants = [
            operation for operation in self.chain if operation.code in ("add", "address", "sub")
        ]
        return (
            not self.floating
            and codes <= {*_CHOICES, "add", "address", "sub"}
            and bool(constants)
            and self._never_starts_again()
            and all(
                (self._chooses() and self._is_fixed(operation)) or self._adds_a_bit(operation)
                for operation in constants
            )
        )

    def _never_starts_again(self) -> bool:
        """Every choice on the way is one between values that go on from the one before."""
        names = self._names()
        return all(
            names.issuperset(
                operation.operands[-2:] if operation.code == "select" else operation.operands
            )
            for operation in self.chain
            if operation.code in ("phi", "select")
        )

    def _goes_by_fixed_steps(self) -> bool:
        """Every iteration adds the same, or takes it away, and the value is used for more."""
        if not self.floating or len(self.chain) != 1:
            return False
        (change,) = self.chain
        goes_on = change.code == "add" or change.operands[:1] == (self.phi.result,)
        return change.code in ("add", "sub") and goes_on and self._is_fixed(change)

    def _adds_a_bit(self, operation: Operation) -> bool:
        """`k += x > 0`: what is added is the outcome of a comparison."""
        others = [name for name in operation.operands if name not in self._names()]
        return bool(others) and all(self._is_outcome(name) for name in others)

    def _is_outcome(self, name: str) -> bool:
        operation = self._motions.definitions.get(name)
        while operation is not None and operation.code == "cast":
            operation = self._motions.definitions.get(operation.operands[0])
        return operation is not None and operation.code == "compare"

    def _is_fixed(self, operation: Operation) -> bool:
        address = operation.address
        places = () if address is None else (address.base, *address.indexes)
        others = {*operation.operands, *places} - self._names()
        return all(not self._motions.of(name).varies for name in others)


def carried_values(motions: Motions) -> tuple[Carried, ...]:
    """All values a loop carries beside its induction variables."""
    return tuple(Carried(motions, phi) for phi in motions.carried[:MOST_CARRIED])
