// The board: drawn once, only classes change. Zooming and moving changes the viewBox.
import { phone } from "./phone.js";

const colours = ["red", "blue", "green", "yellow", "black"];
const nearest = 22; // css pixels within which a tap means a route
const still = 6; // css pixels a finger may slip in a tap
const mostZoom = 8;
const arrows = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

export class Board {
  constructor(box) {
    this.box = box;
    this.svg = box.querySelector(".board");
    this.legend = box.querySelector("[data-legend]");
    const [, , width, height] = this.svg.getAttribute("viewBox").split(" ").map(Number);
    this.whole = { x: 0, y: 0, width, height };
    this.shown = { ...this.whole };
    box.closest("[data-table]").style.setProperty("--board-ratio", String(width / height));
    this.routes = new Map([...this.svg.querySelectorAll(".r")].map((group) => [group.dataset.route, group]));
    for (const group of this.routes.values()) group.dataset.label = group.getAttribute("aria-label");
    this.points = null; // of each route, made at the first tap
    this.lit = []; // those that can be paid now
    this.stop = null; // the one of them that the Tab key reaches
    this.onRoute = () => {};
    this.pointers = new Map();
    this.moved = false;
    this.watch();
  }

  // Classes

  show(position) {
    const payable = new Set(position.payable);
    const fresh = new Set(position.fresh);
    const longest = new Set(position.longest);
    const cities = new Set(position.cities);
    for (const [id, group] of this.routes) {
      const owner = position.claims[id];
      group.classList.toggle("own", Boolean(owner));
      for (const colour of colours) group.classList.toggle(`own-${colour}`, owner === colour);
      group.classList.toggle("pay", payable.has(id));
      group.classList.toggle("new", fresh.has(id));
      group.classList.toggle("long", longest.has(id));
      const who = position.owners[id];
      group.setAttribute("aria-label", who ? `${group.dataset.label}, ${who}` : group.dataset.label);
      group.setAttribute("role", payable.has(id) ? "button" : "img");
      if (payable.has(id)) group.setAttribute("tabindex", "-1");
      else group.removeAttribute("tabindex");
    }
    this.lit = [...this.routes.values()].filter((group) => payable.has(group.dataset.route));
    this.stopAt(this.lit.includes(this.stop) ? this.stop : this.lit[0]);
    this.svg.classList.toggle("haslong", longest.size > 0);
    for (const city of this.svg.querySelectorAll(".city")) {
      city.classList.toggle("mine", cities.has(city.id.slice(2)));
    }
    if (this.legend) this.legend.hidden = payable.size === 0;
    this.placeNames();
  }

  // The large names on a phone stand above their cities, or below where they would cover another.
  placeNames() {
    const taken = [];
    for (const name of this.svg.querySelectorAll(".city.mine .big")) {
      name.dataset.y ??= name.getAttribute("y");
      const above = Number(name.dataset.y);
      for (const y of [above, above < 0 ? 62 : -26, above]) {
        name.setAttribute("y", y);
        const box = boxOnBoard(name);
        if (!box.width || !taken.some((other) => overlap(box, other))) break;
      }
      taken.push(boxOnBoard(name));
    }
  }

  // The lit routes are one stop of the Tab key; arrow keys go from one to the next.
  stopAt(group) {
    if (this.lit.includes(this.stop)) this.stop.setAttribute("tabindex", "-1");
    this.stop = group;
    group?.setAttribute("tabindex", "0");
  }

  step(from, [right, down]) {
    const here = lampOf(from);
    let best = { group: null, cost: Infinity };
    for (const group of this.lit) {
      const there = lampOf(group);
      const along = (there.x - here.x) * right + (there.y - here.y) * down;
      const aside = Math.abs((there.x - here.x) * down) + Math.abs((there.y - here.y) * right);
      if (group !== from && along > 0 && along + 2 * aside < best.cost) best = { group, cost: along + 2 * aside };
    }
    if (!best.group) return;
    this.stopAt(best.group);
    best.group.focus({ preventScroll: true });
  }

  // Both tracks of the pair of cities belong to what is chosen.
  select(route) {
    const chosen = route && this.routes.get(route);
    for (const group of this.routes.values()) {
      const pair = chosen && group.dataset.from === chosen.dataset.from && group.dataset.to === chosen.dataset.to;
      group.classList.toggle("sel", Boolean(pair && !group.classList.contains("own")));
    }
    this.svg.classList.toggle("dim", Boolean(chosen));
    if (chosen && phone.matches) this.zoomTo(chosen);
    else if (!chosen && this.zoomedForRoute) this.fit();
    this.zoomedForRoute = Boolean(chosen);
  }

  // Looking closer

  fit() {
    this.look({ ...this.whole });
  }

  zoomTo(group) {
    const area = group.getBBox();
    const width = Math.min(this.whole.width, Math.max(area.width * 1.8, area.height * 2.6, 420));
    const height = (width * this.whole.height) / this.whole.width;
    this.look({
      x: area.x + area.width / 2 - width / 2,
      y: area.y + area.height / 2 - height / 2,
      width,
      height,
    });
  }

  zoom(factor, x = this.shown.x + this.shown.width / 2, y = this.shown.y + this.shown.height / 2) {
    const width = Math.min(this.whole.width, Math.max(this.whole.width / mostZoom, this.shown.width / factor));
    const scale = width / this.shown.width;
    this.look({
      x: x - (x - this.shown.x) * scale,
      y: y - (y - this.shown.y) * scale,
      width,
      height: this.shown.height * scale,
    });
  }

  look({ x, y, width, height }) {
    const inside = (value, size, whole) => Math.min(Math.max(value, 0), Math.max(0, whole - size));
    this.shown = {
      x: inside(x, width, this.whole.width),
      y: inside(y, height, this.whole.height),
      width,
      height,
    };
    const { x: left, y: top } = this.shown;
    this.svg.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
    this.svg.classList.toggle("zoomed", width < this.whole.width * 0.7);
  }

  // Fingers, mouse, keys

  watch() {
    this.box.addEventListener("pointerdown", (event) => this.down(event));
    this.box.addEventListener("pointermove", (event) => this.move(event));
    for (const kind of ["pointerup", "pointercancel"]) {
      this.box.addEventListener(kind, (event) => this.up(event));
    }
    this.box.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.svg.addEventListener("click", (event) => this.click(event));
    this.svg.addEventListener("keydown", (event) => {
      const group = event.target.closest(".r");
      const opens = event.key === "Enter" || event.key === " ";
      if (!group || (!opens && !arrows[event.key])) return;
      event.preventDefault();
      if (opens) this.onRoute(group.dataset.route);
      else this.step(group, arrows[event.key]);
    });
    this.box.querySelector(".zoom")?.addEventListener("click", (event) => {
      const how = event.target.closest("[data-zoom]")?.dataset.zoom;
      if (how === "in") this.zoom(1.6);
      else if (how === "out") this.zoom(1 / 1.6);
      else if (how === "fit") this.fit();
    });
  }

  down(event) {
    if (event.button !== 0 || event.target.closest(".zoom")) return;
    if (this.pointers.size === 0) this.moved = false;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY, startX: event.clientX, startY: event.clientY });
  }

  move(event) {
    const pointer = this.pointers.get(event.pointerId);
    if (!pointer) return;
    if (event.buttons === 0) {
      this.pointers.delete(event.pointerId); // let go where we could not see it
      return;
    }
    const before = { ...pointer };
    pointer.x = event.clientX;
    pointer.y = event.clientY;
    if (!this.moved && Math.hypot(pointer.x - pointer.startX, pointer.y - pointer.startY) < still) return;
    if (!this.moved && this.box.setPointerCapture) this.box.setPointerCapture(event.pointerId);
    this.moved = true;
    if (this.pointers.size === 1) this.pan(pointer.x - before.x, pointer.y - before.y);
    else if (this.pointers.size === 2) this.pinch(event.pointerId, before);
  }

  up(event) {
    this.pointers.delete(event.pointerId);
  }

  pan(x, y) {
    const scale = this.unitsPerPixel();
    this.look({ ...this.shown, x: this.shown.x - x * scale, y: this.shown.y - y * scale });
  }

  pinch(id, before) {
    const other = [...this.pointers].find(([pointer]) => pointer !== id)[1];
    const now = this.pointers.get(id);
    const apart = Math.hypot(now.x - other.x, now.y - other.y);
    const were = Math.hypot(before.x - other.x, before.y - other.y);
    const middle = this.toBoard((now.x + other.x) / 2, (now.y + other.y) / 2);
    if (were > 0) this.zoom(apart / were, middle.x, middle.y);
  }

  wheel(event) {
    event.preventDefault();
    const { x, y } = this.toBoard(event.clientX, event.clientY);
    this.zoom(Math.exp(-event.deltaY / 400), x, y);
  }

  click(event) {
    const endOfPan = this.moved;
    this.moved = false;
    if (endOfPan) return;
    const hit = event.target.closest(".r")?.dataset.route;
    const route = hit ?? this.routeNear(event.clientX, event.clientY);
    if (route) this.onRoute(route);
  }

  unitsPerPixel() {
    return 1 / this.svg.getScreenCTM().a;
  }

  toBoard(clientX, clientY) {
    return new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
  }

  // The route whose slots are nearest to a finger, if it is near enough.
  routeNear(clientX, clientY) {
    this.points ??= new Map([...this.routes].map(([id, group]) => [id, pointsAlong(group.querySelector(".hit path"))]));
    const at = this.toBoard(clientX, clientY);
    let best = { route: null, distance: nearest * this.unitsPerPixel() };
    for (const [route, points] of this.points) {
      for (const point of points) {
        const distance = Math.hypot(point.x - at.x, point.y - at.y);
        if (distance < best.distance) best = { route, distance };
      }
    }
    return best.route;
  }
}

function pointsAlong(path) {
  const length = path.getTotalLength();
  const steps = Math.max(2, Math.round(length / 12));
  return Array.from({ length: steps + 1 }, (_, step) => path.getPointAtLength((length * step) / steps));
}

function lampOf(group) {
  const lamp = group.querySelector(".pip");
  return { x: lamp.cx.baseVal.value, y: lamp.cy.baseVal.value };
}

// The box of a name, which stands in its city's own units, on the board.
function boxOnBoard(name) {
  const { x, y, width, height } = name.getBBox();
  const { e, f } = name.parentNode.transform.baseVal.consolidate().matrix;
  return { x: x + e, y: y + f, width, height };
}

function overlap(one, other) {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}
