"""What is said of an attempt that waits for its grading."""

from __future__ import annotations

from classroom.jobs import JobState

_REFRESH_SECONDS, _LONGEST_REFRESH_SECONDS = 2, 20


def refresh_seconds(job: JobState | None) -> int:
    """Where scripts are off: whole pages cost the server much, and the last of many waits long."""
    return min(_REFRESH_SECONDS + (job.place if job else 0) // 4, _LONGEST_REFRESH_SECONDS)


def waiting_words(job: JobState | None) -> str:
    """Where the grading stands; empty when it has ended."""
    if job is None or job.state not in ("queued", "running"):
        return ""
    if job.state == "running":
        return "Being graded now."
    return f"Kept. Waiting to be graded: number {job.place} of {job.of}."
