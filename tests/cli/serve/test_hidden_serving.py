"""Servers send each guest what their seat may see, and who looks on what all may see."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra [serve] isn't installed")
pytest.importorskip("httpx", reason="httpx isn't installed")

from hiding import POKER, THROW
from serving import Person, house


def written(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return str(path)


def card(person: Person, player: str) -> str:
    """What somebody is shown of a player's card."""
    (hand,) = [hand for hand in person.view["hands"] if hand["name"] == f"{player}: card"]
    return "".join(card["text"] for card in hand["cards"])


def test_each_is_sent_what_is_theirs_to_see(tmp_path: Path) -> None:
    with house(written(tmp_path / "three.gdl", POKER)) as h:
        links = h.begin()
        with h.sit(links["First"]) as one, h.sit(links["Second"]) as two, h.sit(links["watch"]) as watch:
            own = card(one, "First"), card(two, "Second")
            assert set(own) < {"1", "2", "3"}
            assert (card(two, "First"), card(one, "Second")) == ("?", "?")
            assert (card(watch, "First"), card(watch, "Second")) == ("?", "?")
            assert "undo" not in one.info["can"]
            assert "what was seen can't be unseen" in one.ask("undo")["error"]
            assert "error" not in one.play("bet")
            two.until("state")
            assert [entry["text"] for entry in two.log] == ["bet"]
            record = two.ask("record")["record"]
            known = json.loads(record)["beginning"]["values"]
            assert (str(known["card Second"]), known["card First"]) == (own[1], "?")
            assert "seed" not in record
            watched = watch.ask("record")["record"]
            assert "the observations of every player" in watched
            assert json.loads(watched)["beginning"]["values"]["card Second"] == "?"
            assert two.ask("view", ply=0)["view"]["hands"] == two.view["hands"]


def test_of_decisions_together_nothing_is_sent_till_all_have_decided(tmp_path: Path) -> None:
    with house(written(tmp_path / "throw.gdl", THROW)) as h:
        links = h.begin()
        with h.sit(links["First"]) as one, h.sit(links["Second"]) as two, h.sit(links["watch"]) as watch:
            assert "error" not in one.play("rock")
            two.until("state")
            watch.until("state")
            assert [entry["text"] for entry in one.log] == ["rock"]
            assert two.log == watch.log == []
            assert "rock" not in json.dumps([two.view["lines"], two.view["sites"], watch.view])
            assert "error" not in two.play("paper")
            one.until("state")
            watch.until("state")
            said = [(entry["player"], entry["text"]) for entry in one.log]
            assert said == [("First", "rock"), ("Second", "paper")]
            assert [(e["player"], e["text"]) for e in two.log] == said[::-1]
            assert [(e["player"], e["text"]) for e in watch.log] == said
            assert "error" not in one.play("paper")
        with h.sit(links["Second"], takebacks=two.takebacks, ply=1) as again:  # whose line was cut
            assert [(e["player"], e["text"]) for e in again.log] == [("First", "rock")]
            assert "error" not in again.ask("play", text="rock", ply=2, takebacks=again.takebacks)


def test_a_mistake_of_the_rules_tells_nothing(tmp_path: Path) -> None:
    rules = POKER.replace("    me.stake = 2\n", "    me.stake = (2 when me.card = 0 otherwise me.card + 5)\n")
    with house(written(tmp_path / "wrong.gdl", rules)) as h:
        links = h.begin()
        with h.sit(links["First"]) as one, h.sit(links["Second"]) as two:
            error = one.play("bet").get("error") or one.view["error"]
            assert "more would tell what is hidden" in error
            assert "position" not in error.replace("positions", "")
            assert "card" not in json.dumps(two.view.get("error"))
