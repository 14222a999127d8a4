// A game in a page: its plies, who sits where, taking back and going forward, its record. It knows no rule: `Rules`
// finds moves and states. It runs in a worker, and in Node for the tests.

import { Advice } from "./advice.js";
import { kindOf } from "./kinds.js";
import { opened } from "./opening.js";
import { Placed } from "./placed.js";
import { notNow, whyNot } from "./refusals.js";
import { Refused } from "./refused.js";
import { RulesError } from "./rules.js";
import { recordOf, writtenAs } from "./saving.js";
import { Search } from "./search.js";
import { settingOf } from "./settings.js";
import { logOf, viewOf } from "./shown.js";

const AT_LEAST = 250; // milliseconds that a computer's move takes at least, so that people can follow it
const TOLD = 250; // milliseconds between two words of a search
const IN_A_ROW = 200; // dice and lone options that are played without a look at what people want

const pauseOf = (time) => new Promise((go) => setTimeout(go, time));

export class Game {
  /** `settings`: `[{options, defaults, seats, hash, head, table, rules()}]`, the first is played if nothing else is said. */
  constructor(settings, tell, least = AT_LEAST) {
    Object.assign(this, { settings, tell, least });
    this.turnNumber = 0; // whoever waits for something older is stopped
    this.advice = new Advice(this);
  }

  // ---- beginning

  /** A new game: `options` (those left out as usual), `seats`, `seed`, `players` (how many); else all as it was. */
  async begin(wanted) {
    const { options, seats, seed, players } = wanted ?? {};
    const setting = settingOf(this, options, players);
    await this.set(setting, BigInt(seed ?? newSeed()), 0n, seats ?? this.seats ?? setting.seats);
    this.goOn();
  }

  /** `start`: the position in which the game begins, if not as its rules have it. */
  async set(setting, seed, number, seats, start = null) {
    const rules = await setting.rules();
    const key = rules.seedKey(seed);
    const placed = new Placed(rules);
    const first = start ? placed.situation(start) : rules.start(key, number);
    this.turnNumber += 1;
    Object.assign(this, { setting, rules, placed, seed, number, key, start, resigned: null, error: null, thinking: null });
    this.line = [{ situation: first, option: -1, text: "", asked: false }];
    this.undone = [];
    this.looking = null;
    this.search = new Search(rules, key, number);
    this.seats = this.seatsOf(setting, seats);
    this.broken = null;
  }

  // ---- positions

  /** A position as data: "now" (that at the beginning of the turn that is shown), "start", or one that was written. */
  position(from) {
    if (from === "start") return this.placed.data(this.rules.start(this.key, this.number));
    if (from !== "now") return this.placed.read(from);
    const shown = this.line.slice(0, this.at + 1);
    return this.placed.data((shown.findLast(({ situation }) => situation.fresh || situation.isOver) ?? shown[0]).situation);
  }

  /** What a position looks like, what is wrong with it, and how it is written. */
  tried(data) {
    return this.placed.tried(data);
  }

  /** A new game that begins in this position; `seats` as they are, if nothing else is said. */
  async place({ position, seats }) {
    this.placed.situation(position); // nothing has happened if there is none
    await this.set(this.setting, BigInt(newSeed()), 0n, seats ?? this.seats, position);
    this.changed();
    this.goOn();
  }

  seatsOf(setting, seats) {
    const { players } = setting.table;
    const known = Object.values(seats ?? {});
    return Object.fromEntries(players.map((player, p) => [player, seats?.[player] ?? known[p] ?? setting.seats[player]]));
  }

  // ---- what is asked

  get table() {
    return this.setting.table;
  }

  get situation() {
    return this.line.at(-1).situation;
  }

  get isOver() {
    return this.situation.isOver || this.resigned !== null;
  }

  /** What comes next: "over", "broken", "chance", or a player's label. */
  next(situation = this.situation) {
    if (situation.isOver) return "over";
    const shown = this.rules.show(situation);
    return shown.stop === 2 ? "chance" : this.table.players[shown.me];
  }

  /** The moves, if the rules can tell them. */
  legal() {
    return this.guarded(() => this.rules.moves(this.situation)) ?? [];
  }

  /** The person who is to move, or null. */
  get person() {
    if (this.isOver || this.broken) return null;
    const player = this.next();
    return this.seats[player] === "human" ? player : null;
  }

  // ---- playing

  /** Make the option of this number. */
  step(option, asked) {
    const before = this.situation;
    const { text, ask, values } = this.rules.moves(before)[option];
    const situation = this.rules.play(before, option);
    const dice = this.table.asks[ask].throws ? facesOf(text, values.length) : "";
    this.line.push({ situation, option, text, asked, dice });
  }

  /** A move by the person whose turn it is: its text, or `#` and its number, from 1. */
  play(text) {
    if (this.isOver) throw new Refused("The game is over.");
    if (!this.person) throw new Refused("It isn't your turn.");
    const moves = this.rules.moves(this.situation);
    const move = moves.find((one) => one.text === text) ?? (/^#\d{1,6}$/.test(text) ? moves[text.slice(1) - 1] : undefined);
    if (!move) throw new Refused(notNow(this, String(text).trim()));
    this.guarded(() => {
      this.step(move.option, this.situation.count > 1);
      this.undone = [];
    });
    this.looking = null;
    this.changed();
    this.goOn();
  }

  /** Do what may break the rules: that ends the game, and is said. */
  guarded(doing) {
    try {
      return doing();
    } catch (error) {
      if (!(error instanceof RulesError)) throw error;
      this.broken = `The rules can't go on here: ${error.message}.`;
      return null;
    }
  }

  /** Play what is nobody's choice, and let computers move, until a person is asked. */
  async goOn() {
    const mine = ++this.turnNumber;
    const isStopped = () => mine !== this.turnNumber;
    this.thinking = null;
    for (let i = 1; !this.isOver && !this.broken; i++) {
      const player = this.next();
      const { count } = this.situation;
      if (player === "chance") this.guarded(() => this.step(this.rules.draw(this.key, this.number, this.line.length - 1, count), false));
      else if (count === 1) this.guarded(() => this.step(0, false));
      else if (this.seats[player] === "human") break;
      else {
        await this.computer(player, isStopped);
        if (isStopped()) return;
        this.changed();
        continue;
      }
      if (i % IN_A_ROW === 0) {
        this.changed();
        await pauseOf(0);
        if (isStopped()) return;
      }
    }
    this.thinking = null;
    this.tell("thinking", null);
    this.changed();
  }

  async computer(player, isStopped) {
    const began = performance.now();
    const kind = kindOf(this.seats[player]) ?? { name: "random" };
    const p = this.table.players.indexOf(player);
    if (kind.name !== "random" && this.thinking !== player) {
      this.thinking = player;
      this.changed();
    }
    const option = await this.search.choose(kind, p, this.line, this.watching(player, isStopped));
    if (isStopped()) return;
    const rest = this.least - (performance.now() - began);
    if (rest > 0) await pauseOf(rest);
    if (!isStopped()) this.guarded(() => this.step(option, false));
  }

  /** What a search tells of itself now and then, and whether it is to stop. */
  watching(player, isStopped) {
    let last = 0;
    return (share) => {
      if (isStopped()) return true;
      const now = performance.now();
      if (now - last > TOLD) {
        last = now;
        this.tell("thinking", { player, share });
      }
      return false;
    };
  }

  changed() {
    this.tell("change");
  }

  // ---- back and forth

  /** Back to the last choice of a person. */
  undo() {
    const ply = this.line.findLastIndex((step) => step.asked);
    if (this.resigned !== null) this.resigned = null;
    else if (ply < 0) throw new Refused("There is nothing to take back.");
    else this.undone.push(this.line.splice(ply));
    this.again();
  }

  /** Forward again. */
  redo() {
    const steps = this.undone.pop();
    if (!steps) throw new Refused("There is nothing to do again.");
    this.line.push(...steps);
    this.again();
  }

  /** Who plays from now on: another level, a person in a computer's place. The moves stay. */
  sit(seats) {
    const before = this.seats;
    this.seats = this.seatsOf(this.setting, seats);
    this.table.players.forEach((player, p) => this.seats[player] === before[player] || this.search.leave(p));
    this.again();
  }

  again() {
    this.looking = null;
    this.broken = null;
    this.changed();
    this.goOn();
  }

  /** Show the game after so many plies; null: as it is now. */
  goto(ply) {
    const last = this.line.length - 1;
    this.looking = ply === null || ply >= last ? null : Math.max(0, Math.trunc(ply));
    this.changed();
  }

  resign() {
    if (this.isOver) throw new Refused("The game is over.");
    const people = this.table.players.filter((player) => this.seats[player] === "human");
    const now = this.next();
    const player = people.includes(now) ? now : people[0];
    if (player === undefined) throw new Refused("No person plays here.");
    this.turnNumber += 1;
    this.thinking = null;
    this.tell("thinking", null);
    this.resigned = player;
    this.changed();
  }

  // ---- what is shown, and said of it

  /** The number of plies that the shown situation is from the beginning. */
  get at() {
    return this.looking ?? this.line.length - 1;
  }

  /** What the face draws. */
  view() {
    return viewOf(this);
  }

  /** All plies, as lists show them. */
  log() {
    return logOf(this);
  }

  /** Why picks don't fit. */
  why(picks) {
    return whyNot(this, picks);
  }

  hint() {
    return this.advice.hint();
  }

  evaluate() {
    return this.advice.evaluate();
  }

  review(by) {
    return this.advice.review(by);
  }

  // ---- the record

  /** The game as a record of ours, or in a format of other programs that this page writes. */
  record(kind = null) {
    return kind === null ? recordOf(this) : writtenAs(this, kind);
  }

  /** Go on with a game that a text holds. Nothing has happened if it holds none. */
  async load(text) {
    this.become(await opened(this, text));
  }

  /** A game of its own, about which nobody is told anything. */
  async another(setting, seats, start = null, seed = 0n, number = 0n) {
    const other = new Game(this.settings, () => {});
    await other.set(setting, seed, number, seats, start);
    return other;
  }

  /** Be another game from now on. */
  become(other) {
    this.turnNumber += 1;
    const { setting, rules, placed, seed, number, key, start, resigned, line, search } = other;
    Object.assign(this, { setting, rules, placed, seed, number, key, start, resigned, line, search, seats: other.seats, undone: [], looking: null, broken: null, thinking: null });
    this.goOn();
  }
}

/** Thrown dice as signs; "" if a throw isn't written as their numbers alone (`interpreter/drawing/dice.py`). */
function facesOf(text, count) {
  const numbers = text.replace(/[\s,;+-]+/g, "");
  return numbers.length === count && /^[1-6]+$/.test(numbers) ? [...numbers].map((number) => String.fromCodePoint(0x267f + Number(number))).join("") : "";
}

/** A seed as `gdl play` would draw one. */
function newSeed() {
  return Math.floor(Math.random() * 2 ** 32);
}
