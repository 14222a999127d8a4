// What may stand at the caret, as a list below it. The server names what fits; typing on narrows it.

import { el, fill } from "./dom.js";
import { tr } from "./language.js";
import { Filling, parsed } from "./snippets.js";

const SHOWN = 60; // proposals in the list, the likeliest first
const SNIPPET = 2; // how the language protocol calls a text with places to fill in
const AFTER = 60; // milliseconds after a key until they are asked for

/** A list for an editor. `ask(position)` gives items of the language protocol. */
export class Proposals {
  constructor(editor, ask) {
    this.editor = editor;
    this.ask = ask;
    this.filling = new Filling(editor);
    this.items = [];
    this.at = 0;
    this.number = 0;
    this.list = el("ul", { class: "proposals", id: "proposals", role: "listbox", "aria-label": tr("What may stand here"), hidden: true });
    this.element = this.list;
    editor.area.setAttribute("aria-autocomplete", "list");
    editor.area.setAttribute("aria-controls", "proposals");
    editor.area.addEventListener("blur", () => setTimeout(() => this.close(), 150));
    editor.area.addEventListener("scroll", () => this.close());
    editor.area.addEventListener("input", (event) => this.typed(event));
    editor.area.addEventListener("pointerdown", () => this.close());
  }

  typed(event) {
    clearTimeout(this.timer);
    const { line, character } = this.editor.position;
    const before = this.editor.layer.lines[line].slice(0, character);
    const goes = event.inputType === "insertText" ? /[\w.]$/.test(before) : this.isOpen && /\w$/.test(before);
    if (goes && !before.includes("#")) this.timer = setTimeout(() => this.open(this.isWanted), AFTER);
    else this.close();
  }

  get isOpen() {
    return !this.list.hidden;
  }

  /** Show what fits; `isWanted`: somebody asked for it, so that Enter takes the first. */
  async open(isWanted) {
    const number = ++this.number, position = this.editor.position;
    const found = await this.ask(position);
    const now = this.editor.position;
    if (number !== this.number || now.line !== position.line || now.character !== position.character) return;
    const row = this.editor.layer.lines[now.line];
    const fits = found.filter((item) => {
      const typed = row.slice(item.textEdit?.range.start.character ?? now.character, now.character).toLowerCase();
      return (item.filterText ?? item.label).toLowerCase().startsWith(typed) && (isWanted || item.textEdit?.newText.trimEnd() !== typed);
    });
    fits.sort((a, b) => ((a.sortText ?? a.label) < (b.sortText ?? b.label) ? -1 : 1));
    this.items = fits.slice(0, SHOWN);
    this.isWanted = isWanted;
    this.at = isWanted ? 0 : -1;
    if (this.items.length) this.show();
    else this.close();
  }

  show() {
    fill(this.list, this.items.map((item, i) =>
      el("li", { role: "option", id: `proposal-${i}`, "aria-selected": String(i === this.at), onmousedown: (event) => { event.preventDefault(); this.take(i); } },
        el("span", { class: "label" }, item.label), item.detail && el("span", { class: "detail" }, item.detail))));
    this.list.hidden = false;
    beside(this.list, this.editor.layer.box(this.editor.position));
    this.mark();
  }

  mark() {
    [...this.list.children].forEach((item, i) => item.setAttribute("aria-selected", String(i === this.at)));
    this.list.children[this.at]?.scrollIntoView({ block: "nearest" });
    if (this.at >= 0) this.editor.area.setAttribute("aria-activedescendant", `proposal-${this.at}`);
    else this.editor.area.removeAttribute("aria-activedescendant");
  }

  close() {
    this.number += 1;
    clearTimeout(this.timer);
    this.isWanted = false;
    this.list.hidden = true;
    this.editor.area.removeAttribute("aria-activedescendant");
  }

  take(number) {
    const item = this.items[number];
    this.close();
    const { area, places } = this.editor;
    const start = item.textEdit ? places.offset(item.textEdit.range.start) : area.selectionStart;
    const given = item.textEdit?.newText ?? item.label, snippet = item.insertTextFormat === SNIPPET ? parsed(given) : null;
    this.editor.replace(start, area.selectionStart, snippet?.text ?? given);
    if (snippet) this.filling.begin(start, snippet.places);
    this.close(); // what was put in isn't typed
  }

  /** A key while the list is open, or while places are filled in; says whether it was taken. */
  key(event) {
    if (!this.isOpen) return this.filling.key(event);
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    if (event.key in steps) {
      const last = this.items.length - 1, to = this.at + steps[event.key];
      this.at = Math.abs(steps[event.key]) > 1 ? Math.max(0, Math.min(last, to)) : to < 0 ? last : to > last ? 0 : to;
      this.mark();
    } else if (event.key === "Tab" && !event.shiftKey) this.take(Math.max(this.at, 0));
    else if (event.key === "Enter" && this.at >= 0) this.take(this.at);
    else if (event.key === "Escape") this.close();
    else return false;
    return true;
  }
}

/** Put a box below a place of the window, or above it where there is more room. */
export function beside(box, place) {
  box.style.left = "0px"; // so that it is as wide as it wants
  box.style.top = "0px";
  const { width, height } = box.getBoundingClientRect();
  const below = place.bottom + height < innerHeight || place.top < innerHeight / 2;
  box.style.left = `${Math.max(4, Math.min(place.left, innerWidth - width - 4))}px`;
  box.style.top = `${Math.max(4, below ? place.bottom + 2 : place.top - height - 2)}px`;
}
