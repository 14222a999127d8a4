// A game in a page: its plies, who sits where, taking back and going forward, its record. It knows no rule: `Rules`
// finds moves and states. It runs in a worker, and in Node for the tests.

import { RulesError } from "./rules.js";
import { isForeign, isSgf, movesOfPgn, pgnText, readPgn } from "./pgn.js";
import { movesOfSgf, readSgf, sgfText } from "./sgf.js";
import { RecordError, readRecord, recordText } from "./records.js";
import { kindOf } from "./kinds.js";
import { examplesOf, likelyMeant } from "./near.js";
import { Placed } from "./placed.js";
import { questionOf } from "./questions.js";
import { Search } from "./search.js";
import { Review } from "./review.js";
import { shortest } from "../face/shortest.js";
import { changedSites, fitting, handsOf, linesOf, outcomesOf, resultOf, sitesOf, takenOf, worthsOf } from "./seen.js";

const AT_LEAST = 250; // milliseconds that a computer's move takes at least, so that people can follow it
const TOLD = 250; // milliseconds between two words of a search
const IN_A_ROW = 200; // dice and lone options that are played without a look at what people want
const FEW_ALONE = 3; // of so many moves without a site it is found out whether they end the game
const SAID_AGAIN = 80; // signs of what was typed that are said again
const SHORTENED = 500; // of more moves none is written shortly in such an answer
const RULES_SAID = 80; // signs of the rules that are said to who typed something else; longer ones tell a player nothing
const MOST_SITES = 12; // so many sites that witness the end are named

/** Something that can't be done; `message` says why, to people. */
export class Refused extends Error {}

const pauseOf = (time) => new Promise((go) => setTimeout(go, time));

export class Game {
  /** `settings`: `[{options, defaults, seats, hash, head, table, rules()}]`, the first is played if nothing else is said. */
  constructor(settings, tell, least = AT_LEAST) {
    Object.assign(this, { settings, tell, least });
    this.turnNumber = 0; // whoever waits for something older is stopped
    this.questions = 0; // that the analyst was asked
    this.answering = Promise.resolve();
  }

  // ---- beginning

  /** A new game: `options` (those left out as usual), `seats`, `seed`, `players` (how many); else all as it was. */
  async begin(wanted) {
    const { options, seats, seed, players } = wanted ?? {};
    const setting = this.settingOf(options, players);
    await this.set(setting, BigInt(seed ?? newSeed()), 0n, seats ?? this.seats ?? setting.seats);
    this.goOn();
  }

  /** The setting with these options. */
  settingOf(options, players) {
    const known = this.setting ?? this.settings[0];
    const said = Object.entries(options ?? {}).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : String(value)]);
    const wanted = { ...(options ? known.defaults : known.options), ...Object.fromEntries(said) };
    const count = players ?? known.table.players.length;
    const same = (one) => one.table.players.length === count && Object.keys(wanted).every((name) => one.options[name] === wanted[name]);
    const found = this.settings.find(same);
    if (!found) throw new Refused(this.missing(wanted, count));
    return found;
  }

  missing(wanted, count) {
    const { sets } = this.settings[0];
    const words = (options) => Object.entries(options).map(([name, value]) => `${name}=${sets.includes(name) ? `{${value.replaceAll(", ", ",")}}` : value}`);
    const said = words(wanted);
    const here = this.settings.map((one) => words(one.options).join(" "));
    const players = this.settings.every((one) => one.table.players.length === count) ? [] : [`players=${count}`];
    return (
      `This page doesn't have these rules: ${[...players, ...said].join(" ")}. It has ${here.join("; ") || "one setting only"}. ` +
      `\`gdl page … --also "${[...players, ...said].join(" ")}"\` makes a page that has.`
    );
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
    const shown = this.line.slice(0, (this.looking ?? this.line.length - 1) + 1);
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
    if (!move) throw this.notNow(String(text).trim(), moves);
    this.guarded(() => {
      this.step(move.option, this.situation.count > 1);
      this.undone = [];
    });
    this.looking = null;
    this.changed();
    this.goOn();
  }

  /** Why a text can't be played, as far as compiled rules can tell, and what can. */
  notNow(typed, moves) {
    const isShort = this.table.isShort && moves.length <= SHORTENED;
    const texts = moves.map((one) => (isShort ? shortest(one, moves) : one.text)), rules = this.needs().join("; ");
    const own = (text) => texts[moves.findIndex((one) => one.text === text)];
    const meant = likelyMeant(typed, moves.map((one) => one.text)).map(own).join(", "), move = typed.slice(0, SAID_AGAIN);
    if (meant) return new Refused(`“${move}” is not legal now. Did you mean ${meant}?`);
    if (rules && rules.length <= RULES_SAID) return new Refused(`“${move}” is not legal now. What can be chosen: ${rules}.`);
    return new Refused(`“${move}” is not legal now. Moves look like ${examplesOf(texts).join(", ")}.`);
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

  // ---- advice

  /** A good move, as far as a second's search can tell: `{text, sites, line, worth}`. */
  async hint() {
    if (this.isOver || this.broken) throw new Refused("The game is over.");
    if (!this.person) throw new Refused("It isn't your turn.");
    const mine = this.turnNumber;
    const p = this.table.players.indexOf(this.person);
    const found = await this.consulted((isOld) => {
      const watch = this.watching(null, () => isOld() || mine !== this.turnNumber);
      return this.search.analyse(this.line, watch);
    });
    this.tell("thinking", null);
    if (mine !== this.turnNumber) throw new Refused("The game has gone on meanwhile.");
    if (!found) throw new Refused("There is nothing to say about this position.");
    const [best] = found.options;
    const move = this.rules.moves(this.situation)[best.option];
    const line = found.line[0] === best.option ? found.line : [best.option];
    return { text: move.text, sites: move.sites, line: this.texts(line), worth: best.worth[p] };
  }

  /** Ask the analyst, who does one thing at a time: what was asked before is old then, stops, and is waited for. */
  async consulted(work) {
    const mine = (this.questions += 1);
    const isOld = () => mine !== this.questions;
    const before = this.answering;
    this.answering = (async () => {
      await before.catch(() => {});
      return isOld() ? null : work(isOld);
    })();
    return this.answering;
  }

  /** What each player may expect of the situation that is shown, as far as a turn's search can tell: `{player: worth}` from
   * -1 to 1; null where nothing is known, or the game has gone on meanwhile, or a computer is thinking. */
  async evaluate() {
    const line = this.line.slice(0, (this.looking ?? this.line.length - 1) + 1);
    const { situation } = line.at(-1);
    const mine = this.turnNumber;
    const isStopped = () => mine !== this.turnNumber || this.thinking !== null || Boolean(this.broken);
    const weighed = async (isOld) => {
      const watch = () => isOld() || isStopped();
      const found = isStopped() ? null : await this.search.analyse(line, watch);
      return watch() ? null : found?.worth ?? null;
    };
    const worth = situation.isOver ? worthsOf(this.table, this.rules.show(situation)) : await this.consulted(weighed);
    return worth && Object.fromEntries(this.table.players.map((player, p) => [player, worth[p]]));
  }

  /** A game that is over looked at: see `Review`. `by`: who judges, if not the analyst. Playing on stops it. */
  async review(by = null) {
    if (!this.isOver && !this.broken) throw new Refused("The game isn't over yet.");
    const { seconds, longest, shortest } = this.table.thinking.review;
    const kind = kindOf(by ?? "") ?? this.search.analystFor(Math.min(Math.max(seconds / this.line.length, shortest), longest));
    const mine = this.turnNumber;
    const found = await this.consulted((isOld) => {
      const isStopped = () => isOld() || mine !== this.turnNumber;
      const weigh = async (line) => {
        const worth = isStopped() ? null : await this.search.analyse(line, isStopped, kind);
        if (isStopped()) throw new Refused("The game has gone on meanwhile.");
        return worth;
      };
      return new Review(this.rules, weigh).of(this.line, (done) => this.tell("review", { done, of: this.line.length }));
    });
    if (!found) throw new Refused("The game has gone on meanwhile.");
    return { ...found, players: this.table.players };
  }

  /** A line of options as texts. */
  texts(options) {
    const found = [];
    let here = this.situation;
    for (const option of options.slice(0, 8)) {
      found.push(this.rules.moves(here)[option].text);
      here = this.rules.play(here, option);
      if (here.isOver) break;
    }
    return found;
  }

  // ---- what is shown

  view() {
    const at = this.looking ?? this.line.length - 1;
    const isNow = this.looking === null;
    const { situation } = this.line[at];
    const { table, rules } = this;
    const { players } = table;
    const shown = rules.show(situation);
    const next = this.next(situation);
    const isOver = situation.isOver || (isNow && this.resigned !== null);
    const mayMove = isNow && this.person !== null;
    const moves = mayMove ? this.guarded(() => rules.moves(situation)) ?? [] : [];
    const hands = handsOf(table, shown, situation.isOver ? -1 : shown.me);
    const taken = takenOf(table, hands, moves, players[shown.me]);
    const ending = mayMove ? this.ending(situation, moves) : new Set();
    return {
      ply: at,
      plies: this.line.length - 1,
      turn: shown.turns + 1,
      toMove: isOver || next === "chance" ? null : next,
      mover: situation.isOver ? null : players[shown.me],
      isChance: next === "chance",
      isOver,
      inTurn: !situation.isOver && !situation.fresh,
      result: isNow && this.resigned !== null ? `${this.resigned} resigned` : resultOf(table, shown),
      outcomes: this.outcomes(isNow, shown),
      scores: shown.scores ? Object.fromEntries(players.map((player, p) => [player, shown.scores[p]])) : null,
      lines: linesOf(table, shown),
      hands: hands.map(({ variable, ...hand }) => hand),
      ...(Object.keys(taken).length && { taken }),
      sites: sitesOf(table, shown),
      changed: this.changedAt(at),
      ...decidedOf(situation.isOver && !(isNow && this.resigned !== null) ? rules.decided(situation) : null),
      moves: moves.map(({ text, others, values, sites: chosen, loose }, option) => ({
        text, ...(others.length && { others }), ...(ending.has(option) && { ends: true }), values, sites: chosen,
        ...(loose.length && { loose }),
      })),
      asks: mayMove ? questionOf(this.table, moves) : "",
      kinds: [...new Set(moves.map((move) => this.table.asks[move.ask].kind))].sort((a, b) => a - b),
      thinking: this.thinking,
      offer: null,
      error: this.broken,
      canUndo: this.resigned !== null || this.line.some((step) => step.asked),
      canRedo: this.undone.length > 0,
    };
  }

  /** How the game ended for each player, where that is said of them; null before the end. Of two the other one wins if
   * somebody gives up, of more nobody. */
  outcomes(isNow, shown) {
    const { players } = this.table;
    const isGivenUp = isNow && this.resigned !== null;
    const found = isGivenUp ? players.map((player) => (player === this.resigned ? "loss" : players.length === 2 && "win")) : outcomesOf(this.table, shown);
    return found && Object.fromEntries(players.map((player, p) => [player, found[p]]).filter(([, outcome]) => outcome));
  }

  /** The decisions that are open to a person. */
  get open() {
    const moves = this.person === null ? [] : this.guarded(() => this.rules.moves(this.situation)) ?? [];
    return [...new Set(moves.map((move) => this.table.asks[move.ask]))];
  }

  /** What the open decisions ask of what is chosen, as the rules write it. */
  needs() {
    return [...new Set(this.open.map(({ needs }) => needs))].filter(Boolean);
  }

  /** Why picks don't fit, `{said, needs}`: where the first must be one's own piece, or an empty site, what stands there.
   * Who points at their own may mean a decision that begins so, and has no move now. */
  why(picks) {
    const [site] = picks, shown = this.rules.show(this.situation), there = shown.pieces[site]?.at(-1), me = this.table.players[shown.me];
    const [, kind, number = "", owner] = /^(.+?)(?:\((.+)\))?(?: of (.+))?$/.exec(there ?? " ");
    const [first, ...others] = this.open.map((ask) => ask.first), isMine = owner === me;
    const piece = `${owner ? fitting(`${owner}'s `) : ""}${kind.replaceAll("_", " ")} ${number} is on ${site}`.replace("  ", " ");
    const tells = others.every((one) => one === first) && site in shown.pieces && !picks.some((one) => one[0] === "=") && (!isMine || Object.values(this.table.asks).every((ask) => ask.first !== "own"));
    const said = { own: there ? `${piece}, none of yours` : `${site} is empty`, free: there ? piece : "" }[first];
    return { said: (tells && said) || "", needs: this.needs() };
  }

  /** Which of the moves that name no site, as a pass does among others that name one, end the game. */
  ending(situation, moves) {
    const alone = moves.map((move, option) => option).filter((option) => !moves[option].sites.length);
    const ends = (option) => {
      try {
        return this.rules.play(situation, option).isOver;
      } catch {
        return false; // who plays it is told
      }
    };
    return new Set(alone.length <= FEW_ALONE && alone.length < moves.length ? alone.filter(ends) : []);
  }

  /** What the turn at hand changed, or if it hasn't changed anything yet, the last one. */
  changedAt(at) {
    const shownAt = (i) => this.rules.show(this.line[i].situation);
    const starts = [];
    for (let i = at - 1; i >= 0 && starts.length < 2; i--) if (i === 0 || this.line[i].situation.fresh) starts.push(i);
    for (const start of starts) {
      const found = changedSites(this.table, shownAt(start), shownAt(at));
      if (found.length) return found;
    }
    return [];
  }

  /** All plies: `{text, player, turn, chance}`, `said` where lists show them otherwise, and `dice` as signs where some were thrown. */
  log() {
    let turn = 0;
    return this.line.slice(1).map((step, i) => {
      const { text } = step;
      const { situation } = this.line[i];
      step.said ??= this.listed(situation, step);
      const shown = this.rules.show(situation);
      if (situation.fresh || !turn) turn += 1;
      return { text, player: this.table.players[shown.me], turn, chance: shown.stop === 2, ...(step.said !== text && { said: step.said }), ...(step.dice && { dice: step.dice }) };
    });
  }

  /** A ply as lists show it. */
  listed(situation, { option, text }) {
    if (!this.table.isShort) return text;
    const moves = this.rules.moves(situation);
    return shortest(moves[option], moves);
  }

  // ---- the record

  /** The game as a record of ours, or in a format of other programs that this page writes. */
  record(kind = null) {
    if (kind !== null) return this.written(kind);
    const turns = [];
    for (const { text, turn } of this.log()) (turns[turn - 1] ??= []).push(text);
    const outcomes = outcomesOf(this.table, this.rules.show(this.situation));
    return recordText(this.setting, { seed: this.seed, number: this.number, seats: this.seats, start: this.start, turns, resigned: this.resigned, outcomes });
  }

  written(kind) {
    const form = this.table.formats[kind];
    if (!form) throw new Refused(`This page doesn't write games in ${String(kind).slice(0, 20).toUpperCase()}.`);
    if (kind === "fen") return `${this.fen((this.line.findLast(({ situation }) => situation.fresh || situation.isOver) ?? this.line[0]).situation)}\n`;
    if (this.log().some(({ chance }) => chance)) throw new Refused(`${kind.toUpperCase()} can't hold what chance decides.`);
    const moves = this.log().map(({ player, text, said }, i) => {
      const legal = this.rules.moves(this.line[i].situation);
      return { player, text: said ?? text, move: legal[this.line[i + 1].option], legal };
    });
    const outcomes = outcomesOf(this.table, this.rules.show(this.situation));
    const wins = form.seated.findIndex((player) => (this.resigned === null ? outcomes?.[this.table.players.indexOf(player)] === "win" : player !== this.resigned));
    const ends = this.resigned === null && !outcomes ? null : outcomes?.every((one) => one === "draw") ? 2 : wins < 0 ? null : wins;
    if (kind === "pgn") return pgnText(form, { moves, ends, fen: this.start && this.fen(this.line[0].situation) });
    if (this.start) throw new Refused("This page can't write a game that begins elsewhere in SGF; `gdl convert` can.");
    return sgfText(form, { moves, ends, resigned: this.resigned !== null });
  }

  /** A situation as a line in the rules' notation; at the end the next player is to move. */
  fen(situation) {
    const shown = this.rules.show(situation), { players } = this.table;
    return this.placed.notation.write({ ...shown, me: situation.isOver ? (shown.me + 1) % players.length : shown.me });
  }

  /** Go on with a recorded game. Nothing has happened if it can't be. */
  async load(text) {
    if (isSgf(text)) return this.loadSgf(text);
    if (isForeign(text)) return this.loadForeign(readPgn(text));
    if (!/gdl record/.test(text) && (isLine(text) || /^\s*(?:pieces|to move|variables|stacks|next):/m.test(text))) {
      return this.loadForeign({ fen: text, moves: [], winner: null });
    }
    const said = readRecord(text);
    const setting = this.settings.find((one) => one.hash === said.rules);
    if (!setting) throw new RecordError(this.strange(said));
    const { players } = setting.table;
    if (said.players.join() !== players.join()) throw new RecordError(`The record is of a game for ${said.players.join(", ")}, not ${players.join(", ")}.`);
    const named = [...Object.keys(said.seats), ...(said.resigned === null ? [] : [said.resigned]), ...Object.keys(said.result ?? {})];
    const stranger = named.find((name) => !players.includes(name));
    if (stranger !== undefined) throw new RecordError(`The record speaks of ${stranger}, but the players are ${players.join(", ")}.`);
    const other = new Game(this.settings, () => {});
    const seats = Object.fromEntries(players.map((player) => [player, kindOf(said.seats[player] ?? "human") ? said.seats[player] ?? "human" : "human"]));
    await other.set(setting, said.seed, said.number, seats, said.start);
    other.replay(said);
    this.become(other);
  }

  /** Go on with a game of another program, by the rules that this page shows. */
  async loadForeign({ fen, moves, winner }) {
    const { setting } = this, { players } = setting.table;
    const other = new Game(this.settings, () => {});
    const seats = Object.fromEntries(players.map((player) => [player, "human"]));
    await other.set(setting, 0n, 0n, seats, fen === null ? null : this.placed.read(fen));
    moves.forEach((text, i) => other.stepAs((legal) => movesOfPgn(text, legal), `Turn ${i + 1} of the record, \`${text.slice(0, 60)}\`: `));
    const loser = players.find((player) => player !== winner);
    if (winner !== null && players.includes(winner) && players.length === 2 && !other.situation.isOver) other.resigned = loser;
    this.become(other);
  }

  /** Go on with a game in SGF; a pass that it leaves out is played where it is the one move without a site. */
  async loadSgf(text) {
    const form = this.table.formats.sgf, { setting } = this, { players } = setting.table;
    if (!form) throw new RecordError("This can't be used as a record: it is SGF, and this page has no games in it; `gdl convert` may make a record of it.");
    const { moves, winner } = readSgf(text, form);
    const other = new Game(this.settings, () => {});
    await other.set(setting, 0n, 0n, Object.fromEntries(players.map((player) => [player, "human"])));
    const passing = (legal) => legal.filter(({ sites }) => !sites.length);
    moves.forEach(({ side, text: said }, i) => {
      const where = `Move ${i + 1} of the record, \`${said.slice(0, 60)}\`: `;
      if (!other.situation.isOver && other.next() !== form.seated[side]) {
        if (!movesOfSgf(said, [], form).length && ["", "tt"].includes(said)) return; // the rules pass by themselves
        other.stepAs(passing, where);
      }
      other.stepAs((legal) => movesOfSgf(said, legal, form), where);
    });
    if (winner !== null && !other.situation.isOver && /RE\[[BW]\+[\d.]*R/i.test(text)) other.resigned = form.seated[1 - winner];
    this.become(other);
  }

  /** Be another game from now on. */
  become(other) {
    this.turnNumber += 1;
    const { setting, rules, placed, seed, number, key, start, resigned, line, search } = other;
    Object.assign(this, { setting, rules, placed, seed, number, key, start, resigned, line, search, seats: other.seats, undone: [], looking: null, broken: null, thinking: null });
    this.goOn();
  }

  strange(said) {
    const { table: { title }, defaults } = this.setting;
    if (said.title !== title) return `The record is of ${said.title || "another game"}; this page plays ${title}.`;
    const written = (value) => (Array.isArray(value) ? value.join(", ") : String(value));
    const options = Object.entries(said.options).map(([name, value]) => [name, written(value)]);
    const wanted = { ...defaults, ...Object.fromEntries(options) }, count = said.players.length;
    const here = (one) => one.table.players.length === count && Object.keys(wanted).every((name) => one.options[name] === wanted[name]);
    if (!this.settings.some(here)) return this.missing(wanted, count);
    return `The rules of ${title} have changed between this record and this page: each has another version of them.`;
  }

  /** Play the move that a text stands for, if it is one alone. `choose(moves)` gives those it may be; `where` says where it stands. */
  stepAs(choose, where) {
    if (this.situation.isOver) throw new RecordError(`${where}the game is already over.`);
    const found = choose(this.rules.moves(this.situation));
    if (!found.length) throw new RecordError(`${where}that is not legal there.`);
    if (found.length > 1) throw new RecordError(`${where}that could be ${found.map((move) => move.text).join(", ")}.`);
    try {
      this.step(found[0].option, this.seats[this.next()] === "human" && this.situation.count > 1);
    } catch (error) {
      if (error instanceof RulesError) throw new RecordError(`${where}the rules can't go on: ${error.message}.`);
      throw error;
    }
  }

  /** Play a record's moves, dice included, as they stand there. */
  replay({ turns, resigned, result }) {
    turns.forEach((turn, i) =>
      turn.forEach((text) => {
        const where = `Turn ${i + 1} of the record, \`${text.slice(0, 60)}\`: `;
        this.stepAs((moves) => {
          const written = moves.filter((move) => move.text === text);
          return written.length ? written.slice(0, 1) : moves.filter((move) => move.others.includes(text));
        }, where);
      }),
    );
    const outcomes = outcomesOf(this.table, this.rules.show(this.situation));
    const ends = outcomes && Object.fromEntries(this.table.players.map((player, p) => [player, outcomes[p]]));
    const isSame = (name) => (result?.[name] ?? null) === (ends?.[name] ?? null);
    if (resigned === null && !this.table.players.every(isSame)) {
      throw new RecordError("The record says how the game ended, and by these moves it doesn't end so.");
    }
    this.resigned = resigned;
  }
}

/** Thrown dice as signs; "" if a throw isn't written as their numbers alone (`interpreter/drawing/dice.py`). */
function facesOf(text, count) {
  const numbers = text.replace(/[\s,;+-]+/g, "");
  return numbers.length === count && /^[1-6]+$/.test(numbers) ? [...numbers].map((number) => String.fromCodePoint(0x267f + Number(number))).join("") : "";
}

/** The sites that decided a game, and why it ended, if that can be said: with the sites that the sentence doesn't name, if they are few. */
function decidedOf(found) {
  if (!found) return { line: [], decided: null };
  const named = new Set(found.why.match(/[^\s,]+/g) ?? []);
  const isShort = found.sites.length <= MOST_SITES && !found.sites.every((site) => named.has(site));
  return { line: found.sites, decided: found.why ? { why: found.why, sites: isShort ? found.sites : [] } : null };
}

/** Whether a text is one line that may be a position: words, of which the first has rows. */
function isLine(text) {
  return /^\s*[^\s/{}:]+(?:\/[^\s/{}:]+)+(?: [^\n]*)?\s*$/.test(text);
}

/** A seed as `gdl play` would draw one. */
function newSeed() {
  return Math.floor(Math.random() * 2 ** 32);
}
