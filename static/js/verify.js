// Checking a finished game: fetches its record, deals it again, and ticks off what is in order.
import { ask } from "./ask.js";
import { Difference, verify } from "./verify/record.js";

const page = document.querySelector("[data-verify]");
const button = page.querySelector("[data-check]");
const steps = [...page.querySelectorAll("[data-step]")];

button.addEventListener("click", async () => {
  button.disabled = true;
  clear();
  const answer = await ask(page.dataset.exportUrl, { headers: { Accept: "application/json" }, cache: "no-store" });
  const record = answer?.ok ? await answer.json().catch(() => null) : null;
  if (record) check(record);
  else tell("unreachable");
  button.disabled = false;
});

function clear() {
  for (const step of steps) delete step.dataset.state;
  for (const part of page.querySelectorAll("[data-tell]")) part.hidden = true;
}

function check(record) {
  let reached = 0;
  try {
    for (const { step, facts } of verify(record, page.dataset.commitment)) {
      tick(steps.find((one) => one.dataset.step === step), facts);
      reached += 1;
    }
    tell("fine");
  } catch (problem) {
    steps[reached].dataset.state = "failed";
    if (problem instanceof Difference) explain(problem);
    else tell("unreadable");
  }
}

function tick(step, facts) {
  step.dataset.state = "ok";
  for (const [name, number] of Object.entries(facts)) {
    const place = step.querySelector(`[data-fact=${name}]`);
    if (place) place.textContent = number;
  }
}

function explain({ seq, expected, found }) {
  const part = tell("difference");
  part.querySelector("[data-whole]").hidden = seq !== null;
  part.querySelector("[data-move]").hidden = seq === null;
  part.querySelector("[data-seq]").textContent = seq ?? "";
  part.querySelector("[data-expected]").textContent = JSON.stringify(expected);
  part.querySelector("[data-found]").textContent = JSON.stringify(found);
}

function tell(name) {
  const part = page.querySelector(`[data-tell=${name}]`);
  part.hidden = false;
  return part;
}
