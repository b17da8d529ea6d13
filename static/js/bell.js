// A doorbell: a socket that says that something happened, never what. A bell may be lost, so whoever listens
// also looks when the socket is connected again, when the page is seen again, and now and then.
const longestPause = 30_000;
const quiet = 45_000; // without any bell for so long, look

export function listen(path, look) {
  let pause = 500;
  let heard = Date.now();

  function connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${path}`);
    socket.addEventListener("message", () => {
      pause = 500;
      rung();
    });
    socket.addEventListener("close", () => {
      setTimeout(connect, pause);
      pause = Math.min(pause * 2, longestPause);
    });
  }

  function rung() {
    heard = Date.now();
    look();
  }

  function lookIfSeen() {
    if (document.visibilityState === "visible") rung();
  }

  document.addEventListener("visibilitychange", lookIfSeen);
  window.addEventListener("online", lookIfSeen);
  setInterval(() => {
    if (Date.now() - heard > quiet) lookIfSeen();
  }, 5_000);
  connect();
}

// Makes one call at a time out of many: what is asked for meanwhile leads to one more, for its answer is newer.
export function oneAtATime(work) {
  let running = false;
  let again = false;
  return async function run() {
    again = true;
    if (running) return;
    running = true;
    while (again) {
      again = false;
      await work();
    }
    running = false;
  };
}
