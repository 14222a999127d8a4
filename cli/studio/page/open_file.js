// The ruleset that is open: its file, what of it is saved, and what is to be done where the disk holds something else.

import { el, fill } from "./dom.js";
import { tr } from "./language.js";
import { LeftBehind } from "./left_behind.js";

const DRAFT = "gdl.draft";
const DRAFT_KEPT = 300; // milliseconds after a change until what isn't saved is kept
const NAMED = 800; // and until a new ruleset is called as its title

const later = () => tr("The ruleset opens when the studio has done what it is working on.");

/** Which file is open, and its text unless that is saved: kept for this tab, so that a page that is loaded again has it
 * still. `begun`: the name with which the text came. */
function keepDraft(draft) {
  try {
    sessionStorage.setItem(DRAFT, JSON.stringify(draft));
  } catch {
    // there is no room, or no storage: the page asks before it is left
  }
}

/** What was kept; null if there is nothing. */
function keptDraft() {
  try {
    return JSON.parse(sessionStorage.getItem(DRAFT));
  } catch {
    return null;
  }
}

/** How to open what was open in this tab before. */
function asBefore(draft) {
  if (!draft) return {};
  return draft.mark === null ? { text: draft.text, name: draft.name } : { name: draft.name };
}

/** What the game of a text is called. */
const titleOf = (text) => text.match(/^game[ \t]+"([^"\n]*)"/m)?.[1] ?? "";

/** The open file, as the host has it and as the editor shows it. `given`: a promise of a text to begin with, or null.
 * `game()`: what of the board is kept with the text. `opened` is called when another text is in the editor, with what was
 * kept of its game, `called` when it has another name. */
export class OpenFile {
  constructor({ line, editor, notice, given, game, opened, called, left = new LeftBehind() }) {
    Object.assign(this, { line, editor, notice, given, game, opened, called, left });
    given?.catch(() => null); // why there is none is told by `first`
    this.file = null; // {name, uri, mark, saved: text, begun: the first name, title: by which it is called, isGiven: whether somebody has named it,
    // given: the text with which it was opened, if it isn't a file's, isGone: whether somebody was told that it isn't there any more}
    this.names = el("select", { class: "names", "aria-label": tr("Ruleset"), onchange: () => this.choose() });
    this.state = el("span", { class: "save-state", role: "status" });
  }

  get uri() {
    return this.file?.uri ?? null;
  }

  /** Look after the text while the page is left, and after the disk. */
  listen() {
    this.line.on("studio/disk", (told) => this.disk(told));
    this.line.on("studio/names", ({ names }) => { this.all = names; this.list(); });
    addEventListener("pagehide", () => this.isLeaving || this.keepNow());
    addEventListener("beforeunload", (event) => this.isTouched && !this.isLeaving && event.preventDefault());
  }

  /** Whether somebody has written something that would be lost. */
  get isTouched() {
    return this.file !== null && this.editor.text !== this.file.saved;
  }

  /** Whether it was ever saved, and is still there. */
  get isOnDisk() {
    return Boolean(this.file?.mark) && !this.file.isGone;
  }

  get isUnsaved() {
    return this.isTouched || this.file?.mark === null || Boolean(this.file?.isGone);
  }

  /** Open what comes first: the text that was given, else what the host has. */
  async first() {
    let text, complaint;
    try {
      text = await this.given;
    } catch (error) {
      complaint = error.message;
    }
    const draft = keptDraft();
    await this.open(typeof text === "string" ? { text } : asBefore(draft));
    if (!this.file) await this.open({});
    if (complaint) this.notice.say(complaint);
    else if (!draft && typeof text !== "string") await this.offerLeft();
  }

  /** Offer what was written in a tab that is closed. */
  async offerLeft() {
    const [one] = await this.left.found();
    if (!one) return;
    const { key, name, text } = one;
    const open = async () => {
      await this.open({ text, name, isLeft: true });
      if (this.editor.text === text) this.left.forget(key); // this tab keeps it from now on
    };
    this.notice.say(tr("{name} was closed, and isn't saved.", { name }), [tr("Open it"), () => this.leaving(name, open)], [tr("Forget it"), () => this.left.forget(key)]);
  }

  /** Open a file, the first one, or a new one. */
  async open(which) {
    const before = this.file && this.editor.text;
    const asked = this.line.ask("studio/open", which).catch((error) => ({ refused: error.message }));
    const told = await (this.file ? this.notice.until(asked, later()) : asked);
    if (told === null) {
      this.stay();
      return;
    }
    if (told.refused) {
      this.notice.say(told.refused);
      this.list();
      return;
    }
    if (this.file && this.isTouched && this.editor.text !== before) { // somebody went on writing meanwhile
      this.stay();
      this.leaving(told.name, () => this.open(which));
      return;
    }
    if (this.file) this.line.tell("textDocument/didClose", { textDocument: { uri: this.file.uri } });
    const draft = this.file ? null : keptDraft();
    const same = draft && [draft.name, draft.begun].includes(told.name) && (which.text === undefined || [draft.given, draft.text].includes(which.text)) ? draft : null;
    const kept = same?.text ? same : null;
    const mine = kept && kept.text !== told.text ? kept : null;
    const saved = which.isLeft || (kept?.isTouched && !mine) ? null : told.text;
    this.file = { name: told.name, uri: told.uri, mark: told.mark, saved, begun: told.name, title: titleOf(told.text), isGiven: told.isGiven || Boolean(same?.isGiven), given: which.text };
    this.all = told.names;
    this.notice.clear();
    this.editor.setText(told.text);
    if (mine) {
      this.editor.setText(mine.text);
      if (mine.mark !== told.mark) this.differs(told);
    }
    document.title = `${told.name} – gdl studio`;
    this.list();
    this.mark();
    this.opened(same?.game ?? null);
  }

  /** Nothing else is opened after all. */
  stay() {
    if (this.file?.mark) this.line.ask("studio/open", { name: this.file.name }).catch(() => null); // which the host looks after
    this.list();
  }

  /** The line is there again: the file may have changed meanwhile. */
  async again() {
    this.notice.clear();
    const held = this.editor.text, { name, mark } = this.file;
    let told = await this.line.ask("studio/open", { name });
    if (told.refused && mark === null) told = await this.line.ask("studio/open", { text: held, name }); // it was never saved
    if (told.refused) this.notice.say(told.refused);
    else if (mark === null && told.mark === null) Object.assign(this.file, { name: told.name, uri: told.uri });
    else if (told.mark !== mark && told.text !== held) this.differs(told);
    this.list();
  }

  // ---- other rulesets

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
  async leaving(name, open) {
    if ((await this.notice.until(this.line.greeted, later())) === null) return;
    if (!this.isTouched) {
      open();
      return;
    }
    this.notice.say(tr("{name} isn't saved.", { name: this.file.name }),
      [tr("Save it, then open {name}", { name }), async () => (await this.save()) && open()],
      [tr("Open {name} without saving", { name }), open]);
  }

  /** Give a new ruleset the name of its title, unless somebody has named it. */
  async callAsTitle() {
    clearTimeout(this.naming);
    const { file } = this, title = titleOf(this.editor.text);
    if (!file || file.mark !== null || file.isGiven || title === file.title) return;
    const told = await this.line.ask("studio/name", { text: this.editor.text }).catch(() => null);
    if (told && this.file === file) this.call(told, { title });
  }

  /** The file has this name from now on, and this address. */
  call({ name, uri }, more = {}) {
    const old = this.file;
    this.file = { ...old, ...more, name, uri };
    if (uri === old.uri) return;
    this.line.tell("textDocument/didClose", { textDocument: { uri: old.uri } });
    document.title = `${name} – gdl studio`;
    this.list();
    this.keepNow();
    this.called();
  }

  /** Another name, which somebody has chosen; gives why not, or nothing. */
  async rename(wanted) {
    const { file } = this;
    const told = await this.line.ask("studio/rename", { name: file.name, wanted }).catch((error) => ({ refused: error.message }));
    if (told.refused) return told.refused;
    if (this.file !== file) return "";
    this.all = told.names;
    this.call(told, { begun: told.name, isGiven: true });
    if (told.extending.length) this.notice.say(tr("{files} must name {name} behind `extends`, too.", { files: told.extending.join(", "), name: told.name }));
    return "";
  }

  /** Do away with the file; then another is open. */
  async remove() {
    const told = await this.line.ask("studio/remove", { name: this.file.name }).catch((error) => ({ refused: error.message }));
    if (told.refused) this.notice.say(told.refused);
    else await this.open({});
  }

  /** Write the text to the disk; says whether that was done. Who was told that the file is gone isn't asked again. */
  async save(mark = this.file?.isGone ? null : this.file?.mark) {
    if (!this.file) return false;
    if (mark === null) await this.callAsTitle();
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
    this.file = { ...this.file, mark: told.mark, saved: text, begun: name, isGone: false };
    this.all = told.names;
    this.notice.clear();
    this.list();
    this.mark();
    return true;
  }

  /** The disk holds something else than this page believed; null: nothing any more. */
  differs(now) {
    const { name } = this.file;
    this.file.isGone = !now;
    this.mark();
    if (!now) {
      this.notice.say(tr("{name} isn't on the disk any more.", { name }), [tr("Save it again"), () => this.save(null)]);
      return;
    }
    this.notice.say(tr("{name} has changed on the disk.", { name }),
      [tr("Show what is on the disk"), () => this.takeOver(now)],
      [tr("Keep what is here, and write it over that"), () => this.save(now.mark)]);
  }

  /** The file is there again, as it was. */
  back() {
    this.file.isGone = false;
    this.notice.clear();
    this.mark();
  }

  /** What the disk holds is the text from now on; Undo brings back what was here. */
  takeOver(now) {
    this.file = { ...this.file, mark: now.mark, saved: now.text, isGone: false };
    this.editor.become(now.text);
    this.mark();
  }

  /** The server says that the file isn't what it was. */
  async disk({ name, mark }) {
    if (name !== this.file?.name) return;
    if (mark === this.file.mark) {
      if (this.file.isGone) this.back();
      return;
    }
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

  // ---- what isn't saved

  mark() {
    const words = this.isUnsaved ? tr("not saved") : tr("saved");
    if (this.state.textContent !== words) this.state.textContent = words;
    this.state.classList.toggle("unsaved", this.isUnsaved);
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => this.keepNow(), DRAFT_KEPT);
    clearTimeout(this.naming);
    this.naming = setTimeout(() => this.callAsTitle(), NAMED);
  }

  /** Keep what isn't saved, for a page that is loaded again. */
  keepNow() {
    clearTimeout(this.keeping);
    if (!this.file) return;
    this.left.keep(this.isTouched ? { name: this.file.name, text: this.editor.text } : null);
    const { isTouched, isUnsaved } = this, { name, mark, begun, isGiven, given } = this.file;
    keepDraft({ name, mark, begun, isGiven, isTouched, given, text: isUnsaved ? this.editor.text : null, game: this.game() });
  }

  /** The page anew, as in another language; what isn't saved is kept. */
  reload() {
    this.keepNow();
    this.isLeaving = true;
    location.reload();
  }
}
