// Narrows the gallery to the games that fit all filters; what is chosen stands in the address, to be kept and shared.
(() => {
  const form = document.getElementById("filters"), shown = document.getElementById("shown");
  const cards = [...document.querySelectorAll("#gallery > li")];
  const tests = {
    name: (facts, value) => value.toLowerCase().split(" ").every((word) => facts.name.includes(word)),
    players: (facts, value) => +facts.fewest <= +value && +value <= +facts.most,
    minutes: (facts, value) => facts.minutes !== "" && +facts.minutes <= +value,
  };
  function narrow() {
    const asked = [...new FormData(form)].filter(([, value]) => value);
    let count = 0;
    for (const card of cards) {
      const fits = asked.every(([name, value]) => (tests[name] || ((facts, v) => facts[name] === v))(card.dataset, value));
      card.hidden = !fits;
      count += fits;
    }
    shown.textContent = count === 1 ? "1 game" : `${count} games`;
    return asked;
  }
  form.addEventListener("input", () => {
    const query = new URLSearchParams(narrow()).toString();
    history.replaceState(null, "", query ? `?${query}` : location.pathname);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  for (const [name, value] of new URLSearchParams(location.search)) if (form.elements[name]) form.elements[name].value = value;
  narrow();
})();
