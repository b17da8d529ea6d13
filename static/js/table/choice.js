// What I am about to do: a card picked, a route chosen, tickets ticked. Two steps, always: choose, confirm.
import { askForPage } from "../ask.js";
import { linkBeside } from "./send.js";

const settle = 500; // a button that has just appeared under the finger does not count as meant

export class Choice {
  constructor(table, sender) {
    this.table = table;
    this.sender = sender;
    this.onAbout = () => {}; // called with what the panel is about: {route}, {city}, or {} for nothing
    this.place = table.querySelector("[data-panel='decide']");
    this.position = null;
    this.picked = null; // the action of the card that is picked, as text
    this.early = 0; // presses of the deck while a card is on its way
    this.asked = 0; // number of the panel that was asked for last: answers to earlier ones come too late
    this.opener = null;
    table.addEventListener("click", (event) => this.click(event));
    table.addEventListener("change", (event) => this.change(event));
    table.addEventListener("input", (event) => this.filter(event));
    table.addEventListener("submit", (event) => this.submit(event));
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.cancel();
    });
    this.settle(); // a page comes unsettled: until now nobody would have heard a press
  }

  get heading() {
    return this.table.querySelector(".bar h1");
  }

  get form() {
    return this.place.querySelector("[data-choice]");
  }

  // Tickets that lie before me or are scored, a tunnel of mine: nothing else can be opened before that is settled.
  get comesFirst() {
    return Boolean(this.form?.matches("[data-least], [data-tunnel], [data-complete]"));
  }

  get aboutTunnel() {
    return this.form?.matches("[data-tunnel]") ? { route: this.position.tunnel } : {};
  }

  // A panel that I opened stays while the same decision of mine is open.
  outlives(next) {
    return this.opened && next.decision === this.position?.decision;
  }

  show(position) {
    const same = position.decision === this.position?.decision;
    this.position = position;
    if (!same) {
      this.asked += 1;
      this.picked = null;
      this.opened = false;
      this.clearUsed();
      this.onAbout(this.aboutTunnel);
      if (this.comesFirst) this.settle();
    }
    this.showPicked();
    this.mark();
    if (this.form?.dataset.least) this.count();
    this.tellPayment();
    if (!same) {
      this.keepFocus();
      this.catchUp();
    }
  }

  // What had the keyboard may be gone, or hidden, with the decision it belonged to.
  keepFocus() {
    const at = document.activeElement;
    if (at === document.body || !at.checkVisibility()) this.heading.focus({ preventScroll: true });
  }

  // The panel takes the place of what is beside the board.
  mark() {
    this.table.toggleAttribute("data-decide", Boolean(this.form) && !this.form.hidden);
  }

  click(event) {
    const control = event.target.closest("button, a[data-decide], [data-pick]");
    if (!control) return;
    if (control.matches("a")) event.preventDefault(); // it leads to the same as a page of its own
    if (control.matches("[data-pick]")) this.pick(control);
    else if (control.dataset.decide) this.open(control.dataset.decide, control.dataset);
    else if (control.dataset.send) this.sendAtOnce(control);
    else if (control.matches("[data-cancel]")) {
      if (this.opened || !this.tooSoon()) this.cancel();
    } else if (control.matches("[data-confirm]") && !this.form) this.confirmPicked();
  }

  // Cards

  pick(control) {
    if (control.getAttribute("aria-disabled") === "true") {
      this.explain(control);
      return;
    }
    if (this.sender.busy) {
      if (isDeck(control.dataset.action)) this.early += 1;
      return; // a card of the row may be another one in a moment
    }
    if (this.opened) this.cancel();
    this.asked += 1;
    if (this.picked === control.dataset.action) {
      this.confirmPicked({ atOnce: true }); // pressed once more: that is meant
      return;
    }
    this.picked = control.dataset.action;
    this.settle();
    this.showPicked();
    // A button of the bar gives its place to the one that confirms.
    if (!control.checkVisibility()) this.confirmBeside(control)?.focus({ preventScroll: true });
  }

  confirmBeside(control) {
    return control.closest(".bar, .acts")?.querySelector("[data-picked-acts] [data-confirm]");
  }

  // Why this cannot be taken: said where a finger finds it too.
  explain(control) {
    const hint = this.table.querySelector("[data-hint]");
    if (!hint || !control.title) return;
    hint.replaceChildren(control.title);
    if (control.dataset.ruleUrl) {
      hint.append(" ", linkBeside(control.dataset.ruleUrl, this.table.dataset.rule));
    }
    hint.hidden = false;
  }

  // What has just appeared can be pressed in a moment, and looks like it.
  settle() {
    this.table.toggleAttribute("data-settling", true);
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.table.toggleAttribute("data-settling", false), settle);
  }

  showPicked() {
    let control = null;
    for (const card of this.table.querySelectorAll("[data-pick]")) {
      const chosen = this.picked !== null && card.dataset.action === this.picked;
      card.setAttribute("aria-pressed", String(chosen));
      if (chosen) control = card;
    }
    if (!control) this.picked = null;
    for (const idle of this.table.querySelectorAll("[data-idle-acts]")) idle.hidden = Boolean(control);
    for (const acts of this.table.querySelectorAll("[data-picked-acts]")) {
      acts.hidden = !control;
      if (control) acts.querySelector("[data-confirm]").textContent = control.dataset.say;
    }
  }

  async confirmPicked({ atOnce = false } = {}) {
    if (!this.picked || this.sender.busy || (!atOnce && this.tooSoon())) return;
    const picked = this.picked;
    const { say } = this.table.querySelector("[data-pick][aria-pressed=true]").dataset;
    this.picked = null;
    this.early = 0;
    await this.sender.send(this.position.decision, JSON.parse(picked), say);
    this.early = 0; // presses that belonged to a move that was not made
    this.showPicked();
    this.keepFocus();
  }

  // Four quick presses of the deck are two cards: those that came too early for the second one count now.
  catchUp() {
    const presses = this.position.kind === "second_card" ? Math.min(this.early, 2) : 0;
    this.early = 0;
    for (let press = 0; press < presses; press += 1) {
      const deck = [...this.table.querySelectorAll("[data-pick]")].find((card) => isDeck(card.dataset.action));
      if (deck) this.pick(deck);
    }
  }

  // Panels that are fetched: a route, the list of routes, drawing tickets

  // Of a thing on the board: {route} or {city}.
  openAbout(url, about) {
    if (this.comesFirst) return;
    this.open(`${url}?id=${encodeURIComponent(about.route ?? about.city)}`, about);
  }

  // `route` or `city` is what the panel is about, if it is about one.
  async open(url, { route, city }) {
    this.picked = null;
    this.showPicked();
    const opener = this.place.contains(document.activeElement) ? this.opener : document.activeElement;
    const asked = ++this.asked;
    const { page } = await askForPage(url);
    if (asked !== this.asked || this.sender.busy) return; // something else was chosen meanwhile
    if (!page) {
      this.sender.say(this.table.dataset.unreachable);
      return;
    }
    this.place.replaceChildren(...page.body.childNodes);
    this.opened = true;
    this.opener = opener;
    this.settle();
    this.onAbout({ route, city });
    this.mark();
    this.tellPayment();
    // With a keyboard one types at once; on a phone that would cover half the page.
    const search = matchMedia("(hover: hover)").matches && this.place.querySelector("[data-filter]");
    (search || this.place.querySelector("h2"))?.focus({ preventScroll: true });
  }

  cancel() {
    this.asked += 1;
    if (this.picked !== null) {
      this.picked = null;
      this.showPicked();
      this.keepFocus();
    }
    if (!this.opened) return;
    this.opened = false;
    this.place.replaceChildren();
    this.onAbout({});
    this.clearUsed();
    this.mark();
    if (this.opener?.isConnected) this.opener.focus({ preventScroll: true });
    else this.keepFocus();
  }

  change(event) {
    if (event.target.name === "pay") this.tellPayment();
    else if (event.target.name === "tickets" && this.form.dataset.least) this.count();
  }

  // The button says what it does, the hand shows what it takes.
  tellPayment() {
    this.clearUsed();
    const option = this.place.querySelector("[name='pay']:checked");
    if (!option) return;
    this.place.querySelector("[data-confirm]").textContent = option.dataset.say;
    this.place.querySelector("[data-left]").textContent = option.dataset.after;
    const risk = this.place.querySelector("[data-risk]");
    if (risk) risk.textContent = option.dataset.note;
    this.showUsed(JSON.parse(option.dataset.used));
  }

  // Cards that I am about to lay, in the hand: {colour: number}.
  showUsed(cards) {
    for (const [colour, number] of Object.entries(cards)) {
      const pile = this.table.querySelector(`.grp[data-colour="${colour}"]`);
      pile?.classList.add("used");
      pile?.querySelector(".less").replaceChildren(`−${number}`);
    }
  }

  clearUsed() {
    for (const pile of this.table.querySelectorAll(".grp.used")) {
      pile.classList.remove("used");
      pile.querySelector(".less").replaceChildren();
    }
  }

  filter(event) {
    const rows = event.target.dataset?.filter;
    if (!rows) return;
    const words = plain(event.target.value).split(/\s+/);
    let found = 0;
    for (const row of this.place.querySelectorAll(rows)) {
      const text = plain(row.dataset.find);
      row.hidden = !words.every((word) => text.includes(word));
      if (!row.hidden) found += 1;
    }
    for (const part of this.place.querySelectorAll("[data-when-searching]")) part.hidden = words[0] === "";
    for (const none of this.place.querySelectorAll("[data-found-none]")) none.hidden = found > 0;
  }

  // Tickets to keep

  count() {
    const chosen = this.chosenTickets();
    const button = this.form.querySelector("[type='submit']");
    const { none, one, many } = button.dataset;
    button.disabled = chosen.length < Number(this.form.dataset.least);
    if (chosen.length === 0) button.textContent = none;
    else button.textContent = chosen.length === 1 ? one : many.replace("#", chosen.length);
  }

  chosenTickets() {
    return [...this.form.querySelectorAll("[name='tickets']:checked")].map((box) => box.value);
  }

  submit(event) {
    if (event.target !== this.form) return;
    event.preventDefault();
    if (this.tooSoon()) return;
    const action = this.actionOf(this.form);
    if (action) this.sender.send(this.position.decision, action, this.wordsOf(this.form));
  }

  // A button that needs no choice: taking back what lies for a tunnel.
  sendAtOnce(control) {
    if (this.tooSoon()) return;
    const title = this.form.querySelector("h2").textContent.trim();
    const words = `${title}: ${control.textContent.trim()}`;
    this.sender.send(this.position.decision, JSON.parse(control.dataset.send), words);
  }

  // What is about to be done, for an alert: "Boston – Montréal: Claim for 2 red".
  wordsOf(form) {
    const [title, act] = [form.querySelector("h2"), form.querySelector("[type='submit']")].map((part) =>
      part.textContent.trim(),
    );
    return title === act ? act : `${title}: ${act}`;
  }

  actionOf(form) {
    if (form.dataset.least) return { type: "keep_tickets", tickets: this.chosenTickets() };
    const chosen = form.querySelector("[name='pay']:checked") ?? form.querySelector("[data-confirm]");
    return chosen ? JSON.parse(chosen.dataset.action) : null;
  }

  tooSoon() {
    return this.table.hasAttribute("data-settling");
  }
}

function isDeck(action) {
  return JSON.parse(action).from === "deck";
}

// For searching: no accents, small letters.
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}
