{% load static %}// Takes push messages for this browser and shows them. It keeps no page and answers for none.
const subscribeUrl = "{% url "accounts:push" %}";
const pictures = { icon: "{% static "icons/192.png" %}", badge: "{% static "icons/badge.png" %}" };

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const message = event.data?.json();
  if (message) event.waitUntil(message.close ? putAway(message.close) : show(message));
});

// The newest of a game takes the place of the one before, and rings again.
function show({ title, body, url, tag }) {
  return self.registration.showNotification(title, { body, tag, renotify: true, data: { url }, ...pictures });
}

async function putAway(tag) {
  for (const notice of await self.registration.getNotifications({ tag })) notice.close();
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.data.url));
});

// An open page of that address comes to the front; without one it is opened. Always on this site.
async function goTo(url) {
  const { pathname, search } = new URL(url, self.location.origin);
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => new URL(page.url).pathname === pathname);
  return there ? there.focus() : self.clients.openWindow(pathname + search);
}

// The push service has given this browser another address, or takes the old one no more.
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAgain(event.newSubscription)));

async function subscribeAgain(fresh) {
  const answer = await fetch(subscribeUrl, { headers: { Accept: "application/json" } });
  if (answer.redirected) return; // signed out: nobody to be told
  const { key, csrf } = await answer.json();
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = fresh ?? (await self.registration.pushManager.subscribe(options));
  await fetch(subscribeUrl, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": csrf },
    body: JSON.stringify(subscription),
  });
}
