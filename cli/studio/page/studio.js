// The studio's page: the text on the left, the board on the right, and the line between them and the host.

import { el, fill, keep, kept } from "./dom.js";
import { Editor } from "./editor.js";
import { StudioEngine } from "./engine.js";
import { Face } from "./face.js";
import { Findings } from "./findings.js";
import { keepDraft, keptDraft, Notice } from "./files.js";
import { Base } from "./base.js";
import { beginWindow } from "./beginnings.js";
import { Cases } from "./cases.js";
import { Comparison } from "./comparison.js";
import { Controls } from "./controls.js";
import { rulesWindow } from "./dialogues.js";
import { Explanation } from "./explanation.js";
import { Figures } from "./figures.js";
import { Folding } from "./folding.js";
import { Help } from "./helping.js";
import { Lab } from "./lab.js";
import { speak, tr, wanted } from "./language.js";
import { languageField } from "./language_field.js";
import { Line, Unanswered } from "./line.js";
import { Proposals } from "./proposals.js";
import { Search } from "./search.js";
import { shareWindow } from "./share.js";
import { Tabs } from "./tabs.js";

const COLOURS = 40; // milliseconds after a change until colours are asked for
const BOARD = 250; // and until the board follows
const DRAFT_KEPT = 300; // and until what isn't saved is kept
const PANES = ["text", "board"];

/** The face of a game, in the studio's pane: what the studio has itself isn't there twice. */
class Stage extends Face {
  tools() {
    const tool = (name, sign, act, needs) =>
      el("button", { type: "button", title: name, "data-needs": needs ?? null, onclick: act }, el("span", { "aria-hidden": "true", class: "sign", "data-sign": sign }), el("span", { class: "name" }, name));
    fill(this.bar,
      tool(tr("New game"), "✚", () => this.ask("restart", {})),
      tool(tr("Undo"), "↶", () => this.ask("undo"), "undo"),
      tool(tr("Redo"), "↷", () => this.ask("redo"), "redo"),
      tool(tr("Position"), "✎", () => this.edit()),
      tool(tr("Flip"), "⇅", () => this.flip()),
      this.keep && tool(tr("Keep as a test"), "✓", this.keep),
      tool(tr("Rules"), "?", () => rulesWindow(this.engine.info)));
  }

  can(what) {
    return what === "redo" ? this.engine.undone.length > 0 : super.can(what);
  }
}

class Studio {
  constructor(root, host, given) {
    this.given = given;
    this.line = new Line(host);
    this.offers = new Set(); // what the host says that it can do
    this.file = null; // {name, uri, mark, saved: text}
    this.version = 0;
    this.found = [];
    this.played = []; // what was found by playing
    this.editor = new Editor({ changed: () => this.changed(), key: (event) => this.key(event), moved: () => this.moved() });
    this.findings = new Findings({ reveal: (range) => this.show("text", () => this.editor.reveal(range)), fix: (action) => this.help.fix(action), bring: (game) => this.bring(game) });
    this.notice = new Notice();
    this.help = new Help(this);
    this.proposals = new Proposals(this.editor, (position) => this.help.atPlace("completion", position).then((found) => found?.items ?? []));
    this.explanation = new Explanation(this.editor, (position) => this.help.atPlace("hover", position));
    this.search = new Search(this.editor);
    this.folding = new Folding({ editor: this.editor, ranges: () => this.line.ask("textDocument/foldingRange", { textDocument: this.help.document }).catch(() => null) });
    this.editor.area.addEventListener("click", (event) => (event.ctrlKey || event.metaKey) && this.help.define());
    this.engine = new StudioEngine(this.line, () => this.file?.uri ?? null);
    this.lab = new Lab(this.line, () => this.measured);
    this.figures = new Figures({ study: (isOn) => this.line.ask(isOn ? "studio/study" : "studio/stop", { ...this.measured, what: "study" }), reveal: (line) => this.show("text", () => this.editor.reveal({ start: { line, character: 0 }, end: { line, character: 0 } })) });
    this.controls = new Controls({ arrange: (value) => this.engine.arrange(value), begin: (seed) => this.engine.restart({ seed }) });
    this.cases = new Cases({
      ask: (what, more) => this.line.ask(`studio/${what}`, { uri: this.file.uri, ...more }), bring: (game) => this.bring(game),
      tried: (passed, failed) => this.tried(passed, failed), again: () => this.lab.soon(),
    });
    this.comparison = new Comparison({ ask: (other) => this.line.ask("studio/compare", { ...this.measured, other }) });
    this.base = new Base({ ask: () => this.line.ask("studio/base", { uri: this.file.uri }), known: (isThere) => this.below.offer("base", isThere) });
    this.below = new Tabs(tr("What was found"), [
      { id: "findings", name: tr("Findings"), element: this.findings.element },
      { id: "figures", name: tr("Figures"), element: this.figures.element },
      { id: "cases", name: tr("Tests"), element: this.cases.element, offer: "cases" },
      { id: "compare", name: tr("Compare"), element: this.comparison.element, offer: "compare" },
      { id: "base", name: tr("Base"), element: this.base.element },
    ]);
    this.stuck = el("p", { class: "stuck", role: "status" });
    this.stage = el("div", { class: "stage" });
    this.names = el("select", { class: "names", "aria-label": tr("Ruleset"), onchange: () => this.choose() });
    this.state = el("span", { class: "save-state", role: "status" });
    this.where = el("span", { class: "caret" });
    const tool = (name, act, title = name, more = {}) => el("button", { type: "button", title, onclick: act, ...more }, name);
    const tabs = PANES.map((pane) => tool({ text: tr("Text"), board: tr("Board") }[pane], () => this.show(pane), undefined, { "data-pane": pane, "aria-pressed": "false" }));
    this.shell = el("div", { class: "studio", "data-shows": "text" },
      el("header", { class: "top head" },
        el("h1", {}, "gdl studio"), this.names, tool(tr("New"), () => this.beginNew(), tr("Begin a new ruleset")),
        tool(tr("Save"), () => this.save(), tr("Save (Ctrl+S)"), { class: "main" }), tool(tr("Share"), () => this.share(), tr("Hand on the text, or a page that plays")), this.state,
        el("nav", { class: "panes", "aria-label": tr("Panes") }, tabs),
        el("span", { class: "end" }, tool(el("span", { class: "sign", "data-sign": "◐" }), () => this.theme(), tr("Colours"), { "aria-label": tr("Colours") }), languageField(() => this.reload()))),
      this.notice.element,
      el("main", { class: "panes-side-by-side" },
        el("section", { class: "writing", "aria-label": tr("Text") }, this.search.element, this.editor.element, this.folding.element,
          el("div", { class: "caret-bar" },
            el("span", { class: "edit" }, this.help.outline, this.folding.button, tool(tr("Find"), () => this.search.open(), tr("Find (Ctrl+F)")),
              tool(tr("Rename"), () => this.help.rename(), tr("Rename what is at the caret (F2)")), tool(tr("Format"), () => this.help.format(), tr("Put the text into the usual layout (Shift+Alt+F)"))),
            this.where),
          this.below.element, this.proposals.element, this.explanation.element),
        el("section", { class: "playing", "aria-label": tr("Board") }, this.stuck, this.controls.element, this.stage)));
    fill(root, this.shell);
    this.face = new Stage(this.engine, this.stage);
    this.face.listen();
    this.show("text");
  }

  begin() {
    const { line, engine } = this;
    line.on("ready", () => this.ready());
    line.on("lost", (how) => this.lost(how));
    line.on("textDocument/publishDiagnostics", (told) => this.diagnosed(told));
    line.on("studio/disk", (told) => this.disk(told));
    engine.on("stuck", (why) => { this.stuck.textContent = tr("The board shows the last rules that could be played. {why}", { why }); this.stage.classList.add("old"); });
    engine.on("fine", (text) => { this.stuck.textContent = text; this.stage.classList.remove("old"); });
    engine.on("followed", () => this.lab.soon());
    for (const name of ["info", "change"]) engine.on(name, () => this.rearranged());
    this.listenToLab();
    addEventListener("pagehide", () => this.isLeaving || this.keepNow());
    addEventListener("beforeunload", (event) => this.isUnsaved && !this.isLeaving && event.preventDefault());
    addEventListener("keydown", (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key === "s") {
        event.preventDefault();
        this.save();
      }
    });
    line.open();
  }

  // ---- what is found out in the background

  listenToLab() {
    const { lab, figures, findings, editor } = this;
    lab.on("old", () => { figures.old(); this.cases.old(); findings.judging(false); this.played = []; });
    lab.on("begin", (step) => { figures.begin(step); if (step === "judge") findings.judging(true); });
    lab.on("cases", (found) => this.cases.show(found));
    lab.on("figures", (found) => figures.show(found));
    lab.on("idle", (found) => { figures.showIdle(found); editor.layer.setIdle(new Set((found.lines ?? []).map(([line]) => line))); });
    lab.on("judge", (found) => { findings.showPlayed(found); this.played = found.findings ?? []; this.marked(); });
  }

  /** So many tests passed, and failed: a sign behind the panel's name, and in the margin beside the game's name. */
  tried(passed, failed) {
    this.below?.sign("cases", failed ? `${failed} ✗` : passed ? `${passed} ✓` : "", failed ? "bad" : "good");
    const line = this.editor.layer.lines.findIndex((text) => /^game\b/.test(text));
    this.editor.layer.setSigns(new Map(passed + failed && line >= 0 ? [[line, failed ? "failed" : "passed"]] : []));
  }

  /** What random games are played of. */
  get measured() {
    const { options, players } = this.engine.setting;
    return this.file && { uri: this.file.uri, options, players };
  }

  /** The board has another situation: if it has other options, figures are theirs. */
  rearranged() {
    this.controls.setInfo(this.engine.info);
    const key = JSON.stringify(this.measured);
    if (this.measuredKey !== undefined && key !== this.measuredKey) this.lab.soon();
    this.measuredKey = key;
  }

  /** Marks in the text: what was found in it as it stands, and by playing. */
  marked() {
    this.editor.layer.setMarks([...this.found, ...this.played]);
  }

  /** Put a game on the board that shows something. */
  async bring(game) {
    this.show("board");
    await this.engine.bring(game);
  }

  // ---- the line

  async ready() {
    const capabilities = {
      textDocument: {
        hover: { contentFormat: ["plaintext"] }, completion: { completionItem: { documentationFormat: ["plaintext"] } },
        publishDiagnostics: { versionSupport: true }, codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "source.fixAll.gdl"] } } },
      },
    };
    try {
      const { capabilities: can } = await this.line.ask("initialize", { processId: null, rootUri: null, capabilities });
      this.kinds = can.semanticTokensProvider.legend.tokenTypes;
      this.line.tell("initialized");
      const { offers, site } = await this.line.ask("studio/hello");
      this.site = site ?? location.href.split("#")[0];
      this.offers = new Set(offers);
      for (const part of this.shell.querySelectorAll("[data-offer]")) part.hidden = !this.offers.has(part.dataset.offer);
      this.lab.offers = this.offers;
      if (this.offers.has("cases")) this.face.keep = () => this.cases.keep(this.engine.played);
      if (this.file) await this.again();
      else await this.open(await this.first());
    } catch (error) {
      if (!(error instanceof Unanswered)) this.notice.say(error.message);
    }
  }

  /** What is opened first: a text that was given, else what the host has. */
  async first() {
    try {
      const text = await this.given;
      return typeof text === "string" ? { text } : {};
    } catch (error) {
      this.complaint = error.message;
      return {};
    }
  }

  lost({ forGood, wrongLink, why }) {
    if (why) this.notice.say(why);
    else if (wrongLink) this.notice.say(tr("This link isn't the studio's, or not any more: open the one that `gdl studio` has printed last."));
    else if (forGood) this.notice.say(tr("The studio doesn't answer this page. Are too many of its pages open?"));
    else this.notice.say(tr("The studio has stopped, or can't be reached. Your text stays here; it goes on when the studio does."));
  }

  /** The line is there again: what the server doesn't know any more it is told. */
  async again() {
    this.notice.clear();
    const held = this.editor.text;
    const told = await this.line.ask("studio/open", { name: this.file.name });
    if (told.refused) this.notice.say(told.refused);
    else if (told.mark !== this.file.mark && told.text !== held) this.differs(told);
    this.tellOpen();
  }

  tellOpen() {
    this.line.tell("textDocument/didOpen", { textDocument: { uri: this.file.uri, languageId: "gdl", version: ++this.version, text: this.editor.text } });
    this.findings.checking();
    this.colour();
    this.engine.follow();
  }

  // ---- files

  get isUnsaved() {
    return this.file !== null && (this.file.mark === null || this.editor.text !== this.file.saved);
  }

  /** Open a file, the first one, or a new one. */
  async open(which) {
    const told = await this.line.ask("studio/open", which).catch((error) => ({ refused: error.message }));
    if (told.refused) {
      this.notice.say(told.refused);
      this.list();
      return;
    }
    if (this.file) this.line.tell("textDocument/didClose", { textDocument: { uri: this.file.uri } });
    const draft = keptDraft();
    const mine = !this.file && draft?.name === told.name && draft.text !== told.text ? draft : null;
    this.file = { name: told.name, uri: told.uri, mark: told.mark, saved: told.text };
    this.all = told.names;
    this.notice.clear();
    this.folding.close();
    this.editor.setText(told.text);
    if (mine) {
      this.editor.setText(mine.text);
      if (mine.mark !== told.mark) this.differs(told);
    }
    document.title = `${told.name} – gdl studio`;
    this.engine.forget();
    this.lab.stop();
    this.cases.forget();
    this.comparison.forget();
    this.list();
    this.mark();
    this.tellOpen();
    if (this.complaint) this.notice.say(this.complaint);
    this.complaint = null;
  }

  /** Another ruleset; what isn't saved isn't lost without a question. */
  beginNew() {
    const begin = (which) => this.leaving(tr("the new ruleset"), () => this.open(which));
    beginWindow({ shipped: () => this.line.ask("studio/shipped"), begin });
  }

  list() {
    const names = this.all ?? [];
    const shown = this.file && !names.includes(this.file.name) ? [this.file.name, ...names] : names;
    fill(this.names, shown.map((name) => el("option", { value: name, selected: name === this.file?.name }, name)));
    this.names.value = this.file?.name ?? "";
  }

  choose() {
    const name = this.names.value;
    this.names.value = this.file.name;
    this.leaving(name, () => this.open({ name }));
  }

  /** Open something else, once it is settled what becomes of what isn't saved. */
  leaving(name, open) {
    if (!this.isUnsaved) {
      open();
      return;
    }
    this.notice.say(tr("{name} isn't saved.", { name: this.file.name }),
      [tr("Save it, then open {name}", { name }), async () => (await this.save()) && open()],
      [tr("Open {name} without saving", { name }), open]);
  }

  /** Write the text to the disk; says whether that was done. */
  async save(mark = this.file?.mark) {
    if (!this.file) return false;
    const { text } = this.editor, { name } = this.file;
    const told = await this.line.ask("studio/save", { name, text, mark }).catch((error) => ({ refused: error.message }));
    if (told.refused) {
      this.notice.say(told.refused);
      return false;
    }
    if (told.isChanged) {
      this.differs(told.changed);
      return false;
    }
    this.file = { ...this.file, mark: told.mark, saved: text };
    this.all = told.names;
    this.notice.clear();
    this.list();
    this.mark();
    return true;
  }

  /** The disk holds something else than this page believed; null: nothing any more. */
  differs(now) {
    const { name } = this.file;
    if (!now) {
      this.notice.say(tr("{name} isn't on the disk any more.", { name }), [tr("Save it again"), () => this.save(null)]);
      return;
    }
    this.notice.say(tr("{name} has changed on the disk.", { name }),
      [tr("Show what is on the disk"), () => this.takeOver(now)],
      [tr("Keep what is here, and write it over that"), () => this.save(now.mark)]);
  }

  /** What the disk holds is the text from now on; Undo brings back what was here. */
  takeOver(now) {
    this.file = { ...this.file, mark: now.mark, saved: now.text };
    this.editor.become(now.text);
    this.mark();
  }

  /** The server says that the file isn't what it was. */
  async disk({ name, mark }) {
    if (name !== this.file?.name || mark === this.file.mark) return;
    if (mark === null) {
      this.differs(null);
      return;
    }
    const wasUnsaved = this.isUnsaved;
    const told = await this.line.ask("studio/open", { name });
    if (told.refused) this.notice.say(told.refused);
    else if (wasUnsaved || this.isUnsaved) this.differs(told);
    else {
      this.takeOver(told);
      this.notice.say(tr("{name} was changed on the disk, and is shown as it is now. Undo brings back what was here.", { name }));
    }
  }

  /** Hand on what is here. */
  share() {
    if (!this.file) return;
    const ask = (wants) => this.line.ask("studio/share", { uri: this.file.uri, ...this.engine.setting, wants }).then((told) => (told.refused ? { error: told.refused } : told), (error) => ({ error: error.message }));
    shareWindow({ name: this.file.name, site: this.site ?? "", ask });
  }

  mark() {
    const words = this.isUnsaved ? tr("not saved") : tr("saved");
    if (this.state.textContent !== words) this.state.textContent = words;
    this.state.classList.toggle("unsaved", this.isUnsaved);
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => this.keepNow(), DRAFT_KEPT);
  }

  /** Keep what isn't saved, for a page that is loaded again. */
  keepNow() {
    clearTimeout(this.keeping);
    if (this.file) keepDraft(this.isUnsaved ? { name: this.file.name, text: this.editor.text, mark: this.file.mark } : null);
  }

  /** The page anew, as in another language; what isn't saved is kept. */
  reload() {
    this.keepNow();
    this.isLeaving = true;
    location.reload();
  }

  // ---- the text

  changed() {
    if (!this.file) return;
    this.line.tell("textDocument/didChange", { textDocument: { uri: this.file.uri, version: ++this.version }, contentChanges: [{ text: this.editor.text }] });
    this.lab.stop();
    this.mark();
    clearTimeout(this.colouring);
    this.colouring = setTimeout(() => this.colour(), COLOURS);
    clearTimeout(this.following);
    this.following = setTimeout(() => this.engine.follow(), BOARD);
  }

  async colour() {
    const { version } = this;
    const told = await this.line.ask("textDocument/semanticTokens/full", { textDocument: this.help.document }).catch(() => null);
    if (told && version === this.version) this.editor.layer.setColours(told.data, this.kinds);
  }

  async diagnosed({ uri, version, diagnostics }) {
    if (uri !== this.file?.uri || (version ?? this.version) !== this.version) return;
    this.found = diagnostics;
    const errors = diagnostics.filter(({ severity }) => severity === 1).length;
    this.below.sign("findings", diagnostics.length ? String(errors || diagnostics.length) : "", errors ? "bad" : "");
    this.base.follow();
    this.marked();
    this.findings.show(diagnostics);
    if (!diagnostics.length) {
      this.help.outlined();
      return;
    }
    const whole = { start: { line: 0, character: 0 }, end: this.editor.places.of(this.editor.text.length) };
    this.help.outlined();
    const actions = await this.line.ask("textDocument/codeAction", { textDocument: this.help.document, range: whole, context: { diagnostics: [] } }).catch(() => []);
    if (this.found === diagnostics) this.findings.show(diagnostics, actions ?? []);
  }

  moved() {
    const { line, character } = this.editor.position;
    this.where.textContent = tr("line {line}, column {column}", { line: line + 1, column: character + 1 });
  }

  /** A key in the text; says whether it was taken. */
  key(event) {
    if (this.proposals.key(event)) return true;
    if (event.key === "Escape" && this.explanation.close()) return true;
    const name = `${event.ctrlKey || event.metaKey ? "Ctrl+" : ""}${event.altKey ? "Alt+" : ""}${event.shiftKey ? "Shift+" : ""}${event.code === "Space" ? "Space" : event.key}`;
    const keys = {
      "Ctrl+Space": () => this.proposals.open(true), "Ctrl+i": () => this.explanation.open(this.editor.position), F12: () => this.help.define(),
      F2: () => this.help.rename(), "Ctrl+f": () => this.search.open(), "Alt+Shift+F": () => this.help.format(), "Alt+Shift+O": () => this.folding.open(), "Ctrl+.": () => this.help.firstFix(),
    };
    if (!Object.hasOwn(keys, name)) return false;
    keys[name]();
    return true;
  }

  // ---- the page

  /** On narrow screens one pane is seen at a time. */
  show(pane, then = null) {
    this.shell.dataset.shows = pane;
    for (const button of this.shell.querySelectorAll(".panes button")) button.setAttribute("aria-pressed", String(button.dataset.pane === pane));
    then?.();
  }

  theme() {
    const themes = ["auto", "light", "dark"];
    const now = themes[(themes.indexOf(kept("theme", "auto")) + 1) % themes.length];
    keep("theme", now);
    document.documentElement.dataset.theme = now;
  }
}

/** Show the studio. `host` is who answers it (`line.js`); `given`: a promise of a text to begin with, or null.
 * `view`: `board` shows the board alone, for other pages. */
export function begin(host, given = null, view = "") {
  speak(wanted());
  const studio = new Studio(document.body, host, given);
  if (view === "board") studio.shell.dataset.view = view;
  studio.begin();
}
