// What the ruleset extends, beside it: its text to be read, not to be changed.

import { el, fill } from "./dom.js";
import { tr } from "./language.js";

/** The panel; `ask()` gives the texts, the next one first. */
export class Base {
  constructor({ ask, known }) {
    Object.assign(this, { ask, known });
    this.texts = [];
    this.names = el("select", { "aria-label": tr("What it extends"), onchange: () => this.show(Number(this.names.value)) });
    this.text = el("ol", { class: "base-text", tabindex: 0, "aria-label": tr("What it extends") });
    this.element = el("div", { class: "panel" }, el("p", { class: "buttons small" }, this.names, el("span", { class: "doing" }, tr("to be read, not to be changed"))), this.text);
  }

  /** The texts as they are now; hears `known(whether there are any)`. */
  async follow() {
    const { texts = [] } = await this.ask().catch(() => ({}));
    const key = JSON.stringify(texts);
    this.known(texts.length > 0);
    if (key === this.key) return;
    Object.assign(this, { texts, key });
    fill(this.names, texts.map(({ name }, i) => el("option", { value: i }, name)));
    this.show(0);
  }

  /** Show a text, and a line of it. */
  show(number, line = 0) {
    this.names.value = String(number);
    fill(this.text, (this.texts[number]?.text ?? "").split("\n").map((row, i) => el("li", { class: i === line && line ? "here" : "" }, row || " ")));
    this.text.children[line]?.scrollIntoView({ block: "center" });
  }

  /** Go to a place in one of them; says whether it is one of them. */
  goTo(uri, line) {
    const number = this.texts.findIndex((one) => one.uri === uri);
    if (number >= 0) this.show(number, line);
    return number >= 0;
  }
}
