// What pages ask of the server by requests.

import { tr } from "./language.js";

/** The answer to data that is sent to an address; fails with what the server says against it. */
export async function posted(path, data) {
  const sent = fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(data) });
  const answer = await sent.catch(() => { throw new Error(tr("The server doesn't answer.")); });
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.error ?? tr("The server doesn't answer."));
  return found;
}
