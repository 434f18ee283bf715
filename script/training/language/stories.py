"""Small stories about a workshop where compilers repair loops and networks, made by rules.

Names, pronouns, colours, gifts and numbers of the first sentences come back in the last ones, so a
model that does not look far back pays for it. A story belongs to the training text or to the texts
kept for evaluation by a hash of its words: no story is in both.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from random import Random
from typing import Literal

from script.training.language.story_words import (
    COLOURS,
    DAYS,
    GIFTS,
    PEOPLE,
    PLACES,
    REPAIRS,
    SIZES,
    WEATHER,
    Person,
    Repair,
)

Split = Literal["train", "calibration", "evaluation"]
# The last byte of a story's hash: most stories are trained on.
_HELD_OUT: dict[int, Split] = {0: "evaluation", 1: "calibration"}
_SHARES = 16


def stories(split: Split, seed: int) -> Iterator[str]:
    """Stories of one split without end, each a paragraph or two; a seed gives a sequence."""
    random = Random(f"{split} {seed}")
    while True:
        story = tell_story(random)
        if split_of(story) == split:
            yield story


def split_of(story: str) -> Split:
    """Which text a story belongs to, by its words alone."""
    return _HELD_OUT.get(sha256(story.encode()).digest()[0] % _SHARES, "train")


def text_of(split: Split, seed: int, size: int) -> str:
    """Whole stories with an empty line between, at most `size` characters."""
    texts: list[str] = []
    length = 0
    for story in stories(split, seed):
        length += len(story) + 2
        if length > size:
            return "\n\n".join(texts) + "\n"
        texts.append(story)
    return ""


def tell_story(random: Random) -> str:
    """One story."""
    owner, apprentice = random.sample(PEOPLE, 2)
    repair = random.choice(REPAIRS)(random)
    place, colour = random.choice(PLACES), random.choice(COLOURS)
    gift = random.choice(GIFTS)
    parts = [
        _opening(random, owner, place, colour),
        _arrival(random, owner, repair),
        *_questions(random, owner, apprentice, repair),
        _repairing(random, owner, repair),
        _thanks(random, owner, repair, gift),
        *_letter(random, owner, repair),
        _ending(random, owner, repair, gift, place, colour),
    ]
    return " ".join(parts)


def _opening(random: Random, owner: Person, place: str, colour: str) -> str:
    forms = (
        f"{owner.name} had a workshop {place}. The door of the workshop was {colour}.",
        f"There was a workshop with a {colour} door {place}. It belonged to {owner.name}.",
        f"In the workshop {place} worked {owner.name}. Everybody knew {owner.possessive} "
        f"{colour} door.",
    )
    return random.choice(forms)


def _arrival(random: Random, owner: Person, repair: Repair) -> str:
    day, (weather, state) = random.choice(DAYS), random.choice(WEATHER)
    size = random.choice(SIZES)
    forms = (
        f'{weather} when a {size} {repair.visitor} came in on {day}. "{_begin(repair.trouble)},"'
        f" said the {repair.visitor}. It looked {state}.",
        f"On {day} somebody knocked. {weather}, and outside stood a {size} {repair.visitor}. "
        f'It was {state}. "{_begin(repair.trouble)}," it told {owner.object}.',
    )
    return random.choice(forms)


def _questions(
    random: Random, owner: Person, apprentice: Person, repair: Repair
) -> tuple[str, ...]:
    if random.random() < 0.4:
        return ()
    forms = (
        f'"What can we do?" asked {apprentice.name}, who was learning the trade from '
        f'{owner.object}. "We will try {repair.method}," said {owner.name}.',
        f'{apprentice.name} put down {apprentice.possessive} tea. "Poor {repair.visitor}," '
        f'{apprentice.subject} said. "That calls for {repair.method}," said {owner.name}, '
        f"and {apprentice.name} fetched the tools.",
    )
    return (random.choice(forms),)


def _repairing(random: Random, owner: Person, repair: Repair) -> str:
    forms = (
        f"{owner.name} {repair.action}. From then on {repair.result}.",
        f"So {owner.subject} {repair.action}. Now {repair.result}.",
        f"It did not take long: {owner.subject} {repair.action}. After that {repair.result}.",
    )
    return random.choice(forms)


def _thanks(random: Random, owner: Person, repair: Repair, gift: str) -> str:
    forms = (
        f"The {repair.visitor} was happy and gave {owner.object} {gift}.",
        f'"Thank you, {owner.name}," said the {repair.visitor}, and left {gift} on the table.',
        f"The {repair.visitor} danced round the room and brought {owner.object} {gift}.",
    )
    return random.choice(forms)


def _letter(random: Random, owner: Person, repair: Repair) -> tuple[str, ...]:
    if random.random() < 0.6:
        return ()
    day = random.choice(DAYS)
    return (
        f'The next {day} a letter came. "Dear {owner.name}," wrote the {repair.visitor}, '
        f'"I tell everybody about your {repair.method}."',
    )


def _ending(
    random: Random, owner: Person, repair: Repair, gift: str, place: str, colour: str
) -> str:
    _, _, thing = gift.partition(" ")
    forms = (
        f"That evening {owner.name} closed the {colour} door and put the {thing} on the shelf. "
        f'"{_begin(repair.moral)}," {owner.subject} said.',
        f"If you pass the workshop {place}, look for the {thing} in the window. "
        f"Below it {owner.name} has written: {repair.moral}.",
        f"The {thing} still hangs beside the {colour} door, and {owner.name} likes to say: "
        f"{repair.moral}.",
    )
    return random.choice(forms)


def _begin(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]
