// Links that hold a whole ruleset, in the same way as `cli/studio/links.py`: `#text=`, a letter that says how the text is
// packed, and base64url. `a`: the text in UTF-8, compressed with raw deflate.

import { spoken, tr } from "./language.js";

const PACKED_WAY = "a";
export const LONGEST_TEXT = 200_000; // characters of a ruleset
const MOST_UNPACKED = 4 * LONGEST_TEXT; // that are unpacked, however much a link would unfold to

/** What stands behind the `#` of an address, by name. */
export function fragment(hash) {
  return new Map(hash.replace(/^#/, "").split("&").filter(Boolean).map((part) => part.split(/=(.*)/s).slice(0, 2)));
}

/** A text as links hold it. */
export async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return PACKED_WAY + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The text in a link; fails with a sentence. */
export async function unpacked(code) {
  if (!code.startsWith(PACKED_WAY)) throw new Error(tr("The link holds no text that this version can read."));
  if (code.length > 2 * MOST_UNPACKED) throw new Error(tr("The link is too long."));
  const damaged = () => new Error(tr("The link is damaged: its text can't be unpacked."));
  let bytes;
  try {
    bytes = Uint8Array.from(atob(code.slice(1).replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  } catch {
    throw damaged();
  }
  const parts = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  while (size <= MOST_UNPACKED) {
    const { done, value } = await reader.read().catch(() => {
      throw damaged();
    });
    if (done) break;
    parts.push(value);
    size += value.length;
  }
  const tooLong = () => new Error(tr("The text in the link is longer than {n} characters, the limit.", { n: LONGEST_TEXT.toLocaleString(spoken()) }));
  if (size > MOST_UNPACKED) {
    reader.cancel();
    throw tooLong();
  }
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(await new Blob(parts).arrayBuffer());
  } catch {
    throw damaged();
  }
  if ([...text].length > LONGEST_TEXT) throw tooLong();
  return text;
}
