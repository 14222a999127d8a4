// What was found in the text, as a list below it: each leads to its place, and those that have a fix carry it.

import { el, fill } from "./dom.js";
import { tr, trn } from "./language.js";

const SORTS = { 1: "error", 2: "warning", 3: "note", 4: "note" };
const LISTED_FINDINGS = 100; // findings that are listed: who has more begins with these

/** The list. `reveal(range)` shows a place, `fix(action)` makes a change, `bring(witness)` puts a game on the board. */
export class Findings {
  constructor({ reveal, fix, bring }) {
    Object.assign(this, { reveal, fix, bring });
    this.found = [];
    this.summary = el("p", { class: "found-words", role: "status", "aria-live": "polite" });
    this.list = el("ul", { class: "findings", "aria-label": tr("Findings") });
    this.playing = el("p", { class: "played-words", role: "status" });
    this.played = el("ul", { class: "findings played", "aria-label": tr("Found by playing") });
    this.element = el("div", { class: "panel" }, this.summary, this.list, this.playing, this.played);
    this.checking();
  }

  checking() {
    this.summary.textContent = tr("Checking …");
  }

  /** Show these; `actions` are those that the server offers, each with the findings that it fixes. */
  show(found, actions = []) {
    this.found = found;
    const errors = found.filter((one) => SORTS[one.severity] === "error").length, others = found.length - errors;
    const said = [errors && trn("{n} error", "{n} errors", errors), others && trn("{n} hint", "{n} hints", others)].filter(Boolean);
    const words = said.length ? said.join(", ") : tr("Nothing found: the rules are in order.");
    const first = found.find((one) => SORTS[one.severity] === "error") ?? found[0];
    const more = first ? `: ${lineWords(first)}: ${first.message.split("\n")[0]}` : ""; // heard, not seen: the list shows it
    if (this.summary.textContent !== words + more) fill(this.summary, words, more && el("span", { class: "unseen" }, more));
    if (errors && !this.summary.classList.contains("error")) this.element.scrollTop = 0; // the first error is seen at once
    this.summary.classList.toggle("error", errors > 0);
    fill(this.list, found.slice(0, LISTED_FINDINGS).map((one) => this.row(one, actions)));
  }

  /** Games are being played to find more, or what was found isn't of this text any more. */
  judging(isOn) {
    this.playing.textContent = isOn ? tr("Games are played to find more …") : "";
    this.played.classList.add("old");
  }

  /** What was found by playing. */
  showPlayed({ findings = [], whole = true, error, refused }) {
    const words = findings.length ? trn("{n} hint from playing", "{n} hints from playing", findings.length) : tr("Playing has found nothing");
    const why = error ?? refused;
    this.playing.textContent = why ? tr("The games that look for more have failed: {why}", { why }) : whole ? words : `${words}; ${tr("there was no time to play all")}`;
    this.played.classList.remove("old");
    fill(this.played, findings.slice(0, LISTED_FINDINGS).map((one) => this.row(one, [])));
  }

  row(one, actions) {
    const own = actions.filter((action) => action.diagnostics?.some((other) => isSame(one, other)));
    const [message, ...hint] = one.message.split("\n");
    return el("li", { class: SORTS[one.severity] ?? "note" },
      el("button", { type: "button", class: "finding", onclick: () => this.reveal(one.range) },
        el("span", { class: "unseen" }, SORTS[one.severity] === "error" ? tr("error") : tr("hint")), el("span", { class: "in-line" }, lineWords(one)), el("span", { class: "says" }, message),
        el("span", { class: "code" }, one.code ?? "")),
      hint.length ? el("p", { class: "hint" }, hint.join(" ")) : null,
      one.witness ? el("button", { type: "button", class: "fix", title: tr("Put a game on the board that shows it"), onclick: () => this.bring(one.witness) }, tr("Show me")) : null,
      own.map((action) => el("button", { type: "button", class: "fix", onclick: () => this.fix(action) }, action.title)));
  }
}

const lineWords = (one) => tr("line {n}", { n: one.range.start.line + 1 });

function isSame(one, other) {
  return one.message === other.message && one.range.start.line === other.range.start.line && one.range.start.character === other.range.start.character;
}
