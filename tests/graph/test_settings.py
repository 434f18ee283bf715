"""Settings come from addresses: what they say is kept, what they cannot say is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler_core.errors import InputError
from compiler_core.graph.settings import DEFAULT_SETTINGS, CompileSettings, settings_of

words = st.lists(st.text("abcdefgh-_", min_size=1, max_size=8), max_size=4).map(tuple)


@given(
    st.builds(
        CompileSettings,
        precision=st.sampled_from(("fp32", "int8")),
        passes=words,
        pinned=words,
        extensions=words,
        tune_seconds=st.integers(0, 60),
        weights=st.sampled_from(("file", "random")),
        seed=st.integers(0, 10**8),
    )
)
def test_an_address_and_a_request_file_keep_the_settings(made: CompileSettings) -> None:
    assert settings_of(made.query()) == made
    assert settings_of(made.values()) == made


def test_the_default_needs_no_words() -> None:
    assert DEFAULT_SETTINGS.query() == {}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("precision", "fp16"),
        ("weights", "stolen"),
        ("tune_seconds", "61"),
        ("tune_seconds", "-1"),
        ("winograd_mebibytes", "-1"),
        ("winograd_mebibytes", "1025"),
        ("seed", "1e9"),
        ("seed", "9999999999"),
        ("seed", "٣" * 12),
        ("core", "x" * 5000),
        ("passes", ",".join(["fold"] * 3000)),
        ("passes", 7),
        ("calibration", None),
    ],
)
def test_values_that_no_setting_has_are_refused(name: str, value: object) -> None:
    with pytest.raises(InputError):
        settings_of({name: value})
