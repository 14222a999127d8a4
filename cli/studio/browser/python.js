// A worker of the page with a Python in it (Pyodide). It is the desk, which the page talks to, or a process that the desk has
// begun for its jobs; its first message says which.
//
// The first Python of a version is begun from its files, and imports all that is needed. A picture of its memory is kept
// in the browser (Cache Storage): later ones begin with that, which takes a second.

const PAGE = 65_536; // bytes
const MOST_PAGES = 8192; // of memory that one Python may have
const ROOM = "/app";
const PICTURE = "python-memory";
const BEHIND = "behind"; // as `browser_process.py` calls it
const SIZE = "X-Size"; // a header of the picture: how many bytes it has

let told; // what we were begun with: {role, base, version, isBehind}
let python;
const waiting = []; // messages that came before Python was ready

self.onmessage = ({ data }) => {
  if (told) {
    waiting.push(data);
    return;
  }
  told = data;
  begin().catch((error) => self.postMessage({ failed: String(error?.message ?? error).trim().slice(-300) }));
};

async function begin() {
  bounded();
  await inTurn(async () => {
    importScripts(`${told.base}pyodide/pyodide.js`);
    await beginPython();
  });
  if (told.role === "desk") desk();
  else jobs();
}

/** To begin takes half as much memory again as what is kept. Who works behind others begins when nobody else does. */
function inTurn(begin) {
  if (!navigator.locks) return begin(); // browsers have them where they have a secure address
  return navigator.locks.request(`begin ${told.base}`, { mode: told.isBehind ? "exclusive" : "shared" }, begin);
}

/** What it takes is let go when this is done: each worker holds no more than its Python and the program's files. */
async function beginPython() {
  const [files, picture] = await Promise.all([unpacked(), kept()]);
  python = (picture && (await fromPicture(picture, files))) ?? (await fromFiles(files));
  if (picture !== told.picture) freed(picture);
}

/** Give memory back at once: Pyodide holds on to what it was begun with. */
function freed(data) {
  data?.buffer.transfer?.(0);
}

/** All bytes of a stream, in memory of our own. What browsers make of an answer (`arrayBuffer()`) they hold on to: `freed`
 * doesn't give it back. `size`: how many bytes there are. */
async function read(stream, size) {
  const data = new Uint8Array(size), reader = stream.getReader();
  let at = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    data.set(part.value, at);
    at += part.value.length;
  }
  return data;
}

/** Python's memory is bounded: a text that wants more is told so, and the tab lives on. */
function bounded() {
  const { Memory } = WebAssembly;
  WebAssembly.Memory = function (wanted) {
    return new Memory({ ...wanted, maximum: Math.min(wanted.maximum ?? MOST_PAGES, Math.max(MOST_PAGES, wanted.initial)) });
  };
  WebAssembly.Memory.prototype = Memory.prototype;
}

function loaded(more) {
  const none = { info: { abi_version: "2025_0", arch: "wasm32", platform: "emscripten_4_0_9", python: "3.13.2", version: "0" }, packages: {} };
  return loadPyodide({ indexURL: `${told.base}pyodide/`, lockFileContents: none, stdout: () => {}, env: { HOME: "/home", GDL_CACHE: "/cache" }, ...more });
}

async function fromFiles(files) {
  const found = await loaded({ _makeSnapshot: true });
  put(found, files);
  found.runPython(`import sys; sys.path.insert(0, "${ROOM}")\nimport cli.studio.browser.stand_ins\nimport cli.studio.browser.begin\ncli.studio.browser.begin.warm()`);
  let whole;
  try {
    whole = found.makeMemorySnapshot();
  } catch (error) { // some object of the browser is held: the others begin with the files, too
    console.warn("no picture of Python's memory can be made", error);
    return found;
  }
  const picture = upTo(whole, inUse(found));
  freed(whole);
  if (await keep(picture)) freed(picture);
  else told.picture = picture; // for the others that we begin
  return found;
}

/** How many bytes of its memory Python has ever asked for, in whole pages. Memory grows ahead of that. */
function inUse({ _module }) {
  const pages = Math.ceil(_module.HEAPU32[_module._emscripten_get_sbrk_ptr() / 4] / PAGE);
  return Math.min(pages * PAGE, _module.HEAPU32.byteLength);
}

/** A picture of the first `size` bytes. To write the zeros behind them costs as much memory as to use them. */
function upTo(whole, size) {
  const head = new Uint32Array(whole.buffer, whole.byteOffset, 2)[1]; // where the memory itself begins
  return whole.slice(0, head + size);
}

async function fromPicture(picture, files) {
  try {
    const found = await loaded({ _loadSnapshot: picture });
    put(found, files);
    return found;
  } catch (error) {
    console.warn("Python's memory can't be taken from the picture", error);
    return null;
  }
}

// ---- files

/** The program's files, from one packed file: the length of a list, the list as JSON, and the bytes of each. */
async function unpacked() {
  const answer = await fetch(`${told.base}program.pack`);
  if (!answer.ok) throw new Error(`program.pack: status ${answer.status}`);
  const data = new Uint8Array(await new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
  const size = new DataView(data.buffer).getUint32(0, true);
  const list = JSON.parse(new TextDecoder().decode(data.subarray(4, 4 + size)));
  let at = 4 + size;
  return list.map(([name, length]) => [name, data.subarray(at, (at += length))]);
}

function put({ FS }, files) {
  const folders = new Set();
  for (const [name, data] of files) {
    const path = `${ROOM}/${name}`, folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) {
      FS.mkdirTree(folder);
      folders.add(folder);
    }
    FS.writeFile(path, data, { canOwn: true }); // no copy
  }
}

// ---- the picture of Python's memory

const place = () => `${told.base}${PICTURE}?${told.version}`;

async function kept() {
  if (told.picture) return told.picture;
  try {
    const found = await (await caches.open(PICTURE)).match(place());
    return found ? await read(found.body, Number(found.headers.get(SIZE))) : null;
  } catch {
    return null; // this browser keeps nothing, here or at all
  }
}

/** Keep the picture; says whether that was done. */
async function keep(picture) {
  try {
    await caches.delete(PICTURE); // of an older version
    await (await caches.open(PICTURE)).put(place(), new Response(picture, { headers: { [SIZE]: picture.length } }));
    return true;
  } catch {
    return false;
  }
}

// ---- compiled rules, by the browser's own WebAssembly (`wasmtime.py`)

self.gdlWasm = {
  compiled: (binary) => new WebAssembly.Module(binary),
  instance: (module) => new WebAssembly.Instance(module, {}),
  callable: (f, wide) => (wide.includes(true) ? (...given) => f(...given.map((one, i) => (wide[i] ? BigInt(one) : one))) : f),
  bytes: (memory, start, stop) => new Uint8Array(memory.buffer, start, stop - start),
  put: (memory, data, at) => new Uint8Array(memory.buffer, at, data.length).set(data),
};

// ---- the desk

function desk() {
  self.beginProcess = (name, hear, lose) => {
    const worker = new Worker(self.location.href, { name });
    worker.onmessage = ({ data }) => (data.failed ? lose(data.failed) : hear(data));
    worker.onerror = (event) => lose(event.message);
    worker.postMessage({ ...told, role: "jobs", isBehind: name === BEHIND });
    return worker;
  };
  const module = python.pyimport("cli.studio.browser.begin");
  const studio = module.Studio((text) => self.postMessage({ said: text }), (name, text) => self.postMessage({ wrote: { name, text } }));
  const hear = (data) => {
    if (data.keep) studio.keep(data.keep.name, data.keep.text);
    else studio.hear(data.text);
  };
  for (const data of waiting) hear(data);
  self.onmessage = ({ data }) => hear(data);
  self.postMessage({ ready: true });
}

// ---- jobs

function jobs() {
  const module = python.pyimport("cli.editors.browser_process");
  let tidying;
  const answer = (data) => {
    clearTimeout(tidying);
    self.postMessage(module.reply(data));
    tidying = setTimeout(() => module.tidied(), 1000);
  };
  waiting.forEach(answer);
  self.onmessage = ({ data }) => answer(data);
}
