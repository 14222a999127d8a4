// Games in SGF, as far as a page reads and writes them: the first game of a file, its first line of play, points and passes.
// `form`: what `cli/web/page/formats.py` says of the format. `gdl convert` does all of it.

import { RecordError } from "./records.js";

const SGF_SIDES = ["B", "W"];
const SGF_PASSES = ["", "tt", "pass", "--", "Z0"];
const SGF_SIGNS = /(?<=[0-9])[-x](?=[a-z])/g;
const SGF_TOKEN = /([A-Za-z]+)?\s*\[((?:[^\]\\]|\\[^])*)\]|[();]/g;
const notSgf = (why) => new RecordError(`This can't be used as a record: ${why}.`);

/** What a game says: `{moves: [{side, text}], winner}`; `winner` is the place of a side, or null. */
export function readSgf(text, form) {
  const moves = [], tags = {};
  let depth = 0, nodes = 0, name = "", isClosed = false;
  for (const [token, letters, value] of text.matchAll(SGF_TOKEN)) {
    if (token === "(") depth += 1;
    else if (token === ")") {
      depth -= 1;
      isClosed = true; // what follows is another line of play
      if (!depth) break;
    } else if (token === ";") nodes += 1;
    else {
      if (letters) name = letters.replace(/[a-z]/g, "");
      if (isClosed) continue;
      if (SGF_SIDES.includes(name)) moves.push({ side: SGF_SIDES.indexOf(name), text: value.trim() });
      else if (["AB", "AW", "AE"].includes(name)) throw notSgf("it puts stones on the board first; `gdl convert` makes a record of it");
      else if (nodes <= 1) tags[name] ??= value.trim();
    }
  }
  if (!nodes) throw notSgf("there is no node in it; a game looks like (;GM[1]…)");
  const size = (tags.SZ ?? (form.tags.GM === "1" ? "19" : form.tags.SZ))?.split(":")[0];
  if ((tags.GM ?? "1") !== form.tags.GM) throw notSgf(`it is game ${tags.GM ?? "1"} in SGF's list, and this one is ${form.tags.GM}`);
  if (form.tags.SZ !== undefined && size !== form.tags.SZ) throw notSgf(`it was played with size=${size}; this game has size=${form.tags.SZ}`);
  const ends = /^([BW])\+/.exec((tags.RE ?? "").toUpperCase());
  return { moves, winner: ends ? SGF_SIDES.indexOf(ends[1]) : null };
}

/** The moves that a move of SGF stands for, among the legal ones. */
export function movesOfSgf(text, legal, form) {
  const sites = new Map(Object.entries(form.points).map(([site, point]) => [point, site]));
  if (SGF_PASSES.includes(text) && !sites.has(text)) return legal.filter(({ sites: named }) => !named.length);
  const said = [sites.get(text), (sites.get(text.slice(0, 2)) ?? "?") + (sites.get(text.slice(2)) ?? "?"), text];
  const bare = (one) => one.replace(/[-–x×:]/g, "");
  for (const way of said) {
    const found = legal.filter((move) => [move.text, ...move.others].some((one) => one === way || bare(one) === way));
    if (found.length) return found;
  }
  return [];
}

/** A game as SGF. `moves`: `[{player, move, legal}]`; `ends`: the place of the winner, 2 for a draw, null; `resigned`. */
export function sgfText(form, { moves, ends, resigned }) {
  const tags = { ...form.tags, ...(ends !== null && { RE: ["B+", "W+", "0"][ends] + (resigned ? "R" : "") }) };
  const nodes = moves.map(({ player, move, legal }) => `\n;${SGF_SIDES[form.seated.indexOf(player)]}[${pointOf(form, move, legal).replace(/[\\\]]/g, "\\$&")}]`);
  return `(;FF[4]CA[UTF-8]${Object.entries(tags).map(([name, value]) => `${name}[${value}]`).join("")}${nodes.join("")})\n`;
}

function pointOf(form, move, legal) {
  if (!move.sites.length && move.text.toLowerCase() === "pass") return "";
  const bare = move.text.replace(SGF_SIGNS, "");
  return form.points[move.text] ?? (legal.filter(({ text }) => text.replace(SGF_SIGNS, "") === bare).length === 1 ? bare : move.text);
}
