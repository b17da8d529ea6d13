// Puts fresh panels in the place of old ones, without losing the focus or where a list was scrolled to.

export function readPosition(root) {
  return JSON.parse(root.querySelector("#position").textContent);
}

export function putInPlace(table, fresh, { keepChoice }) {
  for (const panel of fresh.querySelectorAll("[data-panel]")) {
    const old = table.querySelector(`[data-panel="${panel.dataset.panel}"]`);
    if (panel.dataset.panel === "decide") {
      if (!keepChoice && !sameChoice(old, panel)) old.replaceChildren(...panel.childNodes);
    } else if (old.innerHTML !== panel.innerHTML) {
      exchange(old, panel);
    }
  }
}

// Tickets that lie before me stay as I have ticked them.
function sameChoice(old, panel) {
  const [before, after] = [old, panel].map((part) => part.querySelector("[data-choice]")?.dataset.choice);
  return before === after;
}

function exchange(old, panel) {
  const focus = old.contains(document.activeElement) ? nameOf(document.activeElement) : null;
  const scrolled = old.querySelector("[data-keep-scroll]")?.scrollTop ?? 0;
  old.replaceChildren(...panel.childNodes);
  if (scrolled) old.querySelector("[data-keep-scroll]").scrollTop = scrolled;
  if (focus) old.querySelector(focus)?.focus({ preventScroll: true });
}

// A selector that finds the same control in the fresh panel.
function nameOf(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  for (const name of ["data-action", "data-decide", "data-path"]) {
    if (element.hasAttribute(name)) return `[${name}="${CSS.escape(element.getAttribute(name))}"]`;
  }
  return null;
}
