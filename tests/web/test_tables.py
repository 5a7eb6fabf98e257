"""A table in the browser as its pages meet it: answers, what happens, saved games, and everything that goes wrong."""

import json
import re
import signal
import socket
import subprocess
import sys
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import psutil
import pytest
from web_tables import LONG, START, Client, Served, table, until

from tavern_engine import BadSetup, games
from tavern_tournament.solo.new import new_game
from tavern_tournament.solo.saved import SavedGame
from tavern_tournament.web.catalogue import speaking
from tavern_tournament.web.door import Door
from tavern_tournament.web.pages import Frame
from tavern_tournament.web.pages import lobby as lobby_page
from tavern_tournament.web.server import open_browser, serve
from tavern_tournament.web.shelf import Shelf

VAULT = ("--web", "dragon-vault", "--against", "random", "--seed", "5", "--save", "tavern-vault.json")
FIRST_PAGE = 300_000  # bytes that the first page may take in all


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(scope="module")
def served(folder: Path) -> Iterator[Served]:
    with table(folder, "--web") as served:
        yield served


@pytest.fixture
def lobby(served: Served) -> Client:
    return served.client


@pytest.fixture
def game(lobby: Client) -> Client:
    return begin(lobby)


def begin(lobby: Client, **fields: object) -> Client:
    """A new game from the list of games."""
    chosen = {"game": "dragon-vault", "seats": 2, "against": "random", **fields}
    answer = lobby.post("new", **chosen)
    assert answer.status == 303, answer.text
    return Client(f"http://{lobby.host}:{lobby.port}{lobby.root}{answer.headers['location']}")


def saved_games(folder: Path) -> list[SavedGame]:
    return [SavedGame.load(path) for path in sorted(folder.glob("tavern-*.json"))]


def test_the_list_of_games_has_a_form_for_each(lobby: Client) -> None:
    page = lobby.get().text
    for game in games():
        assert f'value="{game.id}"' in page
    assert "oracle" not in page


@pytest.mark.parametrize("rules", games(), ids=lambda rules: rules.id)
def test_every_game_can_be_begun_and_its_first_page_is_small(lobby: Client, rules: object) -> None:
    game = begin(lobby, game=rules.id)  # type: ignore[attr-defined]
    number, choices = game.asked()
    assert number >= 0
    assert len(choices) > 1
    page = game.get()
    files = [lobby.get(f"static/{name}") for name in ("table.css", "table.js", "mug.svg")]
    assert all(file.status == 200 for file in files)
    assert sum(len(one.text.encode()) for one in (page, *files)) < FIRST_PAGE


def test_a_page_can_name_installed_bots_only(lobby: Client, tmp_path: Path) -> None:
    (tmp_path / "evil.py").write_text(f"open({str(tmp_path / 'run')!r}, 'w')")
    for bots in (f"{tmp_path / 'evil.py'}:Bot", "rules,nobody", "evil.py:Bot"):
        answer = lobby.post("new", game="dragon-vault", seats=3, against=bots)
        assert "There is no installed bot" in answer.said
    assert not (tmp_path / "run").exists()
    assert begin(lobby, against="mcts:simulations=20,goal=win,random", seats=3).asked()[0] >= 0


def test_nothing_is_kept_or_run_that_is_not_ours(game: Client) -> None:
    page = game.get()
    assert page.headers["cache-control"] == "no-store"
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert not re.search(r"<[^>]+ (style|on\w+)=|<style|<script>", page.text)
    assert "http" not in page.text.replace("http-equiv", "")


def test_only_the_token_leads_in(game: Client) -> None:
    for path in ("/", "/wrong/", game.path.replace(game.root, "/wrong-token/"), f"{game.root[:-2]}/"):
        answer = game.ask("GET", path)
        assert answer.status == 404
        assert answer.text == "This address is not the one that was printed when the table was opened."
        assert answer.headers["cache-control"] == "no-store"


def test_another_host_is_refused(game: Client) -> None:
    for host in ("evil.example", f"evil.example:{game.port}", "127.0.0.1", f"192.0.2.1:{game.port}"):
        assert game.get(Host=host).status == 421
    assert game.get(Host=f"localhost:{game.port}").status == 200


def test_a_stranger_s_page_changes_nothing(game: Client) -> None:
    number, choices = game.asked()
    body = f"number={number}&action={choices[0]}"
    for headers in (
        {},
        {"Origin": "null"},
        {"Origin": "http://evil.example"},
        {"Origin": f"https://{game.host}:{game.port}"},
    ):
        answer = game.ask("POST", f"{game.path}answer", body, **headers)
        assert (answer.status, answer.text) == (403, "Only the pages of this table may do that.")
    assert game.asked() == (number, choices)


def test_a_game_is_played_to_its_end_and_can_be_played_again(lobby: Client, folder: Path) -> None:
    game = begin(lobby, against="rules")
    while (asked := game.asked())[0] >= 0:
        assert game.post("answer", number=asked[0], action=asked[1][0]).said == ""
    page = game.get().text
    assert "You have won." in page or "The game is over" in page
    assert "You took 0 hints and 0 undos." in page
    where = json.loads(game.post("again").text)["go"]
    again = Client(urljoin(f"http://{game.host}:{game.port}{game.path}", where))
    assert again.asked()[0] == 0
    seeds = [one.record.seed for one in saved_games(folder)]
    assert len(seeds) > len(set(seeds))


def test_the_list_leads_to_saved_games_and_counts_equal_bots(tmp_path: Path) -> None:
    saved = new_game("red-dragon-inn", ["rules", "rules", "random"], seed=1)
    saved.save(tmp_path / "tavern-mine.json")
    html = lobby_page(Frame(speaking("en")), list(games()), Shelf(tmp_path).games())
    assert html.index('<a href="#kept">Go on with a game</a>') < html.index("Begin a game") < html.index('id="kept"')
    assert "against rules x2, random: 0 decisions" in html
    assert "whom you play;" in html
    assert 'href="#kept"' not in lobby_page(Frame(speaking("en")), list(games()), [])


def test_a_new_game_is_new_though_its_file_was_another_s(lobby: Client, folder: Path) -> None:
    before = set(folder.glob("tavern-*.json"))
    game = begin(lobby)
    game.choose_first(2)
    (its_file,) = set(folder.glob("tavern-*.json")) - before
    its_file.unlink()
    assert begin(lobby).path == game.path
    assert game.asked()[0] < 2


def test_an_answer_that_comes_too_late_is_refused_in_a_sentence(game: Client) -> None:
    number, choices = game.asked()
    game.choose_first()
    game.asked()
    assert "no longer asked" in game.post("answer", number=number, action=choices[0]).said


def test_an_illegal_answer_is_refused_with_the_rule(game: Client) -> None:
    game.choose_first()
    number, _ = game.asked()
    said = game.post("type", number=number, words="remove 9").said
    assert "cannot" in said
    assert "<b>D14" in said
    for action in ("99999", "-1", "banana", ""):
        assert game.post("answer", number=number, action=action).said
    assert "There is no choice called dance." in game.post("type", number=number, words="dance").said
    assert game.asked()[0] == number


def test_choices_can_be_typed(game: Client) -> None:
    number, _ = game.asked()
    assert "There is no choice 99" in game.post("type", number=number, words="99").said
    assert game.post("type", number=number, words=" Keep ").said == ""
    number, _ = game.asked()
    assert game.post("type", number=number, words="1").said == ""


def test_without_scripts_the_page_works_by_forms(game: Client) -> None:
    number, choices = game.asked()
    own = {"Origin": f"http://{game.host}:{game.port}"}
    answer = game.ask("POST", f"{game.path}answer", f"number={number}&action={choices[0]}", **own)
    assert (answer.status, answer.headers["location"]) == (303, "./")
    late = game.ask("POST", f"{game.path}answer", f"number={number}&action={choices[0]}", **own)
    assert late.status == 409
    assert "no longer asked" in late.text


def test_undo_hint_log_and_rules(game: Client, folder: Path) -> None:
    number, choices = game.asked()
    assert game.post("undo").said == "<p>There is no decision of yours to take back.</p>"
    assert game.post("hint", number=number).said == ""
    hints = game.get().text.partition("<h2>Hints</h2>")[2].partition("</ul>")[0]
    assert 1 <= hints.count("<li>") <= 3
    game.choose_first()
    game.asked()
    assert game.post("undo").said == ""
    assert game.asked() == (number, choices)
    assert "is dealt" in game.get("log").text
    assert "D27" in game.get("rules?words=d27").text
    assert "No rule has the word" in game.get("rules?words=banana").text
    assert "reason" in game.post("why", at=0).said


def test_what_happens_is_told_to_every_page(game: Client) -> None:
    with game.events() as one, game.events() as other:
        first, second = next(one), next(other)
        assert first == second
        number, choices = game.asked()
        game.post("answer", number=number, action=choices[0])
        assert next(one)["version"] == next(other)["version"] > first["version"]  # type: ignore[operator]


def test_what_is_nowhere_is_said_in_a_sentence(lobby: Client, game: Client) -> None:
    assert lobby.get("static/secret.py").status == 404
    assert lobby.get("static/..%2fapp.py").status == 404
    assert "There is no such game" in lobby.get("game/0000000000000000/").text
    assert "There is no such page" in game.get("cellar").text
    assert "There is no such page" in game.post("cellar").text
    for fields in ({"game": "chess"}, {"seats": 17}, {"seats": "many"}, {"against": "oracle"}, {"option": "tricks=7"}):
        said = lobby.post("new", **{"game": "dragon-vault", "seats": 2, **fields}).said
        assert said.startswith("<p>")
        assert "Traceback" not in said
    assert "more than any answer needs" in lobby.post("new", game="x" * 20_000).said


def worst(pages: list[str]) -> str:
    """The page of the game that cannot be shown."""
    return next(page for page in pages if "The record is of another version" in page)


def test_a_saved_game_that_cannot_be_played_is_named_in_the_list(lobby: Client, game: Client, folder: Path) -> None:
    whole = json.loads(next(folder.glob("tavern-dragon-vault-table-*.json")).read_text())
    whole["record"]["version"] = 99
    (folder / "tavern-old.json").write_text(json.dumps(whole))
    (folder / "tavern-torn.json").write_text('{"format"')
    page = lobby.get().text
    assert "A game that cannot be played" in page
    links = re.findall(r'href="(game/\w+/)"', page)
    opened = [lobby.get(link).text for link in links]
    assert sum("The record is of another version" in text for text in opened) == 1
    old = Client(f"http://{lobby.host}:{lobby.port}{lobby.root}{links[opened.index(worst(opened))]}")
    assert "another version" in old.post("hint").said
    (folder / "tavern-old.json").unlink()
    (folder / "tavern-torn.json").unlink()


@pytest.mark.slow
def test_a_game_goes_on_after_the_server_was_killed(tmp_path: Path) -> None:
    with table(tmp_path, *VAULT) as served:
        game = served.client
        game.choose_first(3)
        before = game.asked()
        served.kill()
    with table(tmp_path, "--web", "--resume", "tavern-vault.json") as served:
        assert served.client.asked() == before
        served.client.choose_first()
        assert "against random" in served.client.ask("GET", served.client.root).text


@pytest.mark.slow
def test_a_game_goes_on_when_its_process_dies(tmp_path: Path) -> None:
    with table(tmp_path, *VAULT) as served:
        game = served.client
        game.choose_first(2)
        before = game.asked()
        rooms = [one for one in psutil.Process(served.process.pid).children(recursive=True) if not one.children()]
        for room in rooms:
            if any("forkserver" in word for word in room.cmdline()) and room.ppid() != served.process.pid:
                room.kill()
        until(lambda: game.get().status == 200)
        assert game.asked() == before
        game.choose_first()


SLOW_BOT = """
import os, time

class Bot:
    summary, games, options = "waits for a file", ("dragon-vault",), ()

    def __init__(self, place):
        pass

    def choose(self, infoset, clock):
        open("asked", "w").close()
        while not os.path.exists("go"):
            time.sleep(0.01)
        return infoset.legal()[0]
"""


@pytest.mark.slow
def test_a_bot_that_thinks_is_interrupted_and_blocks_nobody(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW_BOT)
    with table(tmp_path, "--web", "dragon-vault", "--against", "slow.py:Bot", "--seconds", 600) as served:
        game = served.client
        before = game.asked()
        game.post("type", number=before[0], words="keep")
        until((tmp_path / "asked").exists)
        assert 'data-state="thinking"' in game.get().text
        assert "Begin a game" in game.ask("GET", game.root).text
        assert game.post("undo").said == ""
        assert game.asked() == before
        (tmp_path / "go").touch()
        game.choose_first(2)


@pytest.mark.slow
def test_the_table_is_closed_without_a_word_while_pages_listen(tmp_path: Path) -> None:
    with table(tmp_path, *VAULT) as served, served.client.events() as events:
        next(events)
        served.process.send_signal(signal.SIGINT)
        assert list(events) == []
        assert served.process.wait(LONG) == 0
    assert (tmp_path / "errors.txt").read_text() == ""


def fails(folder: Path, *arguments: object) -> str:
    """What a command says that does not get so far as to open a table."""
    words = [str(argument) for argument in arguments]
    command = [sys.executable, "-c", START.format(what="play", program="tavern-play"), *words, "--no-browser"]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=LONG)
    assert run.returncode != 0
    assert run.stdout == ""
    return run.stderr


@pytest.mark.slow
def test_a_port_in_use_is_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert fails(tmp_path, "--web", "--port", port).startswith(
            f"Error: The table cannot be opened at 127.0.0.1 port {port}: "
        )


def test_what_is_not_installed_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    with pytest.raises(BadSetup, match=r"pip install 'tavern-tourney\[web\]'"):
        serve(Door(), tmp_path, lambda _tavern: "", print)


def test_a_browser_is_opened_where_there_is_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    open_browser("http://127.0.0.1:1/")
    assert opened == []
    monkeypatch.setenv("DISPLAY", ":0")
    open_browser("http://127.0.0.1:1/")
    assert opened == ["http://127.0.0.1:1/"]
    monkeypatch.setattr(webbrowser, "open", broken)
    open_browser("http://127.0.0.1:1/")  # the address was printed: nothing is lost


def broken(_address: str) -> None:
    raise webbrowser.Error("no browser")


@pytest.mark.slow
def test_others_need_a_password(tmp_path: Path) -> None:
    assert "needs --password, of 8 letters or more" in fails(tmp_path, "--web", "--host", "0.0.0.0")
    with pytest.raises(BadSetup, match="needs --password"):
        Door("0.0.0.0", password="short")
    with table(tmp_path, "--web", "--password", "open sesame") as served:
        door = served.client
        assert door.path == "/"
        assert "Password" in door.ask("GET", "/").text
        own = {"Origin": f"http://{door.host}:{door.port}"}
        wrong = door.ask("POST", "/", "password=wrong", **own)
        assert wrong.status == 403
        assert "That is not the password." in wrong.text
        right = door.ask("POST", "/", "password=open+sesame", **own)
        assert right.status == 303
        assert "Begin a game" in door.ask("GET", right.headers["location"]).text
