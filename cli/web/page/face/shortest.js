// How a move is written shortly: by the shortest of its ways that stands for it alone, as
// `interpreter/game/shortest.py` says it. The page has the moves' texts only, and doesn't read them.

const TAKES = /(?<=[0-9A-Za-z])([x×:])(?=[0-9A-Za-z])/;

/** The shortest text that stands for this move alone among `moves`. */
export function shortest(move, moves) {
  const isAlone = (way) => moves.every((one) => one === move || (one.text !== way && !one.others?.includes(way)));
  return waysOf(move).sort((a, b) => a.length - b.length).find(isAlone) ?? move.text;
}

/** A move's own text, then its other ways, those for captures alone before the others. */
function waysOf({ text, others = [], sites }) {
  const said = new Set([text, ...others]);
  const alone = others.filter((way) => TAKES.test(way) && !said.has(way.replace(TAKES, "")));
  const takes = TAKES.exec(text) ?? (alone.length ? TAKES.exec(alone[0]) : null);
  const found = [text, ...alone], site = sites.at(-1);
  for (const way of others) {
    if (TAKES.test(way) === Boolean(takes)) found.push(way);
    else if (takes && site && way.endsWith(site) && way !== site) found.push(`${way.slice(0, -site.length)}${takes[1]}${site}`);
  }
  return [...new Set(found)];
}
