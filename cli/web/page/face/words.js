// What is said to people: about sites, turns, kinds of players.

import { heard, tr } from "./language.js";

/** A name within a sentence: words begin with a small letter, letters that stand for themselves stay (`A tent`, `TDRH`). */
const inSentence = (name) => name.replace(/\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase());

/** How many there are of something stays in one line with it: `2 x ant`. */
export const together = (text) => text.replace(/(?<=\d) ([x×]) (?=\S)/g, "\u00a0$1\u00a0");

const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** `white pawn, black pawn`; many alike are counted: `5 white men`. */
export function things(pieces, names) {
  const runs = new Map();
  for (const piece of pieces) runs.set(piece, (runs.get(piece) ?? 0) + 1);
  return [...runs].map(([piece, count]) => (count > 1 ? `${count} × ` : "") + heard("piece", inSentence(names[piece] ?? piece))).join(", ");
}

/** A site as screen readers say it: `e4, white pawn, can be chosen`. */
export function siteWords(label, spot, names, marks) {
  const parts = [label];
  if (spot?.pieces?.length) parts.push(things(spot.pieces, names));
  if (spot?.values) parts.push(spot.values);
  else if (spot?.says) parts.push(spot.says);
  if (parts.length === 1) parts.push(spot?.unseen ? tr("not seen") : tr("empty"));
  if (marks.asked) parts.push(tr("this is asked about"));
  if (marks.picked) parts.push(tr("chosen"));
  if (marks.can) parts.push(marks.started ? tr("target") : spot?.pieces?.length ? tr("can move") : tr("can be chosen"));
  if (marks.line) parts.push(tr("decides the game"));
  else if (marks.changed) parts.push(tr("just changed"));
  return parts.join(", ");
}

/** The sites that a question names, where nobody points at the board to answer it: `Who stands on h1?` */
export function askedAbout({ asks }, choice, labels) {
  if (!asks || !choice || choice.sites.length) return [];
  return (asks.match(/[\p{L}\d_]+/gu) ?? []).filter((word) => word.length > 1 && /\p{L}/u.test(word) && labels.has(word));
}

/** Who plays like each level, as `cli/session/seats.py` has it. */
const characters = () => [
  tr("a beginner"), tr("has played a little"), tr("plays now and then"), tr("new in a club"),
  tr("a club player"), tr("a good club player"), tr("almost its best"), tr("its best"),
];

/** A kind of player in words. */
export function kindWords(kind) {
  if (kind === "human") return tr("a person");
  if (kind === "random") return tr("the computer, at random");
  const [name, how = ""] = kind.split(":");
  if (name === "level") return `${tr("the computer, level {level} of 8", { level: how })}: ${characters()[how - 1]}`;
  const time = /^(\d+(?:\.\d+)?)(s|ms)$/.exec(how);
  const effort = time ? tr("{n} s a move", { n: time[1] / (time[2] === "s" ? 1 : 1000) }) : how;
  const names = {
    mcts: tr("the computer"), careful: tr("the computer, careful"), greedy: tr("the computer, greedy"),
    rave: tr("the computer, by later moves"), alphabeta: tr("the computer, looking ahead"),
  };
  return `${names[name] ?? kind}${effort ? `, ${effort}` : ""}`;
}

/** Why the game ended – a sentence, or else the line of the rules – and the sites by which it did; "" where that isn't told. */
export function decidedWords({ decided }) {
  if (!decided) return "";
  if (decided.why) {
    return `${capital(heard("reason", decided.why))}${decided.sites.length ? ": " : ""}${decided.sites.join(" ")}.`;
  }
  const where = tr("line {line} of {file}", { line: decided.line, file: decided.file || tr("the rules") });
  const sites = decided.sites.length ? `: ${decided.sites.join(" ")}` : "";
  return tr("It was decided by `{rule}` ({where}){sites}.", { rule: decided.rule, where, sites });
}

/** What the end is to the person at this page; "" if it's neither won nor lost, or the same for all. */
function ownWords({ outcomes }, { mine, players }) {
  const ends = (those) => new Set(those.map((player) => outcomes?.[player])), found = ends(mine);
  if (found.size !== 1 || ends(players).size === 1) return "";
  return { win: tr("You won."), loss: tr("You lost.") }[[...found][0]] ?? "";
}

/** How the game ended, and why; first what it is to the person at this page. Who is named there alone is spoken to. */
function endWords(view, info) {
  const own = ownWords(view, info), [, did, more] = /^(won|lost)((?:,| \().*)?$/.exec(own && view.result.replace(`${info.mine[0]} `, "")) ?? [];
  const ended = heard("result", did ? `You ${did}${more ?? ""}` : view.result ?? "");
  return [did ? "" : own, ended ? `${capital(ended)}.` : tr("The game is over."), decidedWords(view)].filter(Boolean).join(" ");
}

/** Whether there are sites of which nothing is seen. */
const isDark = ({ sites }) => Object.values(sites).some((shape) => Object.values(shape).some(({ unseen }) => unseen));

function waitingWords({ away }, player) {
  return away?.includes(player) ? tr("Waiting for {player}, who isn't here.", { player }) : tr("Waiting for {player}.", { player });
}

/** Who is to move, or what goes on. */
export function turnWords(view, info) {
  if (view.isOver) return endWords(view, info);
  if (view.isChance) return tr("The dice roll …");
  const who = view.toMove ?? view.mover ?? "";
  if (!info.mine.length && isDark(view)) return `${waitingWords(view, who)} ${tr("Who looks on sees only what all players see.")}`;
  if (view.thinking) return tr("{player}: the computer is thinking …", { player: view.thinking });
  if (!info.mine.includes(who)) return waitingWords(view, who);
  const several = info.mine.length > 1 ? tr("{player} to move.", { player: who }) : tr("You play {player}: your move.", { player: who });
  const turn = info.players.length === 1 ? tr("Your move.") : several;
  return view.asks ? `${turn} ${heard("prompt", view.asks)}` : turn;
}

const NOT_TOLD = "?"; // stands for a move of which nothing else is told

/** What somebody sees after a move that they weren't told: where pieces stand otherwise than before, and new lines. */
export function afterHidden(log, view, before, names) {
  if (!before || !log.some(({ text }) => text === NOT_TOLD)) return "";
  const sites = Object.entries(view.sites).flatMap(([shape, now]) => {
    const was = before.sites[shape] ?? {}, standing = (spot) => (spot?.pieces ?? []).join(" ");
    return [...new Set([...Object.keys(was), ...Object.keys(now)])].filter((label) => standing(was[label]) !== standing(now[label]))
      .map((label) => siteWords(label, now[label], names, {}));
  });
  const lines = view.lines.filter((line) => !before.lines.includes(line)).map((line) => heard("beside", line));
  return [...sites, ...lines].map((one) => ` ${one}.`).join("");
}

/** Plies as one sentence for the live region. */
export function newsWords(plies) {
  const turns = [];
  for (const ply of plies) {
    const last = turns.at(-1);
    const text = ply.text === NOT_TOLD ? tr("a hidden move") : ply.text.replaceAll("_", " ");
    if (last && last.turn === ply.turn) last.texts.push(text);
    else turns.push({ turn: ply.turn, player: ply.player, texts: [text] });
  }
  return turns.slice(-6).map(({ player, texts }) => `${player}: ${texts.slice(-12).join(" ")}.`).join(" ");
}

/** What this person has asked the others for. */
export function askedWords({ what, waiting = [] }) {
  const players = waiting.join(", ");
  if (what === "draw") return tr("You offered a draw; waiting for {players}.", { players });
  return what === "again" ? tr("You asked to play again; waiting for {players}.", { players }) : tr("You asked to take back; waiting for {players}.", { players });
}

/** What became of what somebody asked for and nobody answered; "" for who took it back. */
export function droppedWords({ by, what, move }, mine) {
  const isMine = mine.includes(by), player = by;
  if (!move) {
    if (isMine) return "";
    if (what === "draw") return tr("{player} no longer offers a draw.", { player });
    return what === "again" ? tr("{player} no longer asks to play again.", { player }) : tr("{player} no longer asks to take back.", { player });
  }
  if (what === "draw") return isMine ? tr("The move ended your offer of a draw.") : tr("The move ended the draw offer of {player}.", { player });
  return isMine ? tr("The move ended your request to take back.") : tr("The move ended the request of {player} to take back.", { player });
}

/** What another one asks for. */
export function offerWords({ what, by }) {
  if (what === "draw") return tr("{player} offered a draw.", { player: by });
  return what === "again" ? tr("{player} asked to play again, each on the next seat.", { player: by }) : tr("{player} asked to take back the last move.", { player: by });
}
