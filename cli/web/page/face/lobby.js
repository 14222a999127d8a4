// Where games begin on a server: options and seats, then a link for each seat.

import { el, fill, kept } from "./dom.js";
import { Settings } from "./settings.js";

async function posted(path, data) {
  const answer = await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(data) });
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.error ?? "the server didn't answer");
  return found;
}

function linkRow(name, token, sitting) {
  const url = `${location.origin}/play#${token}`;
  const field = el("input", { type: "text", readonly: true, value: url, "aria-label": `Link: ${name}`, onfocus: () => field.select() });
  const copy = el("button", { type: "button", async onclick() {
    field.select();
    try {
      await navigator.clipboard.writeText(url);
      copy.textContent = "Copied";
    } catch {
      copy.textContent = "Press Ctrl-C";
    }
  } }, "Copy");
  return el("p", { class: "link" }, el("strong", {}, name), field, copy, el("a", { href: url, target: "_blank", rel: "noopener" }, sitting));
}

async function lobby() {
  document.documentElement.dataset.theme = kept("theme", "auto");
  const wrong = el("p", { class: "wrong", role: "alert" });
  const body = el("main", { class: "lobby" });
  document.body.append(body);
  let info;
  try {
    info = await (await fetch("/game")).json();
  } catch {
    fill(body, el("p", { role: "alert" }, "The server doesn't answer."));
    return;
  }
  document.title = info.title;
  const settings = new Settings(info, async () => {
    wrong.textContent = "";
    try {
      const { options, players, seats } = settings.value();
      const next = await posted("/game", { options, players, seats });
      const open = settings.element.querySelector("details")?.open;
      if (next.players.join() !== settings.info.players.join()) settings.setInfo({ ...next, seats });
      if (open) settings.element.querySelector("details").open = true;
    } catch (error) {
      wrong.textContent = error.message;
    }
  });
  const links = el("section", { class: "links", "aria-live": "polite" });
  const form = el("form", {
    async onsubmit(event) {
      event.preventDefault();
      wrong.textContent = "";
      try {
        const begun = await posted("/games", settings.value());
        fill(links, el("h2", {}, "The game is ready"),
          el("p", {}, "Send each player the link of their seat, and nobody else: whoever has it sits there."),
          Object.entries(begun.links).map(([player, token]) => linkRow(player, token, "Sit here")),
          linkRow("To look on", begun.watch, "Look on"));
        links.scrollIntoView({ block: "nearest" });
      } catch (error) {
        wrong.textContent = error.message;
      }
    },
  }, settings.element, wrong, el("p", { class: "buttons" }, el("button", { type: "submit", class: "main" }, "Begin a game")));
  fill(body, el("h1", {}, info.title), form, links);
}

lobby();
