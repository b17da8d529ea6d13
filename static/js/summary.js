// Says again, beside the button that opens a table, what has been chosen.
const summary = document.querySelector("[data-summary]");

function chosen(group) {
  const input = group.querySelector("input:checked");
  if (!input) return "–";
  return input.dataset.name || input.closest("label").textContent.trim();
}

function tell() {
  summary.replaceChildren();
  for (const group of document.querySelectorAll("[data-sum]")) {
    const what = document.createElement("dt");
    const which = document.createElement("dd");
    what.textContent = group.querySelector("legend").textContent;
    which.textContent = chosen(group);
    summary.append(what, which);
  }
  summary.hidden = false;
}

summary.closest("form").addEventListener("change", tell);
tell();
