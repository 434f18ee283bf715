"""Terms of the glossary become links in prose: once each, and nowhere but in prose."""

from __future__ import annotations

import pytest

from compiler_core.lessons.glossary import load_glossary
from compiler_core.lessons.lesson import Prose, Term
from compiler_core.lessons.markdown import parser, render
from compiler_core.lessons.reading import load_lessons
from compiler_core.lessons.term_links import forms_of, link_terms, plural_of


def term(name: str, *also: str, ambiguous: bool = False) -> Term:
    return Term(name.replace(" ", "-"), name, also, ambiguous, "", (), ())


TERMS = (
    term("latency"),
    term("loop"),
    term("loop rotation", "rotated"),
    term("alias", "aliasing"),
    term("pass", "passes", ambiguous=True),
)


def linked(text: str) -> str:
    tokens = parser().parse(text)
    link_terms(tokens, TERMS)
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


def test_headings_and_code_stay_as_they_are() -> None:
    shown = linked("# A loop\n\n```\nloop\n```\n")
    assert "href" not in shown


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


def test_lessons_link_each_term_at_most_once_by_themselves() -> None:
    total = 0
    for lesson in load_lessons():
        prose = "".join(one.html for one in lesson.sections if isinstance(one, Prose))
        places = [part.partition('"')[0] for part in prose.split('href="/glossary#')[1:]
                  if part.partition(">")[0].endswith('class="term"')]  # fmt: skip
        assert len(places) == len(set(places)), lesson.id
        total += len(places)
    assert total >= 15
