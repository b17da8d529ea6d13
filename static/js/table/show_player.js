// After the end: one player's longest path and tickets on the board, until the name is pressed again.
export function watchPlayers(table, light) {
  table.addEventListener("click", (event) => {
    const control = event.target.closest("button[data-path]");
    if (!control) return;
    const shown = control.getAttribute("aria-pressed") === "true";
    for (const other of table.querySelectorAll("[data-path]")) other.setAttribute("aria-pressed", "false");
    control.setAttribute("aria-pressed", String(!shown));
    const [longest, cities] = [control.dataset.path, control.dataset.cities].map((text) => JSON.parse(text));
    light(shown ? {} : { longest, cities });
  });
}
