// What the players say to one another. What somebody types stays until it has been said: over fresh panels, over a
// sending that failed, and over loading the page again. A line has a key, so that it cannot be said twice.
import { ask, askForPage } from "../ask.js";
import { oneAtATime } from "../bell.js";
import { putInPlace } from "./panels.js";
import { csrfToken, linkBeside, newKey } from "./send.js";

const signedOut = new Set(["not_authenticated", "forbidden"]);

export class Chat {
  constructor(table, part) {
    this.table = table;
    this.url = part.dataset.chat;
    this.lines = part.querySelector("[data-panel]");
    this.form = part.querySelector("form");
    this.field = this.form.querySelector("textarea");
    this.error = this.form.querySelector("[data-chat-error]");
    this.drafts = `chat/${table.dataset.table}/${table.dataset.viewer}`;
    this.key = null; // of the line that was sent and may have arrived or not
    this.busy = false;
    this.refresh = oneAtATime(() => this.fetch());
    this.listen();
    this.restore();
  }

  listen() {
    this.form.noValidate = true;
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    this.field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      this.send();
    });
    this.field.addEventListener("input", () => {
      if (!this.busy) this.key = null;
      this.say();
      this.keep();
    });
  }

  async send() {
    const text = this.field.value;
    if (this.busy || !text.trim()) return;
    this.busy = true;
    this.key ??= newKey();
    this.keep();
    const answer = await ask(this.form.dataset.sayUrl, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "Idempotency-Key": this.key,
        "X-CSRFToken": csrfToken() ?? this.table.dataset.csrf,
      },
      body: JSON.stringify({ text }),
    });
    if (answer?.ok) this.said(text);
    else await this.failed(answer, text);
    this.busy = false;
  }

  // What was typed on meanwhile stays.
  said(text) {
    const typed = this.field.value;
    this.field.value = typed.startsWith(text) ? typed.slice(text.length) : typed;
    this.key = null;
    this.say();
    this.keep();
    this.lines.scrollTop = 0;
    this.refresh();
  }

  async failed(answer, text) {
    const arrived = answer && answer.status < 500;
    const problem = arrived ? await answer.json().catch(() => ({})) : {};
    if (arrived || this.field.value !== text) this.key = null;
    this.keep();
    const { dataset } = this.table;
    if (!arrived) this.say(this.form.dataset.lost);
    else if (signedOut.has(problem.code)) this.say(dataset.signedOut, linkBeside(dataset.signInUrl, dataset.signIn));
    else this.say(problem.detail ?? String(answer.status));
  }

  say(text = "", ...controls) {
    this.error.replaceChildren(...(text ? [text, ...controls] : []));
  }

  keep() {
    const draft = { text: this.field.value, key: this.key };
    if (draft.text) sessionStorage.setItem(this.drafts, JSON.stringify(draft));
    else sessionStorage.removeItem(this.drafts);
  }

  restore() {
    const draft = JSON.parse(sessionStorage.getItem(this.drafts) ?? "null");
    if (draft) [this.field.value, this.key] = [draft.text, draft.key];
  }

  // A bell; one of a line that is shown already says nothing.
  ring(line) {
    if (!this.lines.querySelector(`#said-${CSS.escape(line)}`)) this.refresh();
  }

  async fetch() {
    const { page } = await askForPage(this.url);
    if (page) this.keepPlace(() => putInPlace(this.table, page, { keepChoice: true }));
  }

  // Whoever reads older lines goes on reading them. The list is counted from its end: there 0 is the last line.
  keepPlace(work) {
    const { lines } = this;
    const above = lines.scrollTop + lines.scrollHeight;
    const reads = lines.scrollTop < -1;
    work();
    if (reads) lines.scrollTop = above - lines.scrollHeight;
  }
}
