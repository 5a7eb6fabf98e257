"""Bots of packages are digested with their files: whatever of their code changes, their games are played again."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Mapping
from dataclasses import replace
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from league_files import BOT, GOOD, loaded
from leagues import tourney, write_league

from tavern_bots.code import package_digest
from tavern_bots.discover import listed
from tavern_tournament.config.load import League, differences
from tavern_tournament.run import prepare

CODE = BOT.format(games="all games")
METADATA = "Metadata-Version: 2.1\nName: acme-bots\nVersion: 1.0\n"


def write(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def install(
    site: Path, entry: str, files: Mapping[str, str], more: Mapping[str, str] | None = None, name: str = "acme_bots"
) -> None:
    """What an installer leaves in a folder of packages: files that the package lists, and its metadata."""
    info = f"{name}-1.0.dist-info"
    own = {
        f"{info}/METADATA": METADATA.replace("acme-bots", name.replace("_", "-")),
        f"{info}/entry_points.txt": f"[tavern_tourney.bots]\n{name} = {entry}\n" if entry else "",
        **{f"{info}/{file}": text for file, text in (more or {}).items()},
    }
    record = "".join(f"{file},,\n" for file in (*files, *own, f"{info}/RECORD"))
    write(site, {**files, **own, f"{info}/RECORD": record})


def editable(site: Path, project: Path, entry: str, files: Mapping[str, str]) -> None:
    """The same for a project that is installed to be edited: only the way to its folder is listed."""
    install(
        site, entry, files, {"direct_url.json": f'{{"dir_info": {{"editable": true}}, "url": "{project.as_uri()}"}}'}
    )


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of packages that Python looks into."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    return folder


def digest() -> str:
    importlib.invalidate_caches()
    return package_digest(listed("acme_bots").entries[0])


def changes_with(*paths: Path) -> list[bool]:
    """Whether the digest changes with each of these files, whose old text comes back."""
    changed = []
    for path in paths:
        before, text = digest(), path.read_text(encoding="utf-8")
        path.write_text(text + "\n# edited\n", encoding="utf-8")
        changed.append(digest() != before)
        path.write_text(text, encoding="utf-8")
        assert digest() == before
    return changed


PACKAGE = {"acme/__init__.py": "", "acme/bot.py": CODE, "acme/deep/table.json": "[1, 2]", "acme_more.py": "x = 1\n"}


def test_every_file_that_a_wheel_lists_counts(site: Path) -> None:
    install(site, "acme.bot:MyBot", PACKAGE)
    assert changes_with(*(site / name for name in PACKAGE)) == [True] * len(PACKAGE)


def test_what_a_wheel_does_not_list_is_no_part_of_it(site: Path) -> None:
    install(site, "acme.bot:MyBot", PACKAGE)
    before = digest()
    write(site, {"acme/cache.json": "{}", "other/__init__.py": "", "acme/__pycache__/bot.pyc": "?"})
    assert digest() == before
    assert changes_with(site / "acme_bots-1.0.dist-info" / "METADATA") == [False]


def test_a_file_that_only_moved_counts(site: Path) -> None:
    install(site, "acme.bot:MyBot", PACKAGE)
    before = digest()
    install(
        site,
        "acme.bot:MyBot",
        {("acme/other.json" if "table" in name else name): text for name, text in PACKAGE.items()},
    )
    assert digest() != before


def test_an_editable_package_on_the_path_counts_with_all_its_files(site: Path, tmp_path: Path) -> None:
    """As hatch and others do it: a .pth file puts the folder of the sources on the path."""
    project = tmp_path / "project"
    source = project / "src"
    write(source, {**PACKAGE, "acme/.hidden": "", "acme_more.py": "x = 1\n"})
    editable(site, project, "acme.bot:MyBot", {"_acme_bots.pth": f"{source}\n"})
    sys.path.insert(1, str(source))  # what Python does with the .pth file when it starts
    try:
        assert changes_with(*(source / name for name in PACKAGE)) == [True] * len(PACKAGE)
        assert changes_with(source / "acme" / ".hidden") == [False]
        before = digest()
        write(source, {"acme/new.py": ""})
        assert digest() != before
    finally:
        sys.path.remove(str(source))


class Finder:
    """What setuptools installs for a package that is edited: it knows where the modules are."""

    def __init__(self, modules: Mapping[str, Path]) -> None:
        self.modules = modules

    def find_spec(self, name: str, path: object = None, target: ModuleType | None = None) -> ModuleSpec | None:
        found = self.modules.get(name)
        if found is None:
            return None
        if found.suffix == ".py":
            return spec_from_file_location(name, found)
        return spec_from_file_location(name, found / "__init__.py", submodule_search_locations=[str(found)])


def test_an_editable_package_with_a_finder_counts_with_all_its_files(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = tmp_path / "project"
    write(project, PACKAGE)
    listed_files = {"__editable___acme_bots_1_0_finder.py": f"{project}", "__editable__.acme_bots-1.0.pth": "import x"}
    editable(site, project, "acme.bot:MyBot", listed_files)
    write(site, {"acme_bots-1.0.dist-info/top_level.txt": "acme\nacme_more\n"})
    finder = Finder({"acme": project / "acme", "acme_more": project / "acme_more.py"})
    monkeypatch.setattr(sys, "meta_path", [finder, *sys.meta_path])
    assert changes_with(*(project / name for name in PACKAGE)) == [True] * len(PACKAGE)
    assert changes_with(*(site / name for name in listed_files)) == [False, False]  # they name folders of the machine


def test_a_bot_that_is_one_module_counts(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(site, "acme_one:MyBot", {"acme_one.py": CODE})
    assert changes_with(site / "acme_one.py") == [True]
    write(tmp_path / "project", {"acme_one.py": CODE})
    editable(site, tmp_path / "project", "acme_one:MyBot", {"__editable__.acme_bots-1.0.pth": "import x"})
    (site / "acme_one.py").unlink()
    finder = Finder({"acme_one": tmp_path / "project" / "acme_one.py"})
    monkeypatch.setattr(sys, "meta_path", [finder, *sys.meta_path])
    assert changes_with(tmp_path / "project" / "acme_one.py") == [True]


def test_of_a_namespace_only_what_is_its_own_counts(site: Path, tmp_path: Path) -> None:
    """Two packages share the folder `tavern_guild`, which has no __init__.py."""
    install(site, "", {"tavern_guild/other/__init__.py": ""}, name="another")
    install(site, "tavern_guild.mine.bot:MyBot", {"tavern_guild/mine/bot.py": CODE, "tavern_guild/shared.py": ""})
    mine, shared = site / "tavern_guild" / "mine" / "bot.py", site / "tavern_guild" / "shared.py"
    assert changes_with(mine, shared, site / "tavern_guild" / "other" / "__init__.py") == [True, True, False]


def test_an_editable_part_of_a_namespace_counts(site: Path, tmp_path: Path) -> None:
    project = tmp_path / "project"
    write(
        project, {"tavern_guild/mine/bot.py": CODE, "tavern_guild/mine/__init__.py": "", "tavern_guild/data.toml": ""}
    )
    install(site, "", {"tavern_guild/other/__init__.py": ""}, name="another")
    editable(site, project, "tavern_guild.mine.bot:MyBot", {"_acme_bots.pth": f"{project}\n"})
    sys.path.insert(1, str(project))
    try:
        inside = [project / "tavern_guild" / name for name in ("mine/bot.py", "data.toml")]
        assert changes_with(*inside, site / "tavern_guild" / "other" / "__init__.py") == [True, True, False]
    finally:
        sys.path.remove(str(project))


def test_compiled_code_counts_only_without_its_source(site: Path) -> None:
    """Two builds of one source are one bot; of code without a source the build is all there is."""
    suffix = EXTENSION_SUFFIXES[0]
    names = [f"acme/bot{suffix}", f"acme/alone{suffix}", f"acme__mypyc{suffix}"]
    install(site, "acme.bot:MyBot", PACKAGE | dict.fromkeys(names, "machine code"))
    assert changes_with(*(site / name for name in names)) == [False, True, False]


def test_our_own_bots_count_with_the_engine_but_not_with_the_league(tmp_path: Path) -> None:
    (rules, _) = loaded(tmp_path).bots
    assert len(rules.digest) == 16
    entry = listed("rules").entries[0]
    assert rules.digest == package_digest(entry, ("tavern_engine", "tavern_bots")) != package_digest(entry)


@pytest.mark.slow
def test_an_edited_package_is_told_and_its_games_are_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot of an editable install, as a person works on it: the version stays, a module that it uses changes."""
    site, project = tmp_path / "site", tmp_path / "project"
    helper = "def pick(legal):\n    return legal[0]\n"
    code = CODE.replace("from tavern_bots", "from acme.helper import pick\nfrom tavern_bots")
    code = code.replace("infoset.legal()[0]", "pick(infoset.legal())")
    write(project, {"acme/__init__.py": "", "acme/bot.py": code, "acme/helper.py": helper})
    editable(site, project, "acme.bot:MyBot", {"_acme_bots.pth": f"{project}\n"})
    paths = [str(site), str(project), *filter(None, [os.environ.get("PYTHONPATH")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    write_league(tmp_path, deals=1, more='[[bots]]\nbot = "acme_bots"\nisolation = "inprocess"\n')
    first = tourney(tmp_path, "--config", "league.toml")
    assert first.returncode == 0, first.stderr
    again = tourney(tmp_path, "--config", "league.toml")
    assert "12 of 12 games are done." in again.stderr
    (project / "acme" / "helper.py").write_text(helper.replace("legal[0]", "legal[-1]"))
    edited = tourney(tmp_path, "--config", "league.toml")
    assert "bots.acme_bots.digest: " in edited.stderr
    assert "6 of the 12 games that were played stay valid; the others stay in the journal." in edited.stderr
    journal = (tmp_path / "run" / "journal.jsonl").read_bytes()
    assert journal.count(b"\n") == 1 + 12 + 6


def test_tuned_options_are_the_ones_that_are_played(tmp_path: Path) -> None:
    """The config and the stamp have what a bot plays at a game, not the default that it does not play there."""
    mcts = loaded(tmp_path).bots[1]
    assert mcts.options["scale"] == 10
    assert mcts.tuned["tavern-brawl"]["scale"] == mcts.options_at("tavern-brawl")["scale"] == 3_000_000
    assert mcts.options_at("tavern-brawl")["simulations"] == 9
    assert mcts.resolved()["tuned"]["tavern-brawl"]["scale"] == 3_000_000
    given = loaded(tmp_path, GOOD.replace("simulations = 9", "simulations = 9, scale = 5")).bots[1]
    assert given.options_at("tavern-brawl")["scale"] == given.options_at("dragon-vault")["scale"] == 5
    assert "scale" not in given.tuned["tavern-brawl"]


def tuned_league(folder: Path, patience: int) -> League:
    """A league in which a bot is tuned for one of the two games."""
    bot = CODE.replace("high=10", f'high=10, tuned={{"dragon-vault": {patience}}}')
    text = GOOD + '[[tables]]\ngame = "tavern-brawl"\nseats = 2\n[[bots]]\nbot = "my_bot.py:MyBot"\n'
    return loaded(folder, text, my_bot=bot)


def stamps(league: League) -> dict[tuple[str, tuple[str, ...]], str]:
    """The stamps of all line-ups, as if no file of a bot had changed."""
    bots = tuple(replace(bot, digest="") for bot in league.bots)
    return {(one.table, one.bots): one.stamp for one in prepare(replace(league, bots=bots), None).fixtures}


def test_a_bot_that_is_tuned_anew_plays_only_that_game_again(tmp_path: Path) -> None:
    old, new = tuned_league(tmp_path, 4), tuned_league(tmp_path, 10)
    assert old.bots[2].options_at("dragon-vault") == {"patience": 4}
    assert old.bots[2].options_at("tavern-brawl") == {"patience": 3}
    assert "bots.MyBot.tuned.dragon-vault.patience: 4 -> 10" in differences(old.resolved(), new.resolved())
    before, after = stamps(old), stamps(new)
    assert {key for key in before if before[key] != after[key]} == {
        ("dragon-vault-2", ("MyBot", "mcts")),
        ("dragon-vault-2", ("MyBot", "rules")),
    }
