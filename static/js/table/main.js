// The table page: puts its modules together. No rule is known here; what may be done comes from the server.
import { Board } from "./board.js";
import { Choice } from "./choice.js";
import { listen } from "./live.js";
import { putInPlace, readPosition } from "./panels.js";
import { Sender } from "./send.js";
import { watchTabs } from "./tabs.js";

const table = document.querySelector("[data-table]");
const board = new Board(table.querySelector(".boardbox"));
const sender = new Sender(table, refresh);
const choice = new Choice(table, board, sender);
let position = readPosition(document);
let fetching = null;
let again = false;

// Fetches all panels. What rings while a fetch is under way may be newer than its answer: then once more.
function refresh() {
  if (fetching) {
    again = true;
    return fetching;
  }
  fetching = fetchUntilQuiet().finally(() => {
    fetching = null;
  });
  return fetching;
}

async function fetchUntilQuiet() {
  do {
    again = false;
    await fetchPanels();
  } while (again);
}

async function fetchPanels() {
  const answer = await fetch(table.dataset.panelsUrl, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return; // the next bell, or looking now and then, tries again
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const next = readPosition(fresh);
  if (next.over !== position.over) {
    location.reload(); // the page of a game that is over has other parts
    return;
  }
  putInPlace(table, fresh, { keepChoice: choice.outlives(next) });
  show(next);
}

function show(next) {
  position = next;
  board.show(next);
  choice.show(next);
  document.title = next.title;
  const icon = document.querySelector("link[rel='icon']");
  const idle = icon.dataset.idle ?? icon.getAttribute("href");
  const turn = icon.dataset.turn ?? icon.getAttribute("href");
  icon.dataset.idle = idle;
  icon.dataset.turn = turn;
  icon.setAttribute("href", next.myTurn ? turn : idle);
}

board.onRoute = (route) => choice.openRoute(route);
watchTabs(table);
show(position);
listen(table.dataset.table, {
  knows: (seq) => seq <= position.seq,
  refresh,
});
