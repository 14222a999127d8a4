// The buttons above the board: those that the engine can serve, pressed where they make sense.

import { newWindow, question, rulesWindow } from "./dialogues.js";
import { el, fill } from "./dom.js";
import { copyGame, openWindow, saveGame } from "./elsewhere.js";
import { isLayered } from "./heap.js";
import { tr } from "./language.js";
import { languageField } from "./language_field.js";
import { nextTheme } from "./themes.js";

const FIRST = 5;

/** A button with a sign. `needs`: what must be possible now, so that it can be pressed. */
export function tool(name, sign, onclick, needs = null) {
  return el("button", { type: "button", title: name, "data-needs": needs, onclick },
    el("span", { "aria-hidden": "true", class: "sign", "data-sign": sign }), el("span", { class: "name" }, name));
}

export class Toolbar {
  constructor(face) {
    this.face = face;
    this.element = el("nav", { class: "tools", "aria-label": tr("Game"), onkeydown: (event) => event.key === "Escape" && this.open(false) });
  }

  /** The buttons for the engine's game, those that are used most first: where there is little room, the others unfold. */
  tools() {
    const { face } = this, { info } = face.engine;
    const can = new Set(info.can);
    return [
      can.has("restart") && tool(tr("New game"), "✚", () => this.begin()),
      can.has("undo") && tool(tr("Undo"), "↶", () => face.ask("undo"), "undo"),
      can.has("redo") && tool(tr("Redo"), "↷", () => face.ask("redo"), "redo"),
      can.has("hint") && tool(tr("Hint"), "✧", () => face.analysis.showHint(), "hint"),
      tool(tr("Rules"), "?", () => rulesWindow(info)),
      can.has("edit") && tool(tr("Position"), "✎", () => face.edit(), "edit"),
      can.has("evaluate") && tool(tr("Evaluation"), "◧", () => face.analysis.turnEvaluation()),
      can.has("resign") && tool(tr("Resign"), "⚑", () => this.resign(), "resign"),
      can.has("draw") && tool(tr("Offer a draw"), "½", () => face.ask("draw"), "draw"),
      can.has("again") && tool(tr("Rematch"), "⟲", () => face.ask("again"), "again"),
      tool(tr("Flip"), "⇅", () => face.flip()),
      isLayered(info.scene) && tool(tr("Heap"), "▲", () => face.heap.turn()),
      face.board.isTooSmall() && tool(tr("Zoom"), "⤢", () => face.zoom()),
      info.lessons && tool(tr("Guide"), "☞", () => this.guide()),
      can.has("record") && tool(tr("Save"), "⤓", () => saveGame(face)),
      can.has("record") && tool(tr("Copy"), "❐", () => copyGame(face)),
      can.has("load") && tool(tr("Open"), "⤒", () => openWindow(face.engine)),
      tool(tr("Sound"), "♪", () => face.news(face.sounds.turn() ? tr("Sounds are on.") : tr("Sounds are off."))),
      tool(tr("Colours"), "◐", () => this.theme()),
      languageField(() => face.respeak()),
    ];
  }

  renew() {
    const tools = this.tools().filter(Boolean);
    const rest = el("div", { class: "others", id: "other-tools", onclick: ({ target }) => target.closest("button") && this.open(false) }, tools.slice(FIRST));
    this.unfold = tools.length > FIRST + 1 && tool(tr("More"), "⋯", () => this.open(this.unfold.getAttribute("aria-expanded") !== "true"));
    if (this.unfold) this.unfold.className = "unfold";
    fill(this.element, tools.slice(0, FIRST), this.unfold, this.unfold ? rest : tools.slice(FIRST));
    this.open(false);
  }

  /** Show the tools that have no room, or put them away; who used one of these goes on from the button that shows them. */
  open(isOpen) {
    if (!this.unfold) return;
    const isWithin = this.element.querySelector(".others").contains(document.activeElement);
    this.unfold.setAttribute("aria-expanded", String(isOpen));
    this.unfold.setAttribute("aria-controls", "other-tools");
    this.element.classList.toggle("open", isOpen);
    if (!isOpen && isWithin && this.unfold.offsetParent) this.unfold.focus();
  }

  /** Those that make sense now can be pressed. */
  show() {
    for (const button of this.element.querySelectorAll("[data-needs]")) button.disabled = !this.can(button.dataset.needs);
  }

  can(what) {
    const { view, engine: { info } } = this.face;
    const now = view.ply === view.plies;
    if (what === "undo") return (view.canUndo ?? view.plies > 0) && now;
    if (what === "redo") return (view.canRedo ?? true) && now;
    if (what === "hint") return view.moves.length > 1 && now;
    if (what === "edit") return !info.hosts || !view.isOver;
    if (what === "again") return view.isOver && !view.offer;
    if (what === "draw") return !view.isOver && !view.offer;
    if (what === "resign") return !view.isOver && info.mine.length > 0;
    return true;
  }

  async resign() {
    if (await question(tr("Give up this game?"), tr("Resign"), tr("Play on"))) await this.face.ask("resign");
  }

  /** Another game, or this one with other players. */
  begin() {
    const { face } = this, { view, engine: { info } } = face;
    const isOn = info.can.includes("sit") && view.plies > 0 && !view.isOver;
    newWindow(info, (value) => face.restart(value), isOn ? (seats) => face.engine.sit(seats) : null);
  }

  guide() {
    const { guide, view, engine } = this.face;
    this.face.news(guide.turn() ? tr("The rules are told as they are needed.") : tr("The guide is off."));
    guide.show(view, engine.info);
    if (guide.on && !view.moves.length) this.face.say(tr("The rules are told when it is your turn."));
  }

  theme() {
    this.face.news({ auto: tr("Colours as the system has them."), light: tr("Light colours."), dark: tr("Dark colours.") }[nextTheme()]);
  }
}
