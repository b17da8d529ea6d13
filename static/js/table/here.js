// Tells the server now and then that somebody looks at this table: then no mail is sent about it just now. A page
// that nobody has touched for a while says nothing, and one that is hidden or left says that, once.
const every = 20_000;
const touched = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart", "scroll"];
const forgotten = 5 * 60_000; // after so long without a touch nobody is there

export function tellWhenHere(bell) {
  let last = Date.now(); // opening the page is a touch
  let told = 0;

  function isHere() {
    return document.visibilityState === "visible" && Date.now() - last < forgotten;
  }

  function tell() {
    if (isHere() && bell.say("here")) told = Date.now();
  }

  function leave() {
    if (told) bell.say("gone");
    told = 0;
  }

  function touch() {
    last = Date.now();
    if (last - told > every) tell();
  }

  for (const kind of touched) document.addEventListener(kind, touch, { passive: true, capture: true });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") touch();
    else leave();
  });
  window.addEventListener("pagehide", leave);
  setInterval(tell, every);
  // A touch before the first socket was open, or while it was exchanged for another, is told now.
  bell.whenOpen(() => last > told && tell());
}
