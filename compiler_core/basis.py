"""What a number that is shown rests on, in one word; pictures, pages and claims say it alike."""

from __future__ import annotations

from typing import Literal

Value = float | str | bool
"""What a record of ours may say."""
Basis = Literal["counted", "computed", "modelled", "recorded", "measured"]
BASIS_WORDS: dict[Basis, str] = {
    "counted": "counted",
    "computed": "computed",
    "modelled": "follows from the model",
    "recorded": "recorded",
    "measured": "measured",
}
"""How a verdict says what it rests on."""
