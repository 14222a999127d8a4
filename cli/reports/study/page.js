// Games to step through: each has the strings that may stand on a site, and for each ply what changes.
for (const box of document.querySelectorAll(".game")) {
  const game = JSON.parse(box.querySelector("script").textContent);
  const sites = [...box.querySelectorAll("svg.board > g.sites > g")];
  const range = box.querySelector("input"), said = box.querySelector(".said"), hope = box.querySelector(".hope");
  const colours = ["var(--accent)", "#3b6fd4", "#2e9e4f", "#8e4bbf", "#d9a722", "#1f7f7f"];
  let shown = 0;
  const put = (changes, which) => { for (const [site, before, after] of changes) sites[site].innerHTML = game.parts[which ? after : before]; };
  const show = (ply) => {
    ply = Math.max(0, Math.min(game.frames.length, ply));
    while (shown < ply) put(game.frames[shown++].changes, true);
    while (shown > ply) put(game.frames[--shown].changes, false);
    range.value = ply;
    sites.forEach((site) => site.classList.remove("new"));
    if (ply) for (const [site] of game.frames[ply - 1].changes) sites[site].classList.add("new");
    said.textContent = ply ? game.frames[ply - 1].said : game.said;
    const points = ply ? game.frames[ply - 1].points : game.points;
    if (hope && points) {
      const sum = points.length > 1 ? points.reduce((a, b) => a + b, 0) || 1 : 1;
      hope.replaceChildren(...points.map((p, i) => { const bar = document.createElement("i");
        bar.style.cssText = `width:${100 * p / sum}%;background:${colours[i % 6]}`; return bar; }));
    }
  };
  box.querySelector(".first").onclick = () => show(0);
  box.querySelector(".back").onclick = () => show(shown - 1);
  box.querySelector(".on").onclick = () => show(shown + 1);
  box.querySelector(".last").onclick = () => show(game.frames.length);
  range.oninput = () => show(+range.value);
  show(0);
}
