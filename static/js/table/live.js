// The doorbell: a socket that says that something happened. Bells may be lost, so the page also looks by
// itself when it is connected again, when it is seen again, and now and then.
const longestPause = 30_000;
const quiet = 45_000; // without any bell for so long, look

export function listen(game, { knows, refresh }) {
  let pause = 500;
  let heard = Date.now();
  let socket = null;

  function connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/ws/games/${game}/`);
    socket.addEventListener("message", (event) => {
      heard = Date.now();
      pause = 500;
      const message = JSON.parse(event.data);
      if (message.type === "hello" || (message.type === "moved" && !knows(message.seq))) refresh();
    });
    socket.addEventListener("close", () => {
      setTimeout(connect, pause);
      pause = Math.min(pause * 2, longestPause);
    });
  }

  function look() {
    if (document.visibilityState !== "visible") return;
    heard = Date.now();
    refresh();
  }

  document.addEventListener("visibilitychange", look);
  window.addEventListener("online", look);
  setInterval(() => {
    if (Date.now() - heard > quiet) look();
  }, 5_000);
  connect();
}
