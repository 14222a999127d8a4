// A seat's page: the link's secret stands behind the `#`, which browsers never send.

import { el } from "./dom.js";
import { show } from "./face.js";
import { RemoteEngine } from "./remote.js";

const token = location.hash.slice(1);
if (token) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  show(new RemoteEngine(token, `${scheme}://${location.host}/seat`), document.body);
  addEventListener("hashchange", () => location.reload());
} else {
  document.body.append(el("p", { class: "noscript" }, "This is the address of a seat without its secret; was all of the link copied? ",
    el("a", { href: "/" }, "Begin a new game.")));
}
