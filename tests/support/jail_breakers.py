"""Bots that try to break out of the jail: each attack is a function that returns what it gained, or fails.

`Breaker` tries them at its import, at its first move and at its end; `Rememberer` looks in every game for what it left
behind in the games before. Both print what they managed, and play the first legal action. Run as a program, with the
name of a bot, this file speaks the JSON form of the protocol. It needs nothing but Python; `targets.json` beside it
says what to attack.
"""

from __future__ import annotations

import _thread
import contextlib
import ctypes
import errno
import fcntl
import json
import mmap
import os
import platform
import resource
import signal
import socket
import stat
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

OWN = os.path.abspath(__file__)
HERE = os.path.dirname(OWN)
TARGETS: dict[str, Any] = {}
with contextlib.suppress(OSError):  # whoever tests reads only the names of the attacks
    TARGETS = json.loads(Path(HERE, "targets.json").read_text())
MARK = str(TARGETS.get("mark"))
ATTACKS: dict[str, Callable[[], object]] = {}

LIBC = ctypes.CDLL(None, use_errno=True)
CALLS = {  # by their numbers on x86-64 and on ARM
    "mincore": (27, 232),
    "shmget": (29, 194),
    "shmctl": (31, 195),
    "clone": (56, 220),
    "fork": (57, None),
    "vfork": (58, None),
    "semget": (64, 190),
    "semctl": (66, 191),
    "msgget": (68, 186),
    "msgctl": (71, 187),
    "ptrace": (101, 117),
    "syslog": (103, 116),
    "personality": (135, 92),
    "modify_ldt": (154, None),
    "pivot_root": (155, 41),
    "mount": (165, 40),
    "umount2": (166, 39),
    "mq_open": (240, 180),
    "mq_unlink": (241, 181),
    "add_key": (248, 217),
    "keyctl": (250, 219),
    "ioprio_set": (251, 30),
    "inotify_add_watch": (254, 27),
    "unshare": (272, 97),
    "inotify_init1": (294, 26),
    "perf_event_open": (298, 241),
    "fanotify_init": (300, 262),
    "name_to_handle_at": (303, 264),
    "setns": (308, 268),
    "process_vm_readv": (310, 270),
    "kcmp": (312, 272),
    "memfd_create": (319, 279),
    "bpf": (321, 280),
    "execveat": (322, 281),
    "userfaultfd": (323, 282),
    "pidfd_send_signal": (424, 424),
    "io_uring_setup": (425, 425),
    "open_tree": (428, 428),
    "fsopen": (430, 430),
    "pidfd_open": (434, 434),
    "clone3": (435, 435),
    "landlock_add_rule": (445, 445),
    "cachestat": (451, 451),
}
MAKE_FILES = {"memfd_create", "userfaultfd", "pidfd_open", "io_uring_setup", "perf_event_open", "fanotify_init"}
REFUSED = {errno.EPERM, errno.ENOSYS, errno.ESRCH}
X32 = 0x4000_0000  # the calls of another form
NEWUSER = 0x1000_0000
NOWAIT = 8
IPC_CREAT, IPC_RMID = 0o1000, 0
OPEN_FILE_LOCK, NOTIFY, GET_HINT, SET_HINT = 37, 1026, 1035, 1036
LIST_FOLDERS = 8  # a right of Landlock


def attack(function: Callable[[], object]) -> Callable[[], object]:
    ATTACKS[function.__name__] = function
    return function


def try_all(when: str) -> None:
    """Try the attacks that are wanted, and tell what each gained; nothing if it failed."""
    for name in TARGETS.get("tries", {}).get(when, ()):
        try:
            gained = ATTACKS[name]() or None
        except (Exception, SystemExit):
            gained = None
        tell(when, name, gained)


def tell(*what: object) -> None:
    """Print it at once: several workers write to one log."""
    os.write(2, json.dumps(what, default=str).encode() + b"\n")


def works(tries: Mapping[str, Callable[[], object]]) -> list[str]:
    """The names of those tries that did not fail."""
    return [name for name, one in tries.items() if succeeds(one)]


def succeeds(one: Callable[[], object]) -> bool:
    with contextlib.suppress(OSError, ValueError, RuntimeError, subprocess.SubprocessError):
        one()
        return True
    return False


def call(name: str, *arguments: int | bytes | None, form: int = 0) -> int:
    """A system call past all libraries; an OSError if it fails."""
    number = CALLS[name][("x86_64", "aarch64").index(platform.machine())]
    if number is None:
        raise OSError(errno.ENOSYS, name)
    values = [ctypes.c_long(value) if isinstance(value, int) else value for value in arguments]
    result: int = LIBC.syscall(ctypes.c_long(number + form), *values)
    if result < 0:
        raise OSError(ctypes.get_errno(), name)
    return result


def reach(name: str, *arguments: int | bytes | None) -> None:
    """Get a call past its gate: the kernel looks at what it is asked, whatever comes of it."""
    try:
        result = call(name, *arguments)
    except OSError as error:
        if error.errno in REFUSED:
            raise
    else:
        if name in MAKE_FILES:
            os.close(result)


def reached(*calls: tuple[Any, ...]) -> list[str]:
    return works({one[0]: partial(reach, *one) for one in calls})


def victims() -> list[int]:
    """The processes that it would like to harm: its keeper, a rival, the league."""
    return [pid for pid in (os.getppid(), *TARGETS["pids"]) if pid > 1]


# Files.


@attack
def reads_files_of_the_league() -> list[str]:
    return works({path: partial(Path(path).read_bytes) for path in TARGETS["files"]})


@attack
def sees_files_beside_its_own() -> list[str]:
    return sorted({*os.listdir(HERE)} - {*TARGETS["own"]})


@attack
def reads_files_of_the_system() -> list[str]:
    folders = ("/", "/etc", "/root", "/home", "/tmp", "/run", "/var/log", "/sys", "/dev", "/proc/sys", "../../etc")
    files = ("/etc/passwd", "/etc/shadow", "/etc/machine-id", "/proc/meminfo", "/proc/1/mountinfo", "/proc/self/mem")
    listed = {path: partial(os.listdir, path) for path in folders}
    return works({**listed, **{path: partial(look_into, path) for path in files}})


def look_into(path: str) -> None:
    open(path, "rb").close()


@attack
def forges_the_journal() -> int:
    with open(TARGETS["journal"], "a", encoding="ascii") as journal:
        return journal.write("a game that I have won\n")


@attack
def erases_the_journal() -> list[str]:
    journal = TARGETS["journal"]
    return works(
        {
            "cut": lambda: os.truncate(journal, 0),
            "renamed": lambda: os.rename(journal, f"{journal}.old"),
            "removed": lambda: os.unlink(f"{journal}.old"),
            "written anew": lambda: Path(journal).write_text("", encoding="ascii"),
        }
    )


@attack
def plants_code() -> list[str]:
    """An empty file in every folder that Python looks in, and beside its own."""
    folders = {HERE, f"{HERE}/__pycache__", *(path for path in sys.path if os.path.isdir(path))}
    return works({folder: Path(folder, f"{MARK}.pth").touch for folder in sorted(folders)})


@attack
def changes_its_own_file() -> list[str]:
    link, other = f"{OWN}.{MARK}", f"{OWN}.old"
    return works(
        {
            "opened": partial(open_to_write, OWN),
            "linked": partial(os.link, OWN, link),
            "removed": partial(os.unlink, link),
            "named": partial(os.symlink, OWN, link),
            "unnamed": partial(os.unlink, link),
            "renamed": partial(os.rename, OWN, other),
            "renamed again": partial(os.rename, other, OWN),
        }
    )


@attack
def writes_elsewhere() -> list[str]:
    return works({folder: Path(folder, MARK).touch for folder in TARGETS["elsewhere"] if os.path.isdir(folder)})


@attack
def changes_the_system() -> list[str]:
    """Opens settings of the kernel to write; they belong to root, whatever powers it has."""
    names = ("sys/kernel/core_pattern", "sys/kernel/hostname", "sys/vm/drop_caches", "sysrq-trigger", "self/oom_adj")
    return works({name: partial(open_to_write, f"/proc/{name}") for name in names})


def open_to_write(path: str) -> None:
    os.close(os.open(path, os.O_WRONLY))


@attack
def marks_files() -> list[str]:
    """Times, modes and attributes are places to remember things; here each is set to what it is."""
    ours, nothing = os.stat(OWN), os.stat("/dev/null")
    return works(
        {
            "its times": lambda: os.utime(OWN, ns=(ours.st_atime_ns, ours.st_mtime_ns)),
            "its mode": lambda: os.chmod(OWN, stat.S_IMODE(ours.st_mode)),
            "its owner": lambda: os.chown(OWN, ours.st_uid, ours.st_gid),
            "its attributes": lambda: os.setxattr(OWN, "user.tavern", b"seen"),
            "times of a device": lambda: os.utime("/dev/null", ns=(nothing.st_atime_ns, nothing.st_mtime_ns)),
        }
    )


@attack
def locks_files() -> list[str]:
    """Marks that others see, for which it needs no right to write."""
    whole = struct.pack("hhqqi4x", fcntl.F_RDLCK, os.SEEK_SET, 0, 0, 0)
    with open(OWN, "rb") as file:
        return works(
            {
                "flock": lambda: fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB),
                "lockf": lambda: fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB),
                "lock of an open file": lambda: fcntl.fcntl(file, OPEN_FILE_LOCK, whole),
                "lease": lambda: fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_RDLCK),
                "hint": lambda: fcntl.fcntl(file, SET_HINT, struct.pack("Q", 0)),
            }
        )


@attack
def watches_files() -> list[str]:
    """Who reads a file would tell a watcher in another jail."""
    with contextlib.ExitStack() as opened:
        folder = os.open("/usr", os.O_RDONLY)
        opened.callback(os.close, folder)
        return works({"dnotify": lambda: fcntl.fcntl(folder, NOTIFY, 1), OWN: watch})


def watch() -> None:
    watcher = call("inotify_init1", 0)
    try:
        call("inotify_add_watch", watcher, OWN.encode(), 1)
    finally:
        os.close(watcher)


@attack
def asks_what_is_cached() -> list[str]:
    """What was read in one game is in memory in the next: nobody may ask for that without reading, or undo it."""
    with open(OWN, "rb") as file:
        forget = os.POSIX_FADV_DONTNEED
        asked = {
            "preadv2": lambda: is_cached(OWN),
            "fadvise": lambda: os.posix_fadvise(file.fileno(), 0, 0, forget),
        }
        return works(asked) + reached(("mincore", 1, 1, None), ("cachestat", -1, None, None, 0))


def is_cached(path: str) -> bool:
    with open(path, "rb") as file:
        try:
            return os.preadv(file.fileno(), [bytearray(1)], 0, NOWAIT) == 1
        except BlockingIOError:
            return False


@attack
def fills_the_disk() -> int:
    """Megabytes beyond what it may have in its folder."""
    written = 0
    with contextlib.suppress(OSError):
        while written < 2 * TARGETS["disk_mb"]:
            Path(f"big{written}").write_bytes(bytes(1 << 20))
            written += 1
    empty_folder()
    return max(0, written - int(TARGETS["disk_mb"]))


@attack
def fills_the_disk_with_empty_files() -> int:
    """Files beyond those that would fit into its folder with a page for each."""
    made, fit = 0, 256 * int(TARGETS["disk_mb"])
    with contextlib.suppress(OSError):
        while made < 2 * fit:
            Path(f"small{made}").touch()
            made += 1
    empty_folder()
    return max(0, made - fit)


@attack
def writes_too_large_a_file() -> list[str]:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    Path("large").touch()
    grown = works({"large": partial(os.truncate, "large", (TARGETS["file_mb"] << 20) + 1)})
    empty_folder()
    return grown


def empty_folder() -> None:
    for entry in list(os.scandir(".")):
        os.unlink(entry)


# Other processes.


@attack
def reads_memory_of_others() -> list[str]:
    """Of its keeper, of a rival and of the league: seeds, secrets and cards are in it."""
    names = ("mem", "environ", "maps", "cmdline", "status", "auxv")
    paths = [f"/proc/{pid}/{name}" for pid in victims() for name in names]
    return works({path: partial(look_into, path) for path in paths})


@attack
def sees_others() -> list[str]:
    ours = os.getpid()  # number 1 of its own
    return [name for name in os.listdir("/proc") if name.isdigit() and int(name) != ours]


@attack
def reads_memory_of_others_by_call() -> list[str]:
    return works({str(pid): partial(read_memory, pid) for pid in victims()})


def read_memory(pid: int) -> None:
    room = ctypes.create_string_buffer(8)
    ours, theirs = struct.pack("QQ", ctypes.addressof(room), 8), struct.pack("QQ", 0, 8)
    try:
        call("process_vm_readv", pid, ours, 1, theirs, 1, 0)
    except OSError as error:
        if error.errno != errno.EFAULT:  # there is nothing at this address, but it may look
            raise


@attack
def traces_others() -> list[str]:
    seize, release = 0x4206, 17
    pid = TARGETS["pids"][0]
    return works({"seized": lambda: call("ptrace", seize, pid, 0, 0), "": lambda: call("ptrace", release, pid, 0, 0)})


@attack
def reaches_others_with_signals() -> list[str]:
    everybody = -1
    found = works({str(pid): partial(os.kill, pid, 0) for pid in (*victims(), everybody)})
    return found + [str(pid) for pid in victims() if reached(("pidfd_open", pid, 0))]


@attack
def kills_a_rival() -> list[str]:
    return works({"killed": lambda: os.kill(TARGETS["pids"][0], signal.SIGKILL)})


@attack
def limits_others() -> list[str]:
    return works({str(pid): partial(resource.prlimit, pid, resource.RLIMIT_NOFILE) for pid in victims()})


@attack
def takes_more_of_the_processor() -> list[str]:
    cores, nice = os.sched_getaffinity(0), os.getpriority(os.PRIO_PROCESS, 0)
    changed = {
        "cores": lambda: os.sched_setaffinity(0, cores),
        "kind": lambda: os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0)),
        "priority": lambda: os.setpriority(os.PRIO_PROCESS, 0, nice),
    }
    return works(changed) + reached(("ioprio_set", 1, 0, 4 << 13))


@attack
def forks() -> list[str]:
    """By every call that makes processes, and by those of another form."""
    flags = struct.pack("<8Q", 0, 0, 0, 0, signal.SIGCHLD, 0, 0, 0)
    return works(
        {
            "fork": lambda: wait_for(os.fork()),
            "clone": lambda: wait_for(call("clone", signal.SIGCHLD, 0, 0, 0, 0)),
            "clone3": lambda: wait_for(call("clone3", flags, len(flags))),
            "fork in x32": lambda: wait_for(call("fork", form=X32)),
            "clone in x32": lambda: wait_for(call("clone", signal.SIGCHLD, 0, 0, 0, 0, form=X32)),
        }
    )


@attack
def starts_threads() -> list[str]:
    """To think while others think."""
    return works({"thread": threading.Thread(target=time.monotonic).start})


def wait_for(child: int) -> None:
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)


@attack
def runs_programs() -> list[str]:
    return works(
        {
            "subprocess": lambda: subprocess.run(["/bin/true"], check=True),
            "posix_spawn": lambda: os.waitpid(os.posix_spawn("/bin/true", ["true"], {}), 0),
        }
    ) + reached(("execveat", -1, None, None, None, 0))


@attack
def could_gain_powers() -> list[str]:
    """By programs that run as root, whoever starts them: prctl says whether they would."""
    get_no_new_privileges = 39
    may = LIBC.prctl(get_no_new_privileges, 0, 0, 0, 0) == 0
    return [name for name in ("su", "mount", "passwd") if may and os.path.exists(f"/usr/bin/{name}")]


@attack
def makes_namespaces() -> list[str]:
    """In one of users it would have all powers."""
    flags = struct.pack("<8Q", NEWUSER, 0, 0, 0, signal.SIGCHLD, 0, 0, 0)
    return works(
        {
            "clone": lambda: wait_for(call("clone", NEWUSER | signal.SIGCHLD, 0, 0, 0, 0)),
            "clone3": lambda: wait_for(call("clone3", flags, len(flags))),
        }
    ) + reached(("unshare", 0), ("setns", -1, 0))


@attack
def mounts_things() -> list[str]:
    """Nothing would come of these, but the kernel must not even look."""
    mounted = reached(("mount", None, None, None, 0, None), ("umount2", None, 0), ("pivot_root", None, None))
    opened = reached(("open_tree", -100, None, 0), ("fsopen", None, 0))
    return mounted + opened + works({"chroot": lambda: os.chroot("/")})


# The kernel.


@attack
def uses_odd_calls() -> list[str]:
    """Old friends of those who break out of jails: none is needed to play."""
    ours = os.getpid()
    return reached(
        ("io_uring_setup", 1, None),
        ("bpf", 0, None, 0),
        ("userfaultfd", 1),
        ("add_key", b"user", b"tavern", b"seen", 4, -3),
        ("keyctl", 0, -3, 0),
        ("perf_event_open", None, 0, -1, -1, 0),
        ("personality", 0xFFFF_FFFF),
        ("syslog", 10, None, 0),
        ("fanotify_init", 0, 0),
        ("name_to_handle_at", -100, None, None, None, 0),
        ("kcmp", ours, ours, 0, 0, 1),
        ("modify_ldt", 0, None, 0),
        ("pidfd_send_signal", -1, 0, None, 0),
    )


@attack
def leaves_messages() -> list[str]:
    """Memory, messages and locks that belong to no process; what is made is removed."""
    mode = IPC_CREAT | 0o600
    return works(
        {
            "memory": lambda: call("shmctl", call("shmget", 0, 4096, mode), IPC_RMID, None),
            "messages": lambda: call("msgctl", call("msgget", 0, mode), IPC_RMID, None),
            "locks": lambda: call("semctl", call("semget", 0, 1, mode), 0, IPC_RMID, 0),
            "queue": lambda: os.close(call("mq_open", MARK.encode(), os.O_CREAT | os.O_RDWR, 0o600, None)),
            "removed": lambda: call("mq_unlink", MARK.encode()),
        }
    )


@attack
def makes_files_in_memory() -> list[str]:
    """Outside of all limits."""
    return reached(("memfd_create", b"tavern", 0))


@attack
def makes_pipes() -> list[str]:
    """They are numbered by a counter of the machine: who makes enough of them leaves a number for the next game."""
    return works({"pipe": make_pipe})


def make_pipe() -> None:
    for end in os.pipe():
        os.close(end)


@attack
def inherits_files() -> list[str]:
    """What is open besides its own pipes: through rules of Landlock or a namespace it would reach other games."""
    kinds = [kind_of(file) for file in range(256)]
    pipes = 3 if TARGETS["program"] else 4  # it has its questions from a pipe, too
    return [kind for kind in kinds if kind not in ("", "a pipe", "nothing")] + ["a pipe"] * (
        kinds.count("a pipe") - pipes
    )


def kind_of(file: int) -> str:
    try:
        mode = os.fstat(file)
    except OSError:
        return ""
    if stat.S_ISFIFO(mode.st_mode):
        return "a pipe"
    return "nothing" if mode.st_rdev == os.stat("/dev/null").st_rdev else f"{file}: {mode.st_mode:o}"


@attack
def hoards() -> int:
    return len(bytearray((TARGETS["memory_mb"] + 1) << 20))


@attack
def hoards_shared_memory() -> int:
    with mmap.mmap(-1, (TARGETS["memory_mb"] + 1) << 20) as memory:
        return len(memory)


@attack
def raises_its_limits() -> list[str]:
    kinds = {name: resource.getrlimit(getattr(resource, f"RLIMIT_{name}"))[1] for name in ("NOFILE", "FSIZE", "CPU")}
    limits = {name: (hard + 1, hard + 1) for name, hard in kinds.items()}
    return works(
        {name: partial(resource.setrlimit, getattr(resource, f"RLIMIT_{name}"), limits[name]) for name in kinds}
    )


# The network.


@attack
def connects_to_the_machine() -> list[str]:
    """To servers that wait on this machine: TCP, UDP, sockets with a path or a name."""
    addresses: dict[str, tuple[int, int, Any]] = {
        "TCP": (socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", TARGETS["tcp"])),
        "UDP": (socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", TARGETS["udp"])),
        "a path": (socket.AF_UNIX, socket.SOCK_STREAM, TARGETS["path"]),
        "a name": (socket.AF_UNIX, socket.SOCK_STREAM, f"\0{MARK}"),
    }
    return works({name: partial(connect, *address) for name, address in addresses.items()})


def connect(family: int, kind: int, address: Any) -> int:
    with socket.socket(family, kind) as link:
        link.settimeout(10)
        link.connect(address)
        return link.send(b"I am free")


@attack
def opens_sockets() -> list[str]:
    kinds = {"internet": (socket.AF_INET, 1), "local": (socket.AF_UNIX, 1), "the kernel's": (socket.AF_NETLINK, 3)}
    made = {name: partial(open_socket, *kind) for name, kind in kinds.items()}
    return works({**made, "pair": socket.socketpair})


def open_socket(family: int, kind: int) -> None:
    socket.socket(family, kind).close()


@attack
def opens_odd_sockets() -> list[str]:
    """To the host of a virtual machine, to the kernel's ciphers: such sockets belong to no network namespace."""
    kinds = [(40, 1), (38, 5), (42, 2), (31, 3), (21, 5), (30, 1), (17, 3)]
    return works({str(kind): partial(open_socket, *kind) for kind in kinds})


@attack
def sees_the_network() -> list[str]:
    return [name for _, name in socket.if_nameindex() if name != "lo"]


# Places to remember things from one game to the next: how to find something there, and how to leave it.

SEEN: list[str] = []
PLACES: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
    "a module": (lambda: SEEN, lambda: SEEN.append(MARK)),
    "modules": (lambda: MARK in sys.modules, lambda: sys.modules.update({MARK: sys})),
    "the environment": (lambda: MARK in os.environ, lambda: os.environ.update({MARK: MARK})),
    "the real environment": (lambda: LIBC.getenv(MARK.encode()), lambda: LIBC.setenv(MARK.encode(), b"x", 1)),
    "a thread": (
        lambda: any(thread.name == MARK for thread in threading.enumerate()),
        lambda: threading.Thread(target=time.sleep, args=(60,), name=MARK, daemon=True).start(),
    ),
    "its folder": (lambda: os.listdir("."), lambda: Path(MARK).touch()),
    "folders": (lambda: os.path.isdir(f"/tmp/{MARK}"), lambda: os.mkdir(f"/tmp/{MARK}")),
    "beside its file": (lambda: Path(HERE, MARK).exists(), lambda: Path(HERE, MARK).touch()),
    "times": (lambda: os.stat(OWN).st_mtime_ns == 1000, lambda: os.utime(OWN, ns=(1000, 1000))),
    "modes": (lambda: os.stat(OWN).st_mode & stat.S_ISVTX, lambda: os.chmod(OWN, 0o1644)),
    "attributes": (lambda: os.getxattr(OWN, "user.tavern"), lambda: os.setxattr(OWN, "user.tavern", b"seen")),
    "hints": (lambda: any(hint(GET_HINT, 0)), lambda: hint(SET_HINT, 2)),
    "rules": (lambda: os.listdir("/"), lambda: add_rules()),
    "the cache": (lambda: is_cached(TARGETS["cold"]), lambda: Path(TARGETS["cold"]).read_bytes()),
    "a daemon": (lambda: connect(socket.AF_UNIX, socket.SOCK_STREAM, f"\0{MARK} daemon"), lambda: leave_daemon()),
    "the mask": (lambda: os.umask(0o77) == 0o77, lambda: os.umask(0o77)),
    "a limit": (
        lambda: resource.getrlimit(resource.RLIMIT_STACK)[0] == 1 << 22,
        lambda: resource.setrlimit(resource.RLIMIT_STACK, (1 << 22, resource.getrlimit(resource.RLIMIT_STACK)[1])),
    ),
}


def hint(command: int, value: int) -> bytes:
    """How long what is written to a file may live: a number that the kernel keeps with the file."""
    with open(OWN, "rb") as file:
        return fcntl.fcntl(file, command, struct.pack("Q", value))


def add_rules() -> None:
    """Give the next game, if the rules of its jail are open here, the right to list the root."""
    root = os.open("/", os.O_PATH)
    for rules in range(3, 64):
        with contextlib.suppress(OSError):
            call("landlock_add_rule", rules, 1, struct.pack("<Qi", LIST_FOLDERS, root), 0)


def leave_daemon() -> None:
    """A process that outlives the game, or means to: it tells the next one that there was one."""
    if os.fork():
        return
    with contextlib.suppress(BaseException):
        os.setsid()
        if os.fork() == 0:
            with socket.socket(socket.AF_UNIX) as server:
                server.bind(f"\0{MARK} daemon")
                server.listen()
                time.sleep(120)
    os._exit(0)


# Bots that do it.


class Breaker:
    """Tries everything, and plays on as if nothing had happened."""

    summary, games, options = "breaks out", "all games", ()

    def __init__(self, place: object) -> None:
        self.moves = 0

    def choose(self, infoset: Any, clock: object) -> int:
        self.moves += 1
        if self.moves == 1:
            self.strike()
        return int(infoset.legal()[0])

    def strike(self) -> None:
        try_all("choose")

    def end(self, placement: object) -> None:
        try_all("end")


class Rememberer(Breaker):
    """Looks for what it left behind in other games, and leaves it; tells how its cell looks."""

    summary = "remembers"

    def __init__(self, place: object) -> None:
        super().__init__(place)
        tell("found", works({name: partial(check, find) for name, (find, _) in PLACES.items()}))
        tell("cell", cell())

    def strike(self) -> None:
        tell("left", works({name: leave for name, (_, leave) in PLACES.items()}))


def check(find: Callable[[], object]) -> None:
    if not find():
        raise OSError


def cell() -> dict[str, object]:
    """All that might tell one game from another."""
    return {
        "numbers": (os.getpid(), os.getppid(), os.getsid(0), os.getpgid(0), threading.get_native_id()),
        "names": (os.getcwd(), socket.gethostname(), sys.argv, sys.path),
        "folder": os.listdir("."),
        "environment": sorted(os.environ.items()),
        "modules": sorted(sys.modules),
        "files": [kind_of(file) for file in range(64)],
        "threads": threading.active_count(),
        "limits": [resource.getrlimit(kind) for kind in range(16)],
        "priority": (os.getpriority(os.PRIO_PROCESS, 0), sorted(os.sched_getaffinity(0))),
    }


class Bomber(Breaker):
    """Has as many threads as it can."""

    summary = "has threads"

    def strike(self) -> None:
        threading.stack_size(1 << 16)
        made = 0
        with contextlib.suppress(RuntimeError, MemoryError):
            while made < 400:
                _thread.start_new_thread(time.sleep, (600,))
                made += 1
        tell("threads", made)


class Breeder(Breaker):
    """Has children that sleep, children of children in other sessions, and one that is never the same."""

    summary = "has children"

    def strike(self) -> None:
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nothing remains of the dead
        made = 0
        with contextlib.suppress(OSError):
            while made < TARGETS["children"]:
                sleep_in_a_child(apart=made % 2 == 1)
                made += 1
            fly_by(2000)
        tell("children", made)
        if made > 64:
            time.sleep(600)


def sleep_in_a_child(apart: bool) -> None:
    if os.fork():
        return
    with contextlib.suppress(BaseException):
        if apart:
            os.setsid()
            if os.fork():
                os._exit(0)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        time.sleep(600)
    os._exit(0)


def fly_by(generations: int) -> None:
    """A comet: every process of it starts the next one and ends."""
    if os.fork():
        return
    with contextlib.suppress(BaseException):
        while generations and os.fork() == 0:
            generations -= 1
            time.sleep(0.001)
    os._exit(0)


class Hoarder(Breaker):
    """Has more memory than it may, but none of its processes has: it is shared among them."""

    summary = "hoards together"

    def strike(self) -> None:
        part = TARGETS["memory_mb"] // 4
        for _ in range(8):
            if os.fork() == 0:
                memory = mmap.mmap(-1, part << 20)
                memory.write(bytes(part << 20))
                time.sleep(600)
        time.sleep(600)


class OtherForm(Breaker):
    """Calls the kernel as programs of 32 bits do, past the numbers that a filter may know."""

    summary = "calls by another gate"

    def strike(self) -> None:
        code = bytes.fromhex("b814000000cd80c3")  # getpid
        page = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
        page.write(code)
        start = ctypes.addressof(ctypes.c_char.from_buffer(page))
        tell("number", ctypes.CFUNCTYPE(ctypes.c_long)(start)())


class Question:
    """What a program is asked, as a bot in Python would be."""

    def __init__(self, legal: list[int]) -> None:
        self._legal = legal

    def legal(self) -> list[int]:
        return self._legal


def play_by_lines(bot: type[Breaker]) -> None:
    """Play as a program."""
    for line in sys.stdin:
        asked = json.loads(line)
        told: dict[str, object] = {"protocol": 2} if asked["type"] == "hello" else {}
        if asked["type"] == "begin":
            one = bot(None)
        if asked["type"] == "choose":
            told["action"] = one.choose(Question(asked["legal"]), None)
        if asked["type"] == "end":
            one.end(asked["placement"])
        print(json.dumps(told), flush=True)


try_all("import")
if __name__ == "__main__":
    play_by_lines(globals()[sys.argv[1]])
