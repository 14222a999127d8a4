// What people are told beside the board: whose turn it is, what has happened, what went wrong, what others ask for.

import { pickWords } from "./choosing.js";
import { el, fill } from "./dom.js";
import { tr, trouble } from "./language.js";
import { isPlaced, PlacedNews, placedWords } from "./placed_news.js";
import { afterHidden, askedWords, droppedWords, newsWords, offerWords, turnWords } from "./words.js";

/** What is shown: a situation before, or the turn with what is picked and what was hinted at. */
function statusWords(view, info, log, picks, hint) {
  if (view.ply < view.plies) return view.ply ? tr("After {n} of {all} plies.", { n: view.ply, all: view.plies }) : tr("The beginning.");
  const so = picks.length ? ` ${picks.map(pickWords).join(" → ")} …` : "";
  const advice = hint ? ` ${tr("Hint: {moves}.", { moves: [hint.text, ...(hint.line ?? []).slice(1, 4)].join(" ") })}` : "";
  return turnWords(view, info) + fallenWords(view, log) + so + advice;
}

/** What has just been rolled for who is asked, if neither dice nor cards show it. */
function fallenWords(view, log) {
  if (!view.moves.length || view.hands?.length) return "";
  const last = log.slice(log.findLastIndex((ply) => !ply.chance) + 1);
  if (!last.length) return "";
  if (last.every(({ dice }) => dice)) return ` ${tr("Thrown: {dice}", { dice: last.map(({ dice }) => dice).join(" ") })}`;
  return ` ${tr("By chance: {what}.", { what: last.map((ply) => ply.said ?? ply.text).join(" ") })}`;
}

/** Words in which dice stand larger than letters. */
function withDice(words) {
  return words.split(/([⚀-⚅]+)/).map((part, i) => (i % 2 ? el("span", { class: "dice" }, part) : part));
}

export class Telling {
  constructor(face) {
    this.face = face;
    this.told = 0; // plies that were announced
    this.editedAt = 0; // so many when somebody began to put a position together
    this.placed = new PlacedNews();
    this.status = el("p", { class: "status", tabindex: -1 });
    this.missed = el("p", { class: "missed" });
    this.offer = el("div", { class: "offer", role: "alert" });
    this.trouble = el("p", { class: "trouble", role: "alert" });
    this.spoken = el("p", { class: "unseen", role: "status", "aria-live": "polite" }); // for who doesn't see the board
  }

  /** What went wrong; "" once it doesn't matter any more. */
  say(text) {
    const said = trouble(text);
    if (this.trouble.textContent !== said) this.trouble.textContent = said;
  }

  /** What has changed on the page. */
  news(text) {
    this.spoken.textContent = text;
  }

  /** What happened while this person was away. */
  miss(plies) {
    this.missed.textContent = plies.length ? tr("While you were away: {moves}", { moves: newsWords(plies) }) : "";
  }

  /** What happened since somebody was last told. */
  announce(log, before) {
    const { view, editor, engine: { info } } = this.face, isOther = isPlaced(view, before);
    const back = isOther ? placedWords(view) : log.length < this.told ? tr("Taken back.") : "";
    const since = log.slice(this.told), seen = afterHidden(since, view, before, info.pieces);
    const text = `${back || newsWords(since) + seen} ${turnWords(view, info)}`;
    const isNew = isOther || log.length !== this.told || this.told === 0 || view.isOver;
    this.placed.show(view, before);
    const meanwhile = editor.on && !back ? newsWords(log.slice(this.editedAt)) : "";
    if (meanwhile) this.say(tr("Meanwhile: {moves}", { moves: meanwhile }));
    if (isNew && text !== this.spoken.textContent) this.news(text);
    this.told = log.length;
  }

  show({ view, engine: { info }, turn, analysis }) {
    fill(this.status, withDice(statusWords(view, info, this.face.story.log, turn.picks, analysis.hint)));
    this.status.classList.toggle("over", view.isOver);
    this.status.classList.toggle("mine", view.moves.length > 0);
    this.status.classList.toggle("thinking", Boolean(view.thinking) && !view.isOver);
    if (view.error) this.say(view.error);
    const dropped = view.dropped && !view.offer ? droppedWords(view.dropped, info.mine) : "";
    if (view.offer || this.offer.textContent !== dropped) fill(this.offer, view.offer ? this.asked(view.offer, info) : dropped || null); // what is told is told once
  }

  /** What one of the players asks the others for, and what can be answered. */
  asked(offer, { mine }) {
    const isMine = mine.includes(offer.by), isAsked = (offer.waiting ?? []).some((one) => mine.includes(one));
    const button = (name, yes) => el("button", { type: "button", onclick: () => this.face.ask("answer", yes) }, name);
    return [el("span", {}, isMine ? askedWords(offer) : offerWords(offer)),
      isAsked && button(tr("Allow"), true), isAsked && button(tr("Refuse"), false), isMine && button(tr("Never mind"), false)];
  }

  /** A computer thinks. */
  think(thought) {
    if (thought?.text) this.status.textContent = tr("{player}: the computer is thinking: {what}", { player: thought.player, what: thought.text });
    this.status.setAttribute("data-share", thought?.share === undefined ? "" : Math.round(thought.share * 100));
  }
}
