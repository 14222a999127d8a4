// The line to the studio's server: questions and news of the language protocol (JSON-RPC), and those of `studio/`. A line
// that is lost is made anew; what was asked and not answered fails, and the page asks again when it needs it.

const SOON = [300, 700, 1500, 3000];
const FOR_GOOD = new Set([1008, 4004, 4005, 4006]);
const WRONG_LINK = 4005;

/** Why a question has no answer. */
export class Unanswered extends Error {}

/** A line to this address; `token` is the secret of the link. */
export class Line {
  constructor(address, token) {
    this.address = address;
    this.token = token;
    this.listeners = new Map();
    this.waiting = new Map();
    this.number = 0;
    this.tries = 0;
  }

  on(name, f) {
    this.listeners.set(name, [...(this.listeners.get(name) ?? []), f]);
  }

  emit(name, value) {
    for (const f of this.listeners.get(name) ?? []) f(value);
  }

  /** Make the line; `"ready"` is told each time that there is one, `"lost"` each time that it ends. */
  open() {
    const socket = (this.socket = new WebSocket(this.address));
    socket.onopen = () => {
      this.tries = 0;
      socket.send(JSON.stringify({ token: this.token }));
      this.emit("ready");
    };
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = (event) => this.lost(event.code);
  }

  lost(code) {
    const asked = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of asked) reject(new Unanswered("the line is lost"));
    this.emit("lost", { forGood: FOR_GOOD.has(code), wrongLink: code === WRONG_LINK });
    if (!FOR_GOOD.has(code)) setTimeout(() => this.open(), SOON[Math.min(this.tries++, SOON.length - 1)]);
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  send(message) {
    if (this.isOpen) this.socket.send(JSON.stringify({ jsonrpc: "2.0", ...message }));
  }

  /** Say something that needs no answer. */
  tell(method, params = {}) {
    this.send({ method, params });
  }

  /** Ask, and wait for the answer; fails with why there is none. */
  ask(method, params = {}) {
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      if (!this.isOpen) {
        reject(new Unanswered("the line is lost"));
        return;
      }
      this.waiting.set(id, { resolve, reject });
      this.send({ id, method, params });
    });
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
