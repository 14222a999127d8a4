// The face: puts board, choices, record and buttons together, and talks to the engine (docs/page.md).

import { copied, download, el, fill, keep, kept } from "./dom.js";
import { Board } from "./board.js";
import { Chooser, LISTED } from "./choosing.js";
import { written } from "./completing.js";
import { newWindow, question, rulesWindow } from "./dialogues.js";
import { copyWindow, openWindow } from "./elsewhere.js";
import { ClockFace } from "./clock.js";
import { cardTable, unseen } from "./cards.js";
import { Dragging } from "./dragging.js";
import { PositionEditor } from "./position_editor.js";
import { PlacedNews, placedWords } from "./placed_news.js";
import { Evaluation } from "./evaluation.js";
import { heard, speak, tr, wanted } from "./language.js";
import { languageField } from "./language_field.js";
import { choices, Typing } from "./moves.js";
import { ReviewPanel } from "./review.js";
import { Guide } from "./guide.js";
import { Heap, isLayered } from "./heap.js";
import { Premove } from "./premove.js";
import { Sounds } from "./sounds.js";
import { Story } from "./story.js";
import { askedWords, newsWords, offerWords, turnWords } from "./words.js";

const THEMES = ["auto", "light", "dark"];

/** Show the engine's game in `root`. */
export async function show(engine, root) {
  speak(wanted());
  const face = new Face(engine, root);
  await face.begin();
  return face;
}

class Face {
  constructor(engine, root, look = kept("theme", "auto")) {
    this.engine = engine;
    this.isGone = false; // whether another one has taken its place
    this.picks = [];
    this.hint = null;
    this.told = 0; // plies that were announced
    this.isReviewing = false;
    this.board = new Board({ pick: (label) => this.pick(label), back: () => this.back() });
    this.dragging = new Dragging(this.board, { lift: (label) => this.lift(label), drop: (label) => this.drop(label) });
    this.editor = new PositionEditor({
      show: (tried) => this.showDraft(tried),
      say: (text) => { this.news.textContent = text; }, close: (placed) => this.edited(placed),
    });
    this.heap = new Heap({ change: () => this.showScene() });
    this.sounds = new Sounds();
    this.guide = new Guide();
    this.typing = new Typing({ play: (text) => this.play(text) });
    this.premove = new Premove({ cancel: () => this.back() });
    this.story = new Story({ goto: (ply) => this.ask("goto", ply) });
    this.evaluation = new Evaluation(() => this.engine.evaluate().catch(() => null));
    this.review = new ReviewPanel({ goto: (ply) => this.story.to(ply), ask: () => this.analyse() });
    this.title = el("h1", {});
    this.about = el("p", { class: "about" });
    this.status = el("p", { class: "status" });
    this.clock = new ClockFace();
    this.lines = el("ul", { class: "lines" });
    this.hands = el("div", { class: "hands", role: "group", "aria-label": tr("Cards") });
    this.options = el("div", { class: "choices", role: "group", "aria-label": tr("Choices") });
    this.offer = el("div", { class: "offer", role: "alert" });
    this.missed = el("p", { class: "missed" });
    this.placed = new PlacedNews();
    this.trouble = el("p", { class: "trouble", role: "alert" });
    this.news = el("p", { class: "unseen", role: "status", "aria-live": "polite" });
    this.bar = el("nav", { class: "tools", "aria-label": tr("Game") });
    this.root = root;
    this.theme(look);
    fill(root, el("div", { class: "page" },
      this.top(),
      el(root === document.body ? "main" : "div", { class: "parts" }, // beside other things it isn't what the page is about
        el("div", { class: "table" }, this.board.element, this.hands),
        el("div", { class: "side" }, this.editor.element, this.about, this.clock.element, this.heap.element, this.evaluation.element, this.guide.element, this.status, this.premove.element, this.placed.element, this.missed, this.offer, this.trouble, this.options, this.typing.element, this.lines, this.review.element, this.story.element)),
      this.news));
  }

  /** The title and the buttons. The board and what is beside it share the window's height with them. */
  top() {
    const header = el("header", { class: "top" }, this.title, this.bar);
    new ResizeObserver(() => this.root.style.setProperty("--top", `${header.offsetHeight}px`)).observe(header);
    return header;
  }

  /** Hear what the engine tells. */
  listen() {
    const on = (name, act) => this.engine.on(name, (value) => this.isGone || act(value));
    on("change", () => this.refresh());
    on("info", () => this.reset());
    on("thinking", (thought) => this.think(thought));
    on("review", (progress) => this.isReviewing && this.review.progress(progress));
    on("error", (text) => this.say(text));
    on("missed", (plies) => { this.missed.textContent = tr("While you were away: {moves}", { moves: newsWords(plies) }); });
    on("connection", (how) => this.connection(how));
  }

  async begin() {
    const { engine } = this;
    this.listen();
    try {
      await engine.open();
    } catch (error) {
      this.say(error.message);
      return;
    }
    await this.reset();
  }

  /** Another language: all is said anew. */
  async respeak() {
    this.isGone = true;
    const next = new Face(this.engine, this.root, this.look);
    next.flipped = this.flipped;
    next.listen();
    await next.reset();
    next.bar.querySelector(".language").focus();
  }

  async reset() {
    const { info } = this.engine;
    if (!info) return;
    document.title = info.title;
    this.title.textContent = info.title;
    this.about.textContent = info.summary ?? "";
    this.flipped = this.flipped ?? false; // the scene is turned as this player sits
    this.setScene();
    this.root.firstElementChild.classList.toggle("boardless", this.board.sites.size === 0);
    this.typing.setWritten(info.written);
    this.tools();
    this.guide.forget();
    this.told = 0;
    this.picks = [];
    if (this.editor.on) await this.editor.open(this.engine, this.editor.text.value); // by other rules
    await this.refresh();
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
    const before = this.view;
    this.view = view;
    this.isSent = false;
    const isPlaced = PlacedNews.isNew(view, before);
    this.placed.show(view, before);
    if (!before || isPlaced || before.ply !== view.ply || before.plies !== view.plies) {
      this.picks = [];
      this.hint = null;
    }
    this.chooser = new Chooser(view.moves, this.board.labels);
    if (before && view.plies > before.plies) this.sounds.play(view.isOver ? "over" : view.moves.length ? "mine" : "move");
    this.announce(log, isPlaced);
    this.story.show(log, view);
    this.guide.show(view, this.engine.info);
    this.review.follow(view, this.engine.info.can.includes("review"));
    this.evaluate();
    const advance = this.inAdvance(before, isPlaced);
    this.draw(Boolean(before) && !this.isDropped);
    this.isDropped = false;
    if (advance !== null) await this.playNumber(advance);
  }

  // ---- a move before one's turn

  /** Whether a move can be chosen before it is one's turn. */
  mayPremove() {
    const { view, engine: { info } } = this;
    return Boolean(view) && !this.editor.on && info.can.includes("premove") && !view.moves.length && !view.isOver && view.ply === view.plies;
  }

  /** The number of the move that was chosen in advance, once it is one's turn; null where there is none to be played. One
   * that can't be played is dropped, and so is any if the game went back, is over, or goes on elsewhere by the host's doing. */
  inAdvance(before, isPlaced) {
    const { view, premove } = this;
    if (!premove.isSet || (!isPlaced && !view.moves.length && !view.isOver && view.plies >= (before?.plies ?? 0)) || view.ply !== view.plies) return null;
    const number = view.moves.length && !isPlaced ? premove.among(view.moves, this.chooser, this.typing.alike) : null;
    if (number === null && !isPlaced && premove.picks.length && this.chooser.choice(premove.picks).fitting.length) this.picks = premove.picks; // the rest is asked
    else if (number === null) {
      this.say(tr("{move} can't be played now, and was dropped.", { move: premove.words }));
      this.news.textContent = this.trouble.textContent;
    }
    premove.clear();
    return number;
  }

  /** What was chosen in advance is another now. */
  premoved() {
    this.say("");
    this.draw();
    this.news.textContent = this.premove.isSet ? tr("When it is your turn: {move}.", { move: this.premove.words }) : tr("No move is chosen in advance.");
  }

  draw(moves = false) {
    if (this.editor.on) return;
    const { view, engine: { info } } = this;
    const choice = view.moves.length ? this.chooser.choice(this.picks) : null;
    const isAhead = this.premove.isSet;
    this.board.element.classList.toggle("ahead", isAhead);
    this.board.show(view, choice, isAhead ? this.premove.picks : this.picks, { hint: this.hint?.sites, moves, open: this.mayPremove() ? this.board.labels : undefined });
    this.premove.show();
    this.about.hidden = !this.about.textContent || view.plies >= this.engine.info.players.length; // in the first round
    this.clock.show(view.clock);
    this.status.textContent = this.statusWords();
    this.status.classList.toggle("over", view.isOver);
    this.status.classList.toggle("mine", view.moves.length > 0);
    this.status.classList.toggle("thinking", Boolean(view.thinking) && !view.isOver);
    fill(this.options, choices(unseen(view, choice), view.moves, this.picks, {
      pick: (text) => this.pick(LISTED + text), back: () => this.back(), play: (number) => this.playNumber(number),
    }));
    this.typing.setMoves(view.moves, this.mayPremove());
    fill(this.lines, view.lines.map((line) => el("li", {}, line)));
    this.showCards(choice);
    if (view.error) this.say(view.error);
    this.showOffer();
    for (const button of this.bar.querySelectorAll("[data-needs]")) button.disabled = !this.can(button.dataset.needs);
    this.root.firstElementChild.classList.toggle("past", view.ply < view.plies);
  }

  /** A position that is being put together. */
  showDraft(tried) {
    this.board.show({ ...tried, changed: [], line: [] }, null, [], { open: this.editor.tool.sites ?? this.board.labels });
    fill(this.lines, tried.lines.map((line) => el("li", {}, line)));
    this.showCards(null, tried);
  }

  /** The table of cards; who was at a card stays there. */
  showCards(choice, view = this.view) {
    const at = this.hands.contains(document.activeElement) ? document.activeElement.dataset.card : null;
    fill(this.hands, cardTable(view, choice, this.picks, (pick) => (choice.isTold ? this.playNumber(choice.move) : this.pick(pick))));
    if (at) [...this.hands.querySelectorAll("button")].find((button) => button.dataset.card === at)?.focus();
  }

  statusWords() {
    const { view, engine: { info } } = this;
    if (view.ply < view.plies) return view.ply ? tr("After {n} of {all} plies.", { n: view.ply, all: view.plies }) : tr("The beginning.");
    const so = this.picks.length ? ` ${this.picks.map((pick) => pick.replace(LISTED, "")).join(" → ")} …` : "";
    const hint = this.hint ? ` ${tr("Hint: {moves}.", { moves: [this.hint.text, ...(this.hint.line ?? []).slice(1, 4)].join(" ") })}` : "";
    return turnWords(view, info) + so + hint;
  }

  /** What happened since somebody was last told. */
  announce(log, isPlaced) {
    if (this.editor.on && log.length > this.told) this.say(tr("Meanwhile: {moves}", { moves: newsWords(log.slice(this.editedAt)) }));
    if (isPlaced) this.news.textContent = `${placedWords(this.view)} ${turnWords(this.view, this.engine.info)}`;
    else if (log.length < this.told) this.news.textContent = `${tr("Taken back.")} ${turnWords(this.view, this.engine.info)}`;
    else if (log.length > this.told || this.told === 0 || this.view.isOver) {
      const text = `${newsWords(log.slice(this.told))} ${turnWords(this.view, this.engine.info)}`;
      if (text !== this.news.textContent) this.news.textContent = text;
    }
    this.told = log.length;
  }

  // ---- choosing

  pick(pick) {
    if (this.editor.on) {
      this.editor.pick(pick);
      return;
    }
    if (this.mayPremove()) {
      this.premove.pick(pick);
      this.premoved();
      return;
    }
    if (!this.view?.moves.length || this.isSent) return;
    const before = this.picks;
    this.picks = this.chooser.pick(before, pick);
    if (this.picks === before) {
      this.explain(pick);
      return;
    }
    this.say("");
    const choice = this.chooser.choice(this.picks);
    if (choice.isTold) this.playNumber(choice.move);
    else {
      this.draw();
      if (this.picks.length) this.news.textContent = tr("{those} chosen.", { those: this.picks.map((one) => one.replace(LISTED, "")).join(", ") });
    }
  }

  /** Say why something can't be picked, as far as the engine knows. */
  async explain(pick) {
    const { view, picks, engine } = this;
    const said = tr("Nothing can be played at {site} now", { site: pick.replace(LISTED, "") });
    const why = engine.info.can.includes("why") ? await engine.why([...picks, pick]).catch(() => "") : "";
    if (this.view === view && this.picks === picks) this.say(why ? `${said}: ${heard("refusal", why)}.` : `${said}.`);
  }

  /** A piece is dragged: does that begin a move that goes on somewhere? */
  lift(label) {
    if (this.editor.on) {
      this.lifted = label;
      return this.board.picture(label) !== null;
    }
    if (this.mayPremove()) {
      this.premove.type("");
      this.premove.pick(label);
      this.draw();
      this.board.picture(label);
      return true;
    }
    if (!this.view?.moves.length || this.isSent) return false;
    const picks = this.picks.at(-1) === label ? this.picks : this.chooser.pick(this.picks, label);
    const choice = this.chooser.choice(picks);
    if (picks.at(-1) !== label || choice.isTold || !choice.sites.length) return false;
    this.picks = picks;
    this.draw();
    this.board.picture(label); // what is drawn anew is lifted, too
    return true;
  }

  /** It is let go: on a site where the move goes on, or it lies where it lay. */
  drop(label) {
    if (this.editor.on) {
      this.editor.move(this.lifted, label);
      return;
    }
    if (this.mayPremove()) {
      if (label === null) this.back();
      else this.pick(label);
      return;
    }
    const choice = this.view?.moves.length ? this.chooser.choice(this.picks) : null;
    if (!choice || label === null || ![...choice.sites, ...choice.later].includes(label)) this.back();
    else {
      this.isDropped = true;
      this.pick(label);
    }
  }

  back() {
    if (this.editor.on) return;
    if (this.premove.isSet) {
      this.premove.clear();
      this.premoved();
      return;
    }
    this.picks = this.picks.slice(0, -1);
    if (this.view) this.draw();
  }

  /** A move that was pointed at; one that ends the game, and names no site, is asked for once more. */
  async playNumber(number) {
    const { view } = this;
    const { text, ends } = view.moves[number];
    if (ends && !(await question(tr("{move} ends the game.", { move: text }), tr("Play {move}", { move: text }), tr("Go back")))) {
      this.picks = [];
      this.draw();
      return false;
    }
    return this.view === view && this.play(written(view.moves, number));
  }

  /** Says whether it was played. Until what follows is shown, nothing else is: what one sees then isn't so any more. */
  async play(text) {
    if (!this.view || this.isSent) return false;
    if (this.mayPremove()) {
      this.premove.type(text);
      this.premoved();
      return true;
    }
    this.say("");
    this.missed.textContent = "";
    this.isSent = true;
    try {
      await this.engine.play(text);
      if (this.isSent) await this.refresh();
    } catch (error) {
      this.isSent = false;
      this.say(error.message);
      this.picks = [];
      this.draw();
      return false;
    }
    return true;
  }

  // ---- buttons

  tools() {
    const can = new Set(this.engine.info.can);
    const tool = (name, sign, act, needs) =>
      el("button", { type: "button", title: name, "data-needs": needs ?? null, onclick: act }, el("span", { "aria-hidden": "true", class: "sign", "data-sign": sign }), el("span", { class: "name" }, name));
    fill(this.bar,
      can.has("restart") && tool(tr("New game"), "✚", () => newWindow(this.engine.info, (value) => this.restart(value))),
      can.has("undo") && tool(tr("Undo"), "↶", () => this.ask("undo"), "undo"),
      can.has("redo") && tool(tr("Redo"), "↷", () => this.ask("redo"), "redo"),
      can.has("hint") && tool(tr("Hint"), "✧", () => this.showHint(), "hint"),
      can.has("edit") && tool(tr("Position"), "✎", () => this.edit(), "edit"),
      can.has("evaluate") && tool(tr("Evaluation"), "◧", () => this.showEvaluation()),
      can.has("resign") && tool(tr("Resign"), "⚑", () => this.resign(), "resign"),
      can.has("draw") && tool(tr("Offer a draw"), "½", () => this.ask("draw"), "draw"),
      can.has("again") && tool(tr("Rematch"), "⟲", () => this.ask("again"), "again"),
      tool(tr("Flip"), "⇅", () => this.flip()),
      isLayered(this.engine.info.scene) && tool(tr("Heap"), "▲", () => this.heap.turn()),
      this.board.isTooSmall() && tool(tr("Zoom"), "⤢", () => this.zoom()),
      this.engine.info.lessons && tool(tr("Guide"), "☞", () => this.guided()),
      tool(tr("Rules"), "?", () => rulesWindow(this.engine.info)),
      can.has("record") && tool(tr("Save"), "⤓", () => this.save()),
      can.has("record") && tool(tr("Copy"), "❐", () => this.copy()),
      can.has("load") && tool(tr("Open"), "⤒", () => this.open()),
      tool(tr("Sound"), "♪", () => this.sound()),
      tool(tr("Colours"), "◐", () => this.theme(THEMES[(THEMES.indexOf(this.look) + 1) % THEMES.length])),
      languageField(() => this.respeak()));
  }

  can(what) {
    const { view, engine: { info } } = this;
    const now = view.ply === view.plies;
    if (what === "undo") return (view.canUndo ?? view.plies > 0) && now;
    if (what === "redo") return (view.canRedo ?? true) && now;
    if (what === "hint") return view.moves.length > 1 && now;
    if (what === "again") return view.isOver && !view.offer;
    if (what === "edit") return !info.hosts || !view.isOver;
    if (what === "draw") return !view.isOver && !view.offer;
    if (what === "resign") return !view.isOver && info.mine.length > 0;
    return true;
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

  async showHint() {
    const { ply } = this.view;
    this.status.textContent = tr("Looking for a good move …");
    const hint = await this.ask("hint");
    if (this.view.ply !== ply) return;
    this.hint = hint;
    this.draw();
    if (hint) this.news.textContent = tr("Hint: {moves}.", { moves: hint.text });
  }

  /** Show or hide what players may expect. */
  showEvaluation() {
    this.news.textContent = this.evaluation.turn() ? tr("The evaluation is shown.") : tr("The evaluation is hidden.");
    this.evaluate();
  }

  /** While a game is looked at, nothing else is: the analyst does one thing at a time. */
  evaluate() {
    const { info } = this.engine;
    if (info.can.includes("evaluate") && !this.isReviewing) this.evaluation.show(this.view, info);
  }

  /** Look at the game that is over: how it went, and what gave most away. */
  async analyse() {
    const { plies } = this.view;
    this.isReviewing = true;
    this.review.progress({ done: 0, of: plies + 1 });
    const found = await this.ask("review");
    this.isReviewing = false;
    if (found && this.view.isOver && this.view.plies === plies) {
      this.review.show(found, plies, this.engine.info.colours);
      this.news.textContent = tr("The analysis is done. Moves that lost much: {n}.", { n: found.slips.length });
    } else this.review.clear();
    this.evaluate();
  }

  /** A new game, of which the guide has told nothing yet. */
  async restart(wanted) {
    await this.engine.restart(wanted);
    this.guide.forget();
    await this.refresh();
  }

  /** Put a position together by hand, or stop doing so. */
  async edit() {
    if (this.editor.on) return this.editor.shut(false);
    this.say("");
    this.editedAt = this.told;
    this.root.firstElementChild.classList.add("editing");
    return this.editor.open(this.engine);
  }

  /** The game is shown again, or the one that begins with the position. */
  edited(placed) {
    this.root.firstElementChild.classList.remove("editing");
    if (placed) this.guide.forget();
    this.say("");
    this.refresh();
    this.bar.querySelector("button").focus();
  }

  async resign() {
    if (await question(tr("Give up this game?"), tr("Resign"), tr("Play on"))) await this.ask("resign");
  }

  /** The whole board, or one on which fingers meet each site; only where the two differ is there a button. */
  zoom() {
    this.board.element.classList.toggle("whole");
    this.draw();
  }

  flip() {
    this.flipped = !this.flipped;
    this.showScene();
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

  async save() {
    const text = await this.ask("record");
    if (text !== null) download(`${(this.engine.info.name ?? this.engine.info.title).replace(/[^\p{L}\p{N}_-]+/gu, "_")}.json`, text);
  }

  /** The game, to be put elsewhere: into a message, say. */
  async copy() {
    const { formats } = this.engine.info;
    const kind = formats?.length ? await copyWindow(formats) : "";
    if (kind === null) return;
    const text = await this.ask("record", kind || null);
    if (text === null) return;
    const done = await copied(text);
    this.news.textContent = done ? tr("The game is copied.") : tr("This browser doesn't let a page copy.");
    this.say(done ? "" : this.news.textContent);
  }

  open() {
    openWindow(this.engine.info.formats ?? [], (text) => this.engine.load(text));
  }

  sound() {
    this.news.textContent = this.sounds.turn() ? tr("Sounds are on.") : tr("Sounds are off.");
  }

  guided() {
    this.news.textContent = this.guide.turn() ? tr("The rules are told as they are needed.") : tr("The guide is off.");
    this.guide.show(this.view, this.engine.info);
    if (this.guide.on && !this.view.moves.length) this.say(tr("The rules are told when it is your turn."));
  }

  theme(name) {
    this.look = THEMES.includes(name) ? name : "auto";
    keep("theme", this.look);
    document.documentElement.dataset.theme = this.look;
    if (this.news) this.news.textContent = { auto: tr("Colours as the system has them."), light: tr("Light colours."), dark: tr("Dark colours.") }[this.look];
  }

  // ---- what the engine tells

  think(thought) {
    if (!this.view) return;
    this.view = { ...this.view, thinking: thought?.player ?? null };
    this.draw();
    if (thought?.text) this.status.textContent = tr("{player} is thinking: {what}", { player: thought.player, what: thought.text });
    this.status.setAttribute("data-share", thought?.share === undefined ? "" : Math.round(thought.share * 100));
  }

  connection(how) {
    this.root.firstElementChild.classList.toggle("lost", how === "lost");
    this.say(how === "lost" ? tr("The connection is lost; trying again …") : "");
  }

  showOffer() {
    const { offer } = this.view;
    if (!offer) {
      fill(this.offer);
      return;
    }
    const mine = this.engine.info.mine.includes(offer.by), asked = (offer.waiting ?? []).some((one) => this.engine.info.mine.includes(one));
    const button = (name, yes) => el("button", { type: "button", onclick: () => this.ask("answer", yes) }, name);
    fill(this.offer, el("span", {}, mine ? askedWords(offer) : offerWords(offer)),
      asked && button(tr("Allow"), true), asked && button(tr("Refuse"), false), mine && button(tr("Never mind"), false));
  }

  say(text) {
    const said = heard("trouble", text);
    if (this.trouble.textContent !== said) this.trouble.textContent = said;
  }
}
