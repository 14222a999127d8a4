// Games that a page goes on with: its own records, and files of other programs. Each is played through move by move; what
// is no game of these rules is told, with its place.

import { kindOf } from "./kinds.js";
import { isForeign, isSgf, movesOfPgn, readPgn } from "./pgn.js";
import { readRecord, RecordError } from "./records.js";
import { RulesError } from "./rules.js";
import { outcomesOf } from "./seen.js";
import { strange } from "./settings.js";
import { movesOfSgf, readSgf } from "./sgf.js";

const SAID = 60; // signs of a move that are said again

/** The game that a text holds. `game` plays by the rules of whatever doesn't name its own. */
export async function opened(game, text) {
  if (isSgf(text)) return ofSgf(game, text);
  if (isForeign(text)) return ofPgn(game, readPgn(text));
  if (!/gdl record/.test(text) && (isLine(text) || /^\s*(?:pieces|to move|variables|stacks|next):/m.test(text))) {
    return ofPgn(game, { fen: text, moves: [], winner: null });
  }
  return ofRecord(game, readRecord(text));
}

async function ofRecord(game, said) {
  const setting = game.settings.find((one) => one.hash === said.rules);
  if (!setting) throw new RecordError(strange(game, said));
  const { players } = setting.table;
  if (said.players.join() !== players.join()) throw new RecordError(`The record is of a game for ${said.players.join(", ")}, not ${players.join(", ")}.`);
  const named = [...Object.keys(said.seats), ...(said.resigned === null ? [] : [said.resigned]), ...Object.keys(said.result ?? {})];
  const stranger = named.find((name) => !players.includes(name));
  if (stranger !== undefined) throw new RecordError(`The record speaks of ${stranger}, but the players are ${players.join(", ")}.`);
  const seats = Object.fromEntries(players.map((player) => [player, kindOf(said.seats[player] ?? "human") ? said.seats[player] ?? "human" : "human"]));
  const found = await game.another(setting, seats, said.start, said.seed, said.number);
  replay(found, said);
  return found;
}

/** A game of another program, or the position in which one begins. */
async function ofPgn(game, { fen, moves, winner }) {
  const { players } = game.table;
  const found = await game.another(game.setting, people(players), fen === null ? null : game.placed.read(fen));
  moves.forEach((text, i) => stepAs(found, (legal) => movesOfPgn(text, legal), `Turn ${i + 1} of the record, \`${text.slice(0, SAID)}\`: `));
  const loser = players.find((player) => player !== winner);
  if (winner !== null && players.includes(winner) && players.length === 2 && !found.situation.isOver) found.resigned = loser;
  return found;
}

/** A game in SGF; a pass that it leaves out is played where it is the one move without a site. */
async function ofSgf(game, text) {
  const form = game.table.formats.sgf;
  if (!form) throw new RecordError("This can't be used as a record: it is SGF, and this page has no games in it; `gdl convert` may make a record of it.");
  const { moves, winner } = readSgf(text, form);
  const found = await game.another(game.setting, people(game.table.players));
  const passing = (legal) => legal.filter(({ sites }) => !sites.length);
  moves.forEach(({ side, text: said }, i) => {
    const where = `Move ${i + 1} of the record, \`${said.slice(0, SAID)}\`: `;
    if (!found.situation.isOver && found.next() !== form.seated[side]) {
      if (!movesOfSgf(said, [], form).length && ["", "tt"].includes(said)) return; // the rules pass by themselves
      stepAs(found, passing, where);
    }
    stepAs(found, (legal) => movesOfSgf(said, legal, form), where);
  });
  if (winner !== null && !found.situation.isOver && /RE\[[BW]\+[\d.]*R/i.test(text)) found.resigned = form.seated[1 - winner];
  return found;
}

const people = (players) => Object.fromEntries(players.map((player) => [player, "human"]));

/** Whether a text is one line that may be a position: words, of which the first has rows. */
function isLine(text) {
  return /^\s*[^\s/{}:]+(?:\/[^\s/{}:]+)+(?: [^\n]*)?\s*$/.test(text);
}

/** Play the move that a text stands for, if it is one alone. `choose(moves)` gives those it may be; `where` says where it stands. */
function stepAs(game, choose, where) {
  if (game.situation.isOver) throw new RecordError(`${where}the game is already over.`);
  const found = choose(game.rules.moves(game.situation));
  if (!found.length) throw new RecordError(`${where}that is not legal there.`);
  if (found.length > 1) throw new RecordError(`${where}that could be ${found.map((move) => move.text).join(", ")}.`);
  try {
    game.step(found[0].option, game.seats[game.next()] === "human" && game.situation.count > 1);
  } catch (error) {
    if (error instanceof RulesError) throw new RecordError(`${where}the rules can't go on: ${error.message}.`);
    throw error;
  }
}

/** Play a record's moves, dice included, as they stand there. */
function replay(game, { turns, resigned, result }) {
  turns.forEach((turn, i) =>
    turn.forEach((text) => {
      const where = `Turn ${i + 1} of the record, \`${text.slice(0, SAID)}\`: `;
      const choose = (moves) => {
        const written = moves.filter((move) => move.text === text);
        return written.length ? written.slice(0, 1) : moves.filter((move) => move.others.includes(text));
      };
      stepAs(game, choose, where);
    }),
  );
  const { players } = game.table;
  const outcomes = outcomesOf(game.table, game.rules.show(game.situation));
  const ends = outcomes && Object.fromEntries(players.map((player, p) => [player, outcomes[p]]));
  const isSame = (name) => (result?.[name] ?? null) === (ends?.[name] ?? null);
  if (resigned === null && !players.every(isSame)) {
    throw new RecordError("The record says how the game ended, and by these moves it doesn't end so.");
  }
  game.resigned = resigned;
}
