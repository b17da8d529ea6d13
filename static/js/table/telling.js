// The final scoring, told step by step, on the board where there is one. It goes on by itself until somebody takes it in hand, and only
// for those who want things to move.
const pace = 1_600;

export class Telling {
  constructor(table) {
    this.table = table;
    this.onStep = () => {}; // called with what is lit on the board: {longest, cities}, or {} for nothing more
    this.at = 0;
    this.timer = null;
    table.addEventListener("click", (event) => this.click(event));
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.isOn) this.end();
    });
  }

  get panel() {
    return this.table.querySelector("[data-telling]");
  }

  get isOn() {
    return this.table.hasAttribute("data-tells");
  }

  // To a player it is told once without being asked.
  show() {
    if (!this.panel) return;
    const told = `told/${this.table.dataset.table}/${this.table.dataset.viewer}`;
    const news = this.panel.hasAttribute("data-news") && !localStorage.getItem(told);
    if (news) localStorage.setItem(told, "1");
    if (this.isOn) this.tell();
    else if (news && !matchMedia("(prefers-reduced-motion: reduce)").matches) this.begin({ byItself: true });
  }

  begin({ byItself = false } = {}) {
    this.steps = JSON.parse(this.panel.querySelector("#telling").textContent);
    this.at = 0;
    this.table.toggleAttribute("data-tells", true);
    this.stop();
    if (byItself) this.timer = setInterval(() => this.next(), pace);
    this.tell();
    this.panel.querySelector("h2").focus({ preventScroll: true });
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
  }

  click(event) {
    const control = event.target.closest("button");
    if (!control) return;
    if (control.matches("[data-tell]")) this.begin();
    else if (control.matches("[data-telling-skip]")) this.end();
    else if (control.matches("[data-telling-back]")) this.inHand(() => this.go(this.at - 1));
    else if (control.matches("[data-telling-next]")) this.inHand(() => this.next({ leave: true }));
  }

  // The first press of "Pause" only stops it; from then on it goes by hand.
  inHand(act) {
    const paused = this.timer !== null;
    this.stop();
    if (paused) this.tell();
    else act();
  }

  get isLast() {
    return this.at === this.steps.length - 1;
  }

  next({ leave = false } = {}) {
    if (!this.isLast) this.go(this.at + 1);
    else if (leave) this.end();
  }

  go(step) {
    this.at = Math.max(0, step);
    if (this.isLast) this.stop(); // told to the end; whoever reads it goes on
    this.tell();
  }

  tell() {
    const { panel, steps, at } = this;
    const step = steps[at];
    panel.hidden = false;
    panel.querySelector("[data-telling-text]").textContent = step.text;
    for (const row of panel.querySelectorAll("[data-telling-seat]")) {
      row.querySelector(".total").textContent = step.totals[row.dataset.tellingSeat];
      row.classList.toggle("me", Number(row.dataset.tellingSeat) === step.seat);
    }
    panel.querySelector("[data-telling-back]").disabled = at === 0;
    const { more, pause, last } = panel.querySelector("[data-telling-next]").dataset;
    const words = this.isLast ? last : more;
    panel.querySelector("[data-telling-next]").textContent = this.timer === null ? words : pause;
    this.table.toggleAttribute("data-decide", true);
    this.onStep({ longest: step.routes, cities: step.cities });
  }

  end() {
    this.stop();
    this.panel.hidden = true;
    this.table.removeAttribute("data-tells");
    this.table.removeAttribute("data-decide");
    this.onStep({});
    this.table.querySelector("[data-tell]").focus({ preventScroll: true });
  }
}
