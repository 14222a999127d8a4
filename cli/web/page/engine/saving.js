// A page's game as a record of ours, or as a file of another program.

import { pgnText } from "./pgn.js";
import { recordText } from "./records.js";
import { Refused } from "./refused.js";
import { outcomesOf } from "./seen.js";
import { sgfText } from "./sgf.js";
import { logOf } from "./shown.js";

/** The game as a record, with all that it needs to be played again. */
export function recordOf(game) {
  const { setting, seed, number, seats, start, resigned } = game, turns = [];
  for (const { text, turn } of logOf(game)) (turns[turn - 1] ??= []).push(text);
  const outcomes = outcomesOf(game.table, game.rules.show(game.situation));
  return recordText(setting, { seed, number, seats, start, turns, resigned, outcomes });
}

/** The game in a format of other programs that this page writes: `fen`, `pgn`, `sgf`. */
export function writtenAs(game, kind) {
  const { table, rules, line, start, resigned } = game, form = table.formats[kind];
  if (!form) throw new Refused(`This page doesn't write games in ${String(kind).slice(0, 20).toUpperCase()}.`);
  if (kind === "fen") return `${fenOf(game, (line.findLast(({ situation }) => situation.fresh || situation.isOver) ?? line[0]).situation)}\n`;
  const log = logOf(game);
  if (log.some(({ chance }) => chance)) throw new Refused(`${kind.toUpperCase()} can't hold what chance decides.`);
  const moves = log.map(({ player, text, said }, i) => {
    const legal = rules.moves(line[i].situation);
    return { player, text: said ?? text, move: legal[line[i + 1].option], legal };
  });
  const outcomes = outcomesOf(table, rules.show(game.situation));
  const wins = form.seated.findIndex((player) => (resigned === null ? outcomes?.[table.players.indexOf(player)] === "win" : player !== resigned));
  const ends = resigned === null && !outcomes ? null : outcomes?.every((one) => one === "draw") ? 2 : wins < 0 ? null : wins;
  if (kind === "pgn") return pgnText(form, { moves, ends, fen: start && fenOf(game, line[0].situation) });
  if (start) throw new Refused("This page can't write a game that begins elsewhere in SGF; `gdl convert` can.");
  return sgfText(form, { moves, ends, resigned: resigned !== null });
}

/** A situation as a line in the rules' notation; at the end the next player is to move. */
function fenOf({ rules, table, placed }, situation) {
  const shown = rules.show(situation);
  return placed.notation.write({ ...shown, me: situation.isOver ? (shown.me + 1) % table.players.length : shown.me });
}
