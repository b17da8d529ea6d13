// Opening a table: offers only what fits together, and says again, beside the button, what has been chosen.
const summary = document.querySelector("[data-summary]");
const form = summary.closest("form");

// No more seats than a game has, and no more computer players than free seats.
function most(group) {
  const { below, within } = group.dataset;
  if (below) return Number(form.elements[below].value) - 1;
  return Number(form.querySelector(`[name=${within}]:checked`).dataset.most);
}

// What is more than that cannot be chosen.
function limit(group) {
  const choices = [...group.querySelectorAll("input")];
  for (const choice of choices) choice.disabled = Number(choice.value) > most(group);
  const chosen = choices.find((choice) => choice.checked);
  if (chosen?.disabled) choices.findLast((choice) => !choice.disabled).checked = true;
}

// Computers on all other seats.
function isAlone() {
  return Number(form.elements.bots.value) === Number(form.elements.seats.value) - 1;
}

// What means nothing as things are: alone with computers there is no clock.
function has(what) {
  if (what === "others") return !isAlone();
  if (what === "clock" && isAlone()) return false;
  return Number(form.elements[what].value) !== 0;
}

function showIfNeeded(group) {
  group.hidden = !has(group.dataset.needs);
}

// With computer players, or without a clock, the result does not count; the reason is said.
function rate() {
  const ranking = form.querySelector("[data-rated]");
  const { bots, clock } = form.elements;
  const against = { bots: Number(bots.value) > 0, clock: Number(clock.value) === 0 };
  for (const reason of ranking.querySelectorAll("[data-unless]")) reason.hidden = !against[reason.dataset.unless];
  form.elements.rated.disabled = Object.values(against).includes(true);
}

function tellWhatFollows() {
  form.querySelector("[data-if-full]").hidden = !isAlone();
  form.querySelector("[data-if-waiting]").hidden = isAlone();
}

function chosen(group) {
  const list = group.querySelector("select");
  if (list) return list.selectedOptions[0].textContent;
  const input = group.querySelector("input:checked:enabled");
  if (!input) return group.dataset.none ?? "–";
  return input.dataset.name ?? group.dataset.some ?? input.closest("label").textContent.trim();
}

function tell() {
  summary.replaceChildren();
  for (const group of form.querySelectorAll("[data-sum]:not([hidden])")) {
    const what = document.createElement("dt");
    const which = document.createElement("dd");
    what.textContent = group.querySelector("legend, .k").textContent;
    which.textContent = chosen(group);
    summary.append(what, which);
  }
  summary.hidden = false;
}

function show() {
  form.querySelectorAll("[data-below], [data-within]").forEach(limit);
  form.querySelectorAll("[data-needs]").forEach(showIfNeeded);
  rate();
  tellWhatFollows();
  tell();
}

form.addEventListener("change", show);
window.addEventListener("pageshow", show); // coming back, the browser has filled in what was chosen
show();
