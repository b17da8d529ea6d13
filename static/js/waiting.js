// The waiting room of a table: shown anew when somebody sits down or leaves; copies the link for friends.
import { listen, oneAtATime } from "./bell.js";
import { MainPart } from "./main_part.js";

function offerToCopy(button) {
  const field = document.querySelector(button.dataset.copy);
  button.hidden = false;
  button.addEventListener("click", async () => {
    field.select();
    await navigator.clipboard.writeText(field.value);
    button.querySelector("span").textContent = button.dataset.done;
  });
}

const room = new MainPart((main) => {
  if (navigator.clipboard) main.querySelectorAll("[data-copy]").forEach(offerToCopy);
});
if (room.element.dataset.live) {
  // The address may hold the word of an invitation.
  listen(`/ws/games/${room.element.dataset.live}/${location.search}`, oneAtATime(() => room.look()));
}
