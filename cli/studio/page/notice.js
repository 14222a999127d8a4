// A line above the text, in which the page says what has happened to the file.

import { el, fill } from "./dom.js";
import { tr } from "./language.js";

const MOMENT = 200; // milliseconds that people wait without a word

/** A line above the text that says something, with what can be done about it. */
export class Notice {
  constructor() {
    this.element = el("div", { class: "notice", role: "alert", hidden: true });
    this.isPassing = false; // whether it goes when somebody writes on
  }

  say(text, ...actions) {
    this.isPassing = false;
    this.element.hidden = false;
    const close = () => this.clear();
    fill(this.element, el("span", {}, text),
      actions.map(([name, act]) => el("button", { type: "button", onclick: () => { close(); act(); } }, name)),
      el("button", { type: "button", class: "close", "aria-label": tr("Close"), onclick: close }, "×"));
  }

  /** Say something of the place where somebody writes: it goes when they write on. */
  remark(text) {
    this.say(text);
    this.isPassing = true;
  }

  /** Somebody writes on. */
  pass() {
    if (this.isPassing) this.clear();
  }

  /** What is waited for; null if somebody gave it up. If it takes longer than a moment, `text` says why. */
  async until(asked, text) {
    let late;
    const givenUp = new Promise((resolve) => {
      late = setTimeout(() => this.say(text, [tr("Cancel"), () => resolve(null)]), MOMENT);
    });
    const found = await Promise.race([asked, givenUp]);
    clearTimeout(late);
    return found;
  }

  clear() {
    this.isPassing = false;
    this.element.hidden = true;
    fill(this.element);
  }
}
