// What stands where on the studio's page.

import { el } from "./dom.js";
import { tr } from "./language.js";
import { languageField } from "./language_field.js";

const PANES = ["text", "board"];

const button = (name, act, title = name, more = {}) => el("button", { type: "button", title, onclick: act, ...more }, name);

/** The page's outermost element. `parts` are those that it shows, `acts` what its buttons do. */
export function layOut(parts, acts) {
  return el("div", { class: "studio", "data-shows": "text" },
    topLine(parts, acts),
    parts.notice,
    el("main", { class: "panes-side-by-side" },
      el("section", { class: "writing", "aria-label": tr("Text") }, parts.search, parts.editor, parts.folding, textLine(parts, acts), parts.below, parts.proposals, parts.explanation),
      el("section", { class: "playing", "aria-label": tr("Board") }, parts.stuck, parts.controls, parts.stage)));
}

function topLine({ names, state }, acts) {
  const tabs = PANES.map((pane) => button({ text: tr("Text"), board: tr("Board") }[pane], () => acts.show(pane), undefined, { "data-pane": pane, "aria-pressed": "false" }));
  return el("header", { class: "top head" },
    el("h1", {}, "gdl studio"), names, button(el("span", { class: "sign", "data-sign": "✎" }), acts.name, tr("Name of the file"), { "aria-label": tr("Name of the file") }), button(tr("New"), acts.beginNew, tr("Begin a new ruleset")),
    button(tr("Save"), acts.save, tr("Save (Ctrl+S)"), { class: "main" }), button(tr("Share"), acts.share, tr("Share the text, or a page that plays")),
    button("?", acts.manual, tr("How the studio works"), { "aria-label": tr("How the studio works") }), state,
    el("nav", { class: "panes", "aria-label": tr("Panes") }, tabs),
    el("span", { class: "end" }, button(el("span", { class: "sign", "data-sign": "◐" }), acts.theme, tr("Colours"), { "aria-label": tr("Colours") }), languageField(acts.reload)));
}

const inText = (name, act, title, label = name) => button(name, act, title, { "aria-label": label, onmousedown: (event) => event.preventDefault() }); // the text keeps the focus

function textLine({ outline, foldingButton, where }, acts) {
  return el("div", { class: "caret-bar" },
    el("span", { class: "edit" }, outline, foldingButton, button(tr("Find"), acts.find, tr("Find (Ctrl+F)")),
      inText("↶", acts.undo, tr("Undo in the text (Ctrl+Z)"), tr("Undo in the text")), inText("↷", acts.redo, tr("Redo in the text (Ctrl+Y)"), tr("Redo in the text")),
      inText(tr("Suggest"), acts.suggest, tr("List what may stand at the caret (Ctrl+Space)")),
      button(tr("Explain"), acts.explain, tr("Explain the word at the caret (Ctrl+I)")),
      button(tr("Rename"), acts.rename, tr("Rename what is at the caret (F2)")), button(tr("Format"), acts.format, tr("Put the text into the usual layout (Shift+Alt+F)"))),
    where);
}

/** Show one pane: on narrow screens one is seen at a time. */
export function showPane(shell, pane) {
  shell.dataset.shows = pane;
  for (const one of shell.querySelectorAll(".panes button")) one.setAttribute("aria-pressed", String(one.dataset.pane === pane));
}
