"""People at the browser: what they do on the pages, with nothing but the pages to go by."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

PASSWORD = "the 8.15 to Duluth"
DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
SMALL_PHONE = {"width": 360, "height": 640}
MOST_TABS = 150


class Person:
    """Somebody with a page open."""

    def __init__(self, page: Page, site: str, name: str) -> None:
        self.page, self.site, self.name = page, site, name
        self.chance = random.Random(name)
        page.set_default_timeout(15_000)

    def sign_up(self) -> None:
        self.page.goto(f"{self.site}/accounts/signup/")
        self.page.locator("[name=username]").fill(self.name)
        self.page.locator("[name=email]").fill(f"{self.name}@example.org")
        for field in self.page.locator("input[type=password]").all():
            field.fill(PASSWORD)
        self.page.locator("main button[type=submit]").click()
        self.page.wait_for_url("**/games/")

    def open_table(self, *, seats: int, edition: str = "usa", clock: bool = True) -> str:
        """Open a table by invitation, on the usual clock or on none; gives its link for friends."""
        self.page.goto(f"{self.site}/games/new/?edition={edition}")
        self.page.locator(f"label:has([name=seats][value='{seats}'])").click()
        self.page.get_by_label("Anybody may sit down").uncheck()
        if not clock:
            self.page.get_by_label("Time per turn").select_option(label="no clock")
        self.page.get_by_role("button", name="Open the table").click()
        return self.page.get_by_label("Link for friends").input_value()

    def add_computer(self, level: str = "easy") -> None:
        self.page.locator(f"label:has([name=level][value={level}])").click()
        self.page.get_by_role("button", name="Add a computer player").click()

    def sit_down(self, link: str) -> None:
        self.page.goto(link)
        self.page.get_by_role("button", name="Sit down").click()

    def see_the_telling(self) -> dict[str, int]:
        """Go through the final scoring step by step; gives the totals of its last step."""
        panel = self.page.locator("[data-telling]")
        panel.wait_for()
        while panel.locator("[data-telling-next]").inner_text() != "To the scores":
            panel.locator("[data-telling-next]").click()
        totals = totals_in(panel.locator("tbody tr"))
        panel.locator("[data-telling-next]").click()
        panel.wait_for(state="hidden")
        return totals

    # At the table

    @property
    def heading(self) -> str:
        return self.page.locator(".bar h1").inner_text()

    @property
    def at_table(self) -> Locator:
        return self.page.locator("main[data-table]")

    @property
    def is_over(self) -> bool:
        return self.page.locator("main.over").count() > 0

    @property
    def to_move(self) -> bool:
        return self.page.locator(".bar .lamp:not(.off)").count() > 0

    def offered(self) -> list[str]:
        """Tickets that lie before this person."""
        return self.page.locator(".decide [name=tickets]").evaluate_all(
            "boxes => boxes.map(box => box.value)"
        )

    def hand(self) -> dict[str, int]:
        """Cards in hand as the page shows them."""
        return self.page.locator(".hand .grp").evaluate_all(
            "piles => Object.fromEntries(piles.map(pile => "
            "[pile.dataset.colour, Number(pile.querySelector('.n').lastChild.textContent)]))"
        )

    def keep_tickets(self, number: int) -> None:
        boxes = self.page.locator(".decide [name=tickets]")
        boxes.first.wait_for()
        settled(self.page)
        for place in range(number):
            boxes.nth(place).check()
        self.confirm()

    def confirm(self) -> None:
        """Press the enamel button of the panel and wait until the panel is gone."""
        panel = self.page.locator(".decide:not(.telling)")
        panel.locator("[type=submit]").wait_for()
        settled(self.page)
        panel.locator("[type=submit]").click()
        panel.wait_for(state="detached")

    def draw(self) -> None:
        """Take the first card that may be taken: choose it, then press it once more."""
        hand = sum(self.hand().values())
        self.press_card()
        self.page.wait_for_function(
            "before => [...document.querySelectorAll('.hand .grp .n')]"
            ".reduce((sum, n) => sum + Number(n.lastChild.textContent), 0) > before"
            " || document.querySelector('main.over')",
            arg=hand,
        )

    def press_card(self) -> None:
        card = self.page.locator(".tray [data-pick]:not([aria-disabled=true])").first
        card.click()
        card.click()

    def payable(self) -> list[str]:
        """Routes that are lit, the longest first."""
        return self.page.locator(".r.pay").evaluate_all(
            "routes => routes.sort((a, b) => b.dataset.length - a.dataset.length)"
            ".map(route => route.dataset.route)"
        )

    def claim(self, route: str) -> None:
        """Press the route on the board, look at the payments, take the first."""
        self.page.locator(f"[id='r-{route}']").dispatch_event("click", {"bubbles": True})
        self.page.locator(".decide [name=pay]:checked").wait_for(state="attached")
        self.confirm()

    def move(self) -> str:
        """Do something sensible; tells what."""
        if self.offered():
            self.keep_tickets(2 if self.heading == "First tickets" else 1)
            return "tickets"
        lit = self.payable()
        if lit and (len(self.page.locator(f"[id='r-{lit[0]}'] use").all()) > 6 or self.chance.random() < 0.3):
            self.claim(lit[0])
            return lit[0]
        if self.page.locator(".tray [data-pick]:not([aria-disabled=true])").count():
            self.draw()
            return "card"
        self.claim(lit[0])
        return lit[0]


def settled(page: Page) -> None:
    """Wait until what has just appeared under the finger counts as meant, if pressed."""
    page.locator("main[data-table]:not([data-settling])").wait_for()


def middle_of(city: Locator) -> tuple[float, float]:
    """Where a city of the board is in the window."""
    x, y = city.evaluate("city => { const at = city.getScreenCTM(); return [at.e, at.f]; }")
    return x, y


def totals_in(rows: Locator) -> dict[str, int]:
    """Name -> total of a table of scores."""
    return {
        row.locator("th").inner_text().strip().splitlines()[0]: int(
            row.locator(".total").inner_text().replace("−", "-")
        )
        for row in rows.all()
    }


class KeyboardPerson(Person):
    """Somebody who moves at the table without a mouse: Tab, Enter, space and typing."""

    def tab_to(self, selector: str) -> None:
        """Press Tab until the keyboard is at what the selector finds."""
        for _ in range(MOST_TABS):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
        raise AssertionError(f"{self.name} does not reach {selector} by the Tab key")

    def confirm(self) -> None:
        panel = self.page.locator(".decide:not(.telling)")
        self.tab_to(".decide [type=submit]")
        settled(self.page)
        self.page.keyboard.press("Enter")
        panel.wait_for(state="detached")

    def keep_tickets(self, number: int) -> None:
        for _ in range(number):
            self.tab_to(".decide [name=tickets]:not(:checked)")
            self.page.keyboard.press("Space")
        self.confirm()

    def press_card(self) -> None:
        self.tab_to(".tray [data-pick]:not([aria-disabled=true])")
        self.page.keyboard.press("Enter")
        self.page.keyboard.press("Enter")

    def claim(self, route: str) -> None:
        """Find the route by typing its cities."""
        label = self.page.locator(f"[id='r-{route}']").get_attribute("aria-label") or ""
        self.tab_to("[data-decide*='/routes/']")
        self.page.keyboard.press("Enter")
        self.page.locator("#find-route:focus").wait_for()
        self.page.keyboard.type(label.split(",")[0].replace(" to ", " "))
        self.tab_to(".decide [data-route]")
        self.page.keyboard.press("Enter")
        self.page.locator(".decide [name=pay]:checked").wait_for(state="attached")
        self.confirm()

    def see_the_telling(self) -> dict[str, int]:
        """Let it be."""
        self.page.locator("[data-telling]").wait_for()
        self.page.keyboard.press("Escape")
        return totals_in(self.page.locator(".scores tbody tr"))
