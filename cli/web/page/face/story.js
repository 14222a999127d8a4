// The record beside the board: turns to click on, and a slider through the game.

import { el, fill } from "./dom.js";
import { tr } from "./language.js";

const HALF = 14; // characters for which half a row has room on a phone

/** Whether a game is for two, who play strictly in turn from the first turn on: then a row holds a turn of each. */
export function inPairs(log, count) {
  const players = new Map(log.map((ply) => [ply.turn, ply.player]));
  const names = [...new Set(players.values())];
  return count === 2 && names.length === 2 && [...players].every(([turn, player]) => player === names[(turn - 1) % 2]);
}

/** Whether a turn is too long for half a row. */
export function isLong(texts) {
  return texts.join(" ").length > HALF;
}

/** The moves so far. `goto(ply)`: show the game as it was then; null: as it is. */
export class Story {
  constructor({ goto }) {
    this.goto = goto;
    this.ply = this.plies = 0;
    this.log = [];
    this.list = el("ol", { class: "turns", "aria-label": tr("Moves so far"), onkeydown: (event) => this.key(event) });
    this.slider = el("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": tr("Step through the game"), oninput: () => this.to(Number(this.slider.value)) });
    const step = (name, sign, to) => el("button", { type: "button", "aria-label": name, title: name, onclick: () => this.to(to()) }, sign);
    this.where = el("output", { class: "where" });
    this.element = el("section", { class: "story", "aria-label": tr("Record") },
      this.list,
      el("div", { class: "slider" },
        step(tr("To the beginning"), "«", () => 0), step(tr("One back"), "‹", () => this.ply - 1), this.slider,
        step(tr("One forward"), "›", () => this.ply + 1), step(tr("To the present"), "»", () => this.plies), this.where));
  }

  to(ply) {
    this.goto(ply >= this.plies ? null : Math.max(0, ply));
  }

  /** `count`: of players. */
  show(log, view, count) {
    const pairs = inPairs(log, count);
    const same = pairs === this.pairs && this.log.length <= log.length && this.log.every((ply, i) => ply.text === log[i].text && ply.turn === log[i].turn);
    if (!same) fill(this.list);
    this.pairs = pairs;
    for (let i = same ? this.log.length : 0; i < log.length; i++) this.add(log[i], i + 1);
    const grew = log.length !== this.log.length || !same;
    this.log = [...log];
    this.ply = view.ply;
    this.plies = view.plies;
    this.slider.max = view.plies;
    this.slider.value = view.ply;
    this.slider.disabled = view.plies === 0;
    this.slider.setAttribute("aria-valuetext", view.ply === 0 ? tr("the beginning") : tr("after {move}", { move: log[view.ply - 1]?.text ?? "" }));
    this.where.value = view.ply < view.plies ? tr("{n} of {all}", { n: view.ply, all: view.plies }) : "";
    const buttons = this.buttons, place = buttons.find((button) => Number(button.dataset.ply) === view.ply) ?? buttons[0];
    for (const button of buttons) {
      const here = Number(button.dataset.ply) === view.ply;
      button.tabIndex = button === place ? 0 : -1; // Tab meets one of them, arrows go on from there
      if (here) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
      if (here && (grew || view.ply < view.plies)) this.reveal(button);
    }
  }

  get buttons() {
    return [...this.list.querySelectorAll("button")];
  }

  /** From move to move. */
  key(event) {
    const { buttons } = this, at = buttons.indexOf(event.target), last = buttons.length - 1;
    const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: last }[event.key];
    if (to === undefined || at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    buttons[Math.max(0, Math.min(last, to))].focus();
  }

  /** Scroll the list alone, never the page. */
  reveal(button) {
    const list = this.list.getBoundingClientRect(), at = button.getBoundingClientRect();
    if (at.top < list.top) this.list.scrollTop -= list.top - at.top;
    else if (at.bottom > list.bottom) this.list.scrollTop += at.bottom - list.bottom;
  }

  add(ply, number) {
    const row = this.pairs ? Math.ceil(ply.turn / 2) : ply.turn, isSecond = this.pairs && ply.turn % 2 === 0;
    let item = this.list.lastElementChild;
    if (!item || Number(item.dataset.row) !== row) {
      item = el("li", { "data-row": row, value: row });
      this.list.append(item);
    }
    let turn = item.lastElementChild;
    if (!turn || Number(turn.dataset.turn) !== ply.turn) {
      turn = el("span", { class: "turn", "data-turn": ply.turn }, el("span", { class: "who" }, `${ply.player} `));
      item.append(isSecond ? " " : "", turn);
    }
    turn.append(el("button", { type: "button", class: ply.chance ? "ply chance" : "ply", "data-ply": number, onclick: () => this.to(number) }, (ply.said ?? ply.text).replaceAll("_", " ")), " ");
    if (this.pairs) this.pair(item, turn);
  }

  /** Two turns share a row, and need no names; or each has a row and its player's name, if one of them is long. */
  pair(item, turn) {
    if (isLong([...turn.querySelectorAll(".ply")].map((ply) => ply.textContent))) item.classList.add("long");
    for (const who of item.querySelectorAll(".who")) who.classList.toggle("unseen", !item.classList.contains("long"));
  }
}
