// Fetches this page again and puts its main part in place, if it has changed. What was chosen, and where the
// keyboard is, stay.
import { askForPage } from "./ask.js";

export class MainPart {
  constructor(replaced = () => {}) {
    this.replaced = replaced;
    this.shown = shape(this.element);
    this.replaced(this.element);
  }

  get element() {
    return document.querySelector("main");
  }

  // What has become another page, such as the board of a game that began, is loaded as one.
  async look() {
    const { answer, page } = await askForPage(location.href);
    if (!answer || answer.status >= 500 || (answer.ok && !page)) return; // the next bell tries again
    const fresh = page?.querySelector("main");
    if (!answer.ok || answer.redirected || !sameKind(fresh, this.element)) {
      location.reload();
    } else if (shape(fresh) !== this.shown) {
      this.put(fresh);
    }
  }

  put(fresh) {
    this.shown = shape(fresh);
    keepChoices(this.element, fresh);
    const focused = this.element.contains(document.activeElement) ? nameOf(document.activeElement) : null;
    this.element.replaceWith(document.adoptNode(fresh));
    this.replaced(fresh);
    if (focused) [...fresh.querySelectorAll("a, button, input")].find((one) => nameOf(one) === focused)?.focus();
  }
}

// The markup as it came, without the word against forgery, which is another one each time.
function shape(main) {
  const copy = main.cloneNode(true);
  for (const field of copy.querySelectorAll("[name=csrfmiddlewaretoken]")) field.remove();
  return copy.innerHTML;
}

function sameKind(fresh, old) {
  return Boolean(fresh) && fresh.dataset.live === old.dataset.live;
}

function keepChoices(old, fresh) {
  for (const input of old.querySelectorAll("input[type=radio]:checked")) {
    const same = [...fresh.querySelectorAll("input[type=radio]")].find((one) => nameOf(one) === nameOf(input));
    if (same) same.checked = true;
  }
}

function nameOf(element) {
  return [element.tagName, element.name, element.value, element.getAttribute("href"), element.textContent.trim()].join();
}
