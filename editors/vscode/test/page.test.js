// The preview's page: a picture that can run nothing, or words, with the last picture kept.
"use strict";

const assert = require("node:assert");
const { test } = require("node:test");
const { page } = require("../src/page");

test("the board is a picture, not a part of the page", () => {
  const shown = page({ svg: "<svg><script>alert(1)</script></svg>" });
  assert.match(shown, /src="data:image\/svg\+xml;base64,[A-Za-z0-9+/=]+"/);
  assert.doesNotMatch(shown, /<script/);
  assert.match(shown, /default-src 'none'/);
});

test("words are words", () => {
  assert.match(page({ error: "<b>broken</b>" }), /<p>&lt;b&gt;broken&lt;\/b&gt;<\/p>/);
  assert.match(page(null), /There is no board to show/);
  assert.match(page("<svg/>"), /<img /);
});

test("while the rules are broken the last board stays, paler", () => {
  const first = page({ svg: "<svg/>" });
  const second = page({ error: "line 3" }, first);
  const third = page({ error: "line 4" }, second);
  assert.match(second, /<p>line 3<\/p><img style="opacity: .4" /);
  assert.equal(third.match(/style="opacity/g).length, 1);
  assert.doesNotMatch(page({ svg: "<svg/>" }, third), /opacity/);
});
