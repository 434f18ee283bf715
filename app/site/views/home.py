"""The first page: one sentence, three scenes in small, three ways in."""

from __future__ import annotations

from dataclasses import dataclass

from app.drawing.scenes.views.scene import SceneView


@dataclass(frozen=True, slots=True)
class MiniatureView:
    """A scene in small. link, address: where the whole of it runs now."""

    scene: SceneView
    link: str
    address: str


@dataclass(frozen=True, slots=True)
class WayIn:
    """For whom the site is. title: `I study`. text: what they find. address: where they begin."""

    title: str
    text: str
    link: str
    address: str


@dataclass(frozen=True, slots=True)
class HomePage:
    """title: of the document. problem: why no compiler can run here, "" where one can."""

    title: str
    miniatures: tuple[MiniatureView, ...]
    ways: tuple[WayIn, ...]
    problem: str


def home_page(
    miniatures: tuple[MiniatureView, ...], first_lesson: str, teaching: WayIn, problem: str
) -> HomePage:
    """The page. first_lesson: its address; teaching: where those who teach begin on this site."""
    return HomePage(
        title="See what the compiler makes of your loop, and of your network",
        miniatures=miniatures,
        ways=(
            WayIn(
                "I study",
                "Short lessons. Each asks first, then shows a proof that runs while you read.",
                "Begin the first lesson",
                first_lesson,
            ),
            teaching,
            WayIn(
                "I ship a model",
                "Bring ONNX, GGUF or safetensors, and see which step costs what on which chip.",
                "Bring a model",
                "/model",
            ),
        ),
        problem=problem,
    )
