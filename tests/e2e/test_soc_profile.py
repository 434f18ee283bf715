"""The profiling exercise in a real browser: programs are counted while the page waits."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.accessibility import violations
from tests.patience import PATIENCE_MILLISECONDS


def test_a_reader_profiles_classifies_and_tries(browser_page: Callable[..., Page]) -> None:
    page = browser_page(bypass_csp=True)
    page.goto("/soc/profile?network=plain")
    step, following = page.locator("[aria-current=step]"), page.locator("a.button.primary")
    expect(following).to_have_text("Next: what binds these kernels?", timeout=PATIENCE_MILLISECONDS)
    assert violations(page) == []
    following.press("Enter")
    expect(step).to_contain_text("Classify")
    for question in page.locator("fieldset").all():
        question.get_by_label("compute").check()
    page.get_by_role("button", name="Check my answers").press("Enter")
    expect(page.locator("fieldset strong.good").first).to_have_text("✓ Right.")
    assert violations(page) == []
    following.press("Enter")
    expect(step).to_contain_text("Choose")
    expect(following).to_contain_text("Try it: Chosen kernels")
    following.press("Enter")
    expect(page.locator(".soc-headline")).to_contain_text(
        "times as few", timeout=PATIENCE_MILLISECONDS
    )
    following.press("Enter")
    expect(following).to_have_text("Keep it and profile again")
    assert violations(page) == []
