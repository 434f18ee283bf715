"""Who may do what: every route of the lab declares the least role that it serves."""

from __future__ import annotations

from enum import IntEnum


class Role(IntEnum):
    """Each may what those before it may. HOST is whoever has a shell on the server, or the link
    that the server printed at its start.
    """

    VISITOR = 0
    STUDENT = 1
    ASSISTANT = 2
    INSTRUCTOR = 3
    HOST = 4

    @property
    def word(self) -> str:
        """As it is stored and shown."""
        return self.name.lower()


MEMBER_ROLES = (Role.STUDENT, Role.ASSISTANT, Role.INSTRUCTOR)
ROLE_OF = {role.word: role for role in Role}
