// What this browser was told of something is put away once it is no longer true.
export async function putAway(tag) {
  const worker = await navigator.serviceWorker?.getRegistration();
  for (const notice of (await worker?.getNotifications({ tag })) ?? []) notice.close();
}
