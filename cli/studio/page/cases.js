// Tests of the game: scenarios beside the ruleset, made by playing, tried again after each change, red and green.

import { dialogue, question } from "./dialogues.js";
import { el, fill } from "./dom.js";
import { tr, trn } from "./language.js";

const MOVES_IN_NAME = 3; // moves that the name says which is proposed

/** The panel. `ask(what, more)` asks the host; `bring(game)` puts a game on the board; `tried(passed, failed)` hears how many,
 * `kept(name)` of a new one. `ruleset` has the file: tests lie beside it. */
export class Cases {
  constructor({ ask, bring, tried, again, kept, ruleset }) {
    Object.assign(this, { ask, bring, tried, again, kept, ruleset });
    this.summary = el("p", { class: "doing", role: "status" });
    this.wrong = el("p", { class: "wrong", role: "alert" });
    this.list = el("ul", { class: "cases", "aria-label": tr("Tests") });
    this.element = el("div", { class: "panel" }, this.summary, this.wrong, this.list);
    this.forget();
  }

  /** Another ruleset. */
  forget() {
    fill(this.list);
    this.wrong.textContent = "";
    this.summary.textContent = tr("No tests yet. Play some moves, then press “Keep as a test”.");
    this.tried(0, 0);
  }

  old() {
    this.list.classList.add("old");
  }

  show({ cases = [], wrong = [], error, refused }) {
    this.list.classList.remove("old");
    if (!cases.length && !wrong.length && !error && !refused) {
      this.forget();
      return;
    }
    const failed = cases.filter((one) => !one.passed).length, passed = cases.length - failed;
    this.summary.textContent = [passed && trn("{n} test passed", "{n} tests passed", passed), failed && trn("{n} test failed", "{n} tests failed", failed)].filter(Boolean).join(", ");
    this.wrong.textContent = [error ?? refused, ...wrong].filter(Boolean).join("\n");
    fill(this.list, cases.map((one) => this.row(one)));
    this.tried(passed, failed);
  }

  row(one) {
    const words = one.passed ? tr("passed") : tr("failed");
    return el("li", { class: one.passed ? "passed" : "failed" },
      el("button", { type: "button", class: "finding", disabled: one.moves === null, title: one.moves === null ? tr("It begins with a position of its own.") : tr("Show it on the board"), onclick: () => this.bring(one) },
        el("span", { class: "case-sign", role: "img", "aria-label": words }, one.passed ? "✓" : "✗"), el("span", { class: "says" }, one.name)),
      one.passed ? null : el("pre", { class: "hint" }, one.problems.join("\n")),
      el("p", { class: "buttons small" },
        one.passed || !one.formed ? null : el("button", { type: "button", class: "fix", onclick: () => this.accept(one) }, tr("Accept what happens now")),
        el("button", { type: "button", class: "fix", "aria-label": tr("Delete {name}", { name: one.name }), onclick: () => this.drop(one) }, tr("Delete"))));
  }

  async accept({ file, index, name, options, players }) {
    if (await question(tr("{name}: is what happens now right? The test then expects it.", { name }), tr("Accept"))) {
      await this.change("accept", { file, index, name, options, players });
    }
  }

  async drop({ file, index, name }) {
    if (await question(tr("Delete the test “{name}” from {file}?", { name, file }), tr("Delete"))) await this.change("drop", { file, index, name });
  }

  /** Change the file; says what went wrong, or nothing. */
  async change(what, more) {
    const told = await this.ask(what, more).catch((error) => ({ error: error.message }));
    const why = told.refused ?? told.error ?? (told.outdated ? tr("Something else came first: try it again.") : "");
    this.wrong.textContent = why;
    this.again();
    return why;
  }

  /** Keep the game on the board: ask for a name first. `game`: what the engine plays. */
  keep(game) {
    const last = game.moves.slice(-MOVES_IN_NAME).join(" ");
    const field = el("input", { id: "case-name", value: last ? tr("After {moves}", { moves: last }) : tr("The beginning"), required: true, maxlength: 200, autocomplete: "off" });
    const wrong = el("p", { class: "wrong", role: "alert" });
    const box = dialogue(tr("Keep as a test"), el("form", {
      onsubmit: async (event) => {
        event.preventDefault();
        wrong.textContent = "";
        if (!this.ruleset.isOnDisk && !(await this.ruleset.save())) {
          box.close(); // what went wrong stands above the text
          return;
        }
        wrong.textContent = await this.change("keep", { ...game, name: field.value });
        if (wrong.textContent) return;
        box.close();
        this.kept(field.value);
      },
    }, el("p", {}, tr("The moves so far, and what stands on the board then. After each change of the rules it is tried again.")),
    this.ruleset.isOnDisk ? null : el("p", {}, tr("“Keep” also saves {name}, because its tests lie in a file beside it.", { name: this.ruleset.file.name })),
    el("p", { class: "field" }, el("label", { for: "case-name" }, tr("Name")), field), wrong,
    el("p", { class: "buttons" }, el("button", { type: "submit", class: "main" }, tr("Keep")))));
    field.select();
  }
}
