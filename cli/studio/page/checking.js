// The text as the host knows it: it is told each change, and answers with colours, findings and their fixes.

const COLOURS = 40; // milliseconds after a change until colours are asked for

/** What is found in the text while it is written. `uri()`: its address; `found(diagnostics, actions)` hears what was found,
 * and once more with what can be done about it. */
export class Checking {
  constructor({ line, editor, uri, found }) {
    Object.assign(this, { line, editor, uri, found });
    this.version = 0;
    line.on("textDocument/publishDiagnostics", (told) => this.diagnosed(told));
  }

  get document() {
    return { uri: this.uri() };
  }

  /** Another text is open, or the host is another. */
  open() {
    this.line.tell("textDocument/didOpen", { textDocument: { uri: this.uri(), languageId: "gdl", version: ++this.version, text: this.editor.text } });
    this.colour();
  }

  /** The text has changed. */
  changed() {
    this.line.tell("textDocument/didChange", { textDocument: { uri: this.uri(), version: ++this.version }, contentChanges: [{ text: this.editor.text }] });
    clearTimeout(this.colouring);
    this.colouring = setTimeout(() => this.colour(), COLOURS);
  }

  async colour() {
    const { version } = this;
    const told = await this.line.ask("textDocument/semanticTokens/full", { textDocument: this.document }).catch(() => null);
    if (told && version === this.version) this.editor.layer.setColours(told.data, this.kinds);
  }

  async diagnosed({ uri, version, diagnostics }) {
    if (uri !== this.uri() || (version ?? this.version) !== this.version) return;
    this.last = diagnostics;
    this.found(diagnostics);
    if (!diagnostics.length) return;
    const whole = { start: { line: 0, character: 0 }, end: this.editor.places.of(this.editor.text.length) };
    const actions = await this.line.ask("textDocument/codeAction", { textDocument: this.document, range: whole, context: { diagnostics: [] } }).catch(() => []);
    if (this.last === diagnostics) this.found(diagnostics, actions ?? []);
  }
}
