"""The page of all components, filled by one live example and by made-up messages."""

from __future__ import annotations

from app.components.lesson_parts import lesson_parts
from app.components.model_parts import model_parts
from app.components.views.components import ComponentsPage
from app.loop.loop_request import request_from
from app.loop.views.diff import diff_view
from app.loop.views.explorer import AlertView, DiagnosticView
from app.loop.views.figure import figure_view
from app.loop.views.registers import register_map
from app.loop.views.source_map import source_map
from compiler_core.errors import LoweringLabError
from compiler_core.host.comparison.diff import compare
from compiler_core.host.compile import compile_source
from compiler_core.host.register_map.registers import ROLES

EXAMPLE = "sum"
ALERT = AlertView(
    "The compiler rejects this source",
    "Expected ';' before 'return'.",
    "Correct the line and compile again.",
)
DIAGNOSTICS = (
    DiagnosticView("error", "line 3, column 5", "", "", "expected ';' before 'return'"),
    DiagnosticView("warning", "line 2", "", "", "unused variable 'limit'"),
    DiagnosticView("note", "", "", "", "each undeclared name is reported once"),
)


def components_page() -> ComponentsPage:
    """The page; without a working compiler the live parts are left out."""
    request = request_from({"example": EXAMPLE})
    sources = request.sources()
    roles = tuple((role.name, role.explanation) for role in ROLES)
    lesson, model = lesson_parts(), model_parts()
    try:
        left = compile_source(sources, request.compiler, request.flags)
        right = compile_source(sources, *request.right())
    except LoweringLabError:
        return ComponentsPage(
            title="Components",
            alert=ALERT,
            diagnostics=DIAGNOSTICS,
            figure=None,
            registers=(),
            diff=None,
            lesson=lesson,
            model=model,
            roles=roles,
        )
    places = source_map(sources, left.functions)
    return ComponentsPage(
        title="Components",
        alert=ALERT,
        diagnostics=DIAGNOSTICS,
        figure=figure_view(sources, left, request.address()),
        registers=tuple(register_map(function, places) for function in left.functions),
        diff=diff_view(request, compare(left, right, sources), ""),
        lesson=lesson,
        model=model,
        roles=roles,
    )
