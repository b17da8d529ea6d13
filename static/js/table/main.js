// The table page: puts its modules together. No rule is known here; what may be done comes from the server.
import { askForPage } from "../ask.js";
import { listen, oneAtATime } from "../bell.js";
import { readClocks } from "../clocks.js";
import { putAway } from "../told.js";
import { Board } from "./board.js";
import { Chat } from "./chat.js";
import { Choice } from "./choice.js";
import { putInPlace, readPosition } from "./panels.js";
import { tellWhenHere } from "./here.js";
import { Reckoning } from "./reckoning.js";
import { Sender } from "./send.js";
import { watchPlayers } from "./show_player.js";
import { watchTabs } from "./tabs.js";
import { Telling } from "./telling.js";

const table = document.querySelector("[data-table]");
const refresh = oneAtATime(fetchPanels);
const sender = new Sender(table, refresh);
const choice = new Choice(table, sender);
const telling = new Telling(table);
new Reckoning(table, choice);
const talk = table.querySelector("[data-chat]");
const chat = talk && new Chat(table, talk); // those who look on have none
const box = table.querySelector(".boardbox");
const board = box && joined(new Board(box)); // there are games without a board
let position = readPosition(document);

async function fetchPanels() {
  const { answer, page: fresh } = await askForPage(table.dataset.panelsUrl);
  if (answer && [401, 403, 404].includes(answer.status)) {
    if (position.seat === null) sender.say(table.dataset.closed);
    else sender.signedOut(); // a seat may always look at its own game
  }
  if (!fresh) return; // the next bell, or looking now and then, tries again
  const next = readPosition(fresh);
  if (next.seat !== position.seat) {
    if (next.seat === null) sender.signedOut(); // what I was doing stays before my eyes
    else location.reload();
    return;
  }
  if (next.over !== position.over) {
    location.reload(); // the page of a game that is over has other parts
    return;
  }
  const put = () => putInPlace(table, fresh, { keepChoice: choice.outlives(next) });
  if (chat) chat.keepPlace(put);
  else put();
  show(next);
}

function show(next) {
  position = next;
  board?.show(next);
  sender.show(next);
  choice.show(next);
  telling.show();
  document.title = next.title;
  if (!next.myTurn) putAway(`game-${table.dataset.table}`);
}

// What is chosen shows on the board, and what is pressed there is chosen.
function joined(board) {
  const light = (lit) => board.show({ ...position, ...lit });
  board.onRoute = (route) => choice.openAbout(box.dataset.routeUrl, { route });
  board.onCity = (city) => choice.openAbout(box.dataset.stationUrl, { city });
  choice.onAbout = (about) => board.select(about);
  telling.onStep = light;
  watchPlayers(table, light);
  return board;
}

// About the table: in the decision panel, or, while something else has to be decided there, on its own page.
document.querySelector("[data-about]")?.addEventListener("click", (event) => {
  if (choice.comesFirst) return;
  event.preventDefault();
  choice.open(event.currentTarget.dataset.about, {});
});

watchTabs(table);
show(position);
sender.restore(position);
const bell = listen(`/ws/games/${table.dataset.table}/`, (message) => {
  if (message?.type === "chat") return chat?.ring(message.id);
  if (message?.type === "hello" && message.chat) chat?.ring(message.chat);
  const known = ["hello", "moved"].includes(message?.type) && message.seq <= position.seq;
  if (!known) refresh();
});
readClocks(refresh);
tellWhenHere(bell);
