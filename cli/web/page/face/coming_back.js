// How a page finds its server again. A page that somebody looks at is back within two seconds of the server's return.

const WAITS = [300, 600, 1200]; // milliseconds
const ASIDE = 15_000; // where nobody looks
const PATIENCE = 5_000; // for an answer

/** Milliseconds until the next look for the server, at most 1,500 where somebody looks; `tries`: how many looks there
 * were. They differ from page to page (`chance`, 0 to 1), so that not all pages come at once. */
export function waitBefore(tries, isHidden, chance = Math.random()) {
  return (isHidden ? ASIDE : WAITS[Math.min(tries, WAITS.length - 1)]) * (0.75 + chance / 2);
}

/** Whether the server answers. A request asks, as browsers hold back WebSockets for seconds if many have failed. */
export async function isThere() {
  try {
    return (await fetch("/play", { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(PATIENCE) })).ok;
  } catch {
    return false;
  }
}
