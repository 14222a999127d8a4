// The studio's page: the text on the left, the board on the right, and the line between them and the host.

import { Base } from "./base.js";
import { beginWindow } from "./beginnings.js";
import { Cases } from "./cases.js";
import { Checking } from "./checking.js";
import { Comparison } from "./comparison.js";
import { Controls } from "./controls.js";
import { el, fill } from "./dom.js";
import { whenDropped } from "./dropped.js";
import { Editor } from "./editor.js";
import { atLine, StudioEngine } from "./engine.js";
import { Explanation } from "./explanation.js";
import { Face } from "./face.js";
import { Figures } from "./figures.js";
import { Findings } from "./findings.js";
import { Folding } from "./folding.js";
import { textOf } from "./from_disk.js";
import { Help } from "./helping.js";
import { Lab } from "./lab.js";
import { speak, tr, wanted } from "./language.js";
import { layOut, showPane } from "./layout.js";
import { Line, Unanswered } from "./line.js";
import { manualWindow } from "./manual.js";
import { nameWindow } from "./naming.js";
import { Notice } from "./notice.js";
import { OpenFile } from "./open_file.js";
import { Proposals } from "./proposals.js";
import { Search } from "./search.js";
import { shareWindow } from "./share.js";
import { StageBar } from "./stage.js";
import { Tabs } from "./tabs.js";
import { nextTheme } from "./themes.js";

const BOARD = 250; // milliseconds after a change until the board follows
const UNCHECKED = 1000; // and until the page says that what it shows isn't of this text
const CAPABILITIES = {
  textDocument: {
    hover: { contentFormat: ["plaintext"] }, completion: { completionItem: { snippetSupport: true, documentationFormat: ["plaintext"] } },
    publishDiagnostics: { versionSupport: true }, codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "source.fixAll.gdl"] } } },
  },
};

class Studio {
  constructor(root, host, given) {
    this.line = new Line(host);
    this.offers = new Set(); // what the host says that it can do
    this.found = [];
    this.played = []; // what was found by playing
    this.editor = new Editor({ changed: () => this.changed(), key: (event) => this.key(event), moved: () => this.moved() });
    this.findings = new Findings({ reveal: (range) => this.show("text", () => this.editor.reveal(range)), fix: (action) => this.help.fix(action), bring: (game) => this.bring(game) });
    this.notice = new Notice();
    this.ruleset = new OpenFile({ line: this.line, editor: this.editor, notice: this.notice, given, game: () => this.engine.kept, opened: (game) => this.opened(game), called: () => this.check() });
    this.checking = new Checking({ line: this.line, editor: this.editor, uri: () => this.ruleset.uri, found: (...what) => this.diagnosed(...what) });
    this.help = new Help(this);
    this.proposals = new Proposals(this.editor, (position) => this.help.atPlace("completion", position).then((found) => found?.items ?? []));
    this.explanation = new Explanation(this.editor, (position) => this.help.atPlace("hover", position));
    this.search = new Search(this.editor);
    this.folding = new Folding({ editor: this.editor, ranges: () => this.line.ask("textDocument/foldingRange", { textDocument: this.help.document }).catch(() => null) });
    this.editor.area.addEventListener("click", (event) => (event.ctrlKey || event.metaKey) && this.help.define());
    this.engine = new StudioEngine(this.line, () => this.ruleset.uri);
    this.lab = new Lab(this.line, () => this.measured);
    this.figures = new Figures({ study: (isOn) => this.line.ask(isOn ? "studio/study" : "studio/stop", { ...this.measured, what: "study" }), reveal: (line) => this.show("text", () => this.editor.reveal({ start: { line, character: 0 }, end: { line, character: 0 } })) });
    this.controls = new Controls({ arrange: (value) => this.engine.arrange(value), begin: (seed) => this.engine.restart({ seed }) });
    this.cases = new Cases({
      ask: (what, more) => this.line.ask(`studio/${what}`, { uri: this.ruleset.uri, ...more }), bring: (game) => this.bring(game), ruleset: this.ruleset,
      tried: (passed, failed) => this.tried(passed, failed), again: () => this.lab.soon(),
      kept: (name) => this.notice.say(tr("The test “{name}” is kept. It is in the list “Tests” below the text.", { name })),
    });
    this.comparison = new Comparison({ ask: (other) => this.line.ask("studio/compare", { ...this.measured, other }) });
    this.base = new Base({ ask: () => this.line.ask("studio/base", { uri: this.ruleset.uri }), known: (isThere) => this.below.offer("base", isThere) });
    this.below = new Tabs(tr("What was found"), [
      { id: "findings", name: tr("Findings"), element: this.findings.element },
      { id: "figures", name: tr("Figures"), element: this.figures.element },
      { id: "cases", name: tr("Tests"), element: this.cases.element, offer: "cases" },
      { id: "compare", name: tr("Compare"), element: this.comparison.element, offer: "compare" },
      { id: "base", name: tr("Base"), element: this.base.element },
    ]);
    this.stuck = el("p", { class: "stuck", role: "status" });
    this.stage = el("div", { class: "stage bare" }); // until there is a board
    this.where = el("span", { class: "caret" });
    this.shell = layOut(this.parts, this.acts);
    fill(root, this.shell);
    this.face = new Face(this.engine, this.stage, StageBar);
    this.face.listen();
    this.show("text");
  }

  /** What the page shows. */
  get parts() {
    const { notice, search, editor, folding, below, proposals, explanation, controls } = this;
    const elements = Object.entries({ notice, search, editor, folding, below, proposals, explanation, controls }).map(([name, part]) => [name, part.element]);
    return {
      ...Object.fromEntries(elements), names: this.ruleset.names, state: this.ruleset.state, stuck: this.stuck, stage: this.stage,
      where: this.where, outline: this.help.outline, foldingButton: folding.button,
    };
  }

  /** What its buttons do. */
  get acts() {
    return {
      show: (pane) => this.show(pane), name: () => this.name(), beginNew: () => this.beginNew(), save: () => this.ruleset.save(), share: () => this.share(), theme: nextTheme, manual: manualWindow,
      reload: () => this.ruleset.reload(), find: () => this.search.open(), undo: () => this.editor.undo(), redo: () => this.editor.redo(), suggest: () => this.help.suggest(), explain: () => this.help.explain(), rename: () => this.help.rename(), format: () => this.help.format(),
    };
  }

  begin() {
    const { line, engine } = this;
    line.on("ready", () => this.ready());
    line.on("lost", (how) => this.lost(how));
    engine.on("stuck", (said) => {
      const why = atLine(said);
      this.stuck.textContent = engine.now ? tr("The board shows the last rules that could be played. {why}", { why }) : tr("There is no board yet. {why}", { why });
      this.stage.classList.add("old");
      this.stage.classList.toggle("bare", !engine.now);
    });
    engine.on("fine", (text) => {
      this.stuck.textContent = text;
      if (this.stage.classList.contains("old")) this.face.say(""); // what went wrong with the rules that were there
      this.stage.classList.remove("old", "bare");
    });
    engine.on("followed", () => this.lab.soon());
    for (const name of ["info", "change"]) engine.on(name, () => this.rearranged());
    this.listenToLab();
    this.ruleset.listen();
    whenDropped((file) => this.drop(file));
    this.stuck.textContent = tr("The studio starts. The first time, this takes a while.");
    addEventListener("keydown", (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key === "s") {
        event.preventDefault();
        this.ruleset.save();
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
    const { uri } = this.ruleset;
    return uri && { uri, options, players };
  }

  /** The board has another situation: if it has other options, figures are theirs. */
  rearranged() {
    this.controls.setInfo(this.engine.info);
    this.ruleset.keepNow();
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
    try {
      const { capabilities: can } = await this.line.ask("initialize", { processId: null, rootUri: null, capabilities: CAPABILITIES });
      this.checking.kinds = can.semanticTokensProvider.legend.tokenTypes;
      this.line.tell("initialized");
      const { offers, site } = await this.line.ask("studio/hello");
      this.site = site ?? location.href.split("#")[0];
      this.offers = new Set(offers);
      for (const part of this.shell.querySelectorAll("[data-offer]")) part.hidden = !this.offers.has(part.dataset.offer);
      this.lab.offers = this.offers;
      if (this.offers.has("cases")) this.face.bar.keep = () => this.cases.keep(this.engine.played);
      if (this.ruleset.uri) {
        await this.ruleset.again();
        this.check();
      } else await this.ruleset.first();
      this.line.greet();
    } catch (error) {
      if (!(error instanceof Unanswered)) this.notice.say(error.message);
    }
  }

  lost({ forGood, wrongLink, why }) {
    if (!this.ruleset.uri) this.stuck.textContent = "";
    if (why) this.notice.say(why);
    else if (wrongLink) this.notice.say(tr("This link isn't the studio's, or not any more: open the one that `gdl studio` has printed last."));
    else if (forGood) this.notice.say(tr("The studio doesn't answer this page. Are too many of its pages open?"));
    else this.notice.say(tr("The studio has stopped, or can't be reached. Your text stays here; it goes on when the studio does."));
  }

  // ---- the ruleset

  /** Another text is in the editor. `game`: what was on its board before the page was loaded again. */
  opened(game) {
    this.folding.close();
    this.engine.forget(game);
    this.lab.stop();
    this.cases.forget();
    this.comparison.forget();
    this.check();
  }

  check() {
    this.checking.open();
    this.findings.checking();
    this.engine.follow();
  }

  /** A ruleset from a file of this computer. */
  async drop(file) {
    try {
      const text = await textOf(file);
      this.ruleset.leaving(file.name, () => this.ruleset.open({ text }));
    } catch (error) {
      this.notice.say(error.message);
    }
  }

  /** Another ruleset; what isn't saved isn't lost without a question. */
  beginNew() {
    const begin = (which) => this.ruleset.leaving(tr("the new ruleset"), () => this.ruleset.open(which));
    beginWindow({ own: this.ruleset.isOnDisk ? this.ruleset.file.name : null, shipped: () => this.line.askThen("studio/shipped"), begin });
  }

  /** Another name for the ruleset's file, or no file any more. */
  name() {
    if (this.ruleset.file) nameWindow(this.ruleset, this.offers.has("remove"));
  }

  /** Hand on what is here. */
  share() {
    const { file } = this.ruleset;
    if (!file) return;
    const ask = (wants) => this.line.ask("studio/share", { uri: file.uri, ...this.engine.setting, wants }).then((told) => (told.refused ? { error: told.refused } : told), (error) => ({ error: error.message }));
    shareWindow({ name: file.name, site: this.site ?? "", ask });
  }

  // ---- the text

  changed() {
    if (!this.ruleset.uri) return;
    this.notice.pass();
    this.checking.changed();
    clearTimeout(this.unchecked);
    this.unchecked = setTimeout(() => this.findings.checking(), UNCHECKED);
    this.lab.stop();
    this.ruleset.mark();
    clearTimeout(this.following);
    this.following = setTimeout(() => this.engine.follow(), BOARD);
  }

  /** What was found in the text as it stands; later once more, with what can be done about it. */
  diagnosed(diagnostics, actions) {
    clearTimeout(this.unchecked);
    this.findings.show(diagnostics, actions);
    if (actions) return;
    this.found = diagnostics;
    const errors = diagnostics.filter(({ severity }) => severity === 1).length;
    this.editor.area.setAttribute("aria-invalid", String(errors > 0));
    this.below.sign("findings", diagnostics.length ? String(errors || diagnostics.length) : "", errors ? "bad" : "");
    this.base.follow();
    this.marked();
    this.help.outlined();
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

  show(pane, then = null) {
    showPane(this.shell, pane);
    then?.();
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
