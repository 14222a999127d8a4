// The file that is open: what of it is saved, what the disk holds, and what is to be done where the two differ.

import { el, fill } from "./dom.js";
import { tr } from "./language.js";

const DRAFT = "gdl.draft";

/** A text that isn't saved, kept for this tab: a page that is loaded again has it still. */
export function keepDraft(draft) {
  try {
    if (draft) sessionStorage.setItem(DRAFT, JSON.stringify(draft));
    else sessionStorage.removeItem(DRAFT);
  } catch {
    // there is no room, or no storage: the page asks before it is left
  }
}

/** The text that was kept; null if there is none. */
export function keptDraft() {
  try {
    return JSON.parse(sessionStorage.getItem(DRAFT));
  } catch {
    return null;
  }
}

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
