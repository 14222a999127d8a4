// The page of a studio without a server: Python in a worker is its host. The address may hold a text (`links.js`).

import { fragment, unpacked } from "./links.js";
import { begin } from "./studio.js";
import { WorkerHost } from "./worker_host.js";

const said = fragment(location.hash), code = said.get("text");
addEventListener("hashchange", () => location.reload()); // another link, opened in this tab
begin(new WorkerHost(new URL(".", location.href).href, document.querySelector("meta[name=gdl-version]").content), code === undefined ? null : unpacked(code), said.get("view"));
