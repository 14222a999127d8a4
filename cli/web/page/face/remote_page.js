// A seat's page: the link's secret stands behind the `#`, which browsers never send.

import { el } from "./dom.js";
import { show } from "./face.js";
import { speak, tr, wanted } from "./language.js";
import { RemoteEngine } from "./remote.js";

const SEATS = "/play"; // where they are

/** What is said where there is no game to be shown, and where one can begin another. */
function nothingHere(why) {
  speak(wanted());
  document.body.append(el("p", { class: "noscript" }, why, " ", el("a", { href: "/" }, tr("Begin a new game."))));
}

const [token] = /^[\w-]*/.exec(location.hash.slice(1)); // a full stop or a bracket behind a link in a letter isn't its own
if (location.pathname !== SEATS) nothingHere(tr("There is nothing at this address."));
else if (token) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const engine = new RemoteEngine(token, `${scheme}://${location.host}/seat`);
  engine.on("again", (next) => { location.hash = next; }); // which loads the page anew
  show(engine, document.body);
  addEventListener("hashchange", () => location.reload());
} else nothingHere(tr("This is the address of a seat without its secret; was all of the link copied?"));
