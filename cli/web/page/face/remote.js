// The engine behind a WebSocket: `gdl serve` holds the game, this asks and listens. A connection that is lost is made
// anew; what was asked for and not answered is asked again under the same name, so that nothing happens twice.

import { isThere, waitBefore } from "./coming_back.js";
import { tr } from "./language.js";
import { posted } from "./posting.js";

const GONE_FOR_GOOD = new Set([4004, 4005]); // nonsense; no such game
const ASLEEP = 4001;

/** An engine for the seat whose link holds this token. */
export class RemoteEngine {
  constructor(token, address) {
    this.token = token;
    this.address = address;
    this.home = "/"; // where one can begin another game
    this.info = null;
    this.listeners = new Map();
    this.waiting = new Map(); // questions without an answer, by name
    this.plies = [];
    this.takebacks = -1;
    this.tries = 0;
    this.shown = null; // an earlier situation that is looked at
  }

  on(name, f) {
    this.listeners.set(name, [...(this.listeners.get(name) ?? []), f]);
  }

  emit(name, value) {
    for (const f of this.listeners.get(name) ?? []) f(value);
  }

  open() {
    return new Promise((resolve, reject) => {
      this.opened = { resolve, reject };
      this.connect();
      for (const name of ["online", "focus", "visibilitychange"]) {
        (name === "visibilitychange" ? document : window).addEventListener(name, () => this.wake());
      }
    });
  }

  // ---- the connection

  connect() {
    const socket = (this.socket = new WebSocket(this.address));
    socket.onopen = () => this.send({ do: "sit", token: this.token, takebacks: this.takebacks, ply: this.plies.length });
    socket.onmessage = (event) => socket === this.socket && this.hear(JSON.parse(event.data));
    socket.onclose = (event) => socket === this.socket && this.lost(event.code);
  }

  /** Try at once: the network is there again, or somebody looks. */
  wake() {
    if (this.timer && document.visibilityState !== "hidden") this.comeBack();
  }

  /** Connect if the server answers; else try later. */
  async comeBack() {
    clearTimeout(this.timer);
    this.timer = null;
    if (await isThere()) this.connect();
    else this.later();
  }

  later(wait = waitBefore(this.tries, document.hidden)) {
    this.tries += 1;
    this.timer = setTimeout(() => this.comeBack(), wait);
  }

  lost(code) {
    if (GONE_FOR_GOOD.has(code)) {
      this.fail(this.refused ?? tr("The server doesn't understand this page; try to load it again."));
      return;
    }
    this.isAway = this.now !== undefined;
    this.emit("connection", "lost");
    this.later(code === ASLEEP ? 3_600_000 : undefined);
  }

  fail(text) {
    this.opened?.reject(new Error(text));
    this.opened = null;
    for (const { reject } of this.waiting.values()) reject(new Error(text));
    this.waiting.clear();
    this.emit("error", text);
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Ask, and wait for the answer, however often the connection breaks meanwhile. */
  ask(what, values = {}) {
    const id = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    const message = { do: what, id, ...values };
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { message, resolve, reject });
      this.send(message);
    });
  }

  hear(message) {
    if (message.is === "info") {
      const { is, ...info } = message;
      const first = !this.info;
      this.info = info;
      if (!first) this.emit("info");
    } else if (message.is === "state") this.state(message);
    else if (message.is === "away") this.left(message.players);
    else if (message.is === "refusal") this.emit("refusal", message.by);
    else if (message.is === "again") this.emit("again", message.token);
    else if (message.is === "thinking") this.emit("thinking", { player: message.player });
    else if (message.is === "refused") this.refused = message.why;
    else if (message.is === "answer") {
      const asked = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (message.error) asked?.reject(new Error(message.error));
      else asked?.resolve(message);
    }
  }

  state({ takebacks, from, log, view }) {
    const missed = this.isAway && takebacks === this.takebacks ? log : []; // else it is another line of play
    this.takebacks = takebacks;
    this.plies = [...this.plies.slice(0, from), ...log];
    if (view.placed?.before) view.placed.before = `/play#${view.placed.before}`; // an address, not a secret alone
    this.now = view;
    this.isAway = false;
    if (this.shown && this.shown.ply >= this.plies.length) this.shown = null;
    if (this.tries || this.opened) {
      this.tries = 0;
      this.emit("connection", "there");
      for (const { message } of this.waiting.values()) this.send(message);
    }
    if (this.opened) this.opened.resolve();
    else this.emit("change");
    if (missed.length) this.emit("missed", missed);
    this.opened = null;
  }

  /** These players have no page open now; nothing else has changed. */
  left(players) {
    if (!this.now) return;
    this.now.away = players;
    this.emit("away", players);
  }

  // ---- what the face asks

  async view() {
    return this.shown ? { ...this.shown, plies: this.plies.length, clock: this.now.clock, placed: this.now.placed, away: this.now.away } : this.now;
  }

  async log() {
    return this.plies;
  }

  async play(text) {
    await this.ask("play", { text, ply: this.plies.length, takebacks: this.takebacks });
  }

  async undo() {
    await this.ask("undo");
  }

  async answer(yes) {
    await this.ask("answer", { yes });
  }

  async resign() {
    await this.ask("resign");
  }

  /** Another game with the same people, each on the next seat; the others are asked. */
  async again() {
    await this.ask("again");
  }

  /** An end that nobody wins; the others are asked. */
  async draw() {
    await this.ask("draw");
  }

  async hint() {
    return (await this.ask("hint")).hint;
  }

  async why(picks) {
    return (await this.ask("why", { picks })).why;
  }

  /** The game's record, or the game in a format of other programs. */
  async record(kind = null) {
    return (await (kind === null ? this.ask("record") : this.ask("copy", { text: kind }))).record;
  }

  // ---- what a host may do: by requests of their own, since positions are longer than messages

  /** A position as data; "now" is the one that is shown. */
  async position(from) {
    return (await this.host("position", { from, ply: this.shown?.ply ?? this.plies.length })).position;
  }

  async tried(position) {
    return this.host("try", { position });
  }

  /** Go on from there, all at the table. */
  async place({ position }) {
    await this.host("place", { position, ply: this.plies.length, takebacks: this.takebacks });
    this.wanted = this.shown = null;
  }

  host(what, values) {
    return posted("/host", { token: this.token, do: what, ...values });
  }

  /** A slider asks faster than a server answers: only where it stands last counts. */
  async goto(ply) {
    this.wanted = ply;
    if (ply === null) this.shown = null;
    else {
      if (this.going) return;
      this.going = true;
      try {
        let at;
        do {
          at = this.wanted;
          const { view } = await this.ask("view", { ply: at });
          if (this.wanted !== null && at < this.plies.length) this.shown = { ...view, ply: at }; // else the game went back meanwhile
        } while (this.wanted !== null && this.wanted !== at);
      } finally {
        this.going = false;
      }
      if (this.wanted === null) this.shown = null;
    }
    this.emit("change");
  }
}
