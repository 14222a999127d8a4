// Elements made in one line. Texts are always texts: nothing here reads HTML.

const SVG = "http://www.w3.org/2000/svg";

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An HTML element; attributes that begin with `on` are listeners. */
export function el(tag, attributes, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** The same for SVG. */
export function svg(tag, attributes, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/** Put these in place of all that an element holds. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
}

/** What was kept in this browser under a name; pages from disk may have no storage at all. */
export function kept(name, otherwise = null) {
  try {
    return localStorage.getItem(`gdl.${name}`) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Keep a text; says whether there was room. */
export function keep(name, text) {
  try {
    localStorage.setItem(`gdl.${name}`, text);
    return true;
  } catch {
    return false;
  }
}

/** Put a text where people paste from; says whether the browser let us. */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Let the person save a text as a file. */
export function download(name, text, type = "application/json") {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = el("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
