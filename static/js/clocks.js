// Clocks on a page that stays open are read anew, never counted on here: all see the same number, the server's.
// Each minute where one of them shows less than an hour, otherwise every five minutes; not while nobody looks.
const minute = 60_000;

function pause(root) {
  if (!root.querySelector("[data-clock]")) return Infinity;
  return root.querySelector("[data-hurry]") ? minute : 5 * minute;
}

export function readClocks(look) {
  let read = Date.now();
  setInterval(() => {
    if (document.visibilityState !== "visible" || Date.now() - read < pause(document)) return;
    read = Date.now();
    look();
  }, minute / 4);
}
