"""The words that stories are made of: people, places, visitors, gifts, and the repairs of a shop.

A repair is a rule with numbers in it: what is told at the beginning fixes what is told later.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of the shop, with the pronouns that every later sentence has to keep."""

    name: str
    subject: str
    object: str
    possessive: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """What ails a visitor, what is done about it, and what is true after it."""

    visitor: str
    """Who comes for help, a noun without an article: `loop`."""
    trouble: str
    """What it says of itself, without a full stop."""
    method: str
    """The optimisation, as a noun: `hoisting`."""
    action: str
    """What the owner did, a past tense without its subject."""
    result: str
    """What is true after it, a clause without a full stop."""
    moral: str
    """What is to be learnt, a clause in small letters without a full stop."""


def _women(*names: str) -> tuple[Person, ...]:
    return tuple(Person(name, "she", "her", "her") for name in names)


def _men(*names: str) -> tuple[Person, ...]:
    return tuple(Person(name, "he", "him", "his") for name in names)


PEOPLE = (
    *_women("Ada", "Grace", "Lin", "Mina", "Rosa", "Vera", "Frances"),
    *_men("Max", "Otto", "Theo", "Karl", "Ivan", "Hugo", "Niels"),
)
PLACES = (
    "by the river",
    "under the old bridge",
    "at the end of the lane",
    "behind the market",
    "on the hill",
    "near the harbour",
    "beside the mill",
    "in the tall tower",
)
COLOURS = ("green", "red", "blue", "yellow", "white", "brown", "grey", "black")
WEATHER = (
    ("It was raining", "wet"),
    ("Snow was falling", "cold"),
    ("The sun was shining", "warm"),
    ("A strong wind was blowing", "tired"),
    ("Fog lay over the town", "lost"),
)
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
GIFTS = (
    "a brass key",
    "a silver spoon",
    "a jar of honey",
    "a paper boat",
    "a small clock",
    "a basket of apples",
    "a wooden owl",
    "a ball of red wool",
    "a copper bell",
    "an old map",
)
SIZES = ("small", "young", "thin", "proud", "quiet", "worried", "busy", "shy")
COUNTS = (8, 16, 24, 32, 40, 48, 64, 80, 96)
WORDS_OF_COUNTS = {2: "two", 4: "four", 8: "eight", 16: "sixteen"}


def hoisting(random: Random) -> Repair:
    count = random.choice(COUNTS)
    what = random.choice(("number", "price", "length", "address"))
    return Repair(
        visitor="loop",
        trouble=f"I run {count} times, and each time I fetch the same {what} from far away",
        method="hoisting",
        action=f"lifted the fetching of the {what} out of the loop and put it in front",
        result=f"the loop still ran {count} times, but it fetched the {what} only once",
        moral="what does not change need not be done again",
    )


def unrolling(random: Random) -> Repair:
    count, factor = random.choice(COUNTS), random.choice((2, 4, 8))
    return Repair(
        visitor="loop",
        trouble=f"I run {count} times, and after each step I jump back to the start",
        method="unrolling",
        action=f"wrote the body of the loop {WORDS_OF_COUNTS[factor]} times, one below the other",
        result=f"the loop jumped back only {count // factor} times",
        moral="a longer road can have fewer turns",
    )


def vectorising(random: Random) -> Repair:
    count, lanes = random.choice(COUNTS), random.choice((4, 8))
    return Repair(
        visitor="loop",
        trouble=f"I have {count} numbers to add, and I take them one by one",
        method="vectorising",
        action=f"gave the loop a wide basket with {WORDS_OF_COUNTS[lanes]} lanes",
        result=f"the loop added its {count} numbers in {count // lanes} steps",
        moral="many hands can lift together if they do not wait for each other",
    )


def folding(random: Random) -> Repair:
    first, second = random.randint(2, 9), random.randint(2, 9)
    return Repair(
        visitor="program",
        trouble=f"every morning I add {first} and {second}, and I forget the answer every night",
        method="folding",
        action=f"did the sum once and wrote {first + second} into the program",
        result=f"the program simply read {first + second} and went on",
        moral="a sum that is known need not be done at noon",
    )


def reduction(random: Random) -> Repair:
    shift = random.randint(1, 4)
    return Repair(
        visitor="program",
        trouble=f"I multiply everything by {1 << shift}, and it makes me so slow",
        method="strength reduction",
        action=f"took the multiplication away and put in a shift by {shift}",
        result=f"the program shifted by {shift}, and the answers were the same",
        moral="a cheap way to the same answer is the better way",
    )


def cleaning(random: Random) -> Repair:
    what = random.choice(("letters", "lists", "sums", "tables"))
    return Repair(
        visitor="program",
        trouble=f"I write {what} all day, and nobody ever reads them",
        method="cleaning",
        action=f"looked for readers of the {what}, found none, and threw the {what} away",
        result=f"the program wrote no {what}, and nobody missed them",
        moral="work that nobody needs is best left undone",
    )


def spilling(random: Random) -> Repair:
    pockets = random.choice((4, 8, 16))
    return Repair(
        visitor="function",
        trouble=f"I have {WORDS_OF_COUNTS[pockets]} pockets and {pockets + 2} things to carry, "
        "and I keep dropping two of them",
        method="planning",
        action="looked which things were needed late and fetched those two at the end",
        result=f"the {WORDS_OF_COUNTS[pockets]} pockets were enough, and nothing fell down",
        moral="carry what you need now, and fetch the rest in time",
    )


def interchange(random: Random) -> Repair:
    wide, high = random.sample(("rows", "columns"), 2)
    return Repair(
        visitor="matrix",
        trouble=f"my numbers lie in {wide}, but everybody walks along my {high}",
        method="interchange",
        action=f"turned the two loops round, so that all walked along the {wide}",
        result=f"they walked along the {wide} of the matrix, and each step was short",
        moral="it is good to walk the way the floor is laid",
    )


def fusion(random: Random) -> Repair:
    count = random.choice(COUNTS)
    return Repair(
        visitor="list",
        trouble=f"two loops visit my {count} numbers, first one and then the other",
        method="fusion",
        action="made one loop out of the two",
        result=f"the list was visited once, and its {count} numbers stayed warm",
        moral="who comes twice could have done both at once",
    )


def quantising(random: Random) -> Repair:
    bits = random.choice((4, 8))
    return Repair(
        visitor="network",
        trouble="each of my weights has 32 bits, and the little chip cannot carry me",
        method="quantising",
        action=f"rounded each weight to {bits} bits and kept one scale for each block",
        result=f"the network was {WORDS_OF_COUNTS[32 // bits]} times lighter, and the chip "
        "carried it",
        moral="a good guess in small numbers is often enough",
    )


def inlining(random: Random) -> Repair:
    count = random.choice(COUNTS)
    return Repair(
        visitor="function",
        trouble=f"I call my brother {count} times a day, and he lives far away",
        method="inlining",
        action="brought the brother into the house",
        result="the function asked its brother at the table and called nobody",
        moral="a short way is faster than a quick walk",
    )


def tiling(random: Random) -> Repair:
    block = random.choice((4, 8, 16))
    return Repair(
        visitor="matrix",
        trouble="I am larger than the cache, and my numbers are thrown out before they are used "
        "again",
        method="tiling",
        action=f"cut the matrix into tiles of {block} by {block}",
        result=f"each tile of {block} by {block} fitted into the cache and was used many times",
        moral="small pieces are eaten while they are warm",
    )


REPAIRS: tuple[Callable[[Random], Repair], ...] = (
    hoisting,
    unrolling,
    vectorising,
    folding,
    reduction,
    cleaning,
    spilling,
    interchange,
    fusion,
    quantising,
    inlining,
    tiling,
)
