"""The stories: whole, different, and true to what they said at the beginning."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from script.training.language.stories import split_of, stories, text_of
from script.training.language.story_words import COLOURS, PEOPLE

TOLD = list(islice(stories("train", 7), 300))


def owner_of(story: str) -> str:
    """Who the story says the workshop belongs to."""
    found = re.search(
        r"(?:belonged to|worked) (\w+)\.|^(\w+) had a workshop", story.replace("\n", " ")
    )
    assert found
    return found[1] or found[2]


def test_a_seed_gives_a_sequence() -> None:
    assert list(islice(stories("train", 7), 20)) == TOLD[:20]
    assert list(islice(stories("train", 8), 20)) != TOLD[:20]
    assert len(set(TOLD)) == len(TOLD)


def test_no_story_is_in_two_texts() -> None:
    assert {split_of(story) for story in TOLD} == {"train"}
    assert not set(text_of("evaluation", 7, 20_000).split("\n\n")) & set(TOLD)


@pytest.mark.parametrize("pattern", ["the {} door"])
def test_a_door_keeps_its_colour(pattern: str) -> None:
    for story in TOLD:
        named = {colour for colour in COLOURS if re.search(rf"\b{colour}\b(?! wool)", story)}
        later = [colour for colour in COLOURS if pattern.format(colour) in story]
        assert set(later) <= named
        assert len(later) <= 1


def test_letters_and_endings_name_the_owner() -> None:
    for story in TOLD:
        owner = owner_of(story)
        for pattern in (r"Dear (\w+),", r"That evening (\w+) closed", r"and (\w+) likes to say"):
            for name in re.findall(pattern, story):
                assert name == owner
        if "from then on" not in story and (said := re.search(r'," (he|she) said\.', story)):
            apprentices = {person.subject for person in PEOPLE if person.name in story}
            assert said[1] in apprentices


def test_sums_and_shares_are_right() -> None:
    words = {"two": 2, "four": 4, "eight": 8}
    for story in TOLD:
        if found := re.search(r"I add (\d+) and (\d+).*wrote (\d+) into", story):
            assert int(found[1]) + int(found[2]) == int(found[3])
        if found := re.search(r"multiply everything by (\d+).*put in a shift by (\d+)", story):
            assert int(found[1]) == 1 << int(found[2])
        if found := re.search(
            r"I have (\d+) numbers to add.*with (\w+) lanes.*in (\d+) steps", story
        ):
            assert int(found[1]) == words[found[2]] * int(found[3])
        if found := re.search(r"to (\d) bits.*was (\w+) times lighter", story):
            assert int(found[1]) * words[found[2]] == 32


def test_a_text_ends_with_a_whole_story() -> None:
    text = text_of("calibration", 7, 3000)
    assert len(text) <= 3000
    assert text.endswith((".\n", '."\n', '" she said.\n', '" he said.\n'))
