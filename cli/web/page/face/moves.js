// What is chosen beside the board: values as buttons, and moves as they are written, with a list that completes them.

import { el, fill } from "./dom.js";
import { completions, likeMoves, meant } from "./completing.js";
import { tr, trn } from "./language.js";
import { shortest } from "./shortest.js";

const MOST = 80; // buttons, at most: longer lists are for typing
const WHOLE = 24; // so many moves are shown whole …
const WIDEST = 32; // … if none has more letters

/** Buttons for what is no site. `pick(text)`. `isShort`: whether moves are written shortly in lists. */
export function choices(choice, moves, picks, isShort, { pick, back, play }) {
  if (!choice || !moves.length) return [];
  const button = (text, onclick) => el("button", { type: "button", class: "choice", onclick }, text.replaceAll("_", " "));
  const found = isWhole(choice, moves)
    ? choice.fitting.map((number) => button(moves[number].text, () => play(number)))
    : choice.others.slice(0, MOST).map((text) => button(text, () => pick(text)));
  if (choice.others.length > MOST) found.push(el("span", { class: "more" }, trn("… and {n} more: type one", "… and {n} more: type one", choice.others.length - MOST)));
  if (choice.move !== null && (picks.length ? !choice.isTold : choice.isTold)) {
    found.unshift(el("button", { type: "button", class: "choice main", onclick: () => play(choice.move) }, tr("Play {move}", { move: isShort ? shortest(moves[choice.move], moves) : moves[choice.move].text })));
  }
  if (picks.length) found.push(el("button", { type: "button", class: "choice back", onclick: back }, tr("Take back the choice")));
  return found;
}

/** Whether the moves that are left are so few, and name no site, that they can be shown as they are. Of a value alone –
 * `B`, for `coup B` and `steal from B` – one doesn't see what it does. */
export function isWhole({ fitting, others, cards }, moves) {
  return others.length > 0 && !cards && fitting.length > 1 && fitting.length <= WHOLE
    && fitting.every((number) => !moves[number].sites.length && moves[number].text.length <= WIDEST);
}

/** A field in which moves are typed. `play(text)` is async, and fails with why it can't be played. */
export class Typing {
  constructor({ play }) {
    this.play = play;
    this.moves = [];
    this.alike = likeMoves();
    this.at = -1;
    this.input = el("input", {
      type: "text", id: "typed", autocomplete: "off", autocapitalize: "off", spellcheck: "false", role: "combobox", maxlength: 1000,
      "aria-expanded": "false", "aria-controls": "completions", "aria-autocomplete": "list", placeholder: tr("or type a move"),
      oninput: () => this.suggest(), onkeydown: (event) => this.key(event), onfocus: () => this.suggest(),
      onblur: () => setTimeout(() => this.hide(), 200),
    });
    this.list = el("ul", { id: "completions", role: "listbox", "aria-label": tr("Moves"), hidden: true });
    this.element = el("form", { class: "typing", onsubmit: (event) => this.submit(event) },
      el("label", { for: "typed" }, tr("Move")), this.input, el("button", { type: "submit" }, tr("Play")), this.list);
    this.setMoves([]); // until there are some
  }

  /** Another game: what its moves look like. */
  setWritten(patterns) {
    this.alike = likeMoves(patterns);
  }

  /** `isOpen`: something may be typed though there are no moves yet; `isOver`: nothing may any more. */
  setMoves(moves, isOpen = false, isOver = false) {
    this.moves = moves;
    this.element.hidden = isOver;
    this.input.disabled = !moves.length && !isOpen;
    this.element.querySelector("button").disabled = this.input.disabled;
    if (!moves.length) this.hide();
    else if (document.activeElement === this.input) this.suggest();
  }

  suggest() {
    this.shown = this.moves.length ? completions(this.moves, this.input.value) : [];
    this.at = -1;
    fill(this.list, this.shown.map((text, i) =>
      el("li", { role: "option", id: `completion-${i}`, "aria-selected": "false", onmousedown: (event) => { event.preventDefault(); this.take(text); } }, text)));
    this.list.hidden = !this.shown.length;
    this.input.setAttribute("aria-expanded", String(this.shown.length > 0));
    this.input.removeAttribute("aria-activedescendant");
  }

  hide() {
    this.list.hidden = true;
    this.at = -1;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }

  key(event) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (this.list.hidden) this.suggest();
      const count = this.shown?.length ?? 0;
      if (!count) return;
      this.at = event.key === "ArrowDown" ? (this.at + 1) % count : (this.at - 1 + count) % count;
      [...this.list.children].forEach((item, i) => item.setAttribute("aria-selected", String(i === this.at)));
      this.list.children[this.at].scrollIntoView({ block: "nearest" });
      this.input.setAttribute("aria-activedescendant", `completion-${this.at}`);
      event.preventDefault();
    } else if (event.key === "Escape") {
      this.input.value = "";
      this.hide();
    }
  }

  submit(event) {
    event.preventDefault();
    if (this.at >= 0) this.take(this.shown[this.at]);
    else if (this.input.value.trim()) this.take(meant(this.moves, this.input.value, this.alike));
  }

  async take(text) {
    this.input.value = text;
    this.hide();
    if (await this.play(text)) this.input.value = "";
    if (document.activeElement === this.input) this.hide();
  }
}
