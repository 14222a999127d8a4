// The face: puts board, choices, record and buttons together, and talks to the engine (docs/page.md).

import { Again } from "./again.js";
import { Analysis } from "./analysis.js";
import { Board } from "./board.js";
import { cardTable, unseen } from "./cards.js";
import { LISTED } from "./choosing.js";
import { ClockFace } from "./clock.js";
import { el, fill } from "./dom.js";
import { Dragging } from "./dragging.js";
import { whenDropped } from "./dropped.js";
import { openDropped } from "./elsewhere.js";
import { keepingFocus } from "./focus.js";
import { Guide } from "./guide.js";
import { keptPosition } from "./half_put.js";
import { Heap } from "./heap.js";
import { heard, speak, tr, wanted } from "./language.js";
import { choices, Typing } from "./moves.js";
import { PositionEditor } from "./position_editor.js";
import { PlayersFace } from "./players.js";
import { isPlaced } from "./placed_news.js";
import { Premove } from "./premove.js";
import { Sounds } from "./sounds.js";
import { Story } from "./story.js";
import { Telling } from "./telling.js";
import { setTheme } from "./themes.js";
import { Toolbar } from "./toolbar.js";
import { Turn } from "./turn.js";
import { together } from "./words.js";

/** Show the engine's game in `root`. */
export async function show(engine, root) {
  speak(wanted());
  const face = new Face(engine, root);
  whenDropped((file) => openDropped(face, file));
  await face.begin();
  return face;
}

/** `Bar`: the toolbar's class. */
export class Face {
  constructor(engine, root, Bar = Toolbar) {
    Object.assign(this, { engine, root, Bar });
    this.isGone = false; // whether another one has taken its place
    this.flipped = false; // the scene is turned as this player sits
    this.turn = new Turn(this);
    this.premove = new Premove(this);
    this.board = new Board({ pick: (label) => this.hand.pick(label), back: () => this.hand.back() });
    this.dragging = new Dragging(this.board, { lift: (label) => this.hand.lift(label), drop: (label) => this.hand.drop(label) });
    this.editor = new PositionEditor({ show: (tried) => this.showDraft(tried), say: (text) => this.news(text), close: (placed) => this.edited(placed) });
    this.heap = new Heap({ change: () => this.showScene() });
    this.sounds = new Sounds();
    this.guide = new Guide();
    this.typing = new Typing({ play: (text) => (this.premove.isOpen ? this.premove : this.turn).play(text) });
    this.again = new Again(this);
    this.story = new Story({ goto: (ply) => this.ask("goto", ply) });
    this.analysis = new Analysis(this);
    this.telling = new Telling(this);
    this.bar = new Bar(this);
    this.clock = new ClockFace();
    this.players = new PlayersFace();
    this.title = el("h1", {});
    this.about = el("p", { class: "about" });
    this.lines = el("ul", { class: "lines" });
    this.hands = el("div", { class: "hands", role: "group", tabindex: -1, "aria-label": tr("Cards") });
    this.options = el("div", { class: "choices", role: "group", "aria-label": tr("Choices") });
    setTheme();
    this.layOut();
  }

  /** What stands where. */
  layOut() {
    const { root, again, editor, about, clock, players, heap, analysis, guide, telling, premove, options, typing, lines, story } = this;
    fill(root, el("div", { class: "page" },
      this.top(),
      el(root === document.body ? "main" : "div", { class: "parts" }, // beside other things it isn't what the page is about
        el("div", { class: "table" }, this.board.element, this.hands),
        el("div", { class: "side" }, editor.element, about, clock.element, heap.element, analysis.evaluation.element, guide.element, players.element, telling.status, premove.element,
          telling.placed.element, telling.missed, telling.offer, telling.trouble, again.element, options, typing.element, lines, analysis.review.element, story.element)),
      telling.spoken));
  }

  /** There is no game: what is wrong, and where one can begin another. */
  layOutNothing(home) {
    fill(this.root, el("main", { class: "lobby" }, this.telling.trouble, el("p", {}, el("a", { href: home }, tr("Begin a new game.")))));
  }

  /** The title and the buttons. The board and what is beside it share the window's height with them. */
  top() {
    const header = el("header", { class: "top" }, this.title, this.bar.element);
    new ResizeObserver(() => this.root.style.setProperty("--top", `${header.offsetHeight}px`)).observe(header);
    return header;
  }

  /** What picks on the board go to. */
  get hand() {
    if (this.editor.on) return this.editor;
    return this.premove.isOpen ? this.premove : this.turn;
  }

  // ---- the engine

  /** Hear what the engine tells. */
  listen() {
    const on = (name, act) => this.engine.on(name, (value) => this.isGone || act(value));
    on("change", () => this.refresh());
    on("info", () => this.reset());
    on("thinking", (thought) => this.think(thought));
    on("review", (progress) => this.analysis.progress(progress));
    on("refusal", (player) => this.say(tr("{player} refused.", { player })));
    on("away", (players) => this.leftAlone(players));
    on("error", (text) => this.say(text));
    on("missed", (plies) => this.telling.miss(plies));
    on("connection", (how) => this.connection(how));
  }

  async begin() {
    this.listen();
    try {
      await this.engine.open();
    } catch (error) {
      this.say(error.message);
      if (this.engine.home) this.layOutNothing(this.engine.home);
      return;
    }
    await this.reset();
  }

  /** Call a method of the engine; what goes wrong is shown. */
  async ask(method, ...values) {
    this.say("");
    try {
      return await this.engine[method](...values);
    } catch (error) {
      this.say(error.message);
      return null;
    }
  }

  /** Another game. */
  async reset() {
    const { info } = this.engine;
    if (!info) return;
    document.title = info.title;
    this.title.textContent = info.title;
    this.about.textContent = info.summary ?? "";
    this.setScene();
    this.root.firstElementChild.classList.toggle("boardless", this.board.sites.size === 0);
    this.typing.setWritten(info.written);
    this.bar.renew();
    this.guide.forget();
    this.telling.told = 0;
    this.turn.picks = [];
    if (this.editor.on) await this.editor.renew(this.engine);
    await this.refresh();
    const half = !this.editor.on && info.editing && this.view && this.bar.can("edit") ? keptPosition(info.editing) : null;
    if (half) await this.edit(half);
  }

  /** Ask the engine how things are, and show it. Later answers win over earlier ones. */
  async refresh() {
    const number = (this.asked = (this.asked ?? 0) + 1);
    let view, log;
    try {
      [view, log] = await Promise.all([this.engine.view(), this.engine.log()]);
    } catch (error) {
      this.say(error.message);
      return;
    }
    if (number !== this.asked || !view) return;
    const before = this.view, { turn, premove, analysis, engine: { info } } = this;
    this.view = view;
    const isOther = !before || isPlaced(view, before) || before.ply !== view.ply || before.plies !== view.plies;
    turn.follow(view, this.board.labels, isOther);
    if (isOther) analysis.hint = null;
    if (before && view.plies > before.plies) this.sounds.play(view.isOver ? "over" : view.moves.length ? "mine" : "move");
    this.telling.announce(log, before);
    this.story.show(log, view, info.players.length);
    this.guide.show(view, info);
    analysis.follow(view, info);
    const chosen = premove.due(before);
    this.draw(Boolean(before) && !turn.isDropped);
    turn.isDropped = false;
    if (chosen !== null) await turn.playNumber(chosen);
  }

  /** A new game, of which the guide has told nothing yet. */
  async restart(wanted) {
    await this.engine.restart(wanted);
    this.guide.forget();
    await this.refresh();
  }

  /** A computer thinks, or has thought. */
  think(thought) {
    if (!this.view) return;
    this.view = { ...this.view, thinking: thought?.player ?? null };
    this.draw();
    this.telling.think(thought);
  }

  /** These players have no page open now. The view stays the same one, as nothing has happened in the game. */
  leftAlone(players) {
    if (!this.view) return;
    this.view.away = players;
    if (this.editor.on) return;
    this.telling.show(this);
    this.players.show(this.view, this.engine.info);
  }

  connection(how) {
    this.root.firstElementChild.classList.toggle("lost", how === "lost");
    this.say(how === "lost" ? tr("The connection is lost; trying again …") : "");
  }

  // ---- what is shown

  /** The game as it stands. `slides`: whether pieces slide to where they stand now. */
  draw(slides = false) {
    if (this.editor.on) return;
    const { view, engine: { info }, turn, premove } = this;
    const { choice } = turn, picks = premove.isSet ? premove.picks : turn.picks;
    this.board.element.classList.toggle("ahead", premove.isSet);
    this.board.show(view, choice, picks, { hint: this.analysis.hint?.sites, moves: slides, open: premove.isOpen ? this.board.labels : turn.open });
    premove.show();
    this.about.hidden = !this.about.textContent || view.turn > info.players.length; // after the first round
    this.clock.show(view.clock);
    this.players.show(view, info);
    this.telling.show(this);
    keepingFocus([this.options, this.hands], () => this.board.place, this.telling.status, () => {
      fill(this.options, choices(unseen(view, choice), view.moves, turn.picks, info.isShort, {
        pick: (text) => this.hand.pick(LISTED + text), back: () => this.hand.back(), play: (number) => turn.playNumber(number),
      }));
      this.showBeside(view, choice);
    });
    this.typing.setMoves(view.moves, premove.isOpen, view.isOver);
    this.again.show(view, info);
    this.bar.show();
    this.root.firstElementChild.classList.toggle("past", view.ply < view.plies);
  }

  /** A position that is being put together. */
  showDraft(tried) {
    this.board.show({ ...tried, changed: [], line: [] }, null, [], { open: this.editor.tool.sites ?? this.board.labels });
    this.showBeside(tried, null);
  }

  /** Lines, and the table of cards. */
  showBeside(view, choice) {
    fill(this.lines, view.lines.map((line) => el("li", {}, together(heard("beside", line)))));
    fill(this.hands, cardTable(view, choice, this.turn.picks, this.engine.info.lots, (pick) => (choice.isTold ? this.turn.playNumber(choice.move) : this.hand.pick(pick))));
  }

  /** The board as it lies, or as a heap. */
  setScene() {
    const { info } = this.engine;
    const { scene, isHeap } = this.heap.seen(info.scene, this.flipped);
    this.board.setScene(scene, info.pieces, this.flipped && !isHeap);
    this.board.element.classList.toggle("heap", isHeap);
  }

  showScene() {
    this.setScene();
    this.draw();
  }

  flip() {
    this.flipped = !this.flipped;
    this.showScene();
  }

  /** The whole board, or one on which fingers meet each site; only where the two differ is there a button. */
  zoom() {
    this.board.element.classList.toggle("whole");
    this.draw();
  }

  say(text) {
    this.telling.say(text);
  }

  news(text) {
    this.telling.news(text);
  }

  /** Another language: all is said anew. */
  async respeak() {
    this.isGone = true;
    const next = new Face(this.engine, this.root, this.Bar);
    next.flipped = this.flipped;
    next.listen();
    await next.reset();
    next.bar.open(true);
    next.bar.element.querySelector(".language").focus();
  }

  // ---- a position by hand

  /** Put a position together by hand, or stop doing so. `half`: what was put together before the page was loaded again. */
  async edit(half = null) {
    if (this.editor.on) return this.editor.shut(false);
    this.say("");
    this.telling.editedAt = this.telling.told;
    this.root.firstElementChild.classList.add("editing");
    return this.editor.open(this.engine, "now", half);
  }

  /** The game is shown again, or the one that begins with the position. */
  edited(placed) {
    this.root.firstElementChild.classList.remove("editing");
    if (placed) this.guide.forget();
    this.say("");
    this.refresh();
    this.bar.element.querySelector("button").focus();
  }
}
