// What a table decides in some games only is shown for those alone.
const groups = document.querySelectorAll("[data-only]");
const form = document.querySelector("form:has([name=edition])");

function show() {
  for (const group of groups) group.hidden = !group.dataset.only.split(" ").includes(form.elements.edition.value);
}

form.addEventListener("change", show);
window.addEventListener("pageshow", show); // coming back, the browser has filled in what was chosen
show();
