"""Plain questions that the program makes of decisions, and what they are in German."""

GERMAN = {
    "Choose a site.": "Wähle ein Feld.",
    "Choose a piece of yours, then a site, then a kind.": "Wähle einen deiner Steine, dann ein Feld, dann eine Art.",
    "Choose a pit.": "Wähle eins aus „pit“.",
    "Choose an order, then a dead pit.": "Wähle eins aus „order“, dann eins aus „dead pit“.",
    "Choose 3 to 5 cards.": "Wähle 3 bis 5 Karten.",
    "Choose a player, then 1 card.": "Wähle einen Spieler, dann 1 Karte.",
    "Choose nothing, or up to 5 cups.": "Wähle nichts, oder bis zu 5 aus „cups“.",
    "Choose nothing.": "Wähle nichts.",
    "Choose 1 site.": "Wähle 1 Feld.",
    "Choose 2 numbers.": "Wähle 2 Zahlen.",
    "Choose “pass”.": "Wähle „pass“.",
    "Choose this, or not.": "Wähle dies, oder nicht.",
    "Choose “hit”. Or choose “stand”.": "Wähle „hit“. Oder wähle „stand“.",
    "Choose a piece, then a site. Or choose “pass”. Or choose a direction.":
        "Wähle einen Stein, dann ein Feld. Oder wähle „pass“. Oder wähle eine Richtung.",
    "For “wall …”, choose a site. For “move …”, choose a card. Or choose “pass”.":
        "Für „wall …“ wähle ein Feld. Für „move …“ wähle eine Karte. Oder wähle „pass“.",
    # questions that an author has written stay as they are
    "Choose wisely.": "Choose wisely.",
    "Choose a card of that colour.": "Choose a card of that colour.",
    "Choose the two cards.": "Choose the two cards.",
    "Lay down a card.": "Lay down a card.",
}  # fmt: skip
