// What is found out in the background: tests, figures of random games, lines that never come into effect, findings of play.
// It begins when nobody has typed for a moment, and the next key stops it.

import { Unanswered } from "./line.js";

const CALM = 600; // milliseconds without a change until it begins
const STEPS = ["cases", "figures", "idle", "judge"]; // in this order, the quick ones first

/** The background. `rules()` says what is measured: `{uri, options, players}`, or null. */
export class Lab {
  constructor(line, rules) {
    this.line = line;
    this.rules = rules;
    this.offers = new Set();
    this.listeners = new Map();
    this.number = 0;
    this.isRunning = false;
  }

  /** `name` is a step, `begin` (with the step's name), `old` (what was found isn't of this text any more), or `rest`. */
  on(name, f) {
    this.listeners.set(name, [...(this.listeners.get(name) ?? []), f]);
  }

  emit(name, value) {
    for (const f of this.listeners.get(name) ?? []) f(value);
  }

  /** Somebody has typed: all that goes on is given up. */
  stop() {
    this.number += 1;
    clearTimeout(this.timer);
    this.emit("old");
    if (!this.isRunning) return;
    this.isRunning = false;
    this.line.ask("studio/stop").catch(() => {});
  }

  /** Begin when it has been calm for a moment. */
  soon() {
    this.stop();
    this.timer = setTimeout(() => this.run(), CALM);
  }

  async run() {
    const number = ++this.number, rules = this.rules();
    if (!rules) return;
    this.isRunning = true;
    for (const step of STEPS) {
      if (!this.offers.has(step)) continue;
      this.emit("begin", step);
      let found;
      try {
        found = await this.line.ask(`studio/${step}`, rules);
      } catch (error) {
        if (error instanceof Unanswered) return;
        found = { error: error.message };
      }
      if (number !== this.number) return;
      if (found.outdated) { // something that somebody waits for came first: go on behind it
        this.timer = setTimeout(() => this.run(), CALM);
        break;
      }
      this.emit(step, found);
    }
    this.isRunning = false;
    this.emit("rest");
  }
}
