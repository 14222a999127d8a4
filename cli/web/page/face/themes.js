// Light colours or dark ones, or as the system has them.

import { keep, kept } from "./dom.js";

const THEMES = ["auto", "light", "dark"];

/** Show the page in these colours, and keep them for the next time; says which they are. */
export function setTheme(name = document.documentElement.dataset.theme ?? kept("theme")) {
  const theme = THEMES.includes(name) ? name : "auto";
  keep("theme", theme);
  document.documentElement.dataset.theme = theme;
  return theme;
}

/** The next ones. */
export function nextTheme() {
  return setTheme(THEMES[(THEMES.indexOf(document.documentElement.dataset.theme) + 1) % THEMES.length]);
}
