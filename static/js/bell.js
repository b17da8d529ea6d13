// A doorbell: a socket that says that something happened, never what. A bell may be lost, so whoever listens
// also looks when the page is seen again, and when the socket cannot be had. A new socket says hello; one that has
// been quiet for long may be dead without a word, and is exchanged for a new one. What `listen` gives can say a
// word back.
const longestPause = 30_000;
const quiet = 45_000; // without any bell for so long, the socket is exchanged
const patience = 5_000; // for the hello of a new one

export function listen(path, look) {
  let pause = 500;
  let heard = Date.now();
  let current = null;
  let opened = () => {};

  function connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${path}`);
    current = socket;
    socket.addEventListener("open", () => socket === current && opened());
    socket.addEventListener("message", (event) => {
      pause = 500;
      rung(JSON.parse(event.data));
    });
    socket.addEventListener("close", () => {
      if (socket !== current) return; // another one has taken its place
      setTimeout(connect, pause);
      pause = Math.min(pause * 2, longestPause);
    });
  }

  // `message` is null when nothing rang and it is only time to look.
  function rung(message = null) {
    heard = Date.now();
    look(message);
  }

  function lookIfSeen() {
    if (document.visibilityState === "visible") rung();
  }

  function exchange() {
    const old = current;
    connect();
    old.close();
    const since = (heard = Date.now());
    setTimeout(() => heard === since && lookIfSeen(), patience);
  }

  document.addEventListener("visibilitychange", lookIfSeen);
  window.addEventListener("online", lookIfSeen);
  window.addEventListener("pageshow", (event) => event.persisted && lookIfSeen()); // back to a page that was kept
  setInterval(() => {
    if (Date.now() - heard > quiet && document.visibilityState === "visible") exchange();
  }, 5_000);
  connect();
  return {
    say(word) {
      if (current.readyState !== WebSocket.OPEN) return false;
      current.send(word);
      return true;
    },
    // What to do whenever a new socket can be spoken to.
    whenOpen(does) {
      opened = does;
      if (current.readyState === WebSocket.OPEN) does();
    },
  };
}

// Makes one call at a time out of many: what is asked for meanwhile leads to one more, for its answer is newer.
// The promise is kept when nothing is left to be done.
export function oneAtATime(work) {
  let running = null;
  let again = false;

  async function untilQuiet() {
    try {
      while (again) {
        again = false;
        await work();
      }
    } finally {
      running = null;
    }
  }

  return function run() {
    again = true;
    running ??= untilQuiet();
    return running;
  };
}
