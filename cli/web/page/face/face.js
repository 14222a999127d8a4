// The face: puts board, choices, record and buttons together, and talks to the engine (docs/page.md).

import { download, el, fill, keep, kept } from "./dom.js";
import { Board } from "./board.js";
import { Chooser, LISTED } from "./choosing.js";
import { written } from "./completing.js";
import { newWindow, question, rulesWindow } from "./dialogues.js";
import { choices, Typing } from "./moves.js";
import { Story } from "./story.js";
import { newsWords, turnWords } from "./words.js";

const THEMES = ["auto", "light", "dark"];

/** Show the engine's game in `root`. */
export async function show(engine, root) {
  const face = new Face(engine, root);
  await face.begin();
  return face;
}

class Face {
  constructor(engine, root) {
    this.engine = engine;
    this.picks = [];
    this.hint = null;
    this.told = 0; // plies that were announced
    this.board = new Board({ pick: (label) => this.pick(label), back: () => this.back() });
    this.typing = new Typing({ play: (text) => this.play(text) });
    this.story = new Story({ goto: (ply) => this.ask("goto", ply) });
    this.title = el("h1", {});
    this.status = el("p", { class: "status" });
    this.lines = el("ul", { class: "lines" });
    this.hands = el("div", { class: "hands", role: "group", "aria-label": "Cards" });
    this.options = el("div", { class: "choices", role: "group", "aria-label": "Choices" });
    this.offer = el("div", { class: "offer", role: "alert" });
    this.trouble = el("p", { class: "trouble", role: "alert" });
    this.news = el("p", { class: "unseen", role: "status", "aria-live": "polite" });
    this.bar = el("nav", { class: "tools", "aria-label": "Game" });
    this.root = root;
    this.theme(kept("theme", "auto"));
    fill(root, el("div", { class: "page" },
      el("header", { class: "top" }, this.title, this.bar),
      el("main", {},
        el("div", { class: "table" }, this.board.element, this.hands),
        el("div", { class: "side" }, this.status, this.offer, this.trouble, this.options, this.typing.element, this.lines, this.story.element)),
      this.news));
  }

  async begin() {
    const { engine } = this;
    engine.on("change", () => this.refresh());
    engine.on("info", () => this.reset());
    engine.on("thinking", (thought) => this.think(thought));
    engine.on("error", (text) => this.say(text));
    engine.on("connection", (how) => this.connection(how));
    try {
      await engine.open();
    } catch (error) {
      this.say(error.message);
      return;
    }
    await this.reset();
  }

  async reset() {
    const { info } = this.engine;
    if (!info) return;
    document.title = info.title;
    this.title.textContent = info.title;
    this.flipped = this.flipped ?? false; // the scene is turned as this player sits
    this.board.setScene(info.scene, info.pieces, this.flipped);
    this.root.firstElementChild.classList.toggle("boardless", this.board.sites.size === 0);
    this.typing.setWritten(info.written);
    this.tools();
    this.told = 0;
    this.picks = [];
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
    if (!before || before.ply !== view.ply || before.plies !== view.plies) {
      this.picks = [];
      this.hint = null;
    }
    this.chooser = new Chooser(view.moves, this.board.labels);
    this.announce(log);
    this.story.show(log, view);
    this.draw();
  }

  draw() {
    const { view, engine: { info } } = this;
    const choice = view.moves.length ? this.chooser.choice(this.picks) : null;
    this.board.show(view, choice, this.picks, this.hint?.sites ?? []);
    this.status.textContent = this.statusWords();
    this.status.classList.toggle("over", view.isOver);
    this.status.classList.toggle("mine", view.moves.length > 0);
    this.status.classList.toggle("thinking", Boolean(view.thinking) && !view.isOver);
    fill(this.options, choices(choice, view.moves, this.picks, {
      pick: (text) => this.pick(LISTED + text), back: () => this.back(), play: (number) => this.playNumber(number),
    }));
    this.typing.setMoves(view.moves);
    fill(this.lines, view.lines.map((line) => el("li", {}, line)));
    fill(this.hands, (view.hands ?? []).map((hand) => this.hand(hand)));
    if (view.error) this.say(view.error);
    this.showOffer();
    for (const button of this.bar.querySelectorAll("[data-needs]")) button.disabled = !this.can(button.dataset.needs);
    this.root.firstElementChild.classList.toggle("past", view.ply < view.plies);
  }

  /** A row of cards; those of which nothing is known lie with their back up. */
  hand({ name, cards, known }) {
    const face = ({ text, colour }) => el("li", { class: known ? "card" : "card back" }, el("span", colour ? { "data-colour": colour } : {}, text));
    const row = el("ul", { "aria-label": name }, cards.map(face));
    for (const one of row.querySelectorAll("[data-colour]")) one.style.color = one.dataset.colour;
    return el("section", { class: "hand" }, el("h2", {}, name), row);
  }

  statusWords() {
    const { view, engine: { info } } = this;
    if (view.ply < view.plies) return view.ply ? `After ${view.ply} of ${view.plies} plies.` : "The beginning.";
    const so = this.picks.length ? ` ${this.picks.map((pick) => pick.replace(LISTED, "")).join(" → ")} …` : "";
    const hint = this.hint ? ` Hint: ${[this.hint.text, ...(this.hint.line ?? []).slice(1, 4)].join(" ")}.` : "";
    return turnWords(view, info) + so + hint;
  }

  /** What happened since somebody was last told. */
  announce(log) {
    if (log.length < this.told) this.news.textContent = "Taken back. " + turnWords(this.view, this.engine.info);
    else if (log.length > this.told || this.told === 0 || this.view.isOver) {
      const text = `${newsWords(log.slice(this.told))} ${turnWords(this.view, this.engine.info)}`;
      if (text !== this.news.textContent) this.news.textContent = text;
    }
    this.told = log.length;
  }

  // ---- choosing

  pick(pick) {
    if (!this.view?.moves.length || this.isSent) return;
    this.picks = this.chooser.pick(this.picks, pick);
    const choice = this.chooser.choice(this.picks);
    if (choice.isTold) this.playNumber(choice.move);
    else {
      this.draw();
      if (this.picks.length) this.news.textContent = `${this.picks.map((one) => one.replace(LISTED, "")).join(", ")} chosen.`;
    }
  }

  back() {
    this.picks = this.picks.slice(0, -1);
    if (this.view) this.draw();
  }

  /** A move that was pointed at; one that ends the game, and names no site, is asked for once more. */
  async playNumber(number) {
    const { view } = this;
    const { text, ends } = view.moves[number];
    if (ends && !(await question(`${text} ends the game.`, `Play ${text}`, "Go back"))) {
      this.picks = [];
      this.draw();
      return false;
    }
    return this.view === view && this.play(written(view.moves, number));
  }

  /** Says whether it was played. Until what follows is shown, nothing else is: what one sees then isn't so any more. */
  async play(text) {
    if (!this.view || this.isSent) return false;
    this.say("");
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
      el("button", { type: "button", title: name, "data-needs": needs ?? null, onclick: act }, el("span", { "aria-hidden": "true", class: "sign" }, sign), el("span", { class: "name" }, name));
    fill(this.bar,
      can.has("restart") && tool("New game", "✚", () => newWindow(this.engine.info, (value) => this.engine.restart(value))),
      can.has("undo") && tool("Undo", "↶", () => this.ask("undo"), "undo"),
      can.has("redo") && tool("Redo", "↷", () => this.ask("redo"), "redo"),
      can.has("hint") && tool("Hint", "✧", () => this.showHint(), "hint"),
      can.has("resign") && tool("Resign", "⚑", () => this.resign(), "resign"),
      tool("Flip", "⇅", () => this.flip()),
      tool("Rules", "?", () => rulesWindow(this.engine.info)),
      can.has("record") && tool("Save", "⤓", () => this.save()),
      can.has("load") && tool("Open", "⤒", () => this.open()),
      tool("Colours", "◐", () => this.theme(THEMES[(THEMES.indexOf(this.look) + 1) % THEMES.length])));
  }

  can(what) {
    const { view, engine: { info } } = this;
    const now = view.ply === view.plies;
    if (what === "undo") return (view.canUndo ?? view.plies > 0) && now;
    if (what === "redo") return (view.canRedo ?? true) && now;
    if (what === "hint") return view.moves.length > 1 && now;
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
    this.status.textContent = "Looking for a good move …";
    const hint = await this.ask("hint");
    if (this.view.ply !== ply) return;
    this.hint = hint;
    this.draw();
    if (hint) this.news.textContent = `Hint: ${hint.text}.`;
  }

  async resign() {
    if (await question("Give up this game?", "Resign", "Play on")) await this.ask("resign");
  }

  flip() {
    this.flipped = !this.flipped;
    this.board.setScene(this.engine.info.scene, this.engine.info.pieces, this.flipped);
    this.draw();
  }

  async save() {
    const text = await this.ask("record");
    if (text !== null) download(`${(this.engine.info.name ?? this.engine.info.title).replace(/[^\p{L}\p{N}_-]+/gu, "_")}.json`, text);
  }

  open() {
    const input = el("input", { type: "file", accept: ".json,.yaml,.yml,application/json,application/yaml,text/yaml", hidden: true });
    input.addEventListener("change", async () => {
      const [file] = input.files;
      input.remove();
      if (!file) return;
      if (file.size > 1_000_000) this.say(`${file.name}: a game's record isn't so long`);
      else await this.ask("load", await file.text());
    });
    document.body.append(input);
    input.click();
  }

  theme(name) {
    this.look = THEMES.includes(name) ? name : "auto";
    keep("theme", this.look);
    document.documentElement.dataset.theme = this.look;
    if (this.news) this.news.textContent = { auto: "Colours as the system has them.", light: "Light colours.", dark: "Dark colours." }[this.look];
  }

  // ---- what the engine tells

  think(thought) {
    if (!this.view) return;
    this.view = { ...this.view, thinking: thought?.player ?? null };
    this.draw();
    if (thought?.text) this.status.textContent = `${thought.player} is thinking: ${thought.text}`;
    this.status.setAttribute("data-share", thought?.share === undefined ? "" : Math.round(thought.share * 100));
  }

  connection(how) {
    this.root.firstElementChild.classList.toggle("lost", how === "lost");
    this.say(how === "lost" ? "The connection is lost; trying again …" : "");
  }

  showOffer() {
    const { offer } = this.view;
    if (!offer) {
      fill(this.offer);
      return;
    }
    const mine = this.engine.info.mine.includes(offer.by), asked = (offer.waiting ?? []).some((one) => this.engine.info.mine.includes(one));
    const button = (name, yes) => el("button", { type: "button", onclick: () => this.ask("answer", yes) }, name);
    fill(this.offer, el("span", {}, mine ? `You asked to take back; waiting for ${(offer.waiting ?? []).join(", ")}.` : `${offer.by} asks to take back the last move.`),
      asked && button("Allow", true), asked && button("Refuse", false), mine && button("Never mind", false));
  }

  say(text) {
    if (this.trouble.textContent !== text) this.trouble.textContent = text;
  }
}
