// The text held against another state of itself: the lines that differ, and the figures of random games.

import { el, fill } from "./dom.js";
import { figureName, figureTable, figureValue } from "./figures.js";
import { tr, trn } from "./language.js";

/** The panel. `ask(other)` holds the text against `saved`, `commit` or `base`. */
export class Comparison {
  constructor({ ask }) {
    this.ask = ask;
    this.number = 0;
    this.other = el("select", { id: "compare-with" }, [["saved", tr("the saved text")], ["commit", tr("the last commit (git)"), "disk"], ["base", tr("what it extends")]]
      .map(([value, name, offer]) => el("option", { value, "data-offer": offer }, name)));
    this.doing = el("p", { class: "doing", role: "status" });
    this.found = el("div", {});
    this.element = el("div", { class: "panel figures" },
      el("p", { class: "buttons small" }, el("label", { for: "compare-with" }, tr("Compare with")), this.other, el("button", { type: "button", onclick: () => this.run() }, tr("Compare"))),
      this.doing, this.found);
  }

  /** Another text: what was found isn't of it. */
  forget() {
    this.number += 1;
    this.doing.textContent = "";
    fill(this.found);
  }

  async run() {
    const number = ++this.number;
    this.doing.textContent = tr("Random games of both are played …");
    const told = await this.ask(this.other.value).catch((error) => ({ error: error.message }));
    if (number !== this.number) return;
    if (told.refused || told.error || told.outdated) {
      this.doing.textContent = told.refused ?? told.error ?? "";
      return;
    }
    this.doing.textContent = [told.games ? trn("{n} random game of each", "{n} random games of each", Math.min(...told.games)) : "", told.problem].filter(Boolean).join(". ");
    fill(this.found, told.figures.length ? figureTable([tr("Figure"), tr("Now"), told.name, tr("Difference, 95 % interval"), tr("Surely")], told.figures.map((one) => this.row(one))) : null,
      told.lines.length ? el("pre", { class: "difference", tabindex: 0, "aria-label": tr("Lines that differ") }, told.lines.map((line) => el("span", { class: { "+": "more", "-": "less", "@": "at" }[line[0]] ?? "" }, `${line}\n`)))
        : el("p", { class: "legend" }, tr("The texts are the same.")));
  }

  row({ by, before, sure, ...one }) {
    const signed = (value) => (value > 0 ? "+" : value < 0 ? "−" : "") + figureValue(Math.abs(value), one.unit);
    const ends = by.low === null || by.high === null ? "" : ` (${tr("{low} to {high}", { low: signed(by.low), high: signed(by.high) })})`;
    return [figureName(one), figureValue(one.value, one.unit), figureValue(before, one.unit), `${signed(by.value)}${ends}`, sure ? tr("yes") : "–"];
  }
}
