// What is said to people: about sites, turns, kinds of players.

/** `white pawn, black pawn`; many alike are counted: `5 white men`. */
export function things(pieces, names) {
  const runs = new Map();
  for (const piece of pieces) runs.set(piece, (runs.get(piece) ?? 0) + 1);
  return [...runs].map(([piece, count]) => (count > 1 ? `${count} × ` : "") + (names[piece] ?? piece).toLowerCase()).join(", ");
}

/** A site as screen readers say it: `e4, white pawn, can be chosen`. */
export function siteWords(label, spot, names, marks) {
  const parts = [label];
  if (spot?.pieces?.length) parts.push(things(spot.pieces, names));
  if (spot?.values) parts.push(spot.values);
  else if (spot?.says) parts.push(spot.says);
  if (!spot?.pieces?.length && !spot?.values && !spot?.says) parts.push("empty");
  if (marks.picked) parts.push("chosen");
  if (marks.can) parts.push(marks.started ? "target" : "can move");
  if (marks.line) parts.push("decides the game");
  else if (marks.changed) parts.push("just changed");
  return parts.join(", ");
}

/** A kind of player in words. */
export function kindWords(kind) {
  if (kind === "human") return "a person";
  if (kind === "random") return "the computer, at random";
  const [name, how = ""] = kind.split(":");
  if (name === "level") return `the computer, level ${how} of 8`;
  const time = /^(\d+(?:\.\d+)?)(s|ms)$/.exec(how);
  const effort = time ? (time[2] === "s" ? `${time[1]} s a move` : `${time[1] / 1000} s a move`) : how;
  const names = { mcts: "the computer", careful: "the computer, careful", alphabeta: "the computer, looking ahead" };
  return `${names[name] ?? kind}${effort ? `, ${effort}` : ""}`;
}

/** Who is to move, or what goes on. */
export function turnWords(view, info) {
  if (view.isOver) return view.result ? `${view.result}.` : "The game is over.";
  if (view.isChance) return "The dice roll …";
  const who = view.toMove ?? view.mover ?? "";
  if (view.thinking) return `${view.thinking} is thinking …`;
  if (!info.mine.includes(who)) return `Waiting for ${who}.`;
  const turn = info.mine.length > 1 || info.players.length === 1 ? `${who} to move.` : `You play ${who}: your move.`;
  return view.asks ? `${turn} ${view.asks}` : turn;
}

/** Plies as one sentence for the live region. */
export function newsWords(plies) {
  const turns = [];
  for (const ply of plies) {
    const last = turns.at(-1);
    if (last && last.turn === ply.turn) last.texts.push(ply.text);
    else turns.push({ turn: ply.turn, player: ply.player, texts: [ply.text] });
  }
  return turns.slice(-6).map(({ player, texts }) => `${player}: ${texts.slice(-12).join(" ")}.`).join(" ");
}
