// What a draft (draft.js) holds beside the board, as fields: numbers, names, truths, sets, what lies in bags and on piles.

import { el } from "./dom.js";
import { tr } from "./language.js";

const MOST_FIELDS = 400; // cells of a variable that get a field each; of more the text says what they hold
const MOST_BOXES = 60; // things that may be in a set, and get a box each

/** Fields for a variable; `changed()` is called when the draft has changed. */
export function fieldsFor(draft, i, changed) {
  const variable = draft.of.variables[i];
  const { words, dimensions, collection } = variable;
  if (collection) return group(words, heaps(draft, i, changed));
  if (draft.cells[i].length > MOST_FIELDS) return null;
  const names = dimensions.reduce((rows, { labels }) => rows.flatMap((row) => labels.map((label) => [...row, label])), [[]]);
  if (!dimensions.length) return el("p", { class: "field" }, labelled(words, field(draft, i, 0, words, changed)));
  return group(words, names.map((row, cell) => el("p", { class: "field" }, labelled(row.join(" "), field(draft, i, cell, `${words} ${row.join(" ")}`, changed)))));
}

const group = (words, parts) => el("details", { class: "options" }, el("summary", {}, words), parts);
const labelled = (words, control) => el("label", {}, el("span", {}, words), control);

function field(draft, i, cell, words, changed) {
  const variable = draft.of.variables[i], value = draft.cells[i][cell];
  const set = (next) => { draft.set(i, cell, next); changed(); };
  if (variable.sort === "truth") return el("input", { type: "checkbox", checked: value, "aria-label": words, onchange: (event) => set(event.target.checked) });
  if (variable.sort === "number") return number(variable, value, words, set);
  if (variable.sort === "set") return setField(variable, value, words, set);
  const none = variable.maybe && el("option", { value: "", selected: value === null }, "–");
  return el("select", { "aria-label": words, onchange: (event) => set(event.target.value === "" ? null : event.target.value) },
    none, variable.labels.map((label) => el("option", { value: label, selected: label === value }, label)));
}

function number({ low, high, maybe }, value, words, set) {
  return el("input", {
    type: "number", min: low, max: high, value: value ?? "", required: !maybe, "aria-label": words,
    onchange: ({ target }) => {
      if (target.checkValidity()) set(target.value === "" ? null : Number(target.value));
      else target.reportValidity();
    },
  });
}

function setField({ labels, low, high }, value, words, set) {
  const all = labels ?? Array.from({ length: high - low + 1 }, (_, k) => low + k);
  if (all.length > MOST_BOXES) return listField(all.map(String), value.map(String), words, (items) => set(labels ? items : items.map(Number)), true);
  return el("span", { class: "boxes", role: "group", "aria-label": words }, all.map((item) => el("label", {},
    el("input", { type: "checkbox", checked: value.includes(item), onchange: ({ target }) => set(target.checked ? [...value, item] : value.filter((one) => one !== item)) }), String(item))));
}

/** Names with commas between; what isn't known is said by the browser. */
function listField(known, value, words, set, isSet) {
  return el("input", {
    type: "text", value: value.join(", "), "aria-label": words, spellcheck: "false", autocapitalize: "off",
    onchange: ({ target }) => {
      const items = target.value.split(",").map((item) => item.trim()).filter(Boolean);
      const strange = items.find((item) => !known.includes(item));
      target.setCustomValidity(strange === undefined ? "" : tr("{name} isn't known here; there are {names}", { name: strange, names: `${known.slice(0, 12).join(", ")}${known.length > 12 ? " …" : ""}` }));
      if (target.reportValidity()) set(isSet ? [...new Set(items)] : items);
    },
  });
}

/** Bags and piles: a list for each, of a pile from the bottom. */
function heaps(draft, i, changed) {
  const variable = draft.of.variables[i];
  const [last, ...others] = [...variable.dimensions].reverse();
  const names = others.reverse().reduce((rows, { labels }) => rows.flatMap((row) => labels.map((label) => [...row, label])), [[]]);
  const size = last.labels.length;
  const isBag = variable.collection === "bag";
  return names.map((row, k) => {
    const words = row.join(" ") || variable.words;
    const cells = draft.cells[i].slice(k * size, (k + 1) * size);
    const lying = isBag ? cells.flatMap((count, j) => Array(count).fill(last.labels[j])) : cells.filter((thing) => thing !== null);
    const set = (items) => {
      const next = last.labels.map((label, j) => (isBag ? items.filter((item) => item === label).length : items[j] ?? null));
      next.forEach((value, j) => draft.set(i, k * size + j, value));
      changed();
    };
    return el("p", { class: "field" }, labelled(words, listField(isBag ? last.labels : variable.labels.map(String), lying, words, set, false)));
  });
}
