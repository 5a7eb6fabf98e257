"""A table in the browser for tests: the command in a process of its own, and a client that says what a page would."""

import contextlib
import http.client
import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from warm import Program

LONG = 120.0  # seconds: it bounds how long a failure takes, however busy the machine is
START = "import sys; from tavern_tournament.start import {what}; {what}('{program}')"


@dataclass
class Answer:
    """What the server said."""

    status: int
    headers: dict[str, str]
    text: str

    @property
    def said(self) -> str:
        """The sentence to whoever asked."""
        return str(json.loads(self.text).get("said", ""))


class Client:
    """A page's requests, without a page."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        assert parts.hostname
        assert parts.port
        self.host, self.port, self.path = parts.hostname, parts.port, parts.path
        self.root = "/" + parts.path.split("/")[1] + "/"

    def ask(self, method: str, path: str, body: str | None = None, **headers: str) -> Answer:
        with contextlib.closing(http.client.HTTPConnection(self.host, self.port, timeout=LONG)) as line:
            line.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
            answer = line.getresponse()
            return Answer(
                answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read().decode("utf-8", "replace")
            )

    def get(self, path: str = "", **headers: str) -> Answer:
        """A page below the one that the address leads to."""
        return self.ask("GET", self.path + path, **headers)

    def post(self, deed: str, **fields: object) -> Answer:
        """What the page's script sends."""
        headers = {"Origin": f"http://{self.host}:{self.port}", "Accept": "application/json"}
        return self.ask("POST", self.path + deed, urlencode({k: str(v) for k, v in fields.items()}), **headers)

    def asked(self) -> tuple[int, list[int]]:
        """The number of the question on the page, once bots have decided, and its choices; none after the end."""
        with self.events() as events:
            for told in events:
                assert told["state"] != "broken", told["html"]
                if told["state"] == "over":
                    return -1, []
                if told["state"] == "asked":
                    html = str(told["html"])
                    (number,) = re.findall(r'data-number="(\d+)"', html)
                    return int(number), choices_in(html)
        raise AssertionError("the table was closed")

    @contextlib.contextmanager
    def events(self) -> Iterator[Iterator[dict[str, object]]]:
        """What happens at the table, as it happens."""
        with contextlib.closing(http.client.HTTPConnection(self.host, self.port, timeout=LONG)) as line:
            line.request("GET", f"{self.path}events?seen=0")
            answer = line.getresponse()
            assert answer.status == 200
            yield messages(answer)

    def choose_first(self, times: int = 1) -> None:
        """Answer so many questions with the first choice."""
        for _ in range(times):
            number, choices = self.asked()
            assert self.post("answer", number=number, action=choices[0]).said == ""


def choices_in(html: str) -> list[int]:
    """The choices of a scene's list."""
    listed = html.partition('<ol class="choices">')[2].partition("</ol>")[0]
    return [int(code) for code in re.findall(r'name="action" value="(\d+)"', listed)]


def messages(answer: http.client.HTTPResponse) -> Iterator[dict[str, object]]:
    """The messages of a stream of events."""
    while line := answer.readline():
        if line.startswith(b"data: "):
            yield json.loads(line[6:])


@contextlib.contextmanager
def table(folder: Path, *arguments: object, what: str = "play", program: str = "tavern-play") -> Iterator["Served"]:
    """A server as a person starts it, until the block ends."""
    words = [str(argument) for argument in arguments]
    command = [sys.executable, "-c", START.format(what=what, program=program), *words, "--no-browser"]
    with (folder / "errors.txt").open("w+") as errors:
        process = Program(command, cwd=folder, stdout=subprocess.PIPE, stderr=errors, text=True)
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://\S+", line)
        if not found:
            process.wait(LONG)
            raise AssertionError(line + Path(errors.name).read_text())
        try:
            yield Served(process, found[0])
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
            process.stdout.close()
            process.wait(LONG)
        complaints = Path(errors.name).read_text()
        assert "Traceback" not in complaints, complaints


@dataclass
class Served:
    """A server that runs."""

    process: subprocess.Popen[str]
    address: str

    @property
    def client(self) -> Client:
        return Client(self.address)

    def kill(self) -> None:
        """As a power cut does."""
        self.process.kill()
        self.process.wait(LONG)


def until(condition: object) -> None:
    """Wait until a condition holds."""
    assert callable(condition)
    end = time.monotonic() + LONG
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)
