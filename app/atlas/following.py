"""An answer that is watched while it is made: how far it is, as server-sent events."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass

from anyio import to_thread

from app.addresses.atlas import atlas_address
from app.atlas.answers import AtlasAnswers, begun_answers, progress_told
from app.atlas.pages import answered_page, waiting_page
from app.serving.background import Awaited
from app.serving.streaming import failed_event, followed_events, html_event
from app.serving.templating import Page, render_text
from compiler_core.atlas.pages import page_named
from compiler_core.atlas.records import Progress
from compiler_core.errors import InputError, LoweringLabError

_WAITING, _PROGRESS = "atlas/waiting.html", ("progress",)
_ANSWERED, _PANEL = "atlas/page.html", ("panel",)


@dataclass(frozen=True, slots=True)
class FollowedAnswer:
    """What was asked of a page, and is being made."""

    name: str
    given: Mapping[str, str]
    answers: Awaited[AtlasAnswers]

    def events(self) -> AsyncIterator[str]:
        """A part whenever it is further; `done` has the panel with the answer, or with what was
        wrong."""
        return followed_events(self._news, self._part, self.answers.done, self._last)

    def _news(self) -> Progress | None:
        self.answers.want()
        return progress_told(self.name, self.given)

    def _part(self, progress: Progress) -> str:
        page = Page(_WAITING, waiting_page(self.name, self.given, self.answers.number, progress))
        return html_event("part", self._text(page, _PROGRESS), progress.announces)

    async def _last(self) -> str:
        return await to_thread.run_sync(self._answered)

    def _answered(self) -> str:
        try:
            view = answered_page(self.name, self.given, self.answers.result()).page
        except LoweringLabError as error:
            return failed_event(error)
        says = f"{view.problem} {view.advice}" if view.problem else view.sentence
        return html_event("done", self._text(Page(_ANSWERED, view), _PANEL), says.strip())

    def _text(self, page: Page, blocks: tuple[str, ...]) -> str:
        return render_text(page, atlas_address(self.name, {}), blocks)


def followed_answer(name: str, given: Mapping[str, str]) -> FollowedAnswer:
    """Begins the answer where nobody did. Raises as `begun_answers` does, and InputError for a
    reader's own program, which is for no address."""
    if page_named(name).own_texts(given):
        raise InputError("An own program is not followed.", "Send it to the page.")
    return FollowedAnswer(name, given, begun_answers(name, given))
