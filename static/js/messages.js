// What the site says after an act can be put away.
for (const button of document.querySelectorAll("[data-close-message]")) {
  button.hidden = false;
  button.addEventListener("click", () => close(button.parentElement));
}

function close(note) {
  const all = note.parentElement;
  note.remove();
  if (all.childElementCount) all.querySelector("[data-close-message]").focus();
  else all.remove();
}
