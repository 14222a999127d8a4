// The page's own words in the reader's language. English stands in the code, and is the name by which a catalogue
// (cli/languages/CODE.json) knows a text; what a catalogue lacks is said in English. What rulesets say stays as it is.

import { keep, kept } from "./dom.js";

const ENGLISH = { code: "en", language: "English", decimal: ".", plurals: { one: "n = 1" }, texts: {}, heard: {} };
const LONGEST = 1000; // signs of a text that is looked up by its form
const NUMBER = "[0-9,]+";
// What a place with such a name stands for; any other stands for any text, as short as may be.
const HELD = { noun: "[A-Za-z0-9]+(?: [A-Za-z0-9]+)?", count: NUMBER, least: NUMBER, greatest: NUMBER, Before: "[^]+" };
const AMOUNTS = new Set(["high", "low", "score", "scores", "counts"]); // places that hold numbers as rules count them
const catalogues = new Map([["en", ENGLISH]]);
let now = ENGLISH;

/** Know these languages, too. */
export function learn(...more) {
  for (const catalogue of more) catalogues.set(catalogue.code, catalogue);
}

/** The languages there are: `[code, its own name for itself]`. */
export function languages() {
  return [...catalogues.values()].map(({ code, language }) => [code, language]);
}

/** The one that is spoken. */
export function spoken() {
  return now.code;
}

/** Speak one; a code that nobody knows is English. */
export function speak(code) {
  now = catalogues.get(code) ?? ENGLISH;
  document.documentElement.lang = now.code;
}

/** Speak one from now on, and the next time. */
export function choose(code) {
  keep("language", code);
  speak(code);
}

/** The one that was chosen here, else the first that the browser asks for and that is known. */
export function wanted(asked = navigator.languages ?? []) {
  const mine = kept("language");
  if (catalogues.has(mine)) return mine;
  return asked.map((code) => code.toLowerCase().split("-")[0]).find((code) => catalogues.has(code)) ?? "en";
}

/** A text of the page's own; `{name}` stands for one of the values. */
export function tr(text, values = {}) {
  return filledIn(now.texts[text] ?? text, values);
}

/** One of two texts, by how many there are: `trn("{n} game", "{n} games", n)`. Languages may have more forms. */
export function trn(one, many, n, values = {}) {
  const [forms, { plurals }] = many in now.texts ? [now.texts[many], now] : [{ one, other: many }, ENGLISH];
  const form = Object.keys(plurals).find((name) => isCounted(plurals[name], n)) ?? "other";
  return filledIn(forms[form], { n, ...values });
}

/** What comes from elsewhere as English: how a game ended (`result`), why something can't be done (`trouble`). It is known
 * by its form; where the form isn't known it stays as it is. */
export function heard(kind, text) {
  return known(kind, text) ?? text;
}

/** Why something can't be done, as a sentence of the page. */
export function trouble(text) {
  return sentence(heard("trouble", text));
}

/** With a capital letter and a full stop. What begins with a name that isn't a word, as of a file, begins as it is. */
export function sentence(text) {
  const begun = /^\p{Ll}[\p{L}'’]*[ ,]/u.test(text) ? text[0].toUpperCase() + text.slice(1) : text;
  return !begun || begun.includes("\n") || /[.!?…:]$/.test(begun) ? begun : `${begun}.`;
}

/** The text in this language; null if its form isn't known. In a form, a name with a capital letter stands for what must
 * be known itself; if it is that of another kind, as `{Refusal}`, there. `found` holds what was looked up already, as a text may be cut in many ways. */
function known(kind, text, found = new Map()) {
  const forms = now.heard[kind] ?? {};
  if (Object.hasOwn(forms, text)) return forms[text];
  if (text.length > LONGEST) return null;
  if (!found.has(text)) {
    let said = null;
    for (const form of Object.keys(forms)) if ((said = byForm(kind, text, form, found)) !== null) break;
    found.set(text, said);
  }
  return found.get(text);
}

/** The text in this language, if it is of this form; else null. */
function byForm(kind, text, form, found) {
  const cut = patternOf(form).exec(text);
  if (!cut) return null;
  const values = {};
  for (const [name, part] of Object.entries(cut.groups ?? {})) {
    const other = name.toLowerCase();
    if (AMOUNTS.has(name)) values[name] = part.replace(/(\d)\.(\d)/g, `$1${now.decimal ?? "."}$2`);
    else if (!/^[A-Z]/.test(name)) values[name] = part;
    else values[name] = other !== kind && now.heard[other] ? known(other, part) : known(kind, part, found);
    if (values[name] === null) return null;
  }
  return filledIn(now.heard[kind][form], values);
}

function patternOf(form) {
  const parts = form.split(/\{(\w+)\}/).map((part, i) => (i % 2 ? `(?<${part}>${HELD[part] ?? "[^]+?"})` : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/^'s\b/, "(?:'s|(?<=s)')")));
  return new RegExp(`^${parts.join("")}$`);
}

/** Fractions are written as in the language that is spoken. */
function filledIn(text, values) {
  const written = (value) => (typeof value === "number" && value % 1 ? value.toLocaleString(now.code) : value);
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? written(values[name]) : whole));
}

/** Whether a number is of a form, as CLDR writes its rules: `n % 10 = 2..4 and n % 100 != 12..14`. */
function isCounted(rule, n) {
  return rule.split(" or ").some((some) => some.split(" and ").every((one) => {
    const [, part, not, ranges] = /^n(?: % (\d+))? (!?)= ([\d.,]+)$/.exec(one);
    const number = part ? n % Number(part) : n;
    const isIn = ranges.split(",").map((range) => range.split("..").map(Number)).some(([low, high = low]) => low <= number && number <= high);
    return isIn !== Boolean(not);
  }));
}
