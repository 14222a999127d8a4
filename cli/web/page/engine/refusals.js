// Why a person can't play something, as far as compiled rules can tell.

import { shortest } from "../face/shortest.js";
import { examplesOf, likelyMeant } from "./near.js";
import { fitting } from "./seen.js";

const SAID_AGAIN = 80; // signs of what was typed that are said again
const SHORTENED = 500; // of more moves none is written shortly in such an answer
const RULES_SAID = 80; // signs of the rules that are said to who typed something else; longer ones tell a player nothing

/** Why a text can't be played, and what can. */
export function notNow(game, typed) {
  const moves = game.legal();
  const isShort = game.table.isShort && moves.length <= SHORTENED;
  const texts = moves.map((one) => (isShort ? shortest(one, moves) : one.text)), rules = neededNow(game).join("; ");
  const own = (text) => texts[moves.findIndex((one) => one.text === text)];
  const meant = likelyMeant(typed, moves.map((one) => one.text)).map(own).join(", "), move = typed.slice(0, SAID_AGAIN);
  if (meant) return `“${move}” is not legal now. Did you mean ${meant}?`;
  if (rules && rules.length <= RULES_SAID) return `“${move}” is not legal now. What can be chosen: ${rules}.`;
  return `“${move}” is not legal now. Moves look like ${examplesOf(texts).join(", ")}.`;
}

/** Why picks don't fit, `{said, needs}`: where the first must be one's own piece, or an empty site, what stands there.
 * Who points at their own may mean a decision that begins so, and has no move now. */
export function whyNot(game, picks) {
  const { table } = game, asks = Object.values(table.asks);
  const [site] = picks, shown = game.rules.show(game.situation), there = shown.pieces[site]?.at(-1), me = table.players[shown.me];
  const [, kind, number = "", owner] = /^(.+?)(?:\((.+)\))?(?: of (.+))?$/.exec(there ?? " ");
  const [first, ...others] = openAsks(game).map((ask) => ask.first), isMine = owner === me;
  const piece = `${owner ? fitting(`${owner}'s `) : ""}${kind.replaceAll("_", " ")} ${number} is on ${site}`.replace("  ", " ");
  const tells = others.every((one) => one === first) && site in shown.pieces && !picks.some((one) => one[0] === "=") && (!isMine || asks.every((ask) => ask.first !== "own"));
  const said = { own: there ? `${piece}, none of yours` : `${site} is empty`, free: there ? piece : "" }[first];
  return { said: (tells && said) || "", needs: neededNow(game) };
}

/** The decisions that are open to a person. */
function openAsks(game) {
  const moves = game.person === null ? [] : game.legal();
  return [...new Set(moves.map((move) => game.table.asks[move.ask]))];
}

/** What the open decisions ask of what is chosen, as the rules write it. */
function neededNow(game) {
  return [...new Set(openAsks(game).map(({ needs }) => needs))].filter(Boolean);
}
