// Find in the text: a bar with a field, how many there are, and steps from one to the next.

import { el } from "./dom.js";
import { tr } from "./language.js";

/** The bar of an editor. */
export class Search {
  constructor(editor) {
    this.editor = editor;
    this.field = el("input", { type: "search", "aria-label": tr("Find"), placeholder: tr("Find"), oninput: () => this.step(0), onkeydown: (event) => this.key(event) });
    this.count = el("output", { class: "count-found", "aria-live": "polite" });
    const button = (sign, name, act) => el("button", { type: "button", title: name, "aria-label": name, onclick: act }, sign);
    this.element = el("div", { class: "search", role: "search", hidden: true }, this.field,
      button("↑", tr("The one before"), () => this.step(-1)), button("↓", tr("The next one"), () => this.step(1)), this.count,
      button("×", tr("Close"), () => this.close()));
  }

  open() {
    const { area } = this.editor;
    const chosen = area.value.slice(area.selectionStart, area.selectionEnd);
    if (chosen && !chosen.includes("\n")) this.field.value = chosen;
    this.element.hidden = false;
    this.from = area.selectionStart;
    this.field.focus();
    this.field.select();
    if (this.field.value) this.step(0);
  }

  close() {
    this.element.hidden = true;
    this.editor.area.focus();
  }

  key(event) {
    if (event.key === "Escape") this.close();
    else if (event.key === "Enter") this.step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  }

  /** Show the next one, the one before, or the first from where one was; capitals don't matter. */
  step(by) {
    const wanted = this.field.value.toLowerCase(), text = this.editor.text.toLowerCase(), found = [];
    for (let at = wanted ? text.indexOf(wanted) : -1; at >= 0; at = text.indexOf(wanted, at + wanted.length)) found.push(at);
    if (!found.length) {
      this.count.value = wanted ? tr("not found") : "";
      return;
    }
    const from = by === 0 ? this.from : this.editor.area.selectionStart;
    const next = found.findIndex((at) => (by > 0 ? at > from : at >= from));
    const index = by < 0 ? (found.findLastIndex((at) => at < from) + found.length) % found.length : next < 0 ? 0 : next;
    const { places } = this.editor;
    const place = found[by < 0 && !found.some((at) => at < from) ? found.length - 1 : index];
    this.editor.reveal({ start: places.of(place), end: places.of(place + wanted.length) });
    this.field.focus();
    this.count.value = tr("{n} of {all}", { n: found.indexOf(place) + 1, all: found.length });
  }
}
