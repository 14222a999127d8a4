// Windows over the page: the rules, a new game, a question. The browser's own <dialog> keeps focus and Escape right.

import { el, fill } from "./dom.js";
import { tr, trouble } from "./language.js";
import { page } from "./safe.js";
import { Settings } from "./settings.js";

/** A window with a title and these parts; it is open at once. */
export function dialogue(title, ...children) {
  const close = el("button", { type: "button", class: "close", "aria-label": tr("Close"), onclick: () => box.close() }, "×");
  const box = el("dialog", { "aria-label": title, onclose: () => box.remove() }, el("header", {}, el("h2", {}, title), close), ...children);
  box.addEventListener("click", (event) => event.target === box && box.close()); // beside the window
  document.body.append(box);
  box.showModal();
  return box;
}

/** The rules' page. */
export function rulesWindow(info) {
  const text = el("article", { class: "rules", tabindex: 0 });
  fill(text, info.rules ? page(info.rules) : [el("p", {}, tr("This game came without a page of rules."))]);
  for (const code of text.querySelectorAll("pre, table")) code.setAttribute("tabindex", 0); // what scrolls is reached by keys
  dialogue(tr("How to play {game}", { game: info.title }), text);
}

/** A new game: options and seats. `start(value)` is async, and fails with why not. `sit(seats)`, likewise, goes on with this
 * game and other players; null where there is none to go on with. */
export function newWindow(info, start, sit = null) {
  const settings = new Settings(info);
  const seed = el("input", { id: "seed", type: "number", min: 0, max: 999999999, placeholder: tr("any") });
  const wrong = el("p", { class: "wrong", role: "alert" });
  const done = async (act) => {
    wrong.textContent = "";
    try {
      await act(settings.value());
      box.close();
    } catch (error) {
      wrong.textContent = trouble(error.message);
    }
  };
  const form = el("form", {
    onsubmit(event) {
      event.preventDefault();
      done((value) => start({ ...value, seed: seed.value === "" ? null : Number(seed.value) }));
    },
  }, settings.element, el("details", { class: "options" }, el("summary", {}, tr("Dice")), el("p", { class: "field" },
    el("label", { for: "seed" }, tr("seed")), seed, el("small", {}, tr("The same number gives the same dice and cards.")))), wrong,
  el("p", { class: "buttons" }, el("button", { type: "submit", class: "main" }, tr("Begin")),
    sit && el("button", { type: "button", onclick: () => done(({ seats }) => sit(seats)) }, tr("Go on with these players"))));
  const box = dialogue(tr("A new game"), form);
}

/** Yes or no. */
export function question(text, yes, no = tr("No")) {
  return new Promise((resolve) => {
    let said = false;
    const answer = (value) => () => { said = value; box.close(); };
    const box = dialogue(text, el("p", { class: "buttons" }, el("button", { type: "button", class: "main", onclick: answer(true) }, yes),
      el("button", { type: "button", onclick: answer(false) }, no)));
    box.addEventListener("close", () => resolve(said));
  });
}
