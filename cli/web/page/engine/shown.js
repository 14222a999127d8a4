// What a page shows of its game: the situation that is looked at, with what a person can do there, and the list of plies.

import { shortest } from "../face/shortest.js";
import { questionOf } from "./questions.js";
import { changedSites, handsOf, linesOf, outcomesOf, resultOf, sitesOf, takenOf } from "./seen.js";

const FEW_ALONE = 3; // of so many moves without a site it is found out whether they end the game
const MOST_SITES = 12; // so many sites that witness the end are named

/** What the face draws; `cli/web/page/seen.py` says the same of a game on a server. */
export function viewOf(game) {
  const { at, table, rules } = game;
  const isNow = game.looking === null;
  const { situation } = game.line[at];
  const { players } = table;
  const shown = rules.show(situation);
  const next = game.next(situation);
  const isGivenUp = isNow && game.resigned !== null;
  const isOver = situation.isOver || isGivenUp;
  const mayMove = isNow && game.person !== null;
  const moves = mayMove ? game.legal() : [];
  const hands = handsOf(table, shown, situation.isOver ? -1 : shown.me);
  const taken = takenOf(table, hands, moves, players[shown.me]);
  const ending = mayMove ? endingMoves(rules, situation, moves) : new Set();
  return {
    ply: at,
    plies: game.line.length - 1,
    turn: shown.turns + 1,
    toMove: isOver || next === "chance" ? null : next,
    mover: situation.isOver ? null : players[shown.me],
    isChance: next === "chance",
    isOver,
    inTurn: !situation.isOver && !situation.fresh,
    result: isGivenUp ? `${game.resigned} resigned` : resultOf(table, shown),
    outcomes: outcomesHere(table, shown, isGivenUp ? game.resigned : null),
    scores: shown.scores ? Object.fromEntries(players.map((player, p) => [player, shown.scores[p]])) : null,
    lines: linesOf(table, shown),
    hands: hands.map(({ variable, ...hand }) => hand),
    ...(Object.keys(taken).length && { taken }),
    sites: sitesOf(table, shown),
    changed: changedAt(game, at),
    ...decidedOf(situation.isOver && !isGivenUp ? rules.decided(situation) : null),
    moves: moves.map(({ text, others, values, sites, loose }, option) => ({
      text, ...(others.length && { others }), ...(ending.has(option) && { ends: true }), values, sites,
      ...(loose.length && { loose }),
    })),
    asks: mayMove ? questionOf(table, moves) : "",
    kinds: [...new Set(moves.map((move) => table.asks[move.ask].kind))].sort((a, b) => a - b),
    thinking: game.thinking,
    offer: null,
    error: game.broken,
    canUndo: game.resigned !== null || game.line.some((step) => step.asked),
    canRedo: game.undone.length > 0,
  };
}

/** All plies: `{text, player, turn, chance}`, `said` where lists show them otherwise, and `dice` as signs where some were thrown. */
export function logOf({ line, rules, table }) {
  let turn = 0;
  return line.slice(1).map((step, i) => {
    const { text } = step;
    const { situation } = line[i];
    step.said ??= listedText(table, rules, situation, step);
    const shown = rules.show(situation);
    if (situation.fresh || !turn) turn += 1;
    return { text, player: table.players[shown.me], turn, chance: shown.stop === 2, ...(step.said !== text && { said: step.said }), ...(step.dice && { dice: step.dice }) };
  });
}

/** A ply as lists show it. */
function listedText(table, rules, situation, { option, text }) {
  if (!table.isShort) return text;
  const moves = rules.moves(situation);
  return shortest(moves[option], moves);
}

/** How the game ended for each player, where that is said of them; null before the end. Of two the other one wins if
 * somebody gives up, of more nobody. */
function outcomesHere(table, shown, resigned) {
  const { players } = table;
  const found = resigned === null ? outcomesOf(table, shown) : players.map((player) => (player === resigned ? "loss" : players.length === 2 && "win"));
  return found && Object.fromEntries(players.map((player, p) => [player, found[p]]).filter(([, outcome]) => outcome));
}

/** Which of the moves that name no site, as a pass does among others that name one, end the game. */
function endingMoves(rules, situation, moves) {
  const alone = moves.map((move, option) => option).filter((option) => !moves[option].sites.length);
  const ends = (option) => {
    try {
      return rules.play(situation, option).isOver;
    } catch {
      return false; // who plays it is told
    }
  };
  return new Set(alone.length <= FEW_ALONE && alone.length < moves.length ? alone.filter(ends) : []);
}

/** What the turn at hand changed, or if it hasn't changed anything yet, the last one. */
function changedAt({ line, rules, table }, at) {
  const shownAt = (i) => rules.show(line[i].situation);
  const starts = [];
  for (let i = at - 1; i >= 0 && starts.length < 2; i--) if (i === 0 || line[i].situation.fresh) starts.push(i);
  for (const start of starts) {
    const found = changedSites(table, shownAt(start), shownAt(at));
    if (found.length) return found;
  }
  return [];
}

/** The sites that decided a game, and why it ended, if that can be said: with the sites that the sentence doesn't name, if they are few. */
function decidedOf(found) {
  if (!found) return { line: [], decided: null };
  const named = new Set(found.why.match(/[^\s,]+/g) ?? []);
  const isShort = found.sites.length <= MOST_SITES && !found.sites.every((site) => named.has(site));
  return { line: found.sites, decided: found.why ? { why: found.why, sites: isShort ? found.sites : [] } : null };
}
