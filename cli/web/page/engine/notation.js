// Positions in one line, as players of a game write them, where the rules say how: `interpreter/game/notation.py` says what
// the words of such a line stand for. `of`: what `cli/web/page/editing.py` says of the game.

import { PositionError } from "./positions.js";

const NONE = "-";
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const ways = (texts) => [...texts].sort((a, b) => b.length - a.length).map(escaped).join("|");

/** Writes and reads the lines of a game. */
export class Notation {
  constructor(of) {
    this.of = of;
    Object.assign(this, of.notation);
    this.variables = new Map(of.variables.flatMap((variable, i) => (variable.name === null ? [] : [[variable.name, { ...variable, i }]])));
    this.letters = new Map(of.pieces.map((piece) => [piece.text, piece]));
    this.texts = new Map(of.pieces.map((piece) => [piece.label, piece.text]));
  }

  /** The signs behind pieces, each with the set that it stands for. */
  marks({ texts }) {
    return texts.filter(([, text]) => text !== this.brackets).map(([name, text]) => [text, name]);
  }

  hands({ texts }) {
    return texts.filter(([, text]) => text === this.brackets).map(([name]) => name);
  }

  /** Where the number of each piece in hand is kept: letters with cells, in the cells' order. */
  places({ dimensions: [owners, kinds] }) {
    const found = [...this.letters].filter(([, { owner, kind }]) => owners.labels.includes(owner) && kinds?.labels.includes(kind));
    return found.map(([letter, { owner, kind }]) => [letter, owners.labels.indexOf(owner) * kinds.labels.length + kinds.labels.indexOf(kind)])
      .sort((a, b) => a[1] - b[1]);
  }

  // ---- writing

  /** The line for what a state shows: `{me, pieces, values, turns}`. */
  write(shown) {
    return this.fields.map((field) => this.written(field, shown)).join(" ");
  }

  written(field, shown) {
    const texts = new Map(field.texts), { players } = this.of;
    if (field.name === "board") return this.boardText(field, shown);
    if (field.name === "me") return texts.get(players[shown.me]) ?? players[shown.me];
    if (field.name === "turn") return String(Math.floor((shown.turns ?? 0) / players.length) + 1);
    return this.cells(field.name, shown).map((value) => this.one(field.texts, value)).join("+");
  }

  cells(name, shown) {
    return shown.values[this.variables.get(name).i];
  }

  one(pairs, value) {
    const texts = new Map(pairs);
    const text = (x) => texts.get(String(x)) ?? String(x);
    if (value === null) return NONE;
    if (!Array.isArray(value)) return text(value);
    if (texts.size && !value.every((x) => texts.has(String(x)))) return value.join(",");
    const parts = value.map(text);
    const ordered = [...texts.values()].filter((one) => parts.includes(one));
    return (ordered.length ? ordered : parts).join(texts.size ? "" : ",") || NONE;
  }

  boardText(field, shown) {
    const marks = this.marks(field).map(([sign, name]) => [sign, new Set(this.cells(name, shown)[0])]);
    const rows = this.rows.map((row) => {
      const signs = row.map((site) => {
        const [piece] = shown.pieces[site];
        return piece === undefined ? "\0" : this.texts.get(piece) + marks.filter(([, sites]) => sites.has(site)).map(([sign]) => sign).join("");
      });
      return signs.join("").replace(/\0+/g, (gap) => gap.length);
    });
    const hands = this.hands(field).map((name) => {
      const held = this.cells(name, shown);
      return `[${this.places(this.variables.get(name)).map(([letter, at]) => letter.repeat(held[at])).join("")}]`;
    });
    return rows.join("/") + hands.join("");
  }

  // ---- reading

  /** Whether two lines say the same, but for the number of the round. */
  agree(a, b) {
    const [first, second] = [a.split(" "), b.trim().split(/\s+/)];
    return this.fields.every(({ name }, i) => name === "turn" || first[i] === undefined || second[i] === undefined || first[i] === second[i]);
  }

  /** The position that a line describes, as data; fails with every reason why it can't be read. */
  read(line) {
    const words = line.trim().split(/\s+/), data = {}, reasons = new Set();
    if (words.length > this.fields.length) reasons.add(`${words.length} words, but only ${this.fields.length}: ${this.form}`);
    this.fields.slice(0, words.length).forEach((field, i) => {
      const said = words[i];
      const refuse = (reason) => reasons.add(`\`${said.slice(0, 80)}\`: ${reason}`);
      if (field.name === "board") this.readBoard(field, said, data, refuse);
      else if (field.name === "me") data["to move"] = meant(field, said);
      else if (field.name !== "turn") (data.variables ??= {})[field.name] = this.readVariable(field, said, refuse);
    });
    if (reasons.size) throw new PositionError([...reasons]);
    return data;
  }

  readVariable(field, said, refuse) {
    const variable = this.variables.get(field.name);
    if (!variable.dimensions.length) return this.readValue(field, variable, said, refuse);
    const [{ labels }] = variable.dimensions, parts = said.split("+");
    if (parts.length !== labels.length) refuse(`\`${field.name}\` is one for each of ${labels.join(", ")}, joined by \`+\``);
    return Object.fromEntries(labels.slice(0, parts.length).map((label, i) => [label, this.readValue(field, variable, parts[i], refuse)]));
  }

  readValue(field, { sort, maybe }, said, refuse) {
    if (sort === "set") return this.readSet(field, said, refuse);
    if (said === NONE && maybe) return null;
    const value = meant(field, said);
    if (sort === "truth") return { true: true, false: false }[value] ?? value;
    return sort === "number" && /^-?\d{1,9}$/.test(value) ? Number(value) : value;
  }

  readSet(field, said, refuse) {
    if (said === NONE) return [];
    const texts = field.texts.map(([, text]) => text), { labels } = this.variables.get(field.name);
    const parts = said.split(",");
    if (!texts.length || (labels && parts.every((label) => labels.includes(label)) && !texts.includes(said))) return parts;
    const found = said.match(new RegExp(ways(texts), "g")) ?? [];
    if (found.join("") !== said) refuse(`\`${field.name}\` is made of ${texts.join(", ")}, or it is \`${NONE}\``);
    return found.map((text) => meant(field, text));
  }

  readBoard(field, said, data, refuse) {
    const [, placed, held] = /^([^[]*)(.*)$/.exec(said);
    const texts = placed.replace(/\/+$/, "").split("/");
    if (texts.length !== this.rows.length) refuse(`the board has ${this.rows.length} rows, from the top down, with \`/\` between; here are ${texts.length}`);
    const marks = new Map(this.marks(field)), on = {}, marked = {};
    const tokens = new RegExp(`\\d{1,4}|${ways([...this.letters.keys(), ...marks.keys()])}|.`, "gu");
    this.rows.slice(0, texts.length).forEach((row, i) => {
      let at = 0;
      for (const token of texts[i].match(tokens) ?? []) {
        if (/^\d+$/.test(token)) at += Number(token);
        else if (marks.has(token)) (marked[marks.get(token)] ??= []).push(row[Math.max(at - 1, 0)] ?? "");
        else {
          const piece = this.letters.get(token);
          if (piece) (on[piece.label] ??= []).push(row[at] ?? "");
          else refuse(`there is no piece \`${token}\`; there are ${[...this.letters.keys()].join(", ")}`);
          at += 1;
        }
      }
      if (at !== row.length) refuse(`the row \`${texts[i].slice(0, 80)}\` has ${at} sites, and should have ${row.length}`);
    });
    data.pieces = on;
    data.variables = { ...data.variables, ...marked };
    const hands = this.hands(field);
    for (const name of hands) data.variables[name] = this.readHand(name, held.replace(/^\[|\]$/g, ""), refuse);
    if (held && !hands.length) refuse("nothing is held in hand");
  }

  readHand(name, held, refuse) {
    const possible = new Map(this.places(this.variables.get(name))), found = {};
    for (const letter of held) {
      if (!possible.has(letter)) {
        refuse(`no \`${letter}\` is held in hand; there are ${[...possible.keys()].join(", ")}`);
        continue;
      }
      const { owner, kind } = this.letters.get(letter);
      const kinds = (found[owner] ??= {});
      kinds[kind] = (kinds[kind] ?? 0) + 1;
    }
    return found;
  }
}

const meant = ({ texts }, said) => texts.find(([, text]) => text === said)?.[0] ?? said;
