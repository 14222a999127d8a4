// Games in PGN, as far as a page reads them: the first game of a file, its moves and its end. `gdl convert` reads all of it.

import { RecordError } from "./records.js";

const PGN_TAG = /^\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]/;
const PGN_RESULT = /^(1-0|0-1|1\/2-1\/2|\*)$/;
const NOT_PGN = [[/\[\s*GameType\s+"/, "PDN"]];
const SGF = /^\s*\(\s*;/;

/** Whether a text is a game in SGF. */
export const isSgf = (text) => SGF.test(text);

/** Whether a text is a game of another program, not a record of ours. */
export function isForeign(text) {
  return NOT_PGN.some(([form]) => form.test(text)) || PGN_TAG.test(text) || /^\s*1\.\s*\S/.test(text);
}

/** What a game says: `{fen, moves, winner}`; `winner` is "White", "Black" or null. */
export function readPgn(text) {
  const other = NOT_PGN.find(([form]) => form.test(text));
  if (other) throw new RecordError(`This can't be used as a record: it is ${other[1]}; \`gdl convert\` makes a record of it.`);
  const tags = new Map(), moves = [];
  let rest = text.replace(/^\uFEFF/, "");
  for (let tag; (tag = PGN_TAG.exec(rest)); rest = rest.slice(tag[0].length)) tags.set(tag[1], tag[2].replace(/\\(.)/g, "$1"));
  let depth = 0, result = "*";
  for (const [token] of rest.matchAll(/\{[^}]*\}?|;[^\n]*|^%[^\n]*|[()]|\$\d+|[^\s(){};$]+/gm)) {
    if (token === "(") depth += 1;
    else if (token === ")") depth = Math.max(0, depth - 1);
    else if (depth || /^[{;%$]/.test(token)) continue;
    else if (PGN_RESULT.test(token)) {
      result = token;
      break;
    } else {
      const move = token.replace(/^\d+\.+/, "").replace(/[!?]+$/, "");
      if (move && !/^\d+$|^\.+$/.test(move)) moves.push(move);
    }
  }
  return { fen: tags.get("FEN") ?? null, moves, winner: { "1-0": "White", "0-1": "Black" }[result] ?? null };
}

/** A game as PGN. `form`: what `cli/web/page/formats.py` says of the format; `moves`: `[{player, text}]`; `ends`: the place
 * of the winner, 2 for a draw, null. */
export function pgnText(form, { moves, ends, fen }) {
  const result = ends === null ? "*" : ["1-0", "0-1", "1/2-1/2"][ends];
  const roster = { Event: "?", Site: "?", Date: "????.??.??", Round: "?", White: "?", Black: "?", Result: result };
  const tags = { ...roster, ...form.tags, ...(fen && { SetUp: "1", FEN: fen }) };
  const words = [];
  let number = 1, last = null;
  for (const { player, text } of moves) {
    const side = form.seated.indexOf(player);
    number += last === 1 && side !== 1;
    if (side !== 1) words.push(`${number}.`);
    else if (last === null) words.push(`${number}...`);
    words.push(text);
    last = side;
  }
  const lines = [""];
  for (const word of [...words, result]) {
    if (lines.at(-1).length + word.length >= 80) lines.push(word);
    else lines[lines.length - 1] += (lines.at(-1) && " ") + word;
  }
  const head = Object.entries(tags).map(([name, value]) => `[${name} "${value.replace(/[\\"]/g, "\\$&")}"]`);
  return `${[...head, "", ...lines].join("\n")}\n\n`;
}

/** The moves, `{text, others}`, that a move of PGN stands for: as the rules write them, else without signs between. */
export function movesOfPgn(move, moves) {
  const said = move.replace(/[+#]+$/, "").replace(/^0-0(-0)?$/, (castled) => castled.replaceAll("0", "O"));
  const bare = (text) => text.replace(/[-–x×:=]/g, "");
  const ways = [
    (one) => one.text === said,
    (one) => one.others.includes(said),
    (one) => [one.text, ...one.others].some((text) => bare(text) === bare(said)),
  ];
  return ways.map((way) => moves.filter(way)).find((found) => found.length) ?? [];
}
