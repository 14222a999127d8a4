// The engine of a page that stands alone (docs/page.md): the compiled rules in a worker. What the face asks goes there;
// what the worker tells goes to the face. Whatever changes is kept in the browser, so that a page that is loaded again
// goes on where it was.

import { heard, tr } from "./language.js";

const CAN = ["undo", "redo", "restart", "hint", "record", "load", "resign", "goto", "evaluate", "review", "edit", "sit", "why"];
const NOT_KEPT = "This game can't be kept by the browser when the page is closed: its storage is full or blocked. Save writes it to a file.";

export class LocalEngine {
  /** `settings`: what `cli/web/page/build.py` packed for each setting of the options; `worker`: the worker's program. */
  constructor(settings, worker, shelf) {
    Object.assign(this, { settings, shelf });
    this.listeners = new Map();
    this.waiting = new Map();
    this.asked = 0;
    this.setting = 0;
    this.seats = settings[0].seats;
    const address = URL.createObjectURL(new Blob([worker], { type: "text/javascript" }));
    this.worker = new Worker(address);
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => this.emit("error", `This page's rules can't be run in this browser: ${event.message ?? "no worker"}.`);
  }

  on(name, f) {
    this.listeners.set(name, [...(this.listeners.get(name) ?? []), f]);
  }

  emit(name, value) {
    for (const f of this.listeners.get(name) ?? []) f(value);
  }

  // ---- the worker

  /** Call a method of the game in the worker. */
  ask(name, argument = null) {
    const id = ++this.asked;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, name, argument });
    });
  }

  hear({ id, found, error, event, data, setting, seats }) {
    const isOther = setting !== undefined && (setting !== this.setting || JSON.stringify(seats) !== JSON.stringify(this.seats));
    if (isOther) [this.setting, this.seats] = [setting, seats];
    if (isOther && this.isOpen) this.emit("info");
    if (event === "change") this.changed();
    else if (event) this.emit(event, data);
    if (id === undefined) return;
    const { resolve, reject } = this.waiting.get(id);
    this.waiting.delete(id);
    if (error === undefined) resolve(found);
    else reject(new Error(error));
  }

  changed() {
    if (!this.isOpen) return;
    this.emit("change");
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => this.keep(), 0);
  }

  async keep() {
    const isKept = this.shelf.keep(await this.record());
    if (!isKept && !this.isTold) {
      this.isTold = true;
      this.emit("error", NOT_KEPT);
    }
  }

  // ---- what the face asks

  /** Get ready: the game that was kept here, or a new one. */
  async open() {
    await this.ask("open", { settings: this.settings.map(({ info, ...rest }) => rest) });
    const kept = await this.shelf.open();
    try {
      if (kept === null) await this.ask("begin");
      else await this.ask("load", kept);
    } catch {
      await this.ask("begin"); // what was kept is of other rules, or was tampered with
    }
    this.isOpen = true;
    this.keeping = setTimeout(() => this.keep(), 0);
  }

  get info() {
    const { info, table: { editing, formats } } = this.settings[this.setting];
    const mine = info.players.filter((player) => this.seats[player] === "human");
    const counts = this.settings.map((one) => one.info.players.length);
    const kinds = [...new Set([...info.kinds, ...Object.values(this.seats)])];
    const range = [Math.min(...counts), Math.max(...counts)];
    return { ...info, editing, mine, seats: this.seats, kinds, can: CAN, formats: Object.keys(formats), counts: range[0] < range[1] ? range : null, options: this.options(info) };
  }

  /** The options, with those values that this page has rules for. */
  options(info) {
    return info.options
      .map((option) => ({ ...option, choices: [...new Set(this.settings.map((one) => one.options[option.name]))] }))
      .map((option) => ({ ...option, help: option.choices.length > 1 ? option.help : `${option.help} (${tr("this page has no other")})`.trim() }));
  }

  view() {
    return this.ask("view");
  }

  log() {
    return this.ask("log");
  }

  play(text) {
    return this.ask("play", text);
  }

  /** What stands there, or what the open decisions ask for: compiled rules can't tell which condition isn't met. */
  async why(picks) {
    const { said, needs } = await this.ask("why", picks);
    return said || (needs.length ? tr("what can be chosen now: {rules}", { rules: needs.map((need) => heard("refusal", need)).join("; ") }) : "");
  }

  undo() {
    return this.ask("undo");
  }

  redo() {
    return this.ask("redo");
  }

  goto(ply) {
    return this.ask("goto", ply);
  }

  hint() {
    return this.ask("hint");
  }

  evaluate() {
    return this.ask("evaluate");
  }

  review() {
    return this.ask("review");
  }

  position(from) {
    return this.ask("position", from);
  }

  tried(position) {
    return this.ask("tried", position);
  }

  place(wanted) {
    return this.ask("place", wanted);
  }

  sit(seats) {
    return this.ask("sit", seats);
  }

  record(kind = null) {
    return this.ask("record", kind);
  }

  load(text) {
    return this.ask("load", text);
  }

  resign() {
    return this.ask("resign");
  }

  restart(wanted) {
    return this.ask("begin", wanted);
  }
}
