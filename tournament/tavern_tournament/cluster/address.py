"""Where a cluster is: what a league's file may say about it, before anything of dask is imported."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from tavern_tournament.executor import MOST_WORKERS

TLS: Final = "tls"
SCHEDULER: Final = re.compile(r"(tcp|tls)://([^\s/@:\[\]]+|\[[0-9a-fA-F:.]+\]):([0-9]{1,5})")
LOCAL: Final = re.compile(r"local:([0-9]{1,9})")


def cluster_address(text: str) -> str:
    """The text, if it is the address of a scheduler or asks for a cluster on this machine; or ValueError."""
    if local := LOCAL.fullmatch(text):
        if not 1 <= int(local[1]) <= MOST_WORKERS:
            raise ValueError(f"a cluster on this machine has 1 to {MOST_WORKERS} workers, not {int(local[1]):,}.")
        return text
    scheduler = SCHEDULER.fullmatch(text)
    if scheduler is None or not 1 <= int(scheduler[3]) <= 65_535:
        raise ValueError(
            "must be the address of a scheduler, such as 'tcp://127.0.0.1:8786' or 'tls://head:8786', "
            f"or 'local:4' for four workers on this machine, not {text!r}."
        )
    return text


@dataclass(frozen=True)
class Cluster:
    """Where games are played, and the files that show each side who the other is."""

    address: str
    ca: str = ""
    cert: str = ""
    key: str = ""

    @property
    def local_workers(self) -> int:
        """How many workers it has on this machine; 0 if it is somewhere else."""
        found = LOCAL.fullmatch(self.address)
        return int(found[1]) if found else 0

    @property
    def is_secure(self) -> bool:
        """Whether nobody else can hear and take part."""
        return urlsplit(self.address).scheme == TLS

    @property
    def host(self) -> str:
        return urlsplit(self.address).hostname or ""

    @property
    def port(self) -> int:
        return urlsplit(self.address).port or 0

    @property
    def is_here(self) -> bool:
        """Whether its address is one of this machine alone."""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"
