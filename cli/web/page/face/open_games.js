// The list of games that wait for somebody, on a server whose host wants one.

import { el, fill } from "./dom.js";
import { tr, trouble } from "./language.js";

const AGAIN = 5000; // milliseconds between two looks

/** The list. `take(game, seat)` is async; it gives the seat's secret, and fails with why there is none. */
export class OpenGames {
  constructor({ take }) {
    this.take = take;
    this.list = el("ul", { class: "open-games" });
    this.wrong = el("p", { class: "wrong", role: "alert" });
    this.element = el("section", { "aria-label": tr("Open games") }, el("h2", {}, tr("Open games")), this.wrong, this.list);
  }

  /** Look now, and again and again. */
  async begin() {
    if (document.visibilityState !== "hidden") await this.look();
    this.timer = setTimeout(() => this.begin(), AGAIN);
  }

  end() {
    clearTimeout(this.timer);
  }

  async look() {
    try {
      this.show(await (await fetch("/open")).json());
    } catch {
      // the server is away: what was known stays there
    }
  }

  /** Only what is another list is drawn anew, so that nobody's button goes away while they point at it. */
  show({ games }) {
    const known = JSON.stringify(games);
    if (known === this.known) return;
    this.known = known;
    const seats = (game) => game.seats.map((seat) => el("button", { type: "button", onclick: () => this.sit(game.game, seat) }, tr("Sit down as {player}", { player: seat })));
    fill(this.list, games.length ? games.map((game) => el("li", {}, el("span", {}, game.options || tr("The usual options")), " ", seats(game))) : el("li", {}, tr("No game waits for somebody now.")));
  }

  async sit(game, seat) {
    this.wrong.textContent = "";
    try {
      location.assign(`/play#${await this.take(game, seat)}`);
    } catch (error) {
      this.wrong.textContent = trouble(error.message);
      this.look();
    }
  }
}
