// The text folded to the first lines of its parts, to look over it; each part unfolds, and each line leads back to itself.

import { el, fill } from "./dom.js";
import { tr, trn } from "./language.js";

/** The folded text, in the place of an editor's. `ranges()` gives those of the language protocol, or null. */
export class Folding {
  constructor({ editor, ranges }) {
    Object.assign(this, { editor, ranges });
    this.element = el("div", { class: "folded", role: "region", "aria-label": tr("The text, folded"), hidden: true, onkeydown: (event) => event.key === "Escape" && this.close() });
    editor.unfold = () => this.isOpen && this.close();
    this.button = el("button", { type: "button", title: tr("Fold the text to its parts (Shift+Alt+O)"), "aria-pressed": "false", onclick: () => this.turn() }, tr("Fold"));
  }

  get isOpen() {
    return !this.element.hidden;
  }

  turn() {
    if (this.isOpen) this.close();
    else this.open();
  }

  async open() {
    const { text } = this.editor, found = (await this.ranges()) ?? [];
    if (text !== this.editor.text) return;
    const outer = found.filter((one) => !found.some((other) => other !== one && other.startLine <= one.startLine && one.endLine <= other.endLine
      && other.endLine - other.startLine > one.endLine - one.startLine));
    const ends = new Map(outer.map(({ startLine, endLine }) => [startLine, endLine]));
    const parts = [];
    for (let i = 0; i < this.editor.layer.rows.length; i++) {
      const end = ends.get(i);
      if (end === undefined) parts.push(this.row(i));
      else {
        parts.push(el("details", {}, el("summary", {}, this.row(i, trn("{n} line", "{n} lines", end - i))), Array.from({ length: end - i }, (_, k) => this.row(i + 1 + k))));
        i = end;
      }
    }
    fill(this.element, parts);
    this.shown(true);
    this.element.querySelector("summary, button")?.focus();
  }

  row(line, more = "") {
    const code = this.editor.layer.rows[line].cloneNode(true);
    const go = el("button", { type: "button", class: "go", "aria-label": tr("Write in line {n}", { n: line + 1 }), title: tr("Write in line {n}", { n: line + 1 }),
      onclick: (event) => { event.preventDefault(); this.close(line); } }, String(line + 1));
    return el("div", { class: "folded-row" }, go, code, more && el("small", {}, more));
  }

  shown(isOpen) {
    this.element.hidden = !isOpen;
    this.editor.element.hidden = isOpen;
    this.button.setAttribute("aria-pressed", String(isOpen));
  }

  /** Back to the text, at this line if one is named. */
  close(line = null) {
    if (!this.isOpen) return;
    this.shown(false);
    fill(this.element);
    if (line === null) this.editor.area.focus();
    else this.editor.reveal({ start: { line, character: 0 }, end: { line, character: 0 } });
  }
}
