"""Names of strangers' models hide and reorder nothing on a page or in a terminal."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.serving.shown_text import as_shown
from command_line.output import print_error, print_lines
from compiler_core.deceptive_text import deceives, is_deceptive

DECEIVING = tuple("\u202e\u2066\u200b\u00ad\ufeff\u0085\x1b\x00\u3164")
NAMES = st.text(st.sampled_from([*DECEIVING, *'a<>&"é漢']), max_size=12)


@dataclass(frozen=True, slots=True)
class Places:
    """Where a page prints a name."""

    text: str
    title: str
    label: str
    field: str
    value: str
    script: str


def _document(name: str) -> str:
    safe = html.escape(name)
    return (
        f'<p title="{safe}" data-id="{safe}">{safe}</p><svg aria-label="{safe}"></svg>'
        f'<textarea rows="2">{safe}</textarea><input value="{safe}"><script>{safe}</script>'
    )


def _places(document: str) -> Places:
    pattern = (
        r'<p title="(?P<title>[^"]*)" data-id="[^"]*">(?P<text>[^<]*)</p><svg aria-label='
        r'"(?P<label>[^"]*)"></svg><textarea rows="2">(?P<field>[^<]*)</textarea><input value='
        r'"(?P<value>[^"]*)"><script>(?P<script>[^<]*)</script>'
    )
    found = re.fullmatch(pattern, document)
    assert found is not None
    return Places(**{name: html.unescape(text) for name, text in found.groupdict().items()})


@given(NAMES)
def test_what_is_read_is_marked_and_what_is_kept_stays(name: str) -> None:
    before, after = _places(_document(name)), _places(as_shown(_document(name)))
    kept = (after.field, after.value, after.script)
    assert kept == (before.field, before.value, before.script)
    for text in (after.text, after.title, after.label):
        assert not any(map(deceives, text))
    assert (after.text == before.text) == (not is_deceptive(html.unescape(before.text)))


@pytest.mark.parametrize(
    "text", ["می\u200cخواهم", "👩\u200d🔬", "क्\u200dष", "one\r\ntwo", "Größe → 漢字"]
)
def test_spelling_and_line_ends_stay(text: str) -> None:
    assert as_shown(f"<p>{text}</p>") == f"<p>{text}</p>"


@pytest.mark.parametrize("name", ["a\u200db", "\u200c", "é\u200da"])
def test_a_joiner_that_joins_nothing_is_marked(name: str) -> None:
    assert "&lt;U+200" in as_shown(f"<p>{name}</p>")


@pytest.mark.parametrize("character", DECEIVING)
def test_a_terminal_obeys_no_name(character: str, capsys: pytest.CaptureFixture[str]) -> None:
    print_lines([f"node a{character}[31mb"])
    print_error(f"no tensor a{character}[31mb")
    written = capsys.readouterr()
    assert not any(map(deceives, written.out + written.err))
    assert written.out == f"node a<U+{ord(character):04X}>[31mb\n"
