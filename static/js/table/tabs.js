// On a phone the parts beside the board are tabs: arrow keys go from one to the next.
import { phone } from "./phone.js";

export function watchTabs(table) {
  const tabs = [...table.querySelectorAll("[data-tab]")];
  // On a desk all parts stand side by side, and there are no tabs to belong to.
  const name = () => {
    for (const tab of tabs) {
      const part = document.getElementById(tab.getAttribute("aria-controls"));
      if (phone.matches) part?.setAttribute("role", "tabpanel");
      else part?.removeAttribute("role");
    }
  };
  phone.addEventListener("change", name);
  name();
  const choose = (tab) => {
    table.dataset.pane = tab.dataset.tab;
    for (const other of tabs) {
      other.setAttribute("aria-selected", String(other === tab));
      other.tabIndex = other === tab ? 0 : -1;
    }
  };
  for (const [at, tab] of tabs.entries()) {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = tabs[(at + step + tabs.length) % tabs.length];
      choose(next);
      next.focus();
    });
  }
  const asked = tabs.find((tab) => location.hash === `#${tab.getAttribute("aria-controls")}`);
  choose(asked ?? tabs[0]);
}
