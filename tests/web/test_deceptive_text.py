"""What a source hides from the eye is seen wherever the page shows it, and one note names lines."""

from __future__ import annotations

import html
import re

import pytest

from app.loop.highlighting import highlight_assembly, highlight_source
from app.loop.offline import offline_file
from app.loop.views.figure import figure_view
from compiler_core.deceptive_text import deceives, deceptive_lines, deceptive_note, with_marks
from compiler_core.host.compile import compile_source
from compiler_core.source import Language, SourceFile

BIDIRECTIONAL = (*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x61C)
INVISIBLE = (0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0xAD, 0x180E, 0xE0041, 0x3164, 0x85, 0x1B, 0xD)
PLACES = ("// a{}b", "/* a{}b */", 'char *s = "a{}b";', "int a{}b;", "#define A{}B", "x = '{}';")
ORDINARY = "int é = 1; // Größe ≤ 漢字 שלום 🦊\tx\f\n"


@pytest.mark.parametrize("code", [*BIDIRECTIONAL, *INVISIBLE], ids="U+{:04X}".format)
@pytest.mark.parametrize("language", ["c", "c++"])
def test_each_is_seen_in_every_place_of_a_source(code: int, language: Language) -> None:
    text = "\n".join(place.format(chr(code)) for place in PLACES)
    lines = [_text(str(line)) for line in highlight_source(text, language)]
    assert lines == [place.format(f"<U+{code:04X}>") for place in PLACES]


@pytest.mark.parametrize("code", [*BIDIRECTIONAL, *INVISIBLE], ids="U+{:04X}".format)
@pytest.mark.parametrize("kind", ["instruction", "directive", "label", "comment"])
def test_each_is_seen_in_a_listing(code: int, kind: str) -> None:
    text = f'bl a{chr(code)}b "c{chr(code)}d"'
    assert f"<U+{code:04X}>" in _text(str(highlight_assembly(text, kind, (), "l")))
    assert chr(code) not in str(highlight_assembly(text, kind, (), "l"))


def test_other_writing_stays() -> None:
    assert with_marks(ORDINARY) == ORDINARY
    assert not deceptive_lines(SourceFile("loop.c", "\ufeff" + ORDINARY))
    assert deceptive_note([SourceFile("loop.c", ORDINARY)]) == ""


def test_the_note_names_the_lines() -> None:
    first = SourceFile("a.c", "int a;\n// \u202e\u202e\u2066\n")
    second = SourceFile("b.c", "\u200b\n" * 12)
    assert "line 2 (U+202E, U+2066)." in deceptive_note([first])
    both = deceptive_note([first, second])
    assert "line 2 of a.c (U+202E, U+2066), line 1 of b.c (U+200B)" in both
    assert "and 5 more." in both


@pytest.mark.parametrize("flags", ["-O2", "-O2 -Werror -Wunknown-thing"])
def test_the_page_the_offline_file_and_the_answer_tell_it(flags: str) -> None:
    source = SourceFile(
        "loop.c", 'const char *f(void)\n{ /* \u202e } \u2066 */\n return "\u200b"; }\n'
    )
    compilation = compile_source([source], "gcc", flags)
    told = [note for note in compilation.notes if "reorder or hide" in note]
    assert len(told) == 1
    assert "line 2 (U+202E, U+2066), line 3 (U+200B)." in told[0]
    if compilation.ok:
        document = offline_file(figure_view([source], compilation, "/loop"), "A loop", "/loop")
        assert not any(deceives(character) for character in document)
        assert html.escape(told[0]) in document
        assert html.escape("/* <U+202E> } <U+2066> */") in document


def _text(markup: str) -> str:
    return html.unescape(re.sub(r"<[^>]*>", "", markup))
