// Sends moves. Each has a key of its own, so that trying again after a lost answer cannot make it twice.

export class Sender {
  constructor(table, refresh) {
    this.table = table;
    this.refresh = refresh;
    this.busy = false;
    this.alerts = table.querySelector("[data-alerts]");
  }

  // True when the move was made.
  async send(decision, action, key = newKey()) {
    if (this.busy) return false;
    this.busy = true;
    this.table.toggleAttribute("data-busy", true);
    try {
      return await this.post(decision, action, key);
    } finally {
      this.busy = false;
      this.table.toggleAttribute("data-busy", false);
    }
  }

  async post(decision, action, key) {
    let answer;
    try {
      answer = await fetch(this.table.dataset.actionsUrl, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          "Idempotency-Key": key,
          "X-CSRFToken": this.table.dataset.csrf,
        },
        body: JSON.stringify({ decision, action }),
      });
    } catch {
      return this.offerAgain(decision, action, key);
    }
    if (answer.ok) {
      this.clear();
      await this.refresh();
      return true;
    }
    return this.refused(answer, decision, action, key);
  }

  async refused(answer, decision, action, key) {
    const { dataset } = this.table;
    if (answer.status >= 500) return this.offerAgain(decision, action, key);
    const problem = await answer.json().catch(() => ({}));
    if (answer.status === 401 || (answer.status === 403 && problem.code !== "not_your_seat")) {
      this.say(dataset.signedOut, { href: dataset.signInUrl, text: dataset.signIn });
    } else if (problem.code === "stale_decision") {
      this.say(dataset.stale);
    } else {
      this.say(problem.detail ?? String(answer.status));
    }
    await this.refresh();
    return false;
  }

  // Nothing pretends to be saved: the move is kept with its key until it is sent again or dropped.
  offerAgain(decision, action, key) {
    const again = document.createElement("button");
    again.type = "button";
    again.className = "btn small";
    again.textContent = this.table.dataset.again;
    again.addEventListener("click", () => this.send(decision, action, key));
    this.say(this.table.dataset.offline, null, again);
    return false;
  }

  // An alert stays until it is closed.
  say(text, link = null, button = null) {
    const note = document.createElement("p");
    note.className = "note red";
    note.append(text);
    if (link) {
      const anchor = document.createElement("a");
      anchor.href = link.href;
      anchor.textContent = link.text;
      note.append(" ", anchor);
    }
    const close = document.createElement("button");
    close.type = "button";
    close.className = "btn small";
    close.textContent = this.table.dataset.close;
    close.addEventListener("click", () => this.clear());
    note.append(" ", ...(button ? [button, " "] : []), close);
    this.alerts.replaceChildren(note);
  }

  clear() {
    this.alerts.replaceChildren();
  }
}

function newKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  // Only secure origins have randomUUID; a table in the home network is reached by plain HTTP.
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(16)).join("-");
}
