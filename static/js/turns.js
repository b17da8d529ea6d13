// Every page of a person: tells in title, icon and header how many turns wait. Passes the person's bell on to
// other modules of the page, as the event "bell".
import { ask } from "./ask.js";
import { listen, oneAtATime } from "./bell.js";

const lamps = document.querySelectorAll("[data-turns-lamp]");
const title = document.querySelector("title");
const icon = document.querySelector("link[rel=icon]");
let turns = Number(document.body.dataset.turns);

function showTitle() {
  const bare = document.title.replace(/^\(\d+\) /, "");
  const told = turns ? `(${turns}) ${bare}` : bare;
  if (document.title !== told) document.title = told;
}

function showIcon() {
  const right = turns ? icon.dataset.turn : icon.dataset.idle;
  if (icon.getAttribute("href") !== right) icon.setAttribute("href", right);
}

function showLamps(words) {
  for (const lamp of lamps) {
    lamp.hidden = turns === 0;
    for (const number of lamp.querySelectorAll("[data-turns-number]")) number.textContent = turns;
    for (const place of lamp.querySelectorAll("[data-turns-words]")) place.textContent = words;
  }
}

async function look() {
  const answer = await ask(document.body.dataset.turnsUrl, { headers: { Accept: "application/json" } });
  const told = answer?.ok && !answer.redirected ? await answer.json().catch(() => null) : null;
  if (!told) return; // the next bell tries again
  turns = told.turns;
  showTitle();
  showIcon();
  showLamps(told.words);
}

// A page's own module may set title and icon too: the number is put back.
new MutationObserver(showTitle).observe(title, { childList: true });
new MutationObserver(showIcon).observe(icon, { attributeFilter: ["href"] });

const lookOnce = oneAtATime(look);
listen("/ws/me/", () => {
  lookOnce();
  document.dispatchEvent(new Event("bell"));
});
