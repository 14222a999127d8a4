// What pages ask of the server by requests.

import { tr } from "./language.js";

/** The answer to data that is sent to an address; fails with what the server says against it. */
export function posted(path, data) {
  return answerOf(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(data) });
}

/** The answer of an address; fails with what the server says against it. */
export async function answerOf(path, request = {}) {
  try {
    const answer = await fetch(path, request);
    const found = await answer.json(); // somebody between us and the server may answer with a page of their own
    if (answer.ok) return found;
    if (found?.error) return Promise.reject(new Error(found.error));
  } catch {
    // it is away
  }
  throw new Error(tr("The server doesn't answer."));
}
