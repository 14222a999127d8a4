// The card table: others' cards, what lies in the middle in the order of play, and nearest one's own. Cards that can be
// chosen are buttons where they lie.

import { el, svg } from "./dom.js";
import { LISTED } from "./choosing.js";
import { tr, trn } from "./language.js";

const SUITED = {
  "♣": (rank) => tr("{rank} of clubs", { rank }), "♦": (rank) => tr("{rank} of diamonds", { rank }),
  "♥": (rank) => tr("{rank} of hearts", { rank }), "♠": (rank) => tr("{rank} of spades", { rank }),
};
const TEXT = "\ufe0e"; // signs are written, not painted as emoji

/** What can be picked of which hand: the labels that the choice lists, and that lie there. */
export function pickable(view, choice) {
  const alone = choice?.isTold ? view.moves[choice.move].values : []; // the only move there is
  const listed = new Set([...(choice?.others ?? []), ...(choice?.firsts ?? []), ...alone]);
  return Object.fromEntries(Object.entries(view.taken ?? {}).map(([name, labels]) => [name, new Set(labels.filter((label) => listed.has(label)))]));
}

/** What the choice lists and no card stands for; `cards`: how many there are that can be picked. */
export function unseen(view, choice) {
  const lying = new Set(Object.values(pickable(view, choice)).flatMap((labels) => [...labels]));
  const move = choice?.isTold && lying.size ? null : choice?.move;
  return choice && { ...choice, move, cards: lying.size, others: choice.others.filter((text) => !lying.has(text)) };
}

/** The table as rows of hands. `pick(text)`; `picks`: what was picked so far; `lots`: how many lots of cards a player may
 * have before them. */
export function cardTable(view, choice, picks, lots, pick) {
  const can = pickable(view, choice);
  const row = (name, places) => {
    const seats = seatsOf((view.hands ?? []).filter((hand) => places.includes(hand.place)));
    return seats.length > 0 && el("div", { class: `row ${name}` }, seats.map((seat) => seatOf(seat, view, can, picks, lots, pick)));
  };
  return [row("others", ["hand", "front"]), row("middle", ["middle", "table"]), row("own", ["own"])].filter(Boolean);
}

/** Hands of one owner that lie side by side, together. */
function seatsOf(hands) {
  const seats = [];
  for (const hand of hands) {
    if (hand.owner !== null && hand.place !== "middle" && seats.at(-1)?.owner === hand.owner) seats.at(-1).hands.push(hand);
    else seats.push({ owner: hand.owner, hands: [hand] });
  }
  return seats;
}

function seatOf({ owner, hands }, view, can, picks, lots, pick) {
  const isNamed = hands.length > 1 || (lots > 1 && owner !== null && hands[0].place !== "middle");
  const shown = hands.map((hand) => {
    const own = picks.filter((one) => view.taken?.[hand.name]?.includes(one.replace(LISTED, ""))); // others may have the like
    return lotOf(hand, can[hand.name] ?? new Set(), own, pick, isNamed);
  });
  const name = owner ?? hands[0].what;
  return el("section", { class: `seat${owner !== null && owner === view.toMove ? " next" : ""}`, "aria-label": name }, el("h2", {}, name), el("div", { class: "lots" }, shown));
}

function lotOf({ name, what, cards, known, count, stack }, can, picks, pick, isNamed) {
  const list = count ? backsOf(name, count, stack) : listOf(name, cards, can, picks, pick);
  return el("div", { class: `hand${known ? "" : " unknown"}${can.size ? " asked" : ""}` }, list, isNamed && el("small", {}, what));
}

/** So many cards that are not seen, with their number: a stack, or held as a fan of 15 backs at most. */
function backsOf(name, count, stack) {
  const said = `${name}: ${trn("{n} card, not seen", "{n} cards, not seen", count)}`;
  const backs = [...Array(Math.min(count, stack ? 3 : 15))].map(() => el("span", { class: "card back" }));
  return el("div", { class: stack ? "stack" : "fan", role: "img", "aria-label": said }, backs, el("b", {}, String(count)));
}

/** Cards one beside the other; those of a suit stay together where a row ends. */
function listOf(name, cards, can, picks, pick) {
  const suits = [];
  for (const card of cards) {
    if (card.suit && card.suit === suits.at(-1)?.[0].suit) suits.at(-1).push(card);
    else suits.push([card]);
  }
  return el("ul", { "aria-label": name }, suits.map((suit) => el("li", { class: suit[0].suit ? "suit" : null }, suit.map((card) => cardOf(card, can, picks, pick)))));
}

function cardOf(card, can, picks, pick) {
  if (!card.label) return el("span", { class: "card back", role: "img", "aria-label": tr("not seen") });
  const isPicked = picks.includes(LISTED + card.label);
  const long = [...card.text].length > 2;
  const inner = [
    card.symbol ? svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, svg("use", { href: `#${card.symbol}`, width: 100, height: 100 })) : el("span", { class: `rank${long ? " long" : ""}` }, card.text),
    card.sign ? el("span", { class: "sign", "data-sign": card.sign + TEXT }) : (card.suit || card.symbol) && el("small", {}, card.suit || card.label),
  ];
  const words = SUITED[card.sign]?.(card.text) ?? card.label;
  const found = can.has(card.label) || isPicked
    ? el("button", { type: "button", class: `card can${isPicked ? " chosen" : ""}`, "data-card": card.label, "aria-label": words, "aria-pressed": String(isPicked), onclick: () => pick(LISTED + card.label) }, inner)
    : el("span", { class: "card", "data-card": card.label, role: "img", "aria-label": words }, inner);
  if (card.ink) found.style.setProperty("--ink-of-card", card.ink);
  if (card.ground) found.style.setProperty("--ground-of-card", card.ground);
  return found;
}
