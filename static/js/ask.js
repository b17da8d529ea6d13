// Fetching with an end: on a line that is half dead an answer may never come, and whoever waits for it waits for ever.
const patience = 20_000;

// The answer, or null when there was none.
export async function ask(url, options = {}) {
  try {
    return await fetch(url, { signal: AbortSignal.timeout(patience), ...options });
  } catch {
    return null;
  }
}

// A page or a part of one, as a document; null when it did not come.
export async function askForPage(url) {
  const answer = await ask(url, { headers: { Accept: "text/html" } });
  const text = answer?.ok ? await answer.text().catch(() => null) : null;
  return { answer, page: text === null ? null : new DOMParser().parseFromString(text, "text/html") };
}
