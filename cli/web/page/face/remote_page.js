// A seat's page: the link's secret stands behind the `#`, which browsers never send.

import { el } from "./dom.js";
import { show } from "./face.js";
import { speak, tr, wanted } from "./language.js";
import { RemoteEngine } from "./remote.js";

const token = location.hash.slice(1);
if (token) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const engine = new RemoteEngine(token, `${scheme}://${location.host}/seat`);
  engine.on("again", (next) => { location.hash = next; }); // which loads the page anew
  show(engine, document.body);
  addEventListener("hashchange", () => location.reload());
} else {
  speak(wanted());
  document.body.append(el("p", { class: "noscript" }, tr("This is the address of a seat without its secret; was all of the link copied?"), " ",
    el("a", { href: "/" }, tr("Begin a new game."))));
}
