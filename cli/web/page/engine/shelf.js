// Where a page keeps its game when it is closed: in the browser's storage, a place for each tab in which it is open.

const PLACES = 8; // games of one page that are kept; the oldest goes
const WAIT = 120; // milliseconds in which other tabs say that they are there

export class Shelf {
  /** `name`: of the page's rules. */
  constructor(name) {
    this.start = `gdl.game.${name}.`;
    this.place = null;
    this.trouble = null;
  }

  /** Find a place: the tab's own, or the latest that no other tab has. Gives the record there, or null. */
  async open() {
    try {
      const mine = sessionStorage.getItem(`${this.start}place`);
      const taken = await this.taken();
      const known = this.known();
      const free = known.filter(({ place }) => !taken.has(place));
      const found = known.find(({ place }) => place === mine) ?? free[0] ?? null;
      const isFree = found !== null && !taken.has(found.place);
      this.place = isFree ? found.place : newPlace();
      sessionStorage.setItem(`${this.start}place`, this.place);
      addEventListener("storage", (event) => this.hear(event));
      // a tab that was copied has a copy of the game
      return found && (isFree || found.place === mine) ? found.text : null;
    } catch (error) {
      this.trouble = error;
      return null;
    }
  }

  /** The games there are, the latest first: `{place, when, text}`. */
  known() {
    const found = [];
    for (let i = 0; i < localStorage.length; i++) {
      const key = localStorage.key(i);
      if (!key.startsWith(`${this.start}at.`)) continue;
      const [, when, text] = /^(\d+)\n([^]*)$/.exec(localStorage.getItem(key)) ?? [];
      if (when) found.push({ place: key.slice(this.start.length + 3), when: Number(when), text });
    }
    return found.sort((a, b) => b.when - a.when);
  }

  /** The places that other tabs say are theirs. */
  async taken() {
    const found = new Set();
    const hear = ({ key, newValue }) => key === `${this.start}here` && newValue && found.add(newValue.split(" ")[0]);
    addEventListener("storage", hear);
    localStorage.setItem(`${this.start}who`, `${Date.now()} ${Math.random()}`);
    await new Promise((go) => setTimeout(go, WAIT));
    removeEventListener("storage", hear);
    return found;
  }

  hear({ key, newValue }) {
    if (key !== `${this.start}who` || !newValue || !this.place) return;
    try {
      localStorage.setItem(`${this.start}here`, `${this.place} ${Math.random()}`);
    } catch {
      // who asks will find out that there is no room
    }
  }

  /** Keep the game. Says whether it could. */
  keep(text) {
    if (this.place === null) return false;
    try {
      localStorage.setItem(`${this.start}at.${this.place}`, `${Date.now()}\n${text}`);
      for (const { place } of this.known().slice(PLACES)) localStorage.removeItem(`${this.start}at.${place}`);
      return true;
    } catch (error) {
      this.trouble = error;
      return false;
    }
  }
}

function newPlace() {
  return `${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`;
}
