// A new ruleset: an empty commented game, a copy of a game that ships or a variant of one, or a file of this computer.

import { dialogue } from "./dialogues.js";
import { el, fill } from "./dom.js";
import { textOf } from "./from_disk.js";
import { tr } from "./language.js";

const LISTED_GAMES = 200;

/** The window. `own`: the open ruleset's name, if it has one; `shipped()` gives the games, `begin(which)` opens one. */
export function beginWindow({ own, shipped, begin }) {
  const field = el("input", { type: "search", id: "find-game", autocomplete: "off", placeholder: tr("Find a game"), oninput: () => show() });
  const list = el("ul", { class: "games" }), words = el("p", { class: "doing", role: "status" }, tr("The games are listed …"));
  let games = [];
  const take = (which) => {
    box.close();
    begin("text" in which ? which : { new: true, ...which });
  };
  const wrong = el("p", { class: "wrong", role: "alert" });
  const file = el("input", { type: "file", id: "ruleset-file", accept: ".gdl,text/plain", async onchange() {
    const [one] = file.files;
    wrong.textContent = "";
    try {
      if (one) take({ text: await textOf(one) });
    } catch (error) {
      wrong.textContent = error.message;
    }
    file.value = "";
  } });
  const box = dialogue(tr("Begin a new ruleset"), el("div", { class: "beginnings" },
    el("p", { class: "buttons" }, el("button", { type: "button", class: "main", onclick: () => take({}) }, tr("An empty game with comments")),
      own && el("button", { type: "button", onclick: () => take({ own }) }, tr("A variant of {game}", { game: own }))),
    el("p", { class: "field" }, el("label", { for: "ruleset-file" }, tr("Or from a file")), file), wrong,
    el("p", { class: "field" }, el("label", { for: "find-game" }, tr("Or from a game")), field), words, list));
  fetchGames();

  async function fetchGames() {
    const told = await shipped().catch((error) => ({ error: error.message }));
    games = told.games ?? [];
    words.textContent = told.error ?? told.refused ?? "";
    show();
  }

  function show() {
    const wanted = field.value.toLowerCase().split(" ").filter(Boolean);
    const fits = games.filter((game) => wanted.every((word) => `${game.name} ${game.title} ${game.about}`.toLowerCase().includes(word)));
    fill(list, fits.slice(0, LISTED_GAMES).map((game) => el("li", {},
      el("span", { class: "game-name" }, el("strong", {}, game.title), " ", el("small", {}, game.about)),
      el("button", { type: "button", "aria-label": tr("A copy of {game}", { game: game.title }), onclick: () => take({ game: game.name, sort: "copy" }) }, tr("Copy")),
      el("button", { type: "button", "aria-label": tr("A variant of {game}", { game: game.title }), onclick: () => take({ game: game.name, sort: "variant" }) }, tr("Variant")))));
    if (games.length) words.textContent = fits.length ? "" : tr("not found");
  }
}
