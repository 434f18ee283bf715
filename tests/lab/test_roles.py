"""Who may open what: every route of the lab, by every role, in the own class and in another."""

from __future__ import annotations

import re

import pytest
from fastapi.routing import APIRoute

from app.lab import report
from app.lab.visits import Requires
from app.main import create_app
from app.serving.lab_database import lab_database
from classroom.classes import make_host_link
from classroom.members import change_role, members_of
from classroom.roles import Role
from tests.lab.hosted import Hosted
from tests.lab.walking import Walker

REFUSALS = ("no class of yours at this address", "This is for ", "Only whoever runs this server")


def lab_routes() -> list[APIRoute]:
    """All below `/lab` and `/api/lab`."""
    found = [
        route
        for included in create_app().routes
        for route in getattr(getattr(included, "original_router", None), "routes", ())
        if isinstance(route, APIRoute)
    ]
    return [one for one in found if re.match(r"(/api)?/lab(/|$)", one.path)]


ROUTES = lab_routes()


def declared(route: APIRoute) -> Role | None:
    """The role that a route declares."""
    calls = (dependency.call for dependency in route.dependant.dependencies)
    return next((call.role for call in calls if isinstance(call, Requires)), None)


def test_there_are_routes() -> None:
    assert len(ROUTES) > 15


@pytest.mark.parametrize("route", ROUTES, ids=lambda one: f"{min(one.methods)} {one.path}")
def test_every_route_declares_its_least_role(route: APIRoute) -> None:
    assert declared(route) is not None
    in_class = "{class_id}" in route.path
    assert (declared(route) in (Role.VISITOR, Role.HOST)) == (not in_class)


@pytest.fixture(scope="module")
def people(hosted: Hosted) -> dict[Role, Walker]:
    """One of each role; the host is in no class."""
    found = {Role.VISITOR: hosted.walker(), Role.INSTRUCTOR: hosted.instructor}
    for role in (Role.STUDENT, Role.ASSISTANT):
        found[role] = hosted.student(role.word)
        with lab_database().writing() as connection:
            members = {one.nickname: one for one in members_of(connection, hosted.class_id)}
            change_role(connection, members[role.word], role)
    host = hosted.walker()
    with lab_database().writing() as connection:
        token = make_host_link(connection, 0.0)
    host.open(f"/lab/r/{token}")
    found[Role.HOST] = host
    return found


@pytest.fixture(scope="module")
def other_class(people: dict[Role, Walker]) -> str:
    """Of somebody else."""
    host = people[Role.HOST]
    host.open("/lab")
    host.send("/lab/new", title="Another class", nickname="Edsger")
    found = re.search(r'href="/lab/(\w+)/settings"', host.text)
    assert found is not None
    return found[1]


@pytest.fixture(autouse=True)
def unasked_tools(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who may open a report is found without asking compilers for their versions."""
    monkeypatch.setattr(report, "versions_here", dict)


@pytest.mark.parametrize("role", list(Role), ids=lambda one: one.word)
@pytest.mark.parametrize("route", ROUTES, ids=lambda one: f"{min(one.methods)} {one.path}")
def test_the_matrix(
    route: APIRoute, role: Role, hosted: Hosted, people: dict[Role, Walker], other_class: str
) -> None:
    least = declared(route)
    assert least is not None
    person = people[role]
    if "{class_id}" not in route.path:
        assert _refused(route, person, "") == (
            403 if role < least or (role != Role.HOST and least == Role.HOST) else 0
        )
        return
    in_no_class = role in (Role.VISITOR, Role.HOST)
    expected = 404 if in_no_class else 403 if role < least else 0
    assert _refused(route, person, hosted.class_id) == expected
    if role != Role.HOST:
        assert _refused(route, person, other_class) == 404


def _refused(route: APIRoute, person: Walker, class_id: str) -> int:
    """The status by which the visitor is refused; 0 for a request that goes further, and then may
    lack something: what it brings is looked at after who sends it.
    """
    path = route.path.replace("{class_id}", class_id).replace("{exercise_id}", "sum")
    path = re.sub(r"\{(\w+)\}", "999999", path)
    if "GET" in (route.methods or ()):
        answer = person.client.get(path, follow_redirects=False)
    elif path.startswith("/api/"):
        answer = person.client.post(path, json={})
    else:
        answer = person.client.post(path, data={"form_token": "none"})
    if any(said in answer.text for said in REFUSALS):
        return answer.status_code
    return 0
