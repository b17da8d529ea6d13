// Sends moves. Each has a key of its own, so that trying again after a lost answer cannot make it twice.
import { ask } from "../ask.js";

const notMe = new Set(["not_authenticated", "not_your_seat", "forbidden"]); // somebody else is signed in, or nobody

export class Sender {
  constructor(table, refresh) {
    this.table = table;
    this.refresh = refresh;
    this.sent = null; // the decision whose answer is on its way
    this.going = null; // ends when the page shows what became of the move that was sent last
    this.pending = null; // a move that was not made, or of which it is not known: {decision, action, key, words}
    this.alerts = table.querySelector("[data-alerts]");
    this.drafts = `move/${table.dataset.table}/${table.dataset.viewer}`;
  }

  get busy() {
    return this.sent !== null;
  }

  // Busy until the page shows what became of the move.
  async send(decision, action, words, key = newKey()) {
    if (this.busy) return;
    this.setSent(decision);
    this.going = this.make({ decision, action, words, key });
    await this.going;
  }

  // The kept move. Whoever presses before the page shows that it was not made is not pressing in vain.
  async sendAgain() {
    await this.going;
    if (!this.pending) return;
    const { decision, action, words, key } = this.pending;
    await this.send(decision, action, words, key);
  }

  async make(move) {
    try {
      await this.post(move);
      await this.refresh();
    } finally {
      if (this.sent === move.decision) this.setSent(null);
    }
  }

  setSent(decision) {
    this.sent = decision;
    this.table.toggleAttribute("data-busy", this.busy);
  }

  async post(move) {
    const { decision, action, key } = move;
    const answer = await ask(this.table.dataset.actionsUrl, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "Idempotency-Key": key,
        "X-CSRFToken": csrfToken() ?? this.table.dataset.csrf,
      },
      body: JSON.stringify({ decision, action }),
    });
    if (!answer || answer.status >= 500) {
      this.keep(move);
      this.offerAgain(this.table.dataset.offline);
    } else if (answer.ok) {
      this.settled(move);
    } else {
      await this.refused(answer, move);
    }
  }

  async refused(answer, move) {
    const { dataset } = this.table;
    const problem = await answer.json().catch(() => ({}));
    const forAnother = problem.game && problem.game.you?.seat !== this.seat;
    if (notMe.has(problem.code) || forAnother) {
      this.keep(move);
      this.signedOut();
      return;
    }
    this.settled(move);
    if (problem.code === "stale_decision") this.say(dataset.stale);
    else this.say(problem.detail ?? String(answer.status), problem.rule ? [this.linkToRule(problem.rule)] : []);
  }

  // Where the game has gone on past a decision, nothing is on its way or left to be sent for it.
  show(position) {
    this.seat = position.seat;
    if (this.sent !== position.decision) this.setSent(null);
    if (this.pending && this.pending.decision !== position.decision) this.clear();
  }

  // Nothing pretends to be saved: a move is kept with its key, over signing in and loading the page again, until
  // it is sent or dropped.
  keep(move) {
    this.pending = move;
    sessionStorage.setItem(this.drafts, JSON.stringify(move));
  }

  // An answer has come. It may be late, and another move be kept meanwhile: that one stays.
  settled(move) {
    if (!this.pending || this.pending.key === move.key) this.clear();
  }

  // On opening the page: is there a move that was kept, and can it still be made?
  restore(position) {
    const kept = JSON.parse(sessionStorage.getItem(this.drafts) ?? "null");
    if (!kept) return;
    this.pending = kept;
    this.show(position);
    if (this.pending) this.offerAgain(`${this.table.dataset.kept} ${kept.words}`);
  }

  offerAgain(text) {
    this.say(text, [button(this.table.dataset.again, () => this.sendAgain())]);
  }

  signedOut() {
    const { dataset } = this.table;
    const kept = this.pending ? ` ${dataset.notMade} ${dataset.kept} ${this.pending.words}` : "";
    this.say(dataset.signedOut + kept, [link(dataset.signInUrl, dataset.signIn)]);
  }

  linkToRule(rule) {
    return linkBeside(`${this.table.dataset.rulesUrl}#${rule}`, `${this.table.dataset.rule} ${rule}`);
  }

  // An alert stays until it is closed; a kept move is not covered by another alert, and closing it drops the move.
  say(text, controls = []) {
    if (this.pending && controls.length === 0) return;
    if (this.alerts.firstChild && this.said === text) return; // not said again, and the keyboard stays in it
    this.said = text;
    const note = document.createElement("p");
    note.className = "note red";
    const close = button(this.pending ? this.table.dataset.drop : this.table.dataset.close, () => this.clear());
    note.append(text, ...[...controls, close].flatMap((control) => [" ", control]));
    this.alerts.replaceChildren(note);
  }

  clear() {
    this.pending = null;
    sessionStorage.removeItem(this.drafts);
    this.alerts.replaceChildren();
  }
}

// As it is now: signing in, in this tab or another, makes another one.
export function csrfToken() {
  return document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1];
}

function button(text, pressed) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "btn small";
  made.textContent = text;
  made.addEventListener("click", pressed);
  return made;
}

function link(href, text) {
  const made = document.createElement("a");
  made.href = href;
  made.textContent = text;
  return made;
}

// The table stays open.
export function linkBeside(href, text) {
  const made = link(href, text);
  made.target = "_blank";
  return made;
}

export function newKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  // Only secure origins have randomUUID; a table in the home network is reached by plain HTTP.
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(16)).join("-");
}
