// The board: drawn once, only classes change. Zooming and moving changes the viewBox.
import { phone } from "./phone.js";
import { arrows, TabStop } from "./tab_stop.js";

const colours = ["red", "blue", "green", "yellow", "black"];
const nearest = 22; // css pixels within which a tap means a route
const still = 6; // css pixels a finger may slip in a tap
const mostZoom = 8;
const corner = { width: 340, height: 90 }; // units: what the legend would cover, lower left
const marker = 9; // units: half of what a city takes, and of a slot
const halfSlot = 7;

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
    this.cities = new Map([...this.svg.querySelectorAll(".city")].map((group) => [group.id.slice(2), group]));
    this.sites = new Map([...this.cities].filter(([, group]) => group.dataset.city)); // where one can ask for a station
    for (const group of [...this.routes.values(), ...this.sites.values()]) {
      group.dataset.label = group.getAttribute("aria-label");
    }
    const inCorner = ({ x, y }) => x < corner.width && y > height - corner.height;
    this.legend.classList.toggle("above", [...this.cities.values()].map(middleOf).some(inCorner));
    this.litRoutes = new TabStop(lampOf);
    this.litCities = new TabStop(middleOf);
    this.chosen = {}; // what the panel is about: {route} or {city}
    this.onRoute = () => {};
    this.onCity = () => {};
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
      showOwner(group, "own", position.claims[id], position.owners[id]);
      group.classList.toggle("pay", payable.has(id));
      group.classList.toggle("new", fresh.has(id));
      group.classList.toggle("long", longest.has(id));
    }
    this.litRoutes.set(this.routes.values(), [...payable].map((id) => this.routes.get(id)));
    this.svg.classList.toggle("haslong", longest.size > 0);
    for (const [id, city] of this.cities) city.classList.toggle("mine", cities.has(id));
    if (this.sites.size) this.showStations(position);
    if (this.legend) this.legend.hidden = payable.size === 0;
    this.placeNames();
  }

  showStations({ stations, builders, buildable, freshStations, tunnel }) {
    for (const [id, group] of this.sites) {
      showOwner(group, "built", stations[id], builders[id]);
      group.classList.toggle("site", buildable.includes(id));
      group.classList.toggle("new", freshStations.includes(id));
    }
    this.litCities.set(this.sites.values(), buildable.map((id) => this.sites.get(id)));
    this.tunnel = tunnel;
    this.showChosen();
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

  // What the panel is about: {route}, {city}, or {} for nothing.
  select(chosen) {
    this.chosen = chosen;
    this.showChosen();
    const group = this.routes.get(chosen.route) ?? this.cities.get(chosen.city);
    if (group && phone.matches) this.zoomTo(group);
    else if (!group && this.zoomedForPanel) this.fit();
    this.zoomedForPanel = Boolean(group);
  }

  // Both tracks of the pair of cities belong to what is chosen. A tunnel that somebody decides about is lit for all.
  showChosen() {
    const { route, city } = this.chosen;
    const chosen = this.routes.get(route ?? this.tunnel);
    for (const group of this.routes.values()) {
      const pair = chosen && group.dataset.from === chosen.dataset.from && group.dataset.to === chosen.dataset.to;
      group.classList.toggle("sel", Boolean(pair && !group.classList.contains("own")));
    }
    for (const [id, group] of this.cities) group.classList.toggle("sel", id === city);
    this.svg.classList.toggle("dim", Boolean(route ?? city));
  }

  // Looking closer

  fit() {
    this.look({ ...this.whole });
  }

  zoomTo(group) {
    const area = areaOf(group);
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
      const group = event.target.closest(".r, .city");
      const opens = event.key === "Enter" || event.key === " ";
      if (!group || (!opens && !arrows[event.key])) return;
      event.preventDefault();
      if (opens) this.open(group);
      else (group.dataset.city ? this.litCities : this.litRoutes).step(group, arrows[event.key]);
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
    const at = this.toBoard(event.clientX, event.clientY);
    const city = this.cityNear(at);
    const hit = event.target.closest(".r");
    const route = hit ?? this.routeNear(at);
    if (city) this.open(city);
    else if (route) this.open(route);
  }

  open(group) {
    if (group.dataset.city) this.onCity(group.dataset.city);
    else this.onRoute(group.dataset.route);
  }

  unitsPerPixel() {
    return 1 / this.svg.getScreenCTM().a;
  }

  toBoard(clientX, clientY) {
    return new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
  }

  // The route whose line is nearest to a finger, if it is near enough.
  routeNear(at) {
    this.lines ??= pointsOf(this.routes, (group) => pointsAlong(group.querySelector(".hit path")));
    return nearestOf(this.lines, at, nearest * this.unitsPerPixel()).group;
  }

  // The city that can be asked about and is nearer to a finger than any slot is.
  cityNear(at) {
    if (!this.sites.size) return null;
    this.markers ??= pointsOf(this.sites, (group) => [middleOf(group)]);
    this.slots ??= pointsOf(this.routes, slotsOf);
    const city = nearestOf(this.markers, at, Math.max(marker + 4, nearest * this.unitsPerPixel()));
    const slot = nearestOf(this.slots, at, Infinity);
    return city.distance - marker < slot.distance - halfSlot ? city.group : null;
  }
}

// Whose a route or a station is, to the eye and to the ear.
function showOwner(group, css, colour, who) {
  group.classList.toggle(css, Boolean(colour));
  for (const other of colours) group.classList.toggle(`own-${other}`, other === colour);
  group.setAttribute("aria-label", who ? `${group.dataset.label}, ${who}` : group.dataset.label);
}

// Made at the first tap: each thing's group with points on it.
function pointsOf(groups, points) {
  return new Map([...groups.values()].map((group) => [group, points(group)]));
}

function nearestOf(pointsOfGroups, at, reach) {
  let best = { group: null, distance: reach };
  for (const [group, points] of pointsOfGroups) {
    for (const point of points) {
      const distance = Math.hypot(point.x - at.x, point.y - at.y);
      if (distance < best.distance) best = { group, distance };
    }
  }
  return best;
}

function pointsAlong(path) {
  const length = path.getTotalLength();
  const steps = Math.max(2, Math.round(length / 12));
  return Array.from({ length: steps + 1 }, (_, step) => path.getPointAtLength((length * step) / steps));
}

// Three points on each slot.
function slotsOf(group) {
  return [...group.querySelectorAll(":scope > use[transform]")].flatMap((use) => {
    const { a, b, e, f } = use.transform.baseVal.consolidate().matrix;
    return [-15, 0, 15].map((along) => ({ x: e + a * along, y: f + b * along }));
  });
}

function middleOf(city) {
  const { e, f } = city.transform.baseVal.consolidate().matrix;
  return { x: e, y: f };
}

// Of a route, or of a city, which stands in its own units.
function areaOf(group) {
  return group.classList.contains("city") ? { ...middleOf(group), width: 0, height: 0 } : group.getBBox();
}

function lampOf(group) {
  const lamp = group.querySelector(".pip");
  return { x: lamp.cx.baseVal.value, y: lamp.cy.baseVal.value };
}

// The box of a name, which stands in its city's own units, on the board.
function boxOnBoard(name) {
  const { x, y, width, height } = name.getBBox();
  const at = middleOf(name.parentNode);
  return { x: x + at.x, y: y + at.y, width, height };
}

function overlap(one, other) {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}
