// Options and seats of a game to come, as a form.

import { el, fill } from "./dom.js";
import { tr, trn } from "./language.js";
import { kindWords } from "./words.js";

/** The form's fields for what `info` offers. `value()` gives {options, players, seats}; `changed()` is called on change. */
export class Settings {
  constructor(info, changed = () => {}) {
    this.changed = changed;
    this.element = el("div", { class: "settings" });
    this.setInfo(info);
  }

  setInfo(info) {
    this.info = info;
    this.options = new Map();
    this.seats = new Map();
    const rows = [];
    if (info.counts && info.counts[0] < info.counts[1]) rows.push(this.count());
    rows.push(el("fieldset", { class: "seats" }, el("legend", {}, tr("Who plays")), info.players.map((player) => this.seat(player))));
    if (info.options.length) {
      rows.push(el("details", { class: "options" }, el("summary", {}, tr("Options")), info.options.map((option) => this.option(option))));
    }
    fill(this.element, rows);
  }

  count() {
    const [low, high] = this.info.counts;
    const numbers = Array.from({ length: high - low + 1 }, (_, i) => low + i);
    this.players = el("select", { id: "players", onchange: () => this.changed() },
      numbers.map((n) => el("option", { value: n, selected: n === this.info.players.length }, trn("{n} player", "{n} players", n))));
    return el("p", { class: "field" }, el("label", { for: "players" }, tr("Players")), this.players);
  }

  seat(player) {
    const now = this.info.seats?.[player] ?? "human";
    const kinds = [...new Set([...this.info.kinds, now])];
    const field = el("select", { id: `seat-${player}` }, kinds.map((kind) => el("option", { value: kind, selected: kind === now }, kindWords(kind))));
    this.seats.set(player, field);
    return el("p", { class: "field" }, el("label", { for: `seat-${player}` }, player), field);
  }

  option(option) {
    const id = `option-${option.name}`;
    const about = option.help ? el("small", { id: `${id}-help` }, option.help) : null;
    const common = { id, "aria-describedby": about ? `${id}-help` : null };
    let field;
    if (option.choices?.length) {
      field = el("select", { ...common, onchange: () => this.changed() }, option.choices.map((choice) => el("option", { value: choice, selected: choice === option.value }, choice)));
    } else if (option.low !== null && option.low !== undefined) {
      field = el("input", { ...common, type: "number", min: option.low, max: option.high, value: option.value, required: true, onchange: () => this.changed() });
    } else {
      field = el("input", { ...common, type: "text", maxlength: 200, value: option.value, onchange: () => this.changed() });
    }
    this.options.set(option.name, { field, option });
    return el("p", { class: "field" }, el("label", { for: id }, option.name.replaceAll("_", " ")), field, about);
  }

  /** What is offered, with what was chosen. */
  asChosen() {
    const options = this.info.options.map((option) => ({ ...option, value: this.options.get(option.name).field.value }));
    return { ...this.info, options, seats: this.value().seats };
  }

  /** What was chosen; options only where they differ from what is usual. */
  value() {
    const options = {};
    for (const [name, { field, option }] of this.options) {
      if (field.value === String(option.default)) continue;
      if (field.type === "number") options[name] = Number(field.value);
      else options[name] = ["true", "false"].includes(field.value) ? field.value === "true" : field.value;
    }
    const seats = Object.fromEntries([...this.seats].map(([player, field]) => [player, field.value]));
    return { options, players: this.players ? Number(this.players.value) : null, seats };
  }
}
