// Where games begin on a server: options and seats, then a link for each seat.

import { el, fill, kept } from "./dom.js";
import { whenDropped } from "./dropped.js";
import { speak, tr, trouble, wanted } from "./language.js";
import { languageField } from "./language_field.js";
import { OpenGames } from "./open_games.js";
import { answerOf, posted } from "./posting.js";
import { Settings } from "./settings.js";

function linkRow(name, token, sitting) {
  const url = `${location.origin}/play#${token}`;
  const field = el("input", { type: "text", readonly: true, value: url, "aria-label": tr("Link: {name}", { name }), onfocus: () => field.select() });
  const copy = el("button", { type: "button", async onclick() {
    field.select();
    try {
      await navigator.clipboard.writeText(url);
      copy.textContent = tr("Copied");
    } catch {
      copy.textContent = tr("Press Ctrl-C");
    }
  } }, tr("Copy"));
  return el("p", { class: "link" }, el("strong", {}, name), field, copy, el("a", { href: url, target: "_blank", rel: "noopener" }, sitting));
}

/** What was begun: a link for each seat. */
function linksOf(begun) {
  return [el("h2", {}, tr("The game is ready")),
    el("p", {}, begun.isOpen ? tr("Your seat is below. The game is in the list until the other seats are taken.") : tr("Send each player the link of their seat, and nobody else: anybody who has it can take the seat.")),
    ...Object.entries(begun.links).map(([player, token]) => linkRow(player, token, tr("Sit here"))),
    linkRow(tr("To watch"), begun.watch, tr("Watch")),
    begun.host && el("p", {}, tr("Keep the host's link: whoever has it can change the position during the game.")),
    begun.host && linkRow(tr("To host"), begun.host, tr("Host"))];
}

const BEGUN = "gdl.begun."; // and the game's title: another server may be at the same address later

/** Keep in this tab what was begun here: without its links nobody could sit down once the page is loaded again. */
function keepBegun({ title }, begun) {
  try {
    sessionStorage.setItem(BEGUN + title, JSON.stringify(begun));
  } catch {
    // there is no storage, or no room: the links are on the page
  }
}

/** What was begun in this tab; null if nothing was. */
function keptBegun({ title }) {
  try {
    return JSON.parse(sessionStorage.getItem(BEGUN + title));
  } catch {
    return null;
  }
}

let taken = null; // what a file that is dropped goes to
let waiting = null; // the list of games that wait for somebody, where there is one

/** The form as `info` says it; `begun`: the game that was begun here, or null. */
function draw(body, info, begun = null) {
  waiting?.end();
  waiting = info.lists ? new OpenGames({ take: async (game, seat) => (await posted("/open", { game, seat })).token }) : null;
  waiting?.begin();
  const wrong = el("p", { class: "wrong", role: "alert" });
  const fails = (error) => { wrong.textContent = trouble(error.message); };
  const settings = new Settings(info, async () => {
    wrong.textContent = "";
    try {
      const { options, players, seats } = settings.value();
      const next = await posted("/game", { options, players, seats });
      const open = settings.element.querySelector("details")?.open;
      if (next.players.join() !== settings.info.players.join()) settings.setInfo({ ...next, seats });
      if (open) settings.element.querySelector("details").open = true;
    } catch (error) {
      fails(error);
    }
  });
  const listed = el("input", { type: "checkbox", id: "listed" });
  const text = el("textarea", { id: "begins", rows: 6, spellcheck: "false", autocapitalize: "off" });
  const take = async (one) => {
    wrong.textContent = "";
    if (!elsewhere) wrong.textContent = tr("No other game can be opened on this page.");
    else if (one.size > 200_000) wrong.textContent = tr("{file} is too long for a game's record", { file: one.name });
    else [text.value, elsewhere.open] = [await one.text(), true];
  };
  const file = el("input", { type: "file", id: "begins-file", onchange: () => file.files.length && take(file.files[0]) });
  const elsewhere = !info.hides && el("details", { class: "options" }, el("summary", {}, tr("Begin elsewhere")),
    el("p", { class: "field" }, el("label", { for: "begins-file" }, tr("A file")), file),
    el("p", { class: "field" }, el("label", { for: "begins" }, tr("or a text")), text,
      el("small", {}, tr("A record, a position, or {formats}. The game goes on from there; its moves can't be taken back.", { formats: info.formats.map((kind) => kind.toUpperCase()).join(", ") || "YAML" }))));
  const links = el("section", { class: "links", "aria-live": "polite" }, begun && linksOf(begun));
  const form = el("form", {
    async onsubmit(event) {
      event.preventDefault();
      wrong.textContent = "";
      try {
        const isOpen = info.lists && listed.checked;
        begun = { ...(await posted("/games", { ...settings.value(), ...(isOpen && { open: true }), ...(text.value.trim() && { text: text.value }) })), isOpen };
        keepBegun(info, begun);
        fill(links, linksOf(begun));
        links.scrollIntoView({ block: "nearest" });
      } catch (error) {
        fails(error);
      }
    },
  }, settings.element, elsewhere, info.lists && el("p", { class: "tick" }, listed, el("label", { for: "listed" }, tr("Anybody may take the other seats"))), wrong, el("p", { class: "buttons" }, el("button", { type: "submit", class: "main" }, tr("Begin a game"))));
  taken = take;
  const respeak = () => {
    draw(body, settings.asChosen(), begun);
    body.querySelector(".language").focus();
  };
  fill(body, el("h1", {}, info.title), languageField(respeak), info.summary ? el("p", { class: "about" }, info.summary) : "", waiting?.element ?? "", form, links);
}

async function lobby() {
  speak(wanted());
  document.documentElement.dataset.theme = kept("theme", "auto");
  const body = el("main", { class: "lobby" });
  document.body.append(body);
  let info;
  try {
    info = await answerOf("/game");
  } catch (error) {
    fill(body, el("p", { role: "alert" }, trouble(error.message)));
    return;
  }
  document.title = info.title;
  whenDropped((file) => taken(file));
  draw(body, info, keptBegun(info));
}

lobby();
