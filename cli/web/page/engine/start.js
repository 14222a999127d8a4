// Begins the page: unpacks what stands in it, and shows the game.

import { LocalEngine } from "./engine.js";
import { show } from "./face.js";
import { learn, speak, tr, wanted } from "./language.js";
import { Shelf } from "./shelf.js";
import { decoded, unpacked } from "./unpack.js";

const held = (id) => unpacked(decoded(document.getElementById(id).textContent));
const textOf = async (id) => new TextDecoder().decode(await held(id));

/** A setting of the options: the length of its data, the data as JSON, the module, what values were learnt with. */
async function settingOf(id) {
  const bytes = await held(id);
  const length = new DataView(bytes.buffer).getUint32(0, true);
  const data = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  const [at, end] = [4 + length, 4 + length + data.module];
  return { ...data, module: bytes.slice(at, end), weights: data.learnt && bytes.slice(end) };
}

async function begin() {
  try {
    learn(...JSON.parse(await textOf("gdl-languages")));
    speak(wanted());
    if (typeof WebAssembly === "undefined") throw new Error(tr("it has no WebAssembly"));
    const ids = Array.from(document.querySelectorAll("[data-setting]"), (one) => one.id);
    const settings = await Promise.all(ids.map(settingOf));
    await show(new LocalEngine(settings, await textOf("gdl-worker"), new Shelf(settings[0].hash)), document.body);
  } catch (error) {
    const said = document.createElement("p");
    said.className = "noscript";
    said.textContent = tr("This game can't be played in this browser: {why}.", { why: error.message });
    document.body.append(said);
  }
}

begin();
