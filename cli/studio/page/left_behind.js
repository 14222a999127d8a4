// What was written in a tab that is closed, as phones close them, without a question: the browser keeps it until somebody
// opens it or doesn't want it.

const LEFT = "gdl.left."; // and the tab's own name
const TAB = "gdl.tab";
const MOST_LEFT = 5; // texts that are kept; the oldest goes

/** The texts of this browser that aren't saved. `texts`: storage that outlives the tab, `own`: storage of the tab; both may
 * be missing, and then nothing is kept. */
export class LeftBehind {
  constructor({ texts = stored("localStorage"), own = stored("sessionStorage"), locks = navigator.locks } = {}) {
    Object.assign(this, { texts, own, locks });
    this.tab = LEFT + this.named();
    this.locks?.request(this.tab, () => new Promise(() => {})).catch(() => null); // it is let go when the tab is closed
  }

  /** The tab's name, which it has still when its page is loaded again. */
  named() {
    const name = this.own?.getItem(TAB) ?? `${Date.now().toString(36)}${Math.floor(Math.random() * 1e9).toString(36)}`;
    try {
      this.own?.setItem(TAB, name);
    } catch {
      // there is no room: it has another one next time
    }
    return name;
  }

  /** Keep what isn't saved; null: all is. */
  keep(left) {
    if (!this.locks) return; // nobody would find it
    try {
      if (left === null) this.texts?.removeItem(this.tab);
      else this.texts?.setItem(this.tab, JSON.stringify({ ...left, when: Date.now() }));
    } catch {
      // there is no room: the page asks before it is left
    }
  }

  /** What closed tabs have left, the latest first: `{key, name, text}`. Where nobody knows which tabs are open, none. */
  async found() {
    if (!this.texts || !this.locks) return [];
    const { held } = await this.locks.query(), open = new Set(held.map(({ name }) => name));
    const all = Object.keys(this.texts).filter((key) => key.startsWith(LEFT) && key !== this.tab && !open.has(key)).map((key) => ({ ...read(this.texts.getItem(key)), key }));
    const known = all.filter(({ text }) => typeof text === "string").sort((a, b) => b.when - a.when);
    for (const { key } of known.slice(MOST_LEFT)) this.forget(key);
    return known.slice(0, MOST_LEFT);
  }

  forget(key) {
    this.texts.removeItem(key);
  }
}

function stored(name) {
  try {
    return globalThis[name];
  } catch {
    return null; // pages may have none here
  }
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
