// The preview's page: the board as a picture, which can run nothing; or why there is none, with the last one kept.
"use strict";

const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";
const PICTURE = /<img [^>]*>/;
const PALE = ' style="opacity: .4"';

function escaped(text) {
  return text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
}

/** The page for an answer of the server: a text that is an SVG, or { svg, error }; `before` is the page so far. */
function page(answer, before = "") {
  const svg = typeof answer === "string" ? answer : answer?.svg;
  const old = PICTURE.exec(before)?.[0].replace(PALE, "").replace("<img", `<img${PALE}`) ?? "";
  const picture = svg
    ? `<img alt="The board at the start" src="data:image/svg+xml;base64,${Buffer.from(svg, "utf8").toString("base64")}">`
    : old;
  const words = answer?.error ?? (svg ? "" : "There is no board to show. Fix the rules first.");
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<style>
body { margin: 0; padding: 1em; text-align: center; }
img { max-width: 100%; max-height: 92vh; }
</style>
</head>
<body>${words ? `<p>${escaped(words)}</p>` : ""}${picture}</body>
</html>
`;
}

module.exports = { page };
