// What was found in the text, as a list below it: each leads to its place, and those that have a fix carry it.

import { el, fill } from "./dom.js";
import { tr, trn } from "./language.js";

const IS_ERROR = 1;
const LISTED_FINDINGS = 100; // findings that are listed: who has more begins with these

/** The list. `reveal(range)` shows a place, `fix(action)` makes a change. */
export class Findings {
  constructor({ reveal, fix }) {
    this.reveal = reveal;
    this.fix = fix;
    this.found = [];
    this.summary = el("p", { class: "found-words", role: "status", "aria-live": "polite" });
    this.list = el("ul", { class: "findings", "aria-label": tr("Findings") });
    this.element = el("section", { class: "found-below", "aria-label": tr("Findings") }, this.summary, this.list);
    this.checking();
  }

  checking() {
    this.summary.textContent = tr("Checking …");
  }

  /** Show these; `actions` are those that the server offers, each with the findings that it mends. */
  show(found, actions = []) {
    this.found = found;
    const errors = found.filter((one) => one.severity === IS_ERROR).length, others = found.length - errors;
    const said = [errors && trn("{n} error", "{n} errors", errors), others && trn("{n} hint", "{n} hints", others)].filter(Boolean);
    const words = said.length ? said.join(", ") : tr("Nothing found: the rules are in order.");
    if (this.summary.textContent !== words) this.summary.textContent = words;
    this.summary.classList.toggle("error", errors > 0);
    fill(this.list, found.slice(0, LISTED_FINDINGS).map((one) => this.row(one, actions)));
  }

  row(one, actions) {
    const own = actions.filter((action) => action.diagnostics?.some((other) => isSame(one, other)));
    const [message, ...hint] = one.message.split("\n");
    return el("li", { class: one.severity === IS_ERROR ? "error" : "warning" },
      el("button", { type: "button", class: "finding", onclick: () => this.reveal(one.range) },
        el("span", { class: "in-line" }, tr("line {n}", { n: one.range.start.line + 1 })), el("span", { class: "says" }, message),
        el("span", { class: "code" }, one.code ?? "")),
      hint.length ? el("p", { class: "hint" }, hint.join(" ")) : null,
      own.map((action) => el("button", { type: "button", class: "fix", onclick: () => this.fix(action) }, action.title)));
  }
}

function isSame(one, other) {
  return one.message === other.message && one.range.start.line === other.range.start.line && one.range.start.character === other.range.start.character;
}
