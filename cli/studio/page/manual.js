// A short manual in a window: how to begin, and what the keys do.

import { dialogue } from "./dialogues.js";
import { el } from "./dom.js";
import { tr } from "./language.js";

const steps = () => [
  tr("“New” begins a ruleset: an empty game with comments, a copy of a game, or a variant of one."),
  tr("Change the text. The board follows when you stop typing."),
  tr("Mistakes are listed below the text. Press one to go to its line. The button under it makes the fix, if there is one."),
  tr("Play on the board by mouse, finger or keys. “Options and players” sets who plays: you, or the computer."),
  tr("“Figures” tells what random games come to: who wins how often, and how long a game is."),
  tr("“Share” makes a link that holds the whole text, or a page that plays without a network."),
];

const keys = () => [
  [tr("Ctrl+S"), tr("save")],
  [tr("Ctrl+Space"), tr("list what may stand at the caret")],
  [tr("Ctrl+I"), tr("explain the word at the caret")],
  ["F12", tr("go to the place that introduces the name")],
  ["F2", tr("rename the name at the caret")],
  [tr("Ctrl+."), tr("go to the fix for this line")],
  [tr("Shift+Alt+F"), tr("put the text into the usual layout")],
  [tr("Ctrl+F"), tr("find")],
  [tr("Shift+Alt+O"), tr("fold the text")],
  [tr("Escape, Tab"), tr("leave the text")],
];

/** The window. The host's page may name a longer manual. */
export function manualWindow() {
  const longer = document.querySelector("link[rel=help]")?.href;
  dialogue(tr("How the studio works"), el("article", { class: "manual", tabindex: 0 },
    el("ol", {}, steps().map((step) => el("li", {}, step))),
    longer && el("p", {}, el("a", { href: longer, target: "_blank", rel: "noopener" }, tr("The manual, with a tutorial"))),
    el("h3", {}, tr("Keys in the text")),
    el("table", {}, el("tbody", {}, keys().map(([key, what]) => el("tr", {}, el("th", { scope: "row" }, el("kbd", {}, key)), el("td", {}, what)))))));
}
