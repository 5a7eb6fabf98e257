"""Some changed files and messages of every kind; `mutate.py` tries many more."""

from functools import cache

import pytest
from mutate import Target, findings, targets

from tavern_bots.code import package_digest

QUICK = ("scenario", "journal", "ledger", "panel", "plan", "record", "saved game", "state", "frame", "line")
SLOW = (
    "config",
    "deck",
    *(f"data of {one}" for one in ("dragon-vault", "red-dragon-inn", "tavern-brawl", "tiefenthal")),
)
NUMBER = 300
FEW = 100  # of what takes long to load


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Target]:
    return targets(tmp_path_factory.mktemp("mutants"))


@pytest.mark.parametrize("name", [*QUICK, *(pytest.param(name, marks=pytest.mark.slow) for name in SLOW)])
def test_whoever_loads_it_refuses_it_with_an_error_of_ours(
    known: dict[str, Target], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tavern_tournament.config.bots.package_digest", cache(package_digest))  # once is enough
    found = [str(one) for one in findings(name, known[name], range(FEW if name in SLOW else NUMBER), "tests")]
    assert found == []


def test_every_kind_is_tried(known: dict[str, Target]) -> None:
    assert set(known) == {*QUICK, *SLOW}


def test_an_error_of_somebody_else_is_found() -> None:
    def stumbles(data: bytes) -> None:
        if b"bytes" not in data:
            raise KeyError("planted")

    target = Target([b"some bytes"], lambda chance, example: example, stumbles)
    found = list(findings("planted", target, range(100), "1"))
    assert 5 < len(found) < 80
    assert all("KeyError: 'planted'" in one.trace for one in found)
