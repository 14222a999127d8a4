// A line above the text, in which the page says what has happened to the file.

import { el, fill } from "./dom.js";
import { tr } from "./language.js";

/** A line above the text that says something, with what can be done about it. */
export class Notice {
  constructor() {
    this.element = el("div", { class: "notice", role: "alert", hidden: true });
  }

  say(text, ...actions) {
    this.element.hidden = false;
    const close = () => this.clear();
    fill(this.element, el("span", {}, text),
      actions.map(([name, act]) => el("button", { type: "button", onclick: () => { close(); act(); } }, name)),
      el("button", { type: "button", class: "close", "aria-label": tr("Close"), onclick: close }, "×"));
  }

  clear() {
    this.element.hidden = true;
    fill(this.element);
  }
}
