"""What a page about a chip is asked for: one record, kept in the address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from compiler_core.errors import InputError
from compiler_core.typed_numbers import decimal_number, whole_number

USUAL_CHIP = "generic"
USUAL_MODEL = "resnet50"
EDIT_PREFIX = "set."
# Sent by forms: whose figures the edits are. Another chip is shown as it is.
EDITED_CHIP = "of"
_OF_THE_FRAME = ("chip", "model", EDITED_CHIP)
MOST_EDITS = 60
# All of them stand in each link of a page.
MOST_VALUES = 100
LONGEST_WORD = 4000


@dataclass(frozen=True, slots=True)
class SocRequest:
    """view: its name. chip, model: as in addresses. edits: figures of the chip that are changed, by
    key. values: what else the address says, for the view's own fields.
    """

    view: str
    chip: str = USUAL_CHIP
    model: str = USUAL_MODEL
    edits: tuple[tuple[str, float], ...] = ()
    values: tuple[tuple[str, str], ...] = ()

    def value(self, name: str, usual: str = "") -> str:
        """A value of the view's own, or what it usually is."""
        return dict(self.values).get(name, usual)

    def whole(self, name: str, usual: int, least: int, most: int) -> int:
        """A whole number of the view's own. Raises InputError for anything else."""
        text = self.value(name, str(usual))
        number = whole_number(text, 15)
        if number is None or not least <= number <= most:
            raise InputError(
                f"{name} cannot be {text[:40]!r}.", f"Give a whole number, {least:,} to {most:,}."
            )
        return number

    def one_of(self, name: str, known: tuple[str, ...]) -> str:
        """A value of the view's own from a list, the first where none is given.

        Raises InputError for one that is not in the list.
        """
        text = self.value(name, known[0])
        if text not in known:
            raise InputError(f"{name} cannot be {text[:40]!r}.", f"Known: {', '.join(known)}.")
        return text

    def query(self) -> dict[str, str]:
        """What differs from the usual, as text for an address."""
        fields = {"chip": self.chip, "model": self.model}
        usual = {"chip": USUAL_CHIP, "model": USUAL_MODEL}
        differences = {name: value for name, value in fields.items() if value != usual[name]}
        edits = {f"{EDIT_PREFIX}{key}": edit_text(value) for key, value in self.edits}
        return differences | edits | dict(self.values)

    def address(self, anchor: str = "", base: str = "/soc") -> str:
        """The page's address; what is as usual is left out."""
        path = base if self.view == FIRST_VIEW and base == "/soc" else f"{base}/{self.view}"
        query = self.query()
        tail = f"?{urlencode(query)}" if query else ""
        return f"{path}{tail}{'#' + anchor if anchor else ''}"

    def at_view(self, name: str) -> SocRequest:
        """Another view of the same chip, model and edits."""
        return replace(self, view=name, values=())

    def with_values(self, **changes: str) -> SocRequest:
        """Other values of the view's own; an empty one is left out."""
        values = dict(self.values) | changes
        return replace(self, values=tuple((key, text) for key, text in values.items() if text))

    def with_edits(self, edits: Mapping[str, float]) -> SocRequest:
        """The same chip with these figures changed and no others."""
        return replace(self, edits=tuple(edits.items()))

    def with_chip(self, name: str) -> SocRequest:
        """Another chip, as its file describes it."""
        return replace(self, chip=name, edits=())


FIRST_VIEW = "chip"


def edit_text(value: float) -> str:
    """A figure as it stands in addresses and fields, with all its digits."""
    return f"{value:.0f}" if value.is_integer() else repr(value)


def soc_request(view: str, given: Mapping[str, str]) -> SocRequest:
    """Read an address. Raises InputError for edits that are no numbers, and for too many edits or
    values."""
    edits = {
        name.removeprefix(EDIT_PREFIX): value
        for name, value in given.items()
        if name.startswith(EDIT_PREFIX) and value
    }
    if len(edits) > MOST_EDITS:
        raise InputError(f"{len(edits)} figures are changed.", f"At most {MOST_EDITS} can be.")
    rest = {
        name: value[:LONGEST_WORD]
        for name, value in given.items()
        if value and not name.startswith(EDIT_PREFIX) and name not in _OF_THE_FRAME
    }
    if len(rest) > MOST_VALUES:
        raise InputError(
            f"The address has {len(rest)} values.", f"A view takes {MOST_VALUES} at most."
        )
    chip = given.get("chip") or USUAL_CHIP
    if given.get(EDITED_CHIP, chip) != chip:
        edits = {}
    return SocRequest(
        view,
        chip,
        given.get("model") or USUAL_MODEL,
        tuple((key, _number(key, text)) for key, text in edits.items()),
        tuple(rest.items()),
    )


def without_edits(given: Mapping[str, str]) -> dict[str, str]:
    """The rest of an address, whose changed figures cannot be read."""
    return {name: value for name, value in given.items() if not name.startswith(EDIT_PREFIX)}


def _number(key: str, text: str) -> float:
    value = decimal_number(text)
    if value is None or value <= 0:
        raise InputError(f"{key[:60]} cannot be {text[:40]!r}.", "Give a number above 0.")
    return value
