"""Parts of the lessons for the page of all components: a claim, a question, a task, a way."""

from __future__ import annotations

from markupsafe import Markup

from app.components.views.components import LessonParts
from app.lesson.lessons import sentence_with_links
from app.lesson.views.lesson import ChoiceView, ClaimView, ExerciseView, PredictionView
from app.lesson.views.track_picture import track_picture
from app.loop.views.source import source_lines
from compiler_core.lessons.track_map import load_map
from compiler_core.source import SourceFile

SOURCE = SourceFile(
    "scale.c",
    "void scale(float *a, const float *k, int n) {\n"
    "    for (int i = 0; i < n; i++)\n        a[i] *= *k;\n}\n",
)
CLAIM = ClaimView(
    kind="claim",
    anchor="sample-claim",
    claim=sentence_with_links("At -O2 the loop stays scalar, one float per round."),
    compiler="Clang",
    verdict="Clang differs.",
    mark="differs",
    sign="≠",
    says=sentence_with_links("It vectorises, with four lanes per register."),
    found="vectorised with NEON, 16 bytes",
    break_address="/learn/break?claim=folklore-o2-is-scalar&compiler=gcc",
)


def lesson_parts() -> LessonParts:
    """All of them; terms are linked as in a lesson."""
    return LessonParts(
        track=track_picture(load_map()[0], {}, lambda stage: "/learn/map"),
        claim=CLAIM,
        question=_question(),
        exercise=ExerciseView(
            kind="exercise",
            anchor="sample-exercise",
            title=Markup("Make the sum fast"),
            task=Markup("<p>{}</p>").format(sentence_with_links("Use a pragma, not a flag.")),
            hint=sentence_with_links("A reduction needs another order of additions."),
            address="/loop?example=sum",
        ),
    )


def _question() -> PredictionView:
    right = sentence_with_links("No: the alias check stays.")
    return PredictionView(
        kind="predict",
        anchor="sample-question",
        question=Markup("Does <code>-O3</code> drop the check?"),
        source_name=SOURCE.name,
        source=source_lines(SOURCE),
        choices=(
            ChoiceView(
                "sample-yes", Markup("Yes."), "Not quite.", "wrong", Markup("A load may alias.")
            ),
            ChoiceView("sample-no", right, "Right.", "right", Markup()),
        ),
        right=right,
        why=Markup("<p>{}</p>").format(sentence_with_links("Only restrict promises enough.")),
        proof=CLAIM,
    )
