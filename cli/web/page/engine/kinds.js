// Who sits where, by name, as on the command line: `human`, `random`, `level:3`, `mcts:1s`, `alphabeta:4`.

const LEVELS = 8;
const SIGNS = 12; // signs behind a colon
const LONGEST_SECONDS = 3600;
const FARTHEST = 100; // decisions that can be looked ahead

/**
 * What a seat's name asks for: `{name}` and one of `level`, `seconds`, `iterations`, `positions`, `depth`; `plain`: without
 * learnt values. null if pages don't know it.
 */
export function kindOf(text) {
  const [said, file] = text.trim().split(/@(.*)/s);
  const [name, argument = ""] = said.split(/:(.*)/s);
  if (file !== undefined && (file !== "none" || !(name in LIMITS) || name === "level")) return null;
  if (name === "human" || name === "random") return argument ? null : { name };
  const limit = argument.length > SIGNS ? null : LIMITS[name]?.(argument);
  return limit ? { name, ...limit, plain: file === "none" } : null;
}

const LIMITS = {
  mcts: (argument) => time(argument || "1s") ?? count("iterations", argument),
  careful: (argument) => time(argument || "1s") ?? count("iterations", argument),
  greedy: (argument) => time(argument || "1s") ?? count("iterations", argument),
  rave: (argument) => time(argument || "1s") ?? count("iterations", argument),
  alphabeta: (argument) => time(argument) ?? positions(argument) ?? count("depth", argument || "4", FARTHEST),
  level: (argument) => count("level", argument, LEVELS),
};

function time(argument) {
  const found = /^(\d+(?:\.\d+)?)(s|ms)$/.exec(argument);
  const seconds = found ? +found[1] / (found[2] === "ms" ? 1000 : 1) : 0;
  return seconds > 0 && seconds <= LONGEST_SECONDS ? { seconds } : null;
}

function positions(argument) {
  return argument.endsWith("n") ? count("positions", argument.slice(0, -1)) : null;
}

function count(name, argument, most = 1e9) {
  const found = /^\d+$/.test(argument) ? +argument : 0;
  return found >= 1 && found <= most ? { [name]: found } : null;
}
