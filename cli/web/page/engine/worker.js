// The worker's end of the line: a call comes in, its answer goes out; what happens by itself is told.

import { Game } from "./game.js";
import { inMemory } from "./instance.js";
import { Rules } from "./rules.js";

const METHODS = ["view", "log", "play", "undo", "redo", "begin", "goto", "hint", "record", "load", "resign", "evaluate", "review", "position", "tried", "place", "sit", "why"];

let game = null;

async function answer({ id, name, argument }) {
  try {
    if (name === "open") {
      const settings = argument.settings.map((setting) => ({ ...setting, rules: once(() => Rules.load(setting.module, setting.table, inMemory(setting))) }));
      game = new Game(settings, (event, data) => postMessage({ event, data, setting: game.settings.indexOf(game.setting), seats: game.seats }));
      return postMessage({ id });
    }
    if (!METHODS.includes(name)) throw new Error(`there is no ${name}`);
    postMessage({ id, found: (await game[name](argument)) ?? null, setting: game.settings.indexOf(game.setting), seats: game.seats });
  } catch (error) {
    postMessage({ id, error: error.message });
  }
}

/** Work something out when it is first asked for. */
function once(work) {
  let found = null;
  return () => (found ??= work());
}

addEventListener("message", ({ data }) => answer(data));
