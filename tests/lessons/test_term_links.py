"""Terms of the glossary become links: once in each block, and nowhere but in its text."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from compiler_core.lessons.glossary import load_glossary
from compiler_core.lessons.lesson import Exercise, Figure, Lesson, Prediction, Prose, Term
from compiler_core.lessons.linked_text import linked_sentence
from compiler_core.lessons.markdown import parser, render
from compiler_core.lessons.reading import load_lessons, read_lesson
from compiler_core.lessons.term_links import OpenTerms, forms_of, plural_of


def term(name: str, *also: str, ambiguous: bool = False) -> Term:
    return Term(
        id=name.replace(" ", "-"),
        term=name,
        also=also,
        ambiguous=ambiguous,
        meaning="",
        see=(),
        lessons=(),
    )


TERMS = (
    term("latency"),
    term("loop"),
    term("loop rotation", "rotated"),
    term("alias", "aliasing"),
    term("pass", "passes", ambiguous=True),
)


def linked(text: str) -> str:
    tokens = parser().parse(text)
    OpenTerms(TERMS).link(tokens)
    return render("here", tokens).strip()


def anchor(name: str, text: str) -> str:
    return f'<a href="/glossary#{name}" class="term">{text}</a>'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A loop in a loop.", f"A {anchor('loop', 'loop')} in a loop."),
        ("Loops are loops.", f"{anchor('loop', 'Loops')} are loops."),
        ("Latencies add up.", f"{anchor('latency', 'Latencies')} add up."),
        ("After loop rotation", f"After {anchor('loop-rotation', 'loop rotation')}"),
        ("It is rotated.", f"It is {anchor('loop-rotation', 'rotated')}."),
        ("Pass it on; passes", f"Pass it on; {anchor('pass', 'passes')}"),
        ("loophole, for-loop, `loop`", "loophole, for-loop, <code>loop</code>"),
        ("[a loop](/loop)", '<a href="/loop">a loop</a>'),
        ("*one loop*", f"<em>one {anchor('loop', 'loop')}</em>"),
    ],
)
def test_the_first_use_is_linked(text: str, expected: str) -> None:
    assert linked(text) == f"<p>{expected}</p>"


def test_code_stays_as_it_is() -> None:
    assert "href" not in linked("```\nloop\n```\n\nA `loop`.\n\n    loop\n")


def test_a_heading_links_what_its_text_does_not() -> None:
    shown = linked("# A loop and its latency\n\nThis loop is short.\n")
    assert f"<h1>A loop and its {anchor('latency', 'latency')}</h1>" in shown
    assert f"This {anchor('loop', 'loop')} is short." in shown


def test_a_term_the_author_links_is_left_to_the_author() -> None:
    shown = linked("Any alias. See [aliasing](term:alias) and the alias.")
    assert shown.count("/glossary#alias") == 1
    assert "class" not in shown


def test_text_around_a_link_is_escaped() -> None:
    assert linked("<b>loop</b> & more") == (
        f"<p>&lt;b&gt;{anchor('loop', 'loop')}&lt;/b&gt; &amp; more</p>"
    )


@pytest.mark.parametrize(
    ("word", "plural"), [("alias", "aliases"), ("latency", "latencies"), ("array", "arrays")]
)
def test_plurals(word: str, plural: str) -> None:
    assert plural_of(word) == plural


def test_no_word_stands_for_two_terms() -> None:
    owner: dict[str, str] = {}
    for one in load_glossary():
        for form in set(forms_of(one)):
            assert owner.setdefault(form, one.id) == one.id, form


def test_plain_text_is_escaped_and_linked() -> None:
    says = "<i>One</i> lane & *rows* * cols; a lane"
    lane = anchor("lane", "lane")
    assert linked_sentence(says) == (f"&lt;i&gt;One&lt;/i&gt; {lane} &amp; *rows* * cols; a lane")


LESSON = """---
title: A lesson
short: Lesson
idea: One idea.
course: loops
minutes: 5
---
## PROSE-HEADING

PROSE

```figure
kind: listing
source: axpy.c
caption: CAPTION
```

```predict
question: QUESTION
right: RIGHT
wrong: [{says: WRONG, because: BECAUSE}]
why: WHY
claim: one
```

```exercise
title: TITLE
task: TASK
source: axpy.c
compiler: gcc
hint: HINT
```
"""
PLACES = tuple(re.findall(r"\b[A-Z-]{3,}\b", LESSON))
CLAIMS = """
- id: one
  says: It is.
  source: axpy.c
  holds: [{compilers: gcc, expect: {vectorized: true}}]
"""


@pytest.mark.parametrize("place", PLACES)
def test_a_term_becomes_a_link_wherever_it_stands(tmp_path: Path, place: str) -> None:
    (tmp_path / "axpy.c").write_text("void f(int *a) { for (int i = 0; i < 9; i++) a[i] = i; }\n")
    (tmp_path / "claims.yaml").write_text(CLAIMS)
    (tmp_path / "lesson.md").write_text(re.sub(rf"\b{place}\b(?!-)", "Lanes <b> here", LESSON))
    shown = "".join(blocks_of(read_lesson(tmp_path)))
    assert shown.count(f"{anchor('lane', 'Lanes')} &lt;b&gt; here") == 1


def blocks_of(lesson: Lesson) -> Iterator[str]:
    """The HTML of what is read at one go."""
    for section in lesson.sections:
        if isinstance(section, Prose):
            yield section.html
        elif isinstance(section, Figure):
            yield section.caption
        elif isinstance(section, Prediction):
            yield "\n".join((section.question, *(choice.html for choice in section.choices)))
            yield from (choice.because for choice in section.choices if choice.because)
            yield section.why
        elif isinstance(section, Exercise):
            yield f"{section.title}\n{section.task}"
            yield section.hint


def linked_in(block: str) -> list[str]:
    return re.findall(r'<a href="/glossary#([\w-]+)" class="term">', block)


def unlinked_in(block: str) -> set[str]:
    """Terms in a block's own text that no link of the block leads to."""
    text = re.sub(r"<(a|code|pre)\b.*?</\1>", " - ", block, flags=re.DOTALL)
    text = html.unescape(re.sub(r"<[^>]+>", "", text)).lower()
    names = {form: one.id for one in load_glossary() for form in forms_of(one)}
    forms = "|".join(re.escape(form) for form in sorted(names, key=len, reverse=True))
    found = {names[form] for form in re.findall(rf"(?<![\w-])(?:{forms})(?![\w-])", text)}
    return found - set(re.findall(r'href="/glossary#([\w-]+)"', block))


def test_no_block_of_a_lesson_leaves_a_term_unlinked() -> None:
    total = 0
    for lesson in load_lessons():
        for block in blocks_of(lesson):
            assert unlinked_in(block) == set(), (lesson.id, block)
            assert len(linked_in(block)) == len(set(linked_in(block))), (lesson.id, block)
            total += len(linked_in(block))
    assert total >= 60
