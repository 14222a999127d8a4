// A game looked at afterwards: the graph of what players could expect, and the moves that gave most away.

import { el, fill, svg } from "./dom.js";
import { tr } from "./language.js";

const [WIDE, HIGH] = [300, 80];
const LINE = 6; // moves of a better line that are written out

export class ReviewPanel {
  /** `goto(ply)`: show the game as it was then; `ask()`: look at it. */
  constructor({ goto, ask }) {
    Object.assign(this, { goto, ask });
    this.plies = -1; // how many the game has that was looked at
    this.isAsked = false;
    this.element = el("section", { class: "review", "aria-label": tr("Analysis"), hidden: true });
  }

  /** How far it has come. */
  progress({ done, of }) {
    this.isAsked = true;
    this.element.hidden = false;
    fill(this.element, el("p", {}, tr("Looking at the game … {part} %", { part: Math.round((100 * done) / of) })));
  }

  /** Offer to look at a game that is over; take away what was found if another is shown, or a part of it. */
  follow(view, isOffered) {
    const isSame = this.plies === view.plies && (view.ply < view.plies || view.isOver);
    if (isSame) this.mark(view.ply);
    else if (isOffered && view.isOver && view.plies) this.offer();
    else this.clear();
  }

  offer() {
    if (this.isAsked) return;
    this.plies = -1;
    this.element.hidden = false;
    fill(this.element, el("button", { type: "button", class: "analyse", onclick: () => this.ask() }, tr("Analyse the game")));
  }

  clear() {
    this.plies = -1;
    this.isAsked = false;
    this.element.hidden = true;
    fill(this.element);
  }

  show({ players, expected, slips }, plies, colours) {
    this.plies = plies;
    this.isAsked = false;
    this.element.hidden = false;
    fill(this.element, el("h2", {}, tr("Analysis")), this.graph(players, expected, colours),
      slips.length ? el("ol", { class: "slips" }, slips.map((slip) => el("li", {}, this.slip(slip)))) : el("p", {}, tr("No move gave much away.")));
    this.mark(plies);
  }

  /** Lines from the beginning on; where two play, that of the first says all. */
  graph(players, expected, colours) {
    const last = Math.max(expected.length - 1, 1);
    const x = (ply) => (WIDE * ply) / last, y = (worth) => (HIGH * (1 - worth)) / 2;
    const shown = players.length === 2 ? players.slice(0, 1) : players;
    const lines = shown.map((player, p) => {
      const points = expected.map((worths, ply) => worths && `${x(ply).toFixed(1)},${y(worths[p]).toFixed(1)}`).filter(Boolean);
      const line = svg("polyline", { points: points.join(" "), class: "worth" });
      if (players.length > 2 && colours[player]) line.style.stroke = colours[player];
      return line;
    });
    this.now = svg("line", { y1: 0, y2: HIGH, class: "now" });
    this.at = x;
    const picture = svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", class: "graph", role: "img",
      "aria-label": tr("What {players} could expect, from the beginning to the end", { players: shown.join(", ") }) },
      svg("line", { x1: 0, x2: WIDE, y1: HIGH / 2, y2: HIGH / 2, class: "middle" }), lines, this.now);
    picture.addEventListener("click", (event) => {
      const box = picture.getBoundingClientRect();
      this.goto(Math.round((last * (event.clientX - box.left)) / box.width));
    });
    const ends = players.length === 2 ? players.map((player) => tr("a win for {player}", { player })) : [tr("wins"), tr("loses")];
    return el("div", { class: "drawn" }, el("small", {}, ends[0]), picture, el("small", {}, ends[1]));
  }

  mark(ply) {
    for (const end of ["x1", "x2"]) this.now.setAttribute(end, this.at(ply));
  }

  /** A move that gave something away: pressed, the position before it is shown. */
  slip({ ply, player, text, better, from, to }) {
    const said = { ply, player, move: text, from: signed(from), to: signed(to), better: better[0], line: better.slice(1, LINE).join(" ") };
    return el("button", { type: "button", onclick: () => this.goto(ply - 1) },
      better.length > 1 ? tr("Ply {ply}, {player}: {move}, from {from} to {to}; better: {better} (then {line})", said)
        : tr("Ply {ply}, {player}: {move}, from {from} to {to}; better: {better}", said));
  }
}

/** A worth with its sign. */
function signed(worth) {
  const text = Math.abs(worth).toFixed(2);
  return Number(text) === 0 ? "0" : `${worth < 0 ? "−" : "+"}${text}`;
}
