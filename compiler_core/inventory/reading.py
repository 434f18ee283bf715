"""The inventory's file to questions: plain bounded YAML, each fault with its place.

Each right answer names the claims that it rests on; each wrong one the misconception whose
believers choose it. The order of the options is a member's own and follows from a seed.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from compiler_core.content_files import CONTENT_FOLDER, ContentError
from compiler_core.exercises.plain_yaml import read_plain_yaml
from compiler_core.exercises.values import list_of, mapping_of, text_of

INVENTORY_FOLDER = CONTENT_FOLDER / "inventory"
RIGHT = 0
"""The choice that is right: the wrong ones follow as 1, 2… in the file's order."""
INVENTORY_FILE = INVENTORY_FOLDER / "inventory.yaml"
_MOST_QUESTIONS = 60
_MOST_TEXT = 400
_FEWEST_WRONG, _MOST_WRONG = 2, 4
_MOST_CLAIMS = 6


@dataclass(frozen=True, slots=True)
class Distractor:
    """An answer that is wrong, and what those believe who choose it."""

    text: str
    misconception: str


@dataclass(frozen=True, slots=True)
class InventoryQuestion:
    """One question. claims: ids of the claims that make `right` right."""

    id: str
    question: str
    right: str
    wrong: tuple[Distractor, ...]
    claims: tuple[str, ...]

    @property
    def options(self) -> tuple[str, ...]:
        """The right answer, then the wrong ones: a choice is a place in this list."""
        return (self.right, *(distractor.text for distractor in self.wrong))


@dataclass(frozen=True, slots=True)
class ConceptInventory:
    """All questions in order. digest: SHA-256 of the file, to tell answers to another wording."""

    title: str
    questions: tuple[InventoryQuestion, ...]
    digest: str


@lru_cache(maxsize=1)
def shipped_inventory() -> ConceptInventory:
    """The one that ships. Raises ContentError."""
    file = INVENTORY_FILE
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ContentError(f"{file} cannot be read: {' '.join(str(error).split())}") from error
    return read_inventory(text)


def read_inventory(text: str) -> ConceptInventory:
    """The inventory that the text describes. Raises ContentError, which names the place."""
    fields = mapping_of(
        "", read_plain_yaml(text, "The inventory"), {"title", "questions"}, {"title", "questions"}
    )
    rows = list_of("questions", fields["questions"], 1, _MOST_QUESTIONS)
    questions = tuple(_question(f"questions[{number}]", row) for number, row in enumerate(rows))
    seen: set[str] = set()
    for number, question in enumerate(questions):
        if question.id in seen:
            raise ContentError(f"questions[{number}]: the id {question.id!r} is used twice.")
        seen.add(question.id)
    digest = hashlib.sha256(text.encode()).hexdigest()
    return ConceptInventory(text_of("title", fields["title"], 120), questions, digest)


def _question(location: str, row: Any) -> InventoryQuestion:
    keys = {"id", "question", "right", "wrong", "claims"}
    fields = mapping_of(location, row, keys, keys)
    wrong = list_of(f"{location}: wrong", fields["wrong"], _FEWEST_WRONG, _MOST_WRONG)
    question = InventoryQuestion(
        id=text_of(f"{location}: id", fields["id"], 60),
        question=text_of(f"{location}: question", fields["question"], _MOST_TEXT),
        right=text_of(f"{location}: right", fields["right"], _MOST_TEXT),
        wrong=tuple(
            _distractor(f"{location}: wrong[{number}]", entry) for number, entry in enumerate(wrong)
        ),
        claims=tuple(
            text_of(f"{location}: claims[{number}]", name, 80)
            for number, name in enumerate(
                list_of(f"{location}: claims", fields["claims"], 1, _MOST_CLAIMS)
            )
        ),
    )
    if len(set(question.options)) != len(question.options):
        raise ContentError(f"{location}: an answer stands twice.")
    return question


def _distractor(location: str, entry: Any) -> Distractor:
    fields = mapping_of(location, entry, {"text", "misconception"}, {"text", "misconception"})
    return Distractor(
        text_of(f"{location}: text", fields["text"], _MOST_TEXT),
        text_of(f"{location}: misconception", fields["misconception"], _MOST_TEXT),
    )


def option_order(question: InventoryQuestion, seed: bytes) -> tuple[int, ...]:
    """The choices in the order in which one member sees them.

    seed: the member's, the same in both tests or not, and nothing that members know: who knows it
    knows which place is right.
    """

    def drawn(choice: int) -> bytes:
        return hmac.new(seed, f"{question.id} {choice}".encode(), hashlib.sha256).digest()

    return tuple(sorted(range(len(question.options)), key=drawn))
