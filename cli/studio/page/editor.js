// The text: a plain <textarea>, so that writing, undo, selection and screen readers are the browser's own, with its
// coloured picture under it. Keys for more are in KEYS.

import { el } from "./dom.js";
import { Indents } from "./indents.js";
import { tr } from "./language.js";
import { difference, edited, Layer, Places } from "./layer.js";

const STEP = "  ";
const LETTER_WIDTH = 9; // pixels of a letter, at most

/** A field for a text. `changed(text)` is called after each change; `key(event)` may take a key, and then says so. */
export class Editor {
  constructor({ changed, key, moved }) {
    this.changed = changed;
    this.key = key;
    this.moved = moved;
    this.layer = new Layer();
    this.indents = new Indents(STEP);
    this.unfold = () => {}; // what hides the text may hear that a place of it is wanted
    this.leaves = false; // whether Tab goes on to what follows the text
    this.area = el("textarea", {
      class: "text", id: "text", spellcheck: "false", autocomplete: "off", autocapitalize: "off", autocorrect: "off", wrap: "off",
      "aria-label": tr("Rules"), "aria-describedby": "text-help",
      onbeforeinput: (event) => this.wrote(event), oninput: () => this.input(), onscroll: () => this.scroll(), onkeydown: (event) => this.down(event),
      onblur: () => { this.leaves = false; },
    });
    this.sheet = el("div", { class: "sheet" }, this.layer.element, this.area);
    this.element = el("div", { class: "text-editor" }, this.layer.numbers, this.sheet,
      el("p", { class: "unseen", id: "text-help" }, tr("Tab indents. To leave the text by keys, press Escape, then Tab.")));
    this.element.addEventListener("selectionchange", () => this.moved());
    this.area.addEventListener("keyup", () => this.moved());
    this.area.addEventListener("click", () => this.moved());
    new ResizeObserver(() => this.scroll()).observe(this.area);
  }

  get text() {
    return this.area.value;
  }

  /** Another file: nothing of the one before can be undone into it. */
  setText(text) {
    this.area.value = text;
    this.area.setSelectionRange(0, 0);
    this.area.scrollTop = this.area.scrollLeft = 0;
    this.layer.setText(text);
    this.scroll();
  }

  get places() {
    return this.known?.text === this.text ? this.known : (this.known = new Places(this.text));
  }

  /** Where the caret is. */
  get position() {
    return this.places.of(this.area.selectionStart);
  }

  input() {
    const { area } = this; // the beginning of lines is in sight again after a long one
    if (area.scrollLeft && (this.position.character + 4) * LETTER_WIDTH < area.clientWidth) area.scrollLeft = 0;
    this.layer.setText(this.text);
    this.scroll();
    this.changed(this.text);
  }

  scroll() {
    const { scrollLeft, scrollTop } = this.area;
    this.layer.element.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
    this.layer.numbers.style.transform = `translateY(${-scrollTop}px)`;
  }

  // ---- changes that can be undone

  /** Put a text in place of a part. */
  replace(start, end, text) {
    this.area.focus();
    this.area.setSelectionRange(start, end);
    const done = text ? document.execCommand("insertText", false, text) : start === end || document.execCommand("delete");
    if (!done) { // a browser without it: the change is made, though it can't be undone
      this.area.setRangeText(text, start, end, "end");
      this.input();
    }
  }

  /** Take the last change back, and make it again: the browser's own undo, for those without its keys. */
  undo() {
    this.area.focus();
    document.execCommand("undo");
  }

  redo() {
    this.area.focus();
    document.execCommand("redo");
  }

  /** Another text in place of the whole: one step of undo, and the caret stays where it can. */
  become(text) {
    if (text === this.text) return;
    const { selectionStart, scrollTop } = this.area;
    const change = difference(this.text, text);
    this.replace(change.start, change.end, change.text);
    const grown = change.text.length - (change.end - change.start);
    const caret = selectionStart >= change.end ? selectionStart + grown : Math.min(selectionStart, change.start + change.text.length);
    this.area.setSelectionRange(caret, caret);
    this.area.scrollTop = scrollTop;
  }

  /** Edits of the language protocol, as one change. */
  apply(edits) {
    this.become(edited(this.text, edits));
  }

  // ---- places

  /** Select a range of the protocol, and show it. */
  reveal(range) {
    this.unfold();
    const start = this.places.offset(range.start), end = this.places.offset(range.end);
    this.area.focus();
    this.area.setSelectionRange(start, Math.max(start, end));
    const row = this.layer.rows[0]?.getBoundingClientRect().height ?? 20;
    const top = range.start.line * row;
    if (top < this.area.scrollTop || top > this.area.scrollTop + this.area.clientHeight - 2 * row) {
      this.area.scrollTop = Math.max(0, top - this.area.clientHeight / 3);
    }
    this.scroll();
    this.moved();
  }

  // ---- keys

  down(event) {
    if (this.key(event)) {
      event.preventDefault();
      return;
    }
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key === "Escape") this.leaves = true;
    else if (event.key === "Tab" && plain && !this.leaves) {
      event.preventDefault();
      this.indent(event.shiftKey);
    } else if (event.key === "Enter" && plain && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      this.newLine();
    } else if (event.key === "Backspace" && plain && this.indents.back(this.begun) > 1 && this.isCaret) {
      event.preventDefault();
      this.replace(this.area.selectionStart - this.indents.back(this.begun), this.area.selectionStart, "");
    } else if (event.key !== "Shift") this.leaves = false;
  }

  /** Whether nothing is selected. */
  get isCaret() {
    return this.area.selectionStart === this.area.selectionEnd;
  }

  /** The caret's line up to the caret. */
  get begun() {
    const { selectionStart } = this.area;
    return this.text.slice(this.text.lastIndexOf("\n", selectionStart - 1) + 1, selectionStart);
  }

  /** A new line begins where the one before does, or further in below one that opens a block. */
  newLine() {
    const { selectionStart, selectionEnd } = this.area;
    const rest = this.text.slice(selectionEnd).split("\n", 1)[0];
    const { gone, spaces } = this.indents.ended(this.begun, rest);
    this.replace(selectionStart - gone, selectionEnd, `\n${spaces}`);
  }

  /** Spaces that somebody types where the editor has written them aren't written twice. */
  wrote(event) {
    if (event.inputType !== "insertText" || event.data?.length !== 1) return;
    const { selectionStart } = this.area;
    if (!this.isCaret) return;
    const { gone, isThere } = this.indents.wrote(this.begun, event.data);
    if (!isThere && !gone) return;
    event.preventDefault();
    if (gone) this.replace(selectionStart - gone, selectionStart, event.data);
  }

  /** Tab: spaces at the caret, or before each line that is selected; with Shift they go. */
  indent(back) {
    const { selectionStart, selectionEnd } = this.area;
    const isOne = !this.text.slice(selectionStart, selectionEnd).includes("\n");
    if (isOne && !back) {
      const { character } = this.position;
      this.replace(selectionStart, selectionEnd, " ".repeat(STEP.length - (character % STEP.length)));
      return;
    }
    const first = this.text.lastIndexOf("\n", selectionStart - 1) + 1;
    const lines = this.text.slice(first, selectionEnd).split("\n");
    const now = lines.map((line) => (back ? line.replace(/^ {1,2}/, "") : line ? STEP + line : line)).join("\n");
    this.replace(first, selectionEnd, now);
    if (!isOne) this.area.setSelectionRange(first, first + now.length);
  }
}
