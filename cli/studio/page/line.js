// The line to the studio's host: questions and news of the language protocol (JSON-RPC), and those of `studio/`. What was
// asked when the line is lost fails, and the page asks again when it needs it.
//
// A host carries the messages. It has `open(told)`, which makes a line and makes it anew by itself; `told` is told
// `ready()` each time that there is one, `heard(message)`, and `lost({forGood, wrongLink, why})`. It has `isOpen`, and
// `send(message)`. `socket.js` is a host: a server behind a WebSocket.

import { tr } from "./language.js";

/** Why a question has no answer. */
export class Unanswered extends Error {}

/** A line to this host. */
export class Line {
  constructor(host) {
    this.host = host;
    this.listeners = new Map();
    this.waiting = new Map();
    this.number = 0;
    this.knows = false; // whether the host has been told a text
    this.greeted = new Promise((resolve) => { this.greet = resolve; }); // the host has said what it can do
  }

  on(name, f) {
    this.listeners.set(name, [...(this.listeners.get(name) ?? []), f]);
  }

  emit(name, value) {
    for (const f of this.listeners.get(name) ?? []) f(value);
  }

  /** Make the line; `"ready"` is told each time that there is one, `"lost"` each time that it ends. */
  open() {
    this.host.open({ ready: () => this.emit("ready"), heard: (message) => this.hear(message), lost: (how) => this.lost(how) });
  }

  lost(how) {
    const asked = [...this.waiting.values()];
    this.waiting.clear();
    this.knows = false;
    for (const { reject } of asked) reject(new Unanswered(tr("The studio doesn't answer at the moment.")));
    this.emit("lost", how);
  }

  send(message) {
    if (this.host.isOpen) this.host.send({ jsonrpc: "2.0", ...message });
  }

  /** Whether the host knows what this is about: of a text it must have been told since the line is there. */
  fits(method, { textDocument }) {
    if (method === "textDocument/didOpen") this.knows = this.host.isOpen;
    return !textDocument || this.knows;
  }

  /** Say something that needs no answer. */
  tell(method, params = {}) {
    if (this.fits(method, params)) this.send({ method, params });
  }

  /** Ask, and wait for the answer; fails with why there is none. */
  ask(method, params = {}) {
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      if (!this.host.isOpen || !this.fits(method, params)) {
        reject(new Unanswered(tr("The studio doesn't answer at the moment.")));
        return;
      }
      this.waiting.set(id, { resolve, reject });
      this.send({ id, method, params });
    });
  }

  /** The same for what somebody may want before the host is there: it is asked then. */
  async askThen(method, params) {
    await this.greeted;
    return this.ask(method, params);
  }

  hear(message) {
    if (message.method !== undefined) {
      this.emit(message.method, message.params);
      return;
    }
    const asked = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.error) asked?.reject(new Error(message.error.message));
    else asked?.resolve(message.result);
  }
}
