// A position that is half put together stays when the page is loaded again: for this tab, this page, and these rules.

const KEY = "gdl.half_put";

const rulesOf = (of) => JSON.stringify(of);

/** Keep it; where the browser has no room or no storage, it isn't kept. */
export function keepPosition(of, data) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ at: location.href, rules: rulesOf(of), data }));
  } catch {
    // a page that is loaded again begins with the game
  }
}

/** What was kept, as data; null if there is nothing. */
export function keptPosition(of) {
  try {
    const { at, rules, data } = JSON.parse(sessionStorage.getItem(KEY));
    return at === location.href && rules === rulesOf(of) ? data : null;
  } catch {
    return null;
  }
}

export function forgetPosition() {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // nothing was kept
  }
}
