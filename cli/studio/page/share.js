// What is handed on of a ruleset: a link that holds its text, a board for another page, a page that plays, and the file.

import { copied, download, el, fill } from "./dom.js";
import { dialogue } from "./dialogues.js";
import { tr, trn } from "./language.js";
import { packed } from "./links.js";

const LONG_LINK = 8000; // characters that every program takes in an address

/** The window. `ask(wants)` gives `{text}` or `{page}`, or `{error}`; `site`: the address of a studio, or "". */
export function shareWindow({ name, site, ask }) {
  const stem = name.split("/").at(-1).replace(/\.gdl$/, "");
  const link = el("div", {}, el("p", {}, tr("The link is made …")));
  const wrong = el("p", { class: "wrong", role: "alert" });
  const made = el("button", { type: "button" }, tr("Save a page that plays ({file})", { file: `${stem}.html` }));
  const file = el("button", { type: "button", disabled: true }, tr("Save the text ({file})", { file: `${stem}.gdl` }));
  made.onclick = async () => {
    made.disabled = true;
    wrong.textContent = tr("The page is made …");
    const told = await ask("page");
    made.disabled = false;
    wrong.textContent = told.error ?? "";
    if (told.page) download(`${stem}.html`, told.page, "text/html");
  };
  dialogue(tr("Share"), el("div", { class: "share" }, link, el("h3", {}, tr("Files")), el("p", { class: "share-files" }, made, file), wrong));
  begin();

  async function begin() {
    const told = await ask("text");
    if (told.error) {
      fill(link, el("p", { class: "wrong" }, told.error));
      return;
    }
    file.disabled = false;
    file.onclick = () => download(`${stem}.gdl`, told.text, "text/plain");
    if (!site) {
      fill(link, el("p", {}, tr("Nobody else can reach this studio, so a link to it helps nobody. `gdl studio --site ADDRESS` makes links to a studio that others can open.")));
      return;
    }
    const code = await packed(told.text), address = `${site}#text=${code}`;
    const board = `<iframe src="${escaped(site)}#view=board&amp;text=${code}" title="${escaped(stem)}" width="480" height="640"></iframe>`;
    fill(link, part("share-link", tr("A link that holds the whole text"), address), part("share-board", tr("A board for a page of your own (HTML)"), board),
      el("p", { class: "hint" }, tr("On the first visit, the link needs a network. The page that plays, below, never needs one.")),
      el("p", { class: "hint" }, address.length > LONG_LINK ? trn("The link has {n} character. Some programs cut links as long as that.", "The link has {n} characters. Some programs cut links as long as that.", address.length) : tr("The link itself holds the text. No server stores it.")));
  }
}

/** A text to be copied, with its name. */
function part(id, name, text) {
  const field = el("textarea", { id, readonly: true, rows: 3, spellcheck: "false", onfocus: () => field.select() });
  field.value = text;
  const copy = el("button", { type: "button", onclick: async () => {
    field.select();
    copy.textContent = (await copied(text)) ? tr("Copied") : tr("Press Ctrl-C");
  } }, tr("Copy"));
  return el("p", { class: "share-part" }, el("label", { for: id }, name), field, copy);
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
