// Sends moves. Each has a key of its own, so that trying again after a lost answer cannot make it twice.
import { ask } from "../ask.js";

export class Sender {
  constructor(table, refresh) {
    this.table = table;
    this.refresh = refresh;
    this.busy = false;
    this.pending = null; // a move of which it is not known whether it arrived
    this.alerts = table.querySelector("[data-alerts]");
  }

  // True when the move was made.
  async send(decision, action, key = newKey()) {
    if (this.busy) return false;
    this.busy = true;
    this.table.toggleAttribute("data-busy", true);
    let made = false;
    try {
      made = await this.post(decision, action, key);
    } finally {
      this.busy = false;
      this.table.toggleAttribute("data-busy", false);
    }
    await this.refresh();
    return made;
  }

  async post(decision, action, key) {
    const answer = await ask(this.table.dataset.actionsUrl, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "Idempotency-Key": key,
        "X-CSRFToken": this.table.dataset.csrf,
      },
      body: JSON.stringify({ decision, action }),
    });
    if (!answer || answer.status >= 500) {
      this.pending = { decision, action, key };
      this.offerAgain();
      return false;
    }
    this.pending = null;
    if (answer.ok) {
      this.clear();
      return true;
    }
    await this.refused(answer);
    return false;
  }

  async refused(answer) {
    const { dataset } = this.table;
    const problem = await answer.json().catch(() => ({}));
    if (problem.code === "not_authenticated") {
      this.say(dataset.signedOut, [link(dataset.signInUrl, dataset.signIn)]);
    } else if (problem.code === "stale_decision") {
      this.say(dataset.stale);
    } else {
      this.say(problem.detail ?? String(answer.status));
    }
  }

  // The game has gone on past a move that may have arrived: nothing is left to be sent.
  show(position) {
    if (this.pending && this.pending.decision !== position.decision) this.clear();
  }

  // Nothing pretends to be saved: the move is kept with its key until it is sent again or dropped.
  offerAgain() {
    const { decision, action, key } = this.pending;
    const again = button(this.table.dataset.again, () => this.send(decision, action, key));
    this.say(this.table.dataset.offline, [again]);
  }

  // An alert stays until it is closed; a move that waits to be sent again is not covered by another one.
  say(text, controls = []) {
    if (this.pending && controls.length === 0) return;
    const note = document.createElement("p");
    note.className = "note red";
    const close = button(this.table.dataset.close, () => this.clear());
    note.append(text, ...[...controls, close].flatMap((control) => [" ", control]));
    this.alerts.replaceChildren(note);
  }

  clear() {
    this.pending = null;
    this.alerts.replaceChildren();
  }
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

function newKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  // Only secure origins have randomUUID; a table in the home network is reached by plain HTTP.
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(16)).join("-");
}
