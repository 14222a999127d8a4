// Where things are on the board: the nearest site in a direction, and how several things lie on one site.

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const SLANT = 2.2; // how much a step aside counts against one ahead

/** The site next to `from` in the direction of an arrow key; null if there is none. Sites: [{x, y}]. */
export function nearest(sites, from, key) {
  const [dx, dy] = WAYS[key] ?? [0, 0];
  let best = null, least = Infinity;
  for (const site of sites) {
    const x = site.x - from.x, y = site.y - from.y;
    const ahead = x * dx + y * dy, aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (site === from || ahead <= 1 || aside > ahead * 2.5) continue; // not within a cone ahead
    const far = ahead + SLANT * aside;
    if (far < least) [best, least] = [site, far];
  }
  return best;
}

export const isArrow = (key) => key in WAYS;

// How things lie is `interpreter/drawing/piles.py` in JavaScript, held to it by a test.

const hundredths = (number) => Math.round(number * 100) / 100;

/** The things on a site, bottom first: [{symbol, x, y, size}], and the numbers of those that are many: [{text, x, y, size}]. */
export function laid(pile, centre, symbols) {
  const runs = runsOf(symbols);
  if (!pile.spots.length) {
    const at = along(pile, centre, symbols.length);
    const size = symbols.length === 1 ? pile.single : pile.size;
    return { things: symbols.map((symbol, k) => ({ symbol, ...at[k], size })), texts: upon(pile, runs, at) };
  }
  if (runs.length > 1 && symbols.length > pile.most) return below(pile, centre, runs);
  const things = symbols.slice(0, pile.spots.length).map((symbol, k) => {
    const [x, y] = pile.spots[k];
    return { symbol, x: centre.x + x, y: centre.y + y, size: pile.size };
  });
  const many = symbols.length > pile.most;
  return { things, texts: many ? [{ text: String(symbols.length), x: centre.x, y: centre.y, size: 16 }] : [] };
}

function runsOf(symbols) {
  const runs = [];
  for (const symbol of symbols) {
    if (runs.at(-1)?.symbol === symbol) runs.at(-1).count += 1;
    else runs.push({ symbol, count: 1 });
  }
  return runs;
}

/** The places of so many things in a row or column. */
function along(pile, centre, count) {
  const close = count > 1 ? Math.min(1, pile.room / (count - 1)) : 1;
  const first = pile.centred ? -(count - 1) / 2 : 0;
  const x = centre.x + pile.start[0], y = centre.y + pile.start[1];
  return Array.from({ length: count }, (_, k) => {
    const way = (first + k) * close;
    return { x: hundredths(x + way * pile.step[0]), y: hundredths(y + way * pile.step[1]) };
  });
}

/** The number of each long run, upon its last. */
function upon(pile, runs, at) {
  let last = -1;
  return runs.flatMap(({ count }) => {
    last += count;
    return count > pile.most ? [{ text: String(count), ...at[last], size: pile.size * 0.4 }] : [];
  });
}

const ONE_COLUMN = 4, BROAD = 2.4;

/** One of each sort with its number, below each other; many sorts in two columns, and as small as their hollow asks for. */
function below(pile, centre, runs) {
  const columns = runs.length <= ONE_COLUMN ? 1 : 2, rows = Math.ceil(runs.length / columns);
  const small = Math.min(1, BROAD / Math.hypot(1.15 * columns, 0.45 * rows)), size = hundredths(pile.size * small);
  const things = [], texts = [];
  runs.forEach(({ symbol, count }, k) => {
    const x = centre.x + (Math.floor(k / rows) - (columns - 1) / 2) * size * 2.3;
    const y = hundredths(centre.y + (k % rows - (rows - 1) / 2) * size * 0.9);
    things.push({ symbol, x: hundredths(x - size * 0.6), y, size });
    texts.push({ text: String(count), x: hundredths(x + size * 0.6), y, size: hundredths(15 * small) });
  });
  return { things, texts };
}

/** What a site's variables say: in its middle, as large as there is room, or at the corner if something stands there. */
export function wordsOn({ x, y, r }, words, beside) {
  if (beside) return [{ text: words, x: x + r * 0.62, y: y + r * 0.7, size: 11 }];
  const lines = words.length > 6 ? words.split(" ") : [words];
  const room = r * Math.min(2.6 / Math.max(...lines.map((line) => line.length)), 1.7 / lines.length);
  const size = Math.max(6, Math.min(r * 0.7, words.length < 5 ? 17 : 11, room));
  return lines.map((text, k) => ({ text, x, y: y + (k - (lines.length - 1) / 2) * size * 1.1, size }));
}
