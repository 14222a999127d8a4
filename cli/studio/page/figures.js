// What random games come to, each figure with its interval; and the lines that never came into effect in them.

import { el, fill } from "./dom.js";
import { spoken, tr, trn } from "./language.js";

const IDLE_LISTED = 40; // lines that are listed

/** The panel. `reveal(line)` shows a line of the text; `study(isOn)` begins the full study, or stops it. */
export class Figures {
  constructor({ reveal, study }) {
    Object.assign(this, { reveal, study });
    this.doing = el("p", { class: "doing", role: "status" });
    this.table = el("div", { class: "figure-table" });
    this.idle = el("div", { class: "idle-list" });
    this.studyButton = el("button", { type: "button", onclick: () => this.runStudy() }, tr("Full study"));
    this.studied = el("span", { role: "status" });
    this.tools = el("p", { class: "buttons small", "data-offer": "study" }, this.studyButton, this.studied);
    this.element = el("div", { class: "panel figures" }, this.doing, this.table, this.idle, this.tools);
    this.say(tr("Figures come when you pause."));
  }

  say(text) {
    if (this.doing.textContent !== text) this.doing.textContent = text;
  }

  /** What is shown isn't of this text any more. */
  old() {
    this.element.classList.add("old");
  }

  begin(step) {
    if (step === "figures") this.say(tr("Random games are played …"));
  }

  show(found) {
    if (found.error || found.refused) {
      this.say(found.error ?? found.refused);
      return;
    }
    this.element.classList.remove("old");
    this.say([trn("{n} random game", "{n} random games", found.games), found.problem].filter(Boolean).join(". "));
    fill(this.table, found.figures.length ? figureTable([tr("Figure"), tr("Value"), tr("95 % interval")],
      found.figures.map((one) => [figureName(one), figureValue(one.value, one.unit), figureInterval(one)])) : null);
  }

  /** The full study takes a minute or more; the same button stops it. */
  async runStudy() {
    if (this.clock) {
      this.study(false);
      return;
    }
    const began = performance.now();
    this.studyButton.textContent = tr("Cancel");
    const tell = () => { this.studied.textContent = tr("Games are played and searched: {n} s", { n: Math.round((performance.now() - began) / 1000) }); };
    tell();
    this.clock = setInterval(tell, 1000);
    const told = await this.study(true).catch((error) => ({ error: error.message }));
    clearInterval(this.clock);
    this.clock = null;
    this.studyButton.textContent = tr("Full study");
    fill(this.studied, told.address ? el("a", { href: told.address, target: "_blank", rel: "noopener" }, tr("Open the study")) : told.refused ?? told.error ?? "");
    if (told.address) window.open(told.address, "_blank", "noopener");
  }

  /** `lines`: `[[line, what stands there]]`, from 0. */
  showIdle({ games, lines, error, refused }) {
    if (error || refused || !games) fill(this.idle);
    else if (!lines.length) fill(this.idle, el("p", { class: "legend" }, trn("Every line came into effect in {n} random game.", "Every line came into effect in {n} random games.", games)));
    else {
      fill(this.idle, el("p", { class: "legend" }, el("span", { class: "idle-sample", "aria-hidden": "true" }, "▒"), " ",
        trn("Dimmed in the text: never came into effect in {n} random game.", "Dimmed in the text: never came into effect in {n} random games.", games)),
      el("ul", { class: "idle-lines" }, lines.slice(0, IDLE_LISTED).map(([line, text]) => el("li", {},
        el("button", { type: "button", class: "finding", onclick: () => this.reveal(line) },
          el("span", { class: "in-line" }, tr("line {n}", { n: line + 1 })), el("code", { class: "says" }, text))))));
    }
  }
}

/** A table of figures: its head, and rows of cells; the first of a row names it. */
export function figureTable(head, rows) {
  return el("table", {}, el("thead", {}, el("tr", {}, head.map((name) => el("th", { scope: "col" }, name)))),
    el("tbody", {}, rows.map(([name, ...cells]) => el("tr", {}, el("th", { scope: "row" }, name), cells.map((cell) => el("td", {}, cell))))));
}

/** What a figure is called here; one that isn't known has its own title. */
export function figureName({ name, title }) {
  const player = name.match(/^won\.(.+)\.random$/)?.[1];
  if (player) return tr("a win for {player}", { player });
  return {
    "won.random": tr("Won"), "lost.random": tr("Lost"), "drawn.random": tr("Drawn"), "turns.random": tr("Turns of a game"),
    "decisions.random": tr("Decisions of a game"), options: tr("Options of a decision"),
  }[name] ?? title;
}

/** A number with so many decimals, as the language that is spoken writes it. */
function decimals(value, digits) {
  return value.toLocaleString(spoken(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A figure as people write it. */
export function figureValue(value, unit, digits = 1) {
  if (value === null) return "–";
  return unit === "share" ? `${decimals(100 * value, digits)} %` : decimals(value, Math.abs(value) < 10 ? digits + 1 : digits);
}

/** The ends of its interval. */
export function figureInterval({ low, high, unit }) {
  return low === null || high === null ? "–" : tr("{low} to {high}", { low: figureValue(low, unit), high: figureValue(high, unit) });
}
