// Panels that the server reckons anew while one chooses: cards to be placed, tickets to be completed. What is chosen
// stands in the fields. What it comes to, why it is not possible, and what the button sends come from the server.
import { askForPage } from "../ask.js";
import { turnInto } from "./panels.js";

const pause = 120; // milliseconds without a further press, before it is asked

export class Reckoning {
  constructor(table, choice) {
    this.table = table;
    this.choice = choice;
    this.asked = 0; // number of the last question: answers to earlier ones come too late
    this.early = {}; // cards pressed in the hand before the panel is there: {colour: number}
    table.addEventListener("click", (event) => this.click(event));
    table.addEventListener("input", (event) => {
      if (event.target.closest("[data-reckon]")) this.again();
    });
  }

  get form() {
    return this.table.querySelector(".decide[data-reckon]");
  }

  click(event) {
    const control = event.target.closest("button");
    if (!control) return;
    if (control.dataset.step) this.step(control.dataset.colour, Number(control.dataset.step));
    else if (control.dataset.lay) this.lay(control);
    else if (control.dataset.tick) this.tick(JSON.parse(control.dataset.tick));
  }

  // Cards

  // A pile of the hand was pressed: one card more. The first one opens the panel.
  async lay({ dataset }) {
    if (this.choice.sender.busy) return;
    if (this.form) {
      this.step(dataset.colour, 1);
      return;
    }
    const { early } = this;
    early[dataset.colour] = Math.min((early[dataset.colour] ?? 0) + 1, Number(dataset.held));
    await this.choice.open(`${dataset.lay}?id=${inAddress(early)}`, {});
    if (this.form) {
      this.early = {};
      this.showUsed();
    }
  }

  step(colour, by) {
    const field = this.form.querySelector(`input[data-colour="${colour}"]`);
    const before = field.value;
    if (by > 0) field.stepUp();
    else field.stepDown();
    if (field.value !== before) this.again();
  }

  get cards() {
    const fields = [...this.form.querySelectorAll("input[data-colour]")];
    return Object.fromEntries(fields.map((field) => [field.dataset.colour, Math.max(0, parseInt(field.value) || 0)]));
  }

  showUsed() {
    this.choice.clearUsed();
    const laid = Object.entries(this.cards).filter(([, number]) => number > 0);
    this.choice.showUsed(Object.fromEntries(laid));
  }

  // Tickets

  tick(tickets) {
    for (const box of this.form.querySelectorAll("[name='tickets']")) box.checked = tickets.includes(box.value);
    this.again();
  }

  // Asking

  // The button waits for the answer: what it sends is what it says.
  again() {
    const { form } = this;
    form.querySelector("[data-confirm]").disabled = true;
    this.showUsed();
    clearTimeout(this.timer);
    const asked = ++this.asked;
    this.timer = setTimeout(() => this.ask(form, asked), pause);
  }

  async ask(form, asked) {
    const chosen = form.matches("[data-cards]") ? inAddress(this.cards) : this.choice.chosenTickets().join(",");
    const { page } = await askForPage(`${form.dataset.reckon}?id=${chosen}`);
    if (asked !== this.asked || !form.isConnected) return;
    const fresh = page?.querySelector(".decide");
    if (fresh) turnInto(form, fresh);
    else this.choice.sender.say(this.table.dataset.unreachable);
  }
}

// red:2,locomotive:1
function inAddress(cards) {
  return Object.entries(cards)
    .filter(([, number]) => number > 0)
    .map((card) => card.join(":"))
    .join(",");
}
