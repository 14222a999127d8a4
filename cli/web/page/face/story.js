// The record beside the board: turns to click on, and a slider through the game.

import { el, fill } from "./dom.js";

/** The moves so far. `goto(ply)`: show the game as it was then; null: as it is. */
export class Story {
  constructor({ goto }) {
    this.goto = goto;
    this.ply = this.plies = 0;
    this.log = [];
    this.list = el("ol", { class: "turns", tabindex: 0, "aria-label": "Moves so far" });
    this.slider = el("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Step through the game", oninput: () => this.to(Number(this.slider.value)) });
    const step = (name, sign, to) => el("button", { type: "button", "aria-label": name, title: name, onclick: () => this.to(to()) }, sign);
    this.where = el("output", { class: "where" });
    this.element = el("section", { class: "story", "aria-label": "Record" },
      this.list,
      el("div", { class: "slider" },
        step("To the beginning", "«", () => 0), step("One back", "‹", () => this.ply - 1), this.slider,
        step("One forward", "›", () => this.ply + 1), step("To the present", "»", () => this.plies), this.where));
  }

  to(ply) {
    this.goto(ply >= this.plies ? null : Math.max(0, ply));
  }

  show(log, view) {
    const same = this.log.length <= log.length && this.log.every((ply, i) => ply.text === log[i].text && ply.turn === log[i].turn);
    if (!same) fill(this.list);
    for (let i = same ? this.log.length : 0; i < log.length; i++) this.add(log[i], i + 1);
    const grew = log.length !== this.log.length || !same;
    this.log = [...log];
    this.ply = view.ply;
    this.plies = view.plies;
    this.slider.max = view.plies;
    this.slider.value = view.ply;
    this.slider.disabled = view.plies === 0;
    this.slider.setAttribute("aria-valuetext", view.ply === 0 ? "the beginning" : `after ${log[view.ply - 1]?.text ?? ""}`);
    this.where.value = view.ply < view.plies ? `${view.ply} of ${view.plies}` : "";
    for (const button of this.list.querySelectorAll("button")) {
      const here = Number(button.dataset.ply) === view.ply;
      if (here) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
      if (here && (grew || view.ply < view.plies)) this.reveal(button);
    }
  }

  /** Scroll the list alone, never the page. */
  reveal(button) {
    const list = this.list.getBoundingClientRect(), at = button.getBoundingClientRect();
    if (at.top < list.top) this.list.scrollTop -= list.top - at.top;
    else if (at.bottom > list.bottom) this.list.scrollTop += at.bottom - list.bottom;
  }

  add(ply, number) {
    let item = this.list.lastElementChild;
    if (!item || Number(item.dataset.turn) !== ply.turn) {
      item = el("li", { "data-turn": ply.turn, value: ply.turn }, el("span", { class: "who" }, `${ply.player} `));
      this.list.append(item);
    }
    item.append(el("button", { type: "button", class: ply.chance ? "ply chance" : "ply", "data-ply": number, onclick: () => this.to(number) }, ply.text), " ");
  }
}
