// Begins the page: unpacks what stands in it, and shows the game.

import { LocalEngine } from "./engine.js";
import { show } from "./face.js";
import { Shelf } from "./shelf.js";
import { decoded, unpacked } from "./unpack.js";

const text = (id) => document.getElementById(id).textContent;

/** A setting of the options: the length of its data, the data as JSON, the module. */
async function settingOf(id) {
  const bytes = await unpacked(decoded(text(id)));
  const length = new DataView(bytes.buffer).getUint32(0, true);
  const data = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  return { ...data, module: bytes.slice(4 + length) };
}

async function begin() {
  try {
    if (typeof WebAssembly === "undefined") throw new Error("it has no WebAssembly");
    const ids = Array.from(document.querySelectorAll("[data-setting]"), (one) => one.id);
    const settings = await Promise.all(ids.map(settingOf));
    await show(new LocalEngine(settings, text("gdl-worker"), new Shelf(settings[0].hash)), document.body);
  } catch (error) {
    const said = document.createElement("p");
    said.className = "noscript";
    said.textContent = `This game can't be played in this browser: ${error.message}.`;
    document.body.append(said);
  }
}

begin();
