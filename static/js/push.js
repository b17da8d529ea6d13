// Settings: this browser is told by push, or no more. Says in words why it cannot be.
import { ask } from "./ask.js";

const part = document.querySelector("[data-push]");
const { key, subscribeUrl, worker } = part.dataset;
const rows = [...part.querySelectorAll("[data-endpoint]")];

function say(what) {
  for (const words of part.querySelectorAll("[data-says]")) words.hidden = words.dataset.says !== what;
}

// What stands in the way, whatever the person presses.
function obstacle() {
  if (!window.isSecureContext) return "insecure";
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) {
    return isApple() ? "apple" : "unable";
  }
  return Notification.permission === "denied" ? "denied" : null;
}

// An iPad calls itself a Mac; no Mac takes several fingers.
function isApple() {
  return /iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
}

async function subscription() {
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.pushManager.getSubscription();
}

function isOfOurKey({ options }) {
  const raw = String.fromCharCode(...new Uint8Array(options.applicationServerKey));
  return btoa(raw).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") === key;
}

async function show() {
  const problem = obstacle();
  if (problem) return say(problem);
  const own = await subscription();
  const row = own && isOfOurKey(own) && rows.find((one) => one.dataset.endpoint === own.endpoint);
  if (!row) return say("off");
  row.querySelector("[data-this]").hidden = false;
  row.querySelector("form").addEventListener("submit", () => own.unsubscribe());
  say("on");
}

async function subscribe() {
  if ((await Notification.requestPermission()) !== "granted") return say(obstacle() ?? "off");
  const registration = await navigator.serviceWorker.register(worker);
  await navigator.serviceWorker.ready;
  await (await registration.pushManager.getSubscription())?.unsubscribe(); // perhaps of another key
  const own = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const answer = await ask(subscribeUrl, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": part.querySelector("[name=csrfmiddlewaretoken]").value },
    body: JSON.stringify(own),
  });
  if (answer?.status === 201) location.reload(); // the list is the server's
  else await fail(own, answer);
}

// What the site does not know of would be told nothing.
async function fail(own, answer) {
  await own?.unsubscribe();
  const said = answer?.redirected ? null : await answer?.json().catch(() => null);
  part.querySelector("[data-why]").textContent = said?.detail ?? "";
  say("failed");
}

for (const button of part.querySelectorAll("[data-subscribe]")) {
  button.addEventListener("click", async () => {
    button.disabled = true;
    await subscribe().catch(() => fail());
    button.disabled = false;
  });
}
show();
