// A ruleset from a file of this computer, which somebody has chosen, or has dropped on the page.

import { LONGEST_TEXT } from "./links.js";
import { spoken, tr } from "./language.js";

/** The text of a file; fails with a sentence if it is none that a ruleset can have. */
export async function textOf(file) {
  const tooLong = () => new Error(tr("{file} has more than {n} characters, the limit for a ruleset.", { file: file.name, n: LONGEST_TEXT.toLocaleString(spoken()) }));
  if (file.size > 4 * LONGEST_TEXT) throw tooLong();
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch (error) {
    throw new Error(error instanceof TypeError ? noText(file) : tr("{file} can't be read.", { file: file.name }));
  }
  if (text.includes("\0")) throw new Error(noText(file));
  if ([...text].length > LONGEST_TEXT) throw tooLong();
  return text.replace(/\r\n?/g, "\n"); // as the page writes lines
}

const noText = (file) => tr("{file} isn't a text in UTF-8.", { file: file.name });
