// Clocks for people: the server counts and says what each has left; between two of its words this goes on counting.

import { el, fill } from "./dom.js";
import { tr } from "./language.js";

const SHORT = 20; // seconds below which tenths count

/** Seconds as a clock shows them: `1:05:00`, `4:59`, `0:09.3`. */
export function clockWords(seconds) {
  const left = Math.max(0, seconds), tenths = Math.floor(left * 10 + 1e-6), whole = Math.floor(tenths / 10);
  const two = (n) => String(n).padStart(2, "0");
  const hours = Math.floor(whole / 3600), minutes = Math.floor(whole / 60) % 60;
  const shown = hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
  return left < SHORT ? `${shown}.${tenths % 10}` : shown;
}

/** The clocks of a game, one of which may run. */
export class ClockFace {
  constructor(now = () => performance.now() / 1000) {
    this.now = now;
    this.element = el("ul", { class: "clocks", role: "timer", "aria-label": tr("Clocks"), "aria-live": "off", hidden: true });
  }

  /** `clock`: `{left, runs}` as the server told it; nothing where people have as much time as they like. */
  show(clock) {
    this.element.hidden = !clock;
    if (clock && clock !== this.clock) this.since = this.now();
    this.clock = clock;
    clearInterval(this.timer);
    this.timer = null;
    if (!clock) return;
    this.draw();
    if (clock.runs !== null) this.timer = setInterval(() => this.draw(), 200);
  }

  /** What each has left at this moment. */
  left() {
    const gone = this.now() - this.since, { left, runs } = this.clock;
    return Object.entries(left).map(([player, seconds]) => [player, Math.max(0, player === runs ? seconds - gone : seconds)]);
  }

  draw() {
    fill(this.element, this.left().map(([player, seconds]) =>
      el("li", { class: `clock${player === this.clock.runs ? " runs" : ""}${seconds < SHORT ? " short" : ""}` }, `${player} `, el("b", {}, clockWords(seconds)))));
    if (!this.element.isConnected) clearInterval(this.timer); // the page was drawn anew
  }
}
