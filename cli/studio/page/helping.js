// Help from the language server on one's wish: go to a name's place, rename, format, fix, the outline.

import { dialogue } from "./dialogues.js";
import { el, fill } from "./dom.js";
import { tr } from "./language.js";

/** Help for the text of a studio's page. */
export class Help {
  constructor(studio) {
    this.studio = studio;
    this.line = studio.line;
    this.editor = studio.editor;
    this.notice = studio.notice;
    this.outline = el("select", { class: "outline", "aria-label": tr("Go to"), onchange: () => this.goTo() });
  }

  get file() {
    return this.studio.ruleset.file;
  }

  get document() {
    return { uri: this.file.uri };
  }

  /** Make a change that the server offers. */
  fix(action) {
    const { documentChanges = [], changes = {} } = action.edit ?? {};
    const all = [...documentChanges.map(({ textDocument, edits }) => [textDocument.uri, edits]), ...Object.entries(changes)];
    for (const [uri, edits] of all) if (uri === this.file.uri) this.editor.apply(edits);
    const others = all.map(([uri]) => uri).filter((uri) => uri !== this.file.uri).map((uri) => decodeURIComponent(uri).split("/").at(-1));
    if (others.length) this.notice.say(tr("These files would have to change, too, and did not: {files}.", { files: others.join(", ") }));
  }

  /** Ask about a place in the text; null where nothing is to be said. */
  atPlace(what, position, more = {}) {
    return this.line.ask(`textDocument/${what}`, { textDocument: this.document, position, ...more }).catch(() => null);
  }

  /** List what may stand at the caret. */
  async suggest() {
    this.editor.area.focus();
    await this.studio.proposals.open(true);
    if (!this.studio.proposals.isOpen) this.notice.remark(tr("Nothing is known that may stand at the caret."));
  }

  /** Explain the word at the caret, if there is something to be said. */
  async explain() {
    const isKnown = await this.studio.explanation.open(this.editor.position);
    if (!isKnown) this.notice.remark(tr("There is no word at the caret that can be explained. Tap a word first."));
  }

  /** Go to where the name at the caret is introduced. */
  async define() {
    const found = await this.atPlace("definition", this.editor.position);
    const at = [found].flat().find(Boolean);
    if (!at) return;
    if (at.uri === this.file.uri) {
      this.editor.reveal(at.range);
      return;
    }
    if (this.studio.base.goTo(at.uri, at.range.start.line)) {
      this.studio.below.show("base");
      return;
    }
    const path = decodeURIComponent(at.uri), name = (this.studio.ruleset.all ?? []).find((one) => path.endsWith(`/${one}`));
    const open = async () => {
      await this.studio.ruleset.open({ name });
      this.editor.reveal(at.range);
    };
    this.notice.say(tr("It is in {file}, line {n}.", { file: path.split("/").at(-1), n: at.range.start.line + 1 }),
      ...(name && !this.studio.ruleset.isTouched ? [[tr("Open {name}", { name }), open]] : []));
  }

  /** Another name for what is at the caret, wherever it stands. */
  async rename() {
    const { position } = this.editor;
    const ask = (what, more) => this.line.ask(`textDocument/${what}`, { textDocument: this.document, position, ...more });
    let known;
    try {
      known = await ask("prepareRename");
    } catch (error) {
      this.notice.remark(error.message);
      return;
    }
    if (!known) {
      this.notice.remark(tr("There is no name at the caret that can be changed."));
      return;
    }
    const field = el("input", { id: "new-name", value: known.placeholder, required: true, maxlength: 100, autocomplete: "off", spellcheck: "false" });
    const wrong = el("p", { class: "wrong", role: "alert" });
    const box = dialogue(tr("Rename {name}", { name: known.placeholder }), el("form", {
      onsubmit: async (event) => {
        event.preventDefault();
        try {
          const edit = await ask("rename", { newName: field.value.trim() });
          box.close();
          this.fix({ edit });
        } catch (error) {
          wrong.textContent = error.message;
        }
      },
    }, el("p", { class: "field" }, el("label", { for: "new-name" }, tr("New name")), field), wrong,
    el("p", { class: "buttons" }, el("button", { type: "submit", class: "main" }, tr("Rename")))));
    field.focus();
    field.select();
  }

  async format() {
    const edits = await this.line.ask("textDocument/formatting", { textDocument: this.document, options: { tabSize: 2, insertSpaces: true } }).catch(() => null);
    if (edits?.length) this.editor.apply(edits);
    else if (edits) this.notice.remark(tr("The text has the usual layout already, or it has errors. Fix these first."));
  }

  /** The fix of what was found at the caret's line. */
  firstFix() {
    const { line } = this.editor.position;
    const number = this.studio.found.findIndex(({ range: { start, end } }) => start.line <= line && line <= end.line);
    this.studio.findings.list.children[number]?.querySelector("button.fix")?.focus();
  }

  /** What the text declares, to go to. */
  async outlined() {
    const found = await this.line.ask("textDocument/documentSymbol", { textDocument: this.document }).catch(() => null);
    this.symbols = (found ?? []).flatMap((one) => [[0, one], ...(one.children ?? []).map((child) => [1, child])]);
    fill(this.outline, el("option", { value: "" }, tr("Go to …")), this.symbols.map(([deep, one], i) => el("option", { value: i }, `${"\u00a0\u00a0".repeat(deep)}${one.name}`)));
  }

  goTo() {
    const symbol = this.symbols[Number(this.outline.value)];
    this.outline.value = "";
    if (symbol) this.editor.reveal(symbol[1].selectionRange);
  }
}
