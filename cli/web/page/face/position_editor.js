// Puts a position together by hand: tools for the board, fields for what lies beside it, the text that says the same.

import { copied, el, fill, svg } from "./dom.js";
import { question } from "./dialogues.js";
import { Draft } from "./draft.js";
import { forgetPosition, keepPosition } from "./half_put.js";
import { heard, tr, trouble } from "./language.js";
import { fieldsFor } from "./placing_fields.js";
import { isOnBoard, toolsOf } from "./placing_tools.js";
import { kindWords, siteWords } from "./words.js";

/** What stands on a tool's button: a sign beside its picture, or alone; else its name. */
function signOf({ look, sign, name }) {
  const drawn = sign && (look || !/[\p{L}\p{N}]/u.test(sign));
  return el("span", { class: drawn ? "sign" : "long", "aria-hidden": "true", "data-sign": drawn && sign }, !drawn && (sign || name));
}

const TYPED = "textarea, select, input:not([type=radio], [type=checkbox])"; // fields that may hold what isn't taken over yet
const MOST_TOOLS = 60; // tools, of which a list is shown and not a button each

/** Why there is no such position: of an engine's error each reason, which begins with a dash. */
function whyNot(message) {
  const reasons = message.split("\n- ").slice(1);
  return reasons.length ? reasons.map(trouble).join(" ") : trouble(message);
}

export class PositionEditor {
  /** `show(tried)`: draw the draft; `say(text)`: to who can't see it; `close(placed)`: back to the game. */
  constructor({ show, say, close }) {
    Object.assign(this, { show, say, close });
    this.element = el("section", { class: "editor", "aria-label": tr("Position by hand"), hidden: true });
    this.on = false;
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** Begin with the position of the game; or with this text, as far as the rules know what it speaks of; or with what was
   * put together before the page was loaded again. */
  async open(engine, text = "now", half = null) {
    this.engine = engine;
    this.info = engine.info;
    this.of = this.info.editing;
    this.tools = toolsOf(this.of, this.info.scene, this.info.pieces);
    this.tool = this.tools[1] ?? this.tools[0];
    this.parts();
    if (half) await this.take(half);
    else if (!(await this.from(text))) await this.from("now");
    this.first = half || text !== "now" ? null : this.content;
    this.on = true;
    this.element.hidden = false;
    this.element.querySelector("h2").focus();
  }

  /** The rules are others now; or, for a host, the server is there again: what was put meanwhile is kept. */
  renew(engine) {
    return engine.info.hosts ? this.changed() : this.open(engine, this.text.value);
  }

  shut(placed) {
    this.on = false;
    this.element.hidden = true;
    forgetPosition();
    this.close(placed);
  }

  /** Escape leads out of a field, and then back to the game; what was put together isn't lost without a question. */
  key(event) {
    const isHere = event.target === document.body || this.element.contains(event.target);
    if (event.key !== "Escape" || event.defaultPrevented || !this.on || !this.element.isConnected || !isHere) return;
    event.preventDefault();
    if (event.target.matches(TYPED)) this.element.querySelector("h2").focus();
    else this.back();
  }

  async back() {
    const isLeft = this.content === this.first || (await question(tr("Leave the editor? What you have put together will be lost."), tr("Leave"), tr("Stay")));
    if (isLeft && this.on) this.shut(false);
  }

  // ---- the panel

  parts() {
    const button = (name, act) => el("button", { type: "button", onclick: act }, name);
    this.palette = el("fieldset", { class: "palette" });
    this.mover = el("select", { id: "mover", onchange: ({ target }) => { this.draft.change(); this.draft.mover = target.value; this.changed(); } },
      this.of.players.map((player) => el("option", { value: player }, player)));
    this.fields = el("div", { class: "held" });
    this.trouble = el("p", { class: "wrong", role: "status" });
    this.goesOn = el("input", { type: "checkbox", onchange: ({ target }) => { this.draft.over = target.checked ? false : undefined; this.changed(); } });
    this.open_ = el("label", { class: "field" }, this.goesOn, el("span", {}, tr("Play on, whatever the rules say of the end")));
    const { hosts } = this.info; // who hosts changes a game that goes on, with the people who sit there
    this.seats = new Map(hosts ? [] : this.of.players.map((player) => [player, this.seat(player)]));
    this.play = el("button", { type: "button", class: "main", onclick: () => this.begin() }, hosts ? tr("Change the position for all") : tr("Play from here"));
    fill(this.element, el("h2", { tabindex: -1 }, tr("Position by hand")), this.palette,
      el("p", { class: "field" }, el("label", { for: "mover" }, tr("To move")), this.mover), this.fields,
      el("p", { class: "buttons" }, button(tr("Empty"), () => this.empty()), button(tr("Beginning"), () => this.from("start")), button(tr("As it stands"), () => this.from("now"))),
      this.trouble, this.open_, this.texts(),
      !hosts && el("details", { class: "options" }, el("summary", {}, tr("Who plays")), [...this.seats].map(([player, field]) => el("p", { class: "field" }, el("label", { for: field.id }, player), field))),
      el("p", { class: "buttons" }, this.play, button(tr("Go back"), () => this.shut(false))));
    this.drawPalette();
  }

  seat(player) {
    const now = this.info.seats[player];
    return el("select", { id: `plays-${player}` }, this.info.kinds.map((kind) => el("option", { value: kind, selected: kind === now }, kindWords(kind))));
  }

  texts() {
    this.text = el("textarea", { id: "position-text", rows: 8, spellcheck: "false", autocapitalize: "off", onchange: () => this.from(this.text.value) });
    this.line = el("input", { id: "position-line", type: "text", spellcheck: "false", autocapitalize: "off", onchange: () => this.from(this.line.value) });
    const copy = (field) => el("button", { type: "button", onclick: () => this.copy(field) }, tr("Copy"));
    return el("details", { class: "options texts" }, el("summary", {}, tr("As text")),
      this.of.notation && el("p", { class: "field" }, el("label", { for: "position-line" }, tr("In the game's notation")), this.line, copy(this.line)),
      el("p", { class: "field" }, el("label", { for: "position-text" }, tr("As YAML; write or paste, then leave the field")), this.text, copy(this.text)));
  }

  drawPalette() {
    const legend = el("legend", {}, tr("What to put; then point at the board"));
    this.palette.hidden = this.tools.length < 2;
    if (this.tools.length > MOST_TOOLS) {
      fill(this.palette, legend, el("select", { "aria-label": tr("What to put"), onchange: ({ target }) => this.choose(Number(target.value)) },
        this.tools.map((tool, i) => el("option", { value: i, selected: tool === this.tool }, tool.name))));
      return;
    }
    fill(this.palette, legend, this.tools.map((tool, i) => el("label", { class: "tool", title: tool.name },
      el("input", { type: "radio", name: "tool", value: i, checked: tool === this.tool, "aria-label": tool.name, onchange: () => this.choose(i) }),
      tool.look && svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, svg("use", { href: `#${tool.look}`, width: 100, height: 100 })),
      (tool.sign || !tool.look) && signOf(tool))));
  }

  choose(i) {
    this.tool = this.tools[i];
    this.show(this.tried);
  }

  drawFields() {
    const open = new Set([...this.fields.querySelectorAll("details[open] > summary")].map((one) => one.textContent));
    const those = this.of.variables.map((variable, i) => [variable, i]).filter(([variable]) => variable.name !== null && !isOnBoard(variable, this.info.scene));
    fill(this.fields, those.map(([, i]) => fieldsFor(this.draft, i, () => this.changed())));
    for (const one of this.fields.querySelectorAll("details")) one.open = open.has(one.firstChild.textContent);
  }

  // ---- the draft

  /** Begin anew: with the game's beginning, with how it stands, or with what a text says. */
  async from(what) {
    let data = null;
    try {
      data = await this.engine.position(what);
    } catch (error) {
      this.tell(whyNot(error.message));
    }
    if (!data) return false;
    await this.take(data);
    return true;
  }

  take(data) {
    this.draft = new Draft(this.of, data);
    this.drawFields();
    return this.changed();
  }

  /** The draft as a text, by which two are the same. */
  get content() {
    return JSON.stringify(this.draft?.data());
  }

  empty() {
    this.draft.clear();
    this.drawFields();
    return this.changed();
  }

  /** Show the draft, and what is to be said of it. Later answers win over earlier ones. */
  async changed() {
    const number = (this.asked = (this.asked ?? 0) + 1), data = this.draft.data();
    keepPosition(this.of, data);
    let tried;
    try {
      tried = await this.engine.tried(data);
    } catch (error) {
      this.tell(whyNot(error.message));
      return;
    }
    if (number !== this.asked || !tried) return;
    this.tried = tried;
    this.mover.value = this.draft.mover;
    this.text.value = tried.text;
    this.line.value = tried.line;
    this.goesOn.checked = this.draft.over === false;
    this.open_.hidden = !tried.over && this.draft.over !== false;
    this.play.disabled = tried.trouble.length > 0;
    this.tell([...tried.trouble.map(trouble), tried.over ? tr("The game is over there: {result}.", { result: heard("result", tried.over) }) : ""].filter(Boolean).join(" "));
    this.show(tried);
  }

  tell(text) {
    if (this.trouble.textContent !== text) this.trouble.textContent = text;
  }

  /** A site is pointed at. */
  async pick(label) {
    if (this.tool.sites && !this.tool.sites.has(label)) {
      this.tell(tr("{what} doesn't go there.", { what: this.tool.name }));
      return;
    }
    this.tool.act(this.draft, label);
    this.drawFields();
    await this.changed();
    const spot = Object.values(this.tried.sites).map((of) => of[label]).find(Boolean);
    this.say(`${siteWords(label, spot, this.info.pieces, {})}.`);
  }

  /** What lies on a site can be dragged to another one. */
  lift(label) {
    this.lifted = label;
    return true;
  }

  /** It is let go there, or nowhere (null). */
  drop(label) {
    if (label !== null) this.draft.move(this.lifted, label);
    return this.changed();
  }

  async copy(field) {
    const done = await copied(field.value);
    if (!done) field.select();
    this.say(done ? tr("The position is copied.") : tr("This browser doesn't let a page copy."));
  }

  async begin() {
    const seats = Object.fromEntries([...this.seats].map(([player, field]) => [player, field.value]));
    const position = this.draft.data();
    this.on = false; // the game that begins isn't edited
    forgetPosition();
    try {
      await this.engine.place({ position, seats });
    } catch (error) {
      this.on = true;
      keepPosition(this.of, position);
      this.tell(whyNot(error.message));
      return;
    }
    this.shut(true);
  }
}
