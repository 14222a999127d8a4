// The engine of the studio's board (docs/page.md): the server works out each situation from the text as it is now and the
// moves made so far, which the page keeps. When the text changes, the same moves are made again, as far as they fit.

import { tr, trn } from "./language.js";
import { Unanswered } from "./line.js";

/** What is wrong, as a sentence of its own: it may begin with the line where it is. */
export function atLine(why) {
  return why.replace(/^line (\d+):/, (_, n) => tr("Line {n}:", { n }));
}

/** An engine for the text that is open. `where()` gives its address, or null. */
export class StudioEngine {
  constructor(line, where) {
    this.line = line;
    this.where = where;
    this.listeners = new Map();
    this.info = null;
    this.forget();
  }

  /** Another text: nothing of the game before it is left. `kept`: what was kept of a game of this text, or null. */
  forget(kept = null) {
    this.moves = kept?.moves ?? [];
    this.undone = [];
    this.setting = { options: {}, players: null, seats: {}, seed: 0, number: 0, position: null, ...kept?.setting };
    this.unplaced = "";
    this.now = null;
    this.plies = [];
    this.shown = null;
  }

  /** The game on the board, to begin with later. */
  get kept() {
    return { setting: this.setting, moves: this.moves };
  }

  on(name, f) {
    this.listeners.set(name, [...(this.listeners.get(name) ?? []), f]);
  }

  emit(name, value) {
    for (const f of this.listeners.get(name) ?? []) f(value);
  }

  async open() {}

  /** The rules have changed: the board follows, with the moves that still fit. */
  async follow() {
    if (this.where() === null) return;
    const data = await this.wish({ act: "show" });
    if (data && !data.missing) this.emit("followed");
  }

  /** What a wish comes to, as it is shown from then on; null if another one came meanwhile, or the rules have errors. */
  async wish(what, fails = false) {
    const uri = this.where();
    let data;
    try {
      data = await this.line.ask("studio/board", { uri, ...this.setting, moves: this.moves, ...what });
    } catch (error) {
      if (!(error instanceof Unanswered)) this.emit("stuck", error.message);
      return null;
    }
    if (data.outdated || uri !== this.where()) return null;
    const wrong = data.refused ?? data.error;
    if (wrong) {
      if (fails) throw new Error(wrong);
      this.emit("stuck", wrong);
      return null;
    }
    this.take(data, what.act === "look");
    return data;
  }

  take(data, isLook) {
    const known = this.infoKey;
    this.infoKey = JSON.stringify(data.info);
    this.info = data.info;
    this.plies = data.log;
    if (isLook) this.shown = data.view;
    else {
      this.shown = null;
      this.now = data.view;
      this.unplaced = data.unplaced;
      if (!data.unplaced) this.moves = data.moves; // they are made again when the position fits again
    }
    const lost = data.asked - data.fitting;
    this.emit("fine", [
      data.missing ? tr("These rules aren't finished. {why}", { why: atLine(data.missing) }) : "",
      lost > 0 ? trn("{n} move doesn't fit the rules any more: {why}", "{n} moves don't fit the rules any more: {why}", lost, { why: data.why }) : "",
      data.unplaced ? tr("The position by hand doesn't fit the rules any more: {why}", { why: data.unplaced }) : "",
      data.dropped ? tr("The usual options are played: {why}", { why: data.dropped }) : "",
    ].filter(Boolean).join(" "));
    if (data.dropped) Object.assign(this.setting, { options: {}, players: null });
    this.emit(this.infoKey === known ? "change" : "info");
    if (data.computer && !isLook && !data.view.error) this.think(data.computer);
  }

  /** A computer's turn. */
  think(player) {
    this.emit("thinking", { player });
    setTimeout(() => this.wish({ act: "think" }), 150); // so that people see the move before it
  }

  // ---- what the face asks

  async view() {
    return this.shown ?? this.now;
  }

  async log() {
    return this.plies;
  }

  async play(text) {
    if (this.unplaced) Object.assign(this, { moves: [], setting: { ...this.setting, position: null } });
    await this.wish({ act: "play", text }, true);
    this.undone = [];
  }

  /** Why the last of these labels can't be picked after the others. */
  async why(picks) {
    const found = await this.line.ask("studio/board", { uri: this.where(), ...this.setting, moves: this.moves, act: "why", text: picks.join("\n") });
    return found.why ?? "";
  }

  async undo() {
    const before = this.moves;
    await this.wish({ act: "undo" }, true);
    this.undone = [before, ...this.undone];
  }

  async redo() {
    const [next, ...rest] = this.undone;
    if (!next) throw new Error(tr("There is nothing to bring back."));
    this.moves = next;
    this.undone = rest;
    await this.wish({ act: "show" }, true);
  }

  async restart({ options, players, seats, seed }) {
    const before = { setting: this.setting, moves: this.moves };
    this.setting = {
      options: options ?? this.setting.options, players: players ?? null, seats: seats ?? this.setting.seats,
      seed: seed ?? Math.floor(Math.random() * 1_000_000), number: 0, position: null,
    };
    this.moves = [];
    try {
      await this.wish({ act: "show" }, true);
      this.undone = [];
    } catch (error) {
      Object.assign(this, before);
      throw error;
    }
  }

  /** The game on the board: how it began, and its moves until what is shown. */
  get played() {
    const { options, players, seed, number, position } = this.setting;
    return { options, players, seed, number, ...(position && !this.unplaced && { position }), moves: this.moves.slice(0, this.shown ? this.shown.ply : this.moves.length) };
  }

  /** Other options, another number of players, other seats: the moves stay as far as they fit. */
  async arrange(value) {
    const before = this.setting;
    this.setting = { ...before, ...value };
    let data;
    try {
      data = await this.wish({ act: "show" }, true);
    } catch (error) {
      this.setting = before;
      throw error;
    }
    this.undone = [];
    if (data?.dropped) throw new Error(data.dropped);
  }

  /** A game that was played elsewhere: the one of this number and seed, with its moves. */
  async bring({ options = {}, players = null, seed = 0, number = 0, moves }) {
    this.setting = { options, players, seats: {}, seed, number, position: null };
    this.moves = moves;
    this.undone = [];
    await this.wish({ act: "show" });
  }

  /** What a question about positions comes to; null if another one came meanwhile. */
  async about(what) {
    const data = await this.line.ask("studio/board", { uri: this.where(), ...this.setting, moves: this.moves, ...what });
    if (data.refused ?? data.error) throw new Error(data.refused ?? data.error);
    return data.outdated ? null : data;
  }

  async position(from) {
    const ply = this.shown?.ply ?? this.now.plies;
    return (await this.about({ act: "position", text: from, ply }))?.position ?? null;
  }

  async tried(position) {
    return (await this.about({ act: "try", tried: JSON.stringify(position) }))?.tried ?? null;
  }

  /** A game that begins in this position; it stays while the rules change, as long as it fits. */
  async place({ position, seats }) {
    const { setting, moves } = this;
    Object.assign(this, { setting: { ...setting, position: JSON.stringify(position), seats: seats ?? setting.seats }, moves: [], undone: [] });
    try {
      await this.wish({ act: "show" }, true);
    } catch (error) {
      Object.assign(this, { setting, moves });
      throw error;
    }
  }

  /** The game as a record, or in a format of other programs. */
  async record(kind = null) {
    return (await this.about({ act: "copy", text: kind ?? "" }))?.record ?? null;
  }

  /** A game from elsewhere: its moves are made again, as far as they fit. */
  async load(text) {
    const opened = (await this.about({ act: "open", text }))?.opened;
    if (!opened) return;
    const { setting } = this, { options, players, seed, number, position, moves } = opened;
    this.setting = { ...setting, options: options ?? setting.options, players: players ?? setting.players, seats: {}, seed, number, position };
    Object.assign(this, { moves, undone: [] });
    await this.wish({ act: "show" });
  }

  async goto(ply) {
    if (ply === null) {
      this.shown = null;
      this.emit("change");
    } else await this.wish({ act: "look", ply });
  }
}
