// Things on the board that can be pressed are one stop of the Tab key; arrow keys go from one to the next.
export const arrows = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

export class TabStop {
  constructor(placeOf) {
    this.placeOf = placeOf;
    this.things = [];
    this.at = null; // the one that the Tab key reaches
  }

  // Those of all that can be pressed now are buttons, the others pictures.
  set(all, things) {
    const pressed = new Set(things);
    for (const thing of all) {
      thing.setAttribute("role", pressed.has(thing) ? "button" : "img");
      if (pressed.has(thing)) thing.setAttribute("tabindex", "-1");
      else thing.removeAttribute("tabindex");
    }
    this.things = [...pressed];
    this.stopAt(pressed.has(this.at) ? this.at : this.things[0]);
  }

  stopAt(thing) {
    if (this.things.includes(this.at)) this.at.setAttribute("tabindex", "-1");
    this.at = thing;
    thing?.setAttribute("tabindex", "0");
  }

  step(from, [right, down]) {
    const here = this.placeOf(from);
    let best = { thing: null, cost: Infinity };
    for (const thing of this.things) {
      const there = this.placeOf(thing);
      const along = (there.x - here.x) * right + (there.y - here.y) * down;
      const aside = Math.abs((there.x - here.x) * down) + Math.abs((there.y - here.y) * right);
      if (thing !== from && along > 0 && along + 2 * aside < best.cost) best = { thing, cost: along + 2 * aside };
    }
    if (!best.thing) return;
    this.stopAt(best.thing);
    best.thing.focus({ preventScroll: true });
  }
}
