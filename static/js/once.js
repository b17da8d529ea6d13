// A form is sent once: pressing its button again while the answer is on its way does nothing.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "1";
});
// Back from the next page, the form may be sent anew.
window.addEventListener("pageshow", () => {
  for (const form of document.forms) delete form.dataset.sent;
});
