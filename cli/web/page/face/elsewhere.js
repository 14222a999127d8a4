// Games that go elsewhere or come from there: as records of ours, or in the formats of other programs.

import { dialogue } from "./dialogues.js";
import { copied, download, el } from "./dom.js";
import { tr, trouble } from "./language.js";

const LONGEST_GAME = 1_000_000; // characters of a text that is opened

/** What formats are called; "" is our own. */
const formatName = (kind) => ({ "": tr("Record (YAML or JSON)"), fen: tr("Position (FEN)"), epd: tr("Position (EPD)") })[kind] ?? tr("Game ({format})", { format: kind.toUpperCase() });

/** The game as a file. */
export async function saveGame(face) {
  const text = await face.ask("record"), { name, title } = face.engine.info;
  if (text !== null) download(`${(name ?? title).replace(/[^\p{L}\p{N}_-]+/gu, "_")}.json`, text);
}

/** The game, to be put elsewhere: into a message, say. */
export async function copyGame(face) {
  const { formats } = face.engine.info;
  const kind = formats?.length ? await copyWindow(formats) : "";
  if (kind === null) return;
  const text = await face.ask("record", kind || null);
  if (text === null) return;
  const refused = (await copied(text)) ? "" : tr("This browser doesn't let a page copy.");
  face.news(refused || tr("The game is copied."));
  face.say(refused);
}

/** In which way the game is to be copied: a kind, "" for our own; null if none was chosen. */
function copyWindow(kinds) {
  return new Promise((resolve) => {
    let chosen = null;
    const button = (kind) => el("button", { type: "button", class: kind ? "" : "main", onclick() { chosen = kind; box.close(); } }, formatName(kind));
    const box = dialogue(tr("Copy the game"), el("p", { class: "buttons" }, ["", ...kinds].map(button)));
    box.addEventListener("close", () => resolve(chosen));
  });
}

/** The text of a file; fails with a sentence if no game is as long. */
async function textOfGame(file) {
  if (file.size > 2 * LONGEST_GAME) throw new Error(tr("{file} is too long for a game's record", { file: file.name }));
  try {
    return await file.text();
  } catch { // a folder, or a file that has gone
    throw new Error(tr("{file} can't be read.", { file: file.name }));
  }
}

/** A file that was dropped on the page: the game in it goes on here, or it is said why it can't. */
export async function openDropped(face, file) {
  const { info } = face.engine;
  face.say("");
  try {
    if (!info?.can.includes("load")) throw new Error(tr("No other game can be opened on this page."));
    await face.engine.load(await textOfGame(file));
  } catch (error) {
    face.say(error.message);
  }
}

/** A game from a file or a pasted text. */
export function openWindow(engine) {
  const wrong = el("p", { class: "wrong", role: "alert" });
  const text = el("textarea", { id: "opened", rows: 8, spellcheck: "false", autocapitalize: "off" });
  const open = async (said) => {
    wrong.textContent = "";
    try {
      if (said.length > LONGEST_GAME) throw new Error(tr("That is too long for a game's record."));
      await engine.load(said);
      box.close();
    } catch (error) {
      wrong.textContent = trouble(error.message);
    }
  };
  const file = el("input", { type: "file", id: "opened-file", accept: ".json,.yaml,.yml,.pgn,.sgf,.pdn,.fen,.epd,application/json,application/yaml,text/yaml,text/plain",
    async onchange() {
      const [one] = file.files;
      if (!one) return;
      try {
        await open(await textOfGame(one));
      } catch (error) {
        wrong.textContent = error.message;
      }
      file.value = "";
    } });
  const form = el("form", { async onsubmit(event) {
    event.preventDefault();
    await open(text.value);
  } },
  el("p", { class: "field" }, el("label", { for: "opened-file" }, tr("A file")), file),
  el("p", { class: "field wide" }, el("label", { for: "opened" }, tr("or a text")), text,
    el("small", {}, tr("It may be: {formats}.", { formats: ["", ...(engine.info.formats ?? [])].map(formatName).join(", ") }))),
  wrong, el("p", { class: "buttons" }, el("button", { type: "submit", class: "main" }, tr("Open"))));
  const box = dialogue(tr("Open a game"), form);
}
