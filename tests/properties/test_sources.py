"""What the component data says of values that no source gives: they are marked as reconstructed, with the reason."""

import tomllib
from typing import Any

import pytest

from tavern_engine.games.dragon_vault.game import DragonVault
from tavern_engine.games.tiefenthal.game import Tiefenthal

TAVERN = tomllib.loads(Tiefenthal.from_box().data_file.read_text(encoding="utf-8"))
VAULT = tomllib.loads(DragonVault.from_box().data_file.read_text(encoding="utf-8"))


def origin(row: dict[str, Any], value: str) -> str:
    """Where one value of a row comes from."""
    return str(row.get("source_fields", {}).get(value, row["source"]))


@pytest.mark.parametrize("name", ["G501", "G601", "G602"])
def test_the_guests_of_the_examples_are_reconstructed(name: str) -> None:
    """The examples show that such dice and thalers occur, not on which guest."""
    row = next(row for row in TAVERN["guest"] if row["name"] == name)
    assert origin(row, "dice") == origin(row, "thalers") == "reconstructed"
    assert origin(row, "cost") == "rulebook"
    assert "example" in row["note"]


def test_the_back_of_the_vault_is_reconstructed() -> None:
    """A sum in the rulebook's example lacks a number; that it is the back is our reading."""
    assert origin(VAULT["card_back"], "coins") == "reconstructed"
    assert VAULT["card_back"]["basis"]
