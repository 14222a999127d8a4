// The board: the scene's ground, and on it pieces, values, marks. On top lies each site's outline, which is what one
// points at and what screen readers find.

import { fill, svg } from "./dom.js";
import { heard, tr } from "./language.js";
import { slide } from "./motion.js";
import { picture } from "./safe.js";
import { isArrow, laid, nearest, wordsOn } from "./places.js";
import { askedAbout, siteWords } from "./words.js";

const FINGER = 24; // pixels that a site is across at least, where one points by finger
const DOT = 3; // of a mark where nothing stands, at least: between squares there is little room
const LARGE = 200; // sites: of a larger board a part is shown, if no more is in use
const MANY = 1500; // sites: nobody looks how far each is from each

/** How far an outline reaches, across and up. */
function extent(outline) {
  return [0, 1].map((axis) => Math.max(...outline.map((at) => at[axis])) - Math.min(...outline.map((at) => at[axis])));
}

/** From the least of these numbers to the greatest, with room on both sides, within 0 and `most`. */
function between(numbers, room, most) {
  return [Math.max(0, Math.min(...numbers) - room), Math.min(most, Math.max(...numbers) + room)];
}

/** An outline as a path. */
function drawn(outline) {
  return `M${outline.map(([x, y]) => `${x},${y}`).join(" ")}Z`;
}

/** Whether an outline goes round as the hands of a clock do. */
function isClockwise(outline) {
  const area = outline.reduce((sum, [x, y], i) => {
    const [toX, toY] = outline[(i + 1) % outline.length];
    return sum + x * toY - toX * y;
  }, 0);
  return area > 0;
}

/** A board for a scene. `pick(label)`, `back()`: what clicks and keys ask for. */
export class Board {
  constructor({ pick, back }) {
    this.pick = pick;
    this.back = back;
    this.layers = {};
    this.lying = new Map(); // for each site its pieces as they are drawn, bottom first
    for (const name of ["defs", "ground", "below", "things", "above", "sites"]) {
      this.layers[name] = svg(name === "defs" ? "defs" : "g", { class: name, "aria-hidden": name === "sites" ? null : "true" });
    }
    this.element = svg("svg", {
      class: "board", role: "application", "aria-label": tr("Board. Arrow keys go from site to site, Enter chooses, Escape takes back."),
      onkeydown: (event) => this.key(event),
    }, ...Object.values(this.layers));
  }

  /** Another game's scene. */
  setScene(scene, names, flipped = false) {
    this.scene = scene;
    this.names = names;
    this.flipped = flipped;
    this.look([0, 0, scene.width, scene.height]);
    fill(this.layers.defs, picture(scene.definitions));
    fill(this.layers.ground, picture(scene.ground));
    for (const text of this.layers.ground.querySelectorAll("text")) text.textContent = heard("layer", text.textContent); // labels hold no spaces
    if (flipped) this.turnGround();
    this.layers.ground.setAttribute("transform", flipped ? `rotate(180 ${scene.width / 2} ${scene.height / 2})` : "");
    this.sites = new Map();
    this.shown = []; // lines to which nobody points: they lie below all that one can point at
    for (const [shape, places] of Object.entries(scene.sites)) {
      for (const [label, place] of Object.entries(places)) {
        const isPointed = !scene.shown.includes(shape), site = this.site(shape, label, place, isPointed);
        if (isPointed) this.sites.set(site.key, site);
        else this.shown.push(site);
      }
    }
    this.widen();
    this.labels = new Set([...this.sites.values()].map((site) => site.label));
    fill(this.layers.sites, [...this.shown, ...this.sites.values()].map((site) => site.element));
    this.focused = null;
    this.lying = new Map();
    this.facing = new Set(scene.facing.map((piece) => scene.looks[piece]));
    this.element.classList.toggle("empty", this.sites.size === 0);
    this.element.style.setProperty("--least", `${this.leastWidth()}px`);
  }

  /** What one points at reaches as far as there is room: sites that lie apart are easier to meet than they look. */
  widen() {
    const all = [...this.sites.values()];
    for (const site of all.length > MANY ? [] : all) {
      const others = all.filter((one) => one !== site).map((one) => Math.hypot(one.x - site.x, one.y - site.y));
      const room = Math.min(...others, site.r * 4) / 2;
      if (2 * room <= site.across) continue;
      site.across = 2 * room;
      // the circle goes round as the outline does: where they overlap in opposite ways, nothing would be met
      const { x, y } = site, arc = `A${room},${room} 0 1 ${isClockwise(site.outline) ? 1 : 0}`;
      site.element.setAttribute("d", `${drawn(site.outline)}M${x - room},${y}${arc} ${x + room},${y}${arc} ${x - room},${y}Z`);
    }
  }

  /** So wide must the board be that a finger meets each site. */
  leastWidth() {
    const across = [...this.sites.values()].map((site) => site.across);
    return across.length ? Math.ceil((this.box[2] * FINGER) / Math.max(Math.min(...across), 1)) : 0;
  }

  /** Look at this part of the board: left, top, width, height. */
  look(box) {
    this.box = box;
    this.element.setAttribute("viewBox", box.join(" "));
  }

  /** Of a large board show what is in use – what stands there, what can be picked – with room around it. Nothing jumps
   * while that fits into what was shown before. */
  frame(view, can) {
    const { width, height } = this.scene;
    if (this.sites.size < LARGE) return;
    const used = [...this.sites.values()].filter((site) => can.has(site.label) || view.sites[site.shape]?.[site.label]);
    if (!used.length) return;
    const [left, right] = between(used.map((site) => site.x), 3 * used[0].r, width);
    const [top, bottom] = between(used.map((site) => site.y), 3 * used[0].r, height);
    const [x, y, w, h] = this.box, area = (right - left) * (bottom - top);
    if (left >= x && top >= y && right <= x + w && bottom <= y + h && area > 0.4 * w * h) return;
    this.look(area < 0.5 * width * height ? [left, top, right - left, bottom - top] : [0, 0, width, height]);
    this.element.style.setProperty("--least", `${this.leastWidth()}px`);
  }

  /** Names that stand on the ground stay upright. */
  turnGround() {
    for (const text of this.layers.ground.querySelectorAll("text")) {
      const size = Number(text.getAttribute("font-size") ?? 12);
      const x = Number(text.getAttribute("x") ?? 0), y = Number(text.getAttribute("y") ?? 0) - size * 0.35;
      text.setAttribute("transform", `rotate(180 ${x} ${y})`);
    }
  }

  site(shape, label, place, isPointed) {
    const turn = ([x, y]) => (this.flipped ? [this.scene.width - x, this.scene.height - y] : [x, y]);
    const [x, y] = turn([place.x, place.y]);
    const outline = place.outline.map(([dx, dy]) => turn([place.x + dx, place.y + dy]));
    const pointed = { role: "button", tabindex: -1, onclick: () => this.choose(label), onfocus: () => this.focus(shape, label, false) };
    const element = svg("path", {
      d: drawn(outline), class: "site", "data-site": label, "data-shape": shape,
      ...(isPointed ? pointed : { role: "img" }),
    });
    return { key: `${shape} ${label}`, shape, label, x, y, r: place.radius, solid: place.solid, rim: place.rim || null, outline, across: Math.min(...extent(outline)), pile: this.turnedPile(place.pile), element };
  }

  /** A pile as it lies on a board that is turned. */
  turnedPile(pile) {
    if (!pile || !this.flipped) return pile;
    const back = ([x, y]) => [-x, -y];
    return pile.centred ? pile : { ...pile, start: back(pile.start), step: back(pile.step) };
  }

  choose(label) {
    this.pick(label);
  }

  /** The uppermost piece on a site, as it is drawn, around the origin; null if there is none. */
  picture(label) {
    const site = this.holder(label);
    if (!site) return null;
    const { symbol, size, element } = this.lying.get(site.key).at(-1);
    element.classList.add("lifted");
    return svg("use", { href: `#${symbol}`, x: -size / 2, y: -size / 2, width: size, height: size });
  }

  /** Whether a piece lies on the site with this label. */
  holds(label) {
    return this.holder(label) !== undefined;
  }

  holder(label) {
    return [...this.sites.values()].find((one) => one.label === label && this.lying.get(one.key)?.length);
  }

  /** Show a view, and what can be chosen. `choice`: of a Chooser, or null; `hint`: labels; `moves`: whether pieces slide
   * to where they stand now; `open`: sites that can be pointed at, though no move is chosen. */
  show(view, choice, picks, { hint = [], moves = false, open = new Set() } = {}) {
    const before = this.lying;
    this.lying = new Map();
    this.frame(view, new Set([...(choice?.sites ?? []), ...(choice?.later ?? []), ...open]));
    const things = [], below = [], above = [];
    const can = new Set(choice ? choice.sites : []), later = new Set(choice ? choice.later : []);
    const changed = new Set(view.changed), line = new Set(view.line), hinted = new Set(hint);
    const asked = new Set(askedAbout(view, choice, this.labels));
    for (const site of this.shown) {
      const spot = view.sites[site.shape]?.[site.label];
      const marks = { changed: changed.has(site.label), line: line.has(site.label) };
      this.draw(site, spot, marks, { things, below, above });
      site.element.setAttribute("aria-label", siteWords(site.label, spot, this.names, marks));
      site.element.setAttribute("aria-hidden", String(!spot));
    }
    for (const site of this.sites.values()) {
      const spot = view.sites[site.shape]?.[site.label];
      const marks = {
        can: can.has(site.label), later: later.has(site.label), picked: picks.includes(site.label), started: picks.length > 0,
        changed: changed.has(site.label), line: line.has(site.label), hint: hinted.has(site.label),
        asked: asked.has(site.label),
      };
      this.draw(site, spot, marks, { things, below, above });
      site.element.setAttribute("aria-label", siteWords(site.label, spot, this.names, marks));
      site.element.setAttribute("aria-disabled", String(!(marks.can || marks.later || marks.picked || open.has(site.label))));
      site.element.classList.toggle("can", marks.can || marks.later || open.has(site.label));
    }
    fill(this.layers.below, below);
    fill(this.layers.things, things);
    fill(this.layers.above, above);
    if (moves) slide(before, this.lying);
    this.element.classList.toggle("rests", view.isOver || view.ply < view.plies);
    this.keepInSight(changed, can, `${view.ply} ${[...changed]}`);
    this.keepFocus(can);
  }

  /** Whether a finger wouldn't meet each site if the whole board were on this screen. */
  isTooSmall() {
    return matchMedia("(pointer: coarse)").matches && this.leastWidth() > innerWidth;
  }

  /** On a board wider than the screen, one sees what has just changed, once (`when`); or else something that can be chosen. */
  keepInSight(changed, can, when) {
    const frame = this.element.parentElement?.getBoundingClientRect();
    if (!frame || this.element.getBoundingClientRect().width <= frame.width + 1) return;
    const { left: from, width } = this.element.getBoundingClientRect(), [start, , broad] = this.box;
    const at = (site) => from + ((site.x - start) / broad) * width, room = FINGER / 2;
    const of = (labels) => [...this.sites.values()].filter((site) => labels.has(site.label)).map(at);
    const seen = (x) => x >= frame.left + room && x <= frame.right - room;
    const news = this.lookedAt === when ? [] : of(changed), open = of(can);
    this.lookedAt = when;
    const those = news.length ? (news.every(seen) ? [] : news) : open.some(seen) ? [] : open.slice(0, 1);
    if (!those.length) return;
    this.element.parentElement.scrollLeft += (Math.min(...those) + Math.max(...those)) / 2 - frame.left - frame.width / 2;
  }

  draw(site, spot, marks, { things, below, above }) {
    const points = site.outline.map(([a, b]) => `${a},${b}`).join(" ");
    if (spot?.tint) below.push(this.tinted(site, points, spot.tint));
    if (marks.changed && !marks.line) below.push(svg("polygon", { points, class: "changed" }));
    if (marks.picked) below.push(svg("polygon", { points, class: "picked" }));
    if (marks.line) below.push(svg("polygon", { points, class: "line" }));
    const pieces = spot?.pieces ?? [];
    const { things: lying, texts } = laid(site.pile, site, pieces.map((piece) => this.scene.looks[piece] ?? ""));
    for (const { symbol, x, y, size } of lying) {
      const turn = this.flipped && this.facing.has(symbol) ? `rotate(180 ${x} ${y})` : null;
      const element = svg("use", { href: `#${symbol}`, x: x - size / 2, y: y - size / 2, width: size, height: size, transform: turn });
      things.push(element);
      this.lying.set(site.key, [...(this.lying.get(site.key) ?? []), { symbol, x, y, size, element }]);
    }
    const written = (those, name) => things.push(...those.map(({ text, x, y, size }) => svg("text", { x, y: y + size * 0.35, "font-size": size, class: name }, text)));
    written(texts, "count");
    if (spot?.values) written(wordsOn(site, spot.values, pieces.length > 0), "value");
    if (marks.asked) above.push(svg("polygon", { points, class: "asked" }));
    if (marks.hint) above.push(svg("polygon", { points, class: "hint" }));
    if (marks.can || (marks.later && marks.started)) {
      const full = pieces.length || spot?.values; // a ring around what stands there, a dot where nothing does
      const way = `${marks.started ? "target" : "start"}${full ? " full" : ""}`;
      // on a point or a stack, at the last piece, or where the first one will lie
      const { x, y } = site.pile.spots.length ? site : lying.at(-1) ?? laid(site.pile, site, [""]).things[0];
      const around = site.pile.step[1] && !site.pile.centred ? 1 : 0.9; // men fill a point
      above.push(svg("circle", { cx: x, cy: y, r: full ? site.r * around : Math.max(site.r * (marks.started ? 0.3 : 0.14), DOT), class: way }));
    }
  }

  tinted(site, points, tint) {
    if (site.solid) return svg("polygon", { points, fill: tint, stroke: site.rim });
    return svg("circle", { cx: site.x, cy: site.y, r: site.r, fill: tint, "fill-opacity": 0.85 });
  }

  // ---- keys

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (isArrow(event.key)) {
      const all = [...this.sites.values()];
      const from = this.focused ? this.sites.get(this.focused) : all[0];
      const to = from && nearest(all, from, event.key);
      if (to) this.focus(to.shape, to.label, true);
      event.preventDefault();
    } else if (event.key === "Enter" || event.key === " ") {
      const at = this.sites.get(this.focused);
      if (at) this.choose(at.label);
      event.preventDefault();
    } else if (event.key === "Escape") {
      this.back();
      event.preventDefault();
    }
  }

  /** One site at a time is reached by Tab; arrows go on from there. */
  focus(shape, label, move) {
    const key = `${shape} ${label}`;
    if (this.focused !== key) {
      this.sites.get(this.focused)?.element.setAttribute("tabindex", -1);
      this.focused = key;
      this.sites.get(key).element.setAttribute("tabindex", 0);
    }
    if (move) this.sites.get(key).element.focus();
  }

  /** Where keys are on the board; undefined if there is none. */
  get place() {
    return this.sites.get(this.focused)?.element;
  }

  /** Where Tab arrives first: where it was, else at a site that can be chosen. */
  keepFocus(can) {
    if (this.focused && this.sites.has(this.focused)) return;
    const first = [...this.sites.entries()].find(([, site]) => can.has(site.label)) ?? [...this.sites.entries()][0];
    if (!first) return;
    this.focused = first[0];
    first[1].element.setAttribute("tabindex", 0);
  }
}
