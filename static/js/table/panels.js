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
  become(old, panel);
  if (scrolled) old.querySelector("[data-keep-scroll]").scrollTop = scrolled;
  if (focus && !old.contains(document.activeElement)) old.querySelector(focus)?.focus({ preventScroll: true });
}

// Makes the children of one element those of another. Elements of the same kind in the same place stay the same
// ones: a press that has begun on a button ends on it, and the focus does not move.
function become(old, fresh) {
  const after = [...fresh.childNodes];
  const before = [...old.childNodes];
  for (const [at, node] of after.entries()) {
    const was = before[at];
    if (!was) old.append(node);
    else if (was.nodeName !== node.nodeName || was.id !== node.id) was.replaceWith(node);
    else if (node.nodeType === Node.ELEMENT_NODE) turnInto(was, node);
    else if (was.nodeValue !== node.nodeValue) was.nodeValue = node.nodeValue;
  }
  for (const surplus of before.slice(after.length)) surplus.remove();
}

export function turnInto(old, fresh) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  become(old, fresh);
}

// A selector that finds the same control in the fresh panel.
function nameOf(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  for (const name of ["data-action", "data-decide", "data-path"]) {
    if (element.hasAttribute(name)) return `[${name}="${CSS.escape(element.getAttribute(name))}"]`;
  }
  return null;
}
