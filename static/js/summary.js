// Opening a table: offers only what fits together, and says again, beside the button, what has been chosen.
const summary = document.querySelector("[data-summary]");
const form = summary.closest("form");

// More computer players than free seats cannot be chosen.
function limit(group) {
  const most = Number(form.elements[group.dataset.below].value) - 1;
  const choices = [...group.querySelectorAll("input")];
  for (const choice of choices) choice.disabled = Number(choice.value) > most;
  const chosen = choices.find((choice) => choice.checked);
  if (chosen?.disabled) choices.findLast((choice) => !choice.disabled).checked = true;
}

function showIfNeeded(group) {
  group.hidden = Number(form.elements[group.dataset.needs].value) === 0;
}

function tellWhatFollows() {
  const isFull = Number(form.elements.bots.value) === Number(form.elements.seats.value) - 1;
  form.querySelector("[data-if-full]").hidden = !isFull;
  form.querySelector("[data-if-waiting]").hidden = isFull;
}

function chosen(group) {
  const input = group.querySelector("input:checked");
  if (!input) return group.dataset.none ?? "–";
  return input.dataset.name || input.closest("label").textContent.trim();
}

function tell() {
  summary.replaceChildren();
  for (const group of form.querySelectorAll("[data-sum]:not([hidden])")) {
    const what = document.createElement("dt");
    const which = document.createElement("dd");
    what.textContent = group.querySelector("legend").textContent;
    which.textContent = chosen(group);
    summary.append(what, which);
  }
  summary.hidden = false;
}

function show() {
  form.querySelectorAll("[data-below]").forEach(limit);
  form.querySelectorAll("[data-needs]").forEach(showIfNeeded);
  tellWhatFollows();
  tell();
}

form.addEventListener("change", show);
window.addEventListener("pageshow", show); // coming back, the browser has filled in what was chosen
show();
