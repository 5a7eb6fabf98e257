"""Finds a cluster, or starts one on this machine: whatever is wrong with it is told in a sentence."""

from __future__ import annotations

import contextlib
import importlib
import logging
import socket
import ssl
import sys
import time
import warnings
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any, Final

from tavern_engine import TavernError
from tavern_tournament.cluster.address import Cluster
from tavern_tournament.scratch import scratch_folder

if TYPE_CHECKING:
    from distributed import Client

PATIENCE: Final = 10.0  # seconds until a scheduler must have answered
AGAIN: Final = 0.2  # seconds until one that is not there yet is tried again
OLDEST: Final = (2026, 1, 0)  # before that, whoever could reach a worker could run code on it
DEAF: Final = "tavern_tournament.cluster.deaf"
#: For a cluster on this machine: dask looks at itself again and again, for a page that nobody opens.
QUIETLY: Final = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "10s",
}

log = logging.getLogger("tavern.league")


class NoCluster(TavernError):
    """A cluster that is not there, does not let us in, or is gone."""


@contextlib.contextmanager
def connected(cluster: Cluster) -> Iterator[Client]:
    """A client of the cluster for a while, or NoCluster."""
    _check_dask()
    _silence_dask()
    with warnings.catch_warnings(), scratch_folder() as scratch:
        warnings.simplefilter("ignore")  # differences of versions, which are told by name
        with _local(cluster.local_workers, scratch) if cluster.local_workers else _remote(cluster) as client:
            yield client


def _check_dask() -> None:
    """NoCluster if there is no dask.distributed, or one that lets strangers in, or no system to play below it."""
    if sys.platform != "linux":
        raise NoCluster("Leagues are played on clusters of Linux machines, and started from one.")
    try:
        found = version("distributed")
    except PackageNotFoundError:
        raise NoCluster(
            "A cluster needs dask.distributed, which is not installed: pip install 'tavern-tourney[cluster]'."
        ) from None
    if tuple(int(part) for part in found.split(".")[:3] if part.isdigit()) < OLDEST:
        wanted = ".".join(map(str, OLDEST))
        raise NoCluster(f"The installed dask.distributed {found} is not safe: a cluster needs {wanted} or newer.")


def _silence_dask() -> None:
    """What dask has to say is told here in sentences; when it is imported, it sets up the logging of its parts."""
    importlib.import_module("distributed")
    for name in [*logging.root.manager.loggerDict, "asyncio"]:
        if name.partition(".")[0] in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


@contextlib.contextmanager
def _local(workers: int, scratch: str) -> Iterator[Client]:
    """A cluster of this machine alone: nobody else has its certificates."""
    import dask
    from distributed import Client, LocalCluster, Security

    make_client: Any = Client
    make_cluster: Any = LocalCluster
    security: Any = Security
    with dask.config.set(QUIETLY):
        try:
            cluster = make_cluster(
                n_workers=workers,
                threads_per_worker=1,
                host="tls://127.0.0.1",
                security=security.temporary(),
                dashboard_address=None,
                memory_limit=0,
                local_directory=scratch,
                preload=DEAF,
                silence_logs=logging.CRITICAL,
            )
        except (OSError, RuntimeError) as error:
            raise NoCluster(f"A cluster on this machine cannot be started: {_reason(error)}.") from None
        with cluster, make_client(cluster, set_as_default=False) as client:
            yield client


@contextlib.contextmanager
def _remote(cluster: Cluster) -> Iterator[Client]:
    from distributed import Client, Security

    if cluster.is_secure and not cluster.ca:
        raise NoCluster("tls:// needs cluster_ca, cluster_cert and cluster_key under [run] in the league's file.")
    make_client: Any = Client
    make_security: Any = Security
    security = make_security(
        tls_ca_file=cluster.ca or None,
        tls_client_cert=cluster.cert or None,
        tls_client_key=cluster.key or None,
        require_encryption=cluster.is_secure,
    )
    _knock(cluster, security)
    if not cluster.is_secure and not cluster.is_here:
        log.warning("%s is not encrypted: whoever reaches it can read the secret and run code there.", cluster.address)
    try:
        client = make_client(cluster.address, security=security, timeout=PATIENCE, set_as_default=False)
    except Exception as error:
        raise NoCluster(f"The scheduler at {cluster.address} does not let us in: {_reason(error)}.") from None
    try:
        yield client
    finally:
        client.close(timeout=PATIENCE)


def _knock(cluster: Cluster, security: Any) -> None:
    """See that there is somebody who speaks as a scheduler does, and that both sides like their certificates.

    A client of dask would try again and again, and tell in the end that it took too long. A scheduler speaks first.
    """
    try:
        context = security.get_connection_args("client").get("ssl_context")
        with contextlib.ExitStack() as ends:
            end = ends.enter_context(_reached(cluster))
            if context is not None and cluster.is_secure:
                end = ends.enter_context(context.wrap_socket(end))
            if not end.recv(1):
                raise ConnectionResetError("it ends the connection")
    except ssl.SSLError as error:
        raise NoCluster(f"The certificates for {cluster.address} do not fit: {_reason(error)}.") from None
    except TimeoutError:
        other = "tcp" if cluster.is_secure else "tls"
        raise NoCluster(
            f"Nobody at {cluster.address} speaks like a scheduler within {PATIENCE:g} s; is it {other}:// there?"
        ) from None
    except OSError as error:
        raise NoCluster(f"There is no scheduler at {cluster.address}: {_reason(error)}.") from None


def _reached(cluster: Cluster) -> socket.socket:
    """A connection to whoever listens there; one that is just being started gets some time."""
    late = time.monotonic() + PATIENCE
    while True:
        try:
            return socket.create_connection((cluster.host, cluster.port), PATIENCE)
        except ConnectionRefusedError:
            if time.monotonic() > late:
                raise
            time.sleep(AGAIN)


def _reason(error: BaseException) -> str:
    """What an error says, on one line."""
    if isinstance(error, ssl.SSLError):
        return getattr(error, "verify_message", "") or (error.reason or str(error)).lower().replace("_", " ")
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return " ".join(text.split()).removesuffix(".")
