// Options, number of players and seats beside the board: each change is played at once, with the moves so far.

import { el, fill } from "./dom.js";
import { tr, trouble } from "./language.js";
import { Settings } from "./settings.js";

/** The controls. `arrange(value)` makes a choice, `begin(seed)` a new game; both may fail. */
export class Controls {
  constructor({ arrange, begin }) {
    this.arrange = arrange;
    this.begin = begin;
    this.wrong = el("p", { class: "wrong", role: "alert" });
    this.fields = el("div", {});
    this.seed = el("input", { id: "dice", type: "number", min: 0, max: 999999999, placeholder: tr("any") });
    this.element = el("details", { class: "controls" },
      el("summary", {}, tr("Options and players")), this.fields, this.wrong,
      el("p", { class: "field" }, el("label", { for: "dice" }, tr("seed")), this.seed, el("small", {}, tr("The same number gives the same dice and cards."))),
      el("p", { class: "buttons" }, el("button", { type: "button", class: "main", onclick: () => this.tried(this.begin(this.seed.value === "" ? null : Number(this.seed.value))) }, tr("Begin anew"))));
    this.fields.addEventListener("change", () => this.changed());
  }

  /** What there is to choose from. Who was at a field stays there. */
  setInfo(info) {
    const key = JSON.stringify([info.options, info.players, info.seats, info.counts, info.kinds]);
    if (key === this.key) return;
    Object.assign(this, { key, info });
    const at = this.fields.contains(document.activeElement) ? document.activeElement.id : null;
    this.settings = new Settings(info);
    for (const details of this.settings.element.querySelectorAll("details")) details.open = true;
    fill(this.fields, this.settings.element);
    if (at) document.getElementById(at)?.focus();
  }

  changed() {
    const bad = [...this.fields.querySelectorAll("input")].find((field) => !field.checkValidity());
    if (bad) bad.reportValidity();
    else this.tried(this.arrange(this.settings.value()));
  }

  async tried(done) {
    this.wrong.textContent = "";
    try {
      await done;
    } catch (error) {
      this.wrong.textContent = trouble(error.message);
      this.key = null; // the fields say again what is played
      this.setInfo(this.info);
    }
  }
}
