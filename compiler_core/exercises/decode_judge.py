"""A chip and a rounding that were handed in: how fast a language model would decode, modelled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from compiler_core.claims.kinds.kind import Found
from compiler_core.errors import InputError
from compiler_core.exercises.judge import Refused
from compiler_core.exercises.posing import PosedExercise
from compiler_core.exercises.quiz_judge import judge_predicted
from compiler_core.exercises.values import choice_of, whole_number_of
from compiler_core.soc.decoding.decode import DecodeSpeed, decode_speed
from compiler_core.soc.decoding.decode_fit import share_for
from compiler_core.soc.decoding.known_language_models import known_language_model
from compiler_core.soc.decoding.model_shape import decode_work, header_of
from compiler_core.soc.reading import soc_named

DEFAULT_CONTEXT = 128
_MOST_POSITIONS = 1 << 20
_MOST_SEQUENCES = 1024
# A list of the exercise's, and the setting that must come from it.
_CHOICES = (("socs", "soc"), ("types", "type"), ("configs", "config"))


@dataclass(frozen=True)
class DecodeJudge:
    """One chip, one model, one type of its weights."""

    posed: PosedExercise
    answer: Mapping[str, Any]
    answered_first: bool

    def refusal(self) -> Refused | None:
        """A chip, model or type that is none here, or none of the exercise's."""
        try:
            for choices, name in _CHOICES:
                if choices in self.posed.given:
                    choice_of(name, self.answer[name], self.posed.given[choices])
            _ = self._speed
        except InputError as error:
            return Refused(str(error))
        return None

    @cached_property
    def _speed(self) -> DecodeSpeed:
        answer = self.answer
        context = whole_number_of(
            "context", answer.get("context", DEFAULT_CONTEXT), 0, _MOST_POSITIONS
        )
        batch = whole_number_of("batch", answer.get("batch", 1), 1, _MOST_SEQUENCES)
        chip = soc_named(str(answer["soc"]))
        model = known_language_model(str(answer["config"]))
        header = header_of(model.configuration, str(answer["type"]))
        return decode_speed(chip, decode_work(header, context, batch), share_for(chip))

    def judge(self, name: str, argument: Any) -> Found:
        """As `Judge.judge`."""
        if name == "predicted":
            return judge_predicted(self.answered_first, argument)
        speed = self._speed
        if name == "fits":
            words = "the model fits" if speed.fits else "the model does not fit"
            return Found(speed.fits == argument, words)
        if name == "bytes_per_token":
            value = speed.bytes_per_token
            return Found(argument.holds(value), f"{value:,.0f} bytes read for a token, modelled")
        if speed.tokens_per_second is None:
            return Found(False, "the model does not fit, so there is no speed")
        if name == "bound":
            return Found(speed.bound == argument, f"bound by {speed.bound}, modelled")
        value = speed.tokens_per_second
        return Found(argument.holds(value), f"{value:.1f} tokens a second, modelled")
