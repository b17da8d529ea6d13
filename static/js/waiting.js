// The waiting room of a table: shown anew when somebody sits down or leaves; copies the link for friends.
const table = document.querySelector("[data-live]");
const longestPause = 30_000;
let pause = 1_000;

function listen() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/ws/games/${table.dataset.live}/`);
  socket.addEventListener("open", () => {
    pause = 1_000;
  });
  socket.addEventListener("message", () => location.reload());
  socket.addEventListener("close", () => {
    setTimeout(listen, pause);
    pause = Math.min(pause * 2, longestPause);
  });
}

function offerToCopy(button) {
  const field = document.querySelector(button.dataset.copy);
  button.hidden = false;
  button.addEventListener("click", async () => {
    field.select();
    await navigator.clipboard.writeText(field.value);
    button.querySelector("span").textContent = button.dataset.done;
  });
}

listen();
if (navigator.clipboard) document.querySelectorAll("[data-copy]").forEach(offerToCopy);
