// A board of several layers as one heap, seen from the side and turned as one likes. What can be picked stays what it is:
// only places and outlines are others.

import { el, keep, kept } from "./dom.js";
import { tr } from "./language.js";

const HEAP_ACROSS = 48; // pixels between two neighbours of a layer
const STEEP = 0.62; // how far one looks down, as an angle
const RISE = Math.SQRT1_2; // a ball that lies on four others is so much higher, in their distance
const HEAP_MARGIN = 14;

/** Whether a scene has layers that lie upon each other. */
export function isLayered(scene) {
  return new Set(placesOf(scene).map(([, place]) => place.at?.[2])).size > 1;
}

function placesOf(scene) {
  return Object.values(scene.sites).flatMap((sites) => Object.entries(sites));
}

/** The scene as a heap, turned by so many degrees; of its sites those behind come first. */
export function heaped(scene, degrees) {
  const all = Object.entries(scene.sites).flatMap(([shape, sites]) => Object.entries(sites).map(([label, place]) => ({ shape, label, place })));
  const turn = (degrees * Math.PI) / 180;
  const [cos, sin, down, up] = [Math.cos(turn), Math.sin(turn), Math.sin(STEEP), Math.cos(STEEP)];
  const unit = HEAP_ACROSS / spacing(all.map(({ place }) => place.at));
  const seen = all.map(({ shape, label, place }) => {
    const [x, y, z] = [place.at[0] * unit, place.at[1] * unit, place.at[2] * HEAP_ACROSS * RISE];
    const [across, away] = [x * cos - y * sin, x * sin + y * cos];
    return { shape, label, place, x: across, y: -away * down - z * up, near: z * down - away * up, isBottom: place.at[2] === 0 };
  });
  const [left, top] = ["x", "y"].map((axis) => Math.min(...seen.map((one) => one[axis])) - HEAP_ACROSS / 2 - HEAP_MARGIN);
  const [right, bottom] = ["x", "y"].map((axis) => Math.max(...seen.map((one) => one[axis])) + HEAP_ACROSS / 2 + HEAP_MARGIN);
  const sites = Object.fromEntries(Object.keys(scene.sites).map((shape) => [shape, {}]));
  for (const { shape, label, place, x, y } of seen.sort((a, b) => a.near - b.near)) {
    sites[shape][label] = { ...place, x: x - left, y: y - top, radius: HEAP_ACROSS * 0.45, outline: circle(HEAP_ACROSS * 0.48), pile: place.pile && { ...place.pile, single: HEAP_ACROSS, centred: true } };
  }
  return { ...scene, width: right - left, height: bottom - top, ground: ground(right - left, bottom - top, seen.filter((one) => one.isBottom).map(({ label, shape }) => sites[shape][label])), sites };
}

/** How near two sites of a layer are to each other, at least. */
function spacing(places) {
  const far = places.flatMap((a, i) => places.slice(i + 1).filter((b) => b[2] === a[2]).map((b) => Math.hypot(a[0] - b[0], a[1] - b[1])));
  return Math.min(...far.filter((one) => one > 0.01), Infinity) || 1;
}

function circle(radius) {
  return Array.from({ length: 20 }, (_, i) => [Math.sin((i * Math.PI) / 10) * radius, -Math.cos((i * Math.PI) / 10) * radius]);
}

/** A plate with holes, on which the heap lies. */
function ground(width, height, bottom) {
  const hole = ({ x, y }) => `<ellipse cx="${x.toFixed(1)}" cy="${(y + HEAP_ACROSS * 0.2).toFixed(1)}" rx="${HEAP_ACROSS * 0.3}" ry="${HEAP_ACROSS * 0.18}" fill="#000000" fill-opacity="0.35"/>`;
  return `<rect width="${width}" height="${height}" rx="12" fill="#b9946a"/>${bottom.map(hole).join("")}`;
}

/** The switch, and how far the heap is turned. `change()`: either is another now. */
export class Heap {
  constructor({ change }) {
    this.change = change;
    this.on = kept("heap") === "on";
    this.range = el("input", { type: "range", min: 0, max: 345, step: 15, value: 30, "aria-label": tr("Turn the heap"), oninput: () => this.change() });
    this.element = el("label", { class: "heap-turn", hidden: true }, el("span", { "aria-hidden": "true" }, tr("Turn the heap")), this.range);
  }

  turn() {
    this.on = !this.on;
    keep("heap", this.on ? "on" : "off");
    this.change();
  }

  /** What is shown of a scene: the heap, or the scene itself. */
  seen(scene, isFlipped) {
    const isHeap = this.on && isLayered(scene);
    this.element.hidden = !isHeap;
    return isHeap ? { scene: heaped(scene, Number(this.range.value) + (isFlipped ? 180 : 0)), isHeap } : { scene, isHeap };
  }
}
