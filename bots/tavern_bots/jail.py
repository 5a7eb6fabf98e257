"""The jail for bots of strangers (Linux): what is in it, and what its kernel denies.

A *keeper* (`keeper.py`) builds it before any code of the bot runs: namespaces of its own for users, processes, network
and the like; a root with Python, the system's libraries and the bot's own files, all read only, and nothing else. Every
game then has a process of its own in it, number 1 of its own processes, with an empty folder in memory, no powers, the
rules of Landlock and a filter of system calls. Each part is a step that holds or not, as far as the kernel gives it.
"""

from __future__ import annotations

import contextlib
import os
import site
import sys
import sysconfig
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from tavern_bots import kernel as k
from tavern_bots.confine import (
    CALLS,
    LANDLOCK,
    POWERS,
    PROCESSES,
    ROOT,
    SPACES,
    USERS,
    Limits,
    clear,
    die_with_parent,
)

# Where there is a root of its own, a bot's folder is HOME. It is mounted anew for every game; the rules of Landlock are
# made once, as those for what is around a mount hold in it.
AROUND: Final = "/jail"
HOME: Final = f"{AROUND}/bot"

SYSTEM: Final = ("/usr", "/lib", "/lib32", "/lib64", "/bin", "/sbin", "/opt")
SETTINGS: Final = ("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "alternatives", "localtime", "timezone", "locale.alias")
DEVICES: Final = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom", "/dev/full")

# Calls that no bot needs: other processes, the machine, marks on files that outlive a game, messages and locks that
# other bots could see, what others have read, other cores.
DENIED: Final = (
    *("ptrace", "process_vm_readv", "process_vm_writev", "pidfd_open", "pidfd_send_signal", "pidfd_getfd", "kcmp"),
    *("process_madvise", "process_mrelease", "unshare", "setns", "mount", "umount2", "pivot_root", "chroot"),
    *("move_mount", "open_tree", "fsopen", "fsconfig", "fsmount", "fspick", "mount_setattr", "bpf", "perf_event_open"),
    *("userfaultfd", "io_uring_setup", "io_uring_enter", "io_uring_register", "keyctl", "add_key", "request_key"),
    *("kexec_load", "kexec_file_load", "init_module", "finit_module", "delete_module", "reboot", "swapon", "swapoff"),
    *("acct", "quotactl", "quotactl_fd", "settimeofday", "clock_settime", "adjtimex", "clock_adjtime", "sethostname"),
    *("setdomainname", "shmget", "shmat", "shmctl", "shmdt", "msgget", "msgsnd", "msgrcv", "msgctl", "semget", "semop"),
    *("semctl", "semtimedop", "mq_open", "mq_unlink", "sched_setaffinity", "sched_setscheduler", "sched_setparam"),
    *("sched_setattr", "setpriority", "ioprio_set", "chown", "fchown", "lchown", "fchownat", "setxattr", "lsetxattr"),
    *("fsetxattr", "removexattr", "lremovexattr", "fremovexattr", "flock", "open_by_handle_at", "name_to_handle_at"),
    *("fanotify_init", "fanotify_mark", "personality", "syslog", "vhangup", "ioperm", "iopl", "modify_ldt"),
    *("migrate_pages", "move_pages", "mbind", "set_mempolicy", "inotify_init", "inotify_init1", "inotify_add_watch"),
    *("mincore", "preadv2", "fadvise64", "memfd_create", "memfd_secret"),  # files in memory are outside of all limits
)
# What a Python bot does not need either: processes, programs, sockets, signals; modes and times of files; pipes, whose
# numbers come from a counter of the machine, and so can tell the next game of this one.
ALSO_DENIED: Final = (
    *("fork", "vfork", "execve", "execveat", "socket", "socketpair", "kill", "tkill", "tgkill", "rt_sigqueueinfo"),
    *("rt_tgsigqueueinfo", "chmod", "fchmod", "fchmodat", "utime", "utimes", "futimesat", "utimensat", "pipe", "pipe2"),
)
SOCKETS: Final = (1, 2, 10, 16)  # local, the internet of both versions, the kernel's: those that a namespace holds
BY_VALUE: Final = {
    "ioctl": (1, (0x5412, 0x541C)),  # typing into a terminal
    "fcntl": (1, (6, 7, 37, 38, 1024, 1026, 1036, 1038)),  # locks, leases, notices, hints
    "madvise": (2, (20, 21)),  # throwing away what others have read
}
ONLY: Final = {"socket": (0, SOCKETS)}
FILES_A_MB: Final = 256  # so many would fit, with a page each


class Jail:
    """A jail for one bot, as far as it is built; `held` has the steps that the kernel gave."""

    def __init__(
        self, own_files: Sequence[str], hidden: Sequence[str], programs: bool, limits: Limits, folder: str
    ) -> None:
        self.held: list[str] = []
        self.folder = folder  # of the bot
        self._programs = programs  # whether it may run others, as a command needs to
        self._limits = limits
        self._readable = [*python_folders(), *whole(own_files)]
        self._hidden = [path for path in whole(hidden) if path not in (*SYSTEM, *self._readable)]
        self._space: int | None = None  # our own of processes
        self._rules: int | None = None
        self._program = b""

    def build(self) -> None:
        """Take the steps for all games; ends in a child of this process, which is the one that keeps the jail."""
        parent = os.getppid()
        self._try(USERS, k.own_user_space)
        die_with_parent(parent)  # that was forgotten with the change of powers
        self._try(SPACES, lambda: k.unshare(k.NEWNET | k.NEWIPC | k.NEWUTS))
        self._try(PROCESSES, self._own_processes)
        self._try(ROOT, self._own_root)
        k.bound_capabilities()
        if k.landlock_version():
            self._rules = k.landlock(self._rights())
        with contextlib.suppress(KeyError):  # a processor of another kind
            self._program = self._filter()

    @property
    def ends_together(self) -> bool:
        """Whether all processes of a game end with its first one."""
        return PROCESSES in self.held

    def next_game(self) -> None:
        """An empty folder, and a new namespace for the process of the next game."""
        if ROOT in self.held:
            for place in (HOME, "/proc"):  # of the game before
                with contextlib.suppress(OSError):
                    k.unmount(place)
            room = f"size={self._limits.disk_mb}m,nr_inodes={self._limits.disk_mb * FILES_A_MB},mode=700"
            k.mount("tmpfs", HOME, "tmpfs", k.MS_NOSUID | k.MS_NODEV, room)
        else:
            clear(self.folder)
        if self._space is not None:
            k.enter(self._space, k.NEWPID)
            k.unshare(k.NEWPID)

    def lock(self) -> None:
        """The last steps, in the process of a game: nothing of them can be taken back."""
        if ROOT in self.held and self._programs:
            with contextlib.suppress(OSError):  # some programs look there
                k.mount("proc", "/proc", "proc", k.MS_RDONLY | k.MS_NOSUID | k.MS_NODEV)
        self._try(POWERS, self._no_powers)
        if self._rules is not None:
            rules = self._rules
            self._try(LANDLOCK, lambda: k.restrict(rules))
        self._let_go()
        if self._program:
            self._try(CALLS, lambda: k.obey_filter(self._program))

    def _let_go(self) -> None:
        """Close what the jail is built with: all games share it."""
        for file in (self._rules, self._space):
            if file is not None:
                os.close(file)

    def _try(self, step: str, take: Callable[[], None]) -> None:
        """Take a step; kernels that do not have it go without."""
        with contextlib.suppress(OSError, KeyError):
            take()
            self.held.append(step)

    def _own_processes(self) -> None:
        k.unshare(k.NEWPID)
        become_child()
        self._space = os.open("/proc/thread-self/ns/pid_for_children", os.O_RDONLY | os.O_CLOEXEC)

    def _own_root(self) -> None:
        k.unshare(k.NEWNS)
        k.mount("none", "/", "", k.MS_REC | k.MS_PRIVATE)
        root = self.folder
        k.mount("tmpfs", root, "tmpfs", k.MS_NOSUID | k.MS_NODEV, "size=4m,mode=755")
        os.makedirs(root + HOME)
        os.mkdir(root + "/proc")
        for path in (*SYSTEM, *(f"/etc/{name}" for name in SETTINGS), *DEVICES, *self._readable):
            show(root, path)
        for path in self._hidden:
            hide(root, path)
        for path in self._readable:  # also in what is hidden
            show(root, path)
        k.make_read_only(root)
        k.change_root(root)
        self.folder = HOME

    def _rights(self) -> dict[str, int]:
        execute = k.EXECUTE if self._programs else 0
        read = dict.fromkeys((*SYSTEM, *(f"/etc/{name}" for name in SETTINGS), *self._readable), k.READ | execute)
        devices = dict.fromkeys(DEVICES, k.READ | k.WRITE_FILE | k.TRUNCATE)
        own = k.READ | k.WRITE | execute
        return {**read, **devices, **({AROUND: own, "/proc": k.READ} if ROOT in self.held else {self.folder: own})}

    def _no_powers(self) -> None:
        k.no_new_privileges()
        k.drop_capabilities()

    def _filter(self) -> bytes:
        denied = [*DENIED, *(() if self._programs else ALSO_DENIED)]
        if not self._programs and not self._limits.threads:
            denied += ["clone", "clone3"]
        if self._programs and SPACES not in self.held:
            denied.append("socket")
        return k.filter_of(denied, BY_VALUE, {} if "socket" in denied else ONLY, threads_only=not self._programs)


def python_folders() -> list[str]:
    """Where Python and all that can be imported is."""
    paths = {sys.prefix, sys.base_prefix, sys.exec_prefix, os.path.realpath(sys.executable), *sys.path}
    paths |= {*sysconfig.get_paths().values(), *site.getsitepackages()}
    return whole(paths)


def whole(paths: Iterable[str]) -> list[str]:
    """The whole paths of those that are there, by their own names and by those behind links."""
    found = {name(path) for path in paths if path for name in (os.path.abspath, os.path.realpath)}
    return sorted(path for path in found if os.path.exists(path))


def show(root: str, path: str) -> None:
    """Let a path be seen below a root as it is seen here, with all that is in it, unless it is already."""
    target = root + path
    if not os.path.exists(path) or is_shown(root, path):
        return
    os.makedirs(os.path.dirname(target), exist_ok=True)
    if os.path.isdir(path):
        os.makedirs(target, exist_ok=True)
    else:
        open(target, "xb").close()
    k.mount(path, target, "", k.MS_BIND | k.MS_REC)


def hide(root: str, folder: str) -> None:
    """Let nothing be seen of a folder below a root, if it is seen there."""
    if is_shown(root, folder):
        k.mount("tmpfs", root + folder, "tmpfs", k.MS_NOSUID | k.MS_NODEV, "size=1m,mode=755")


def is_shown(root: str, path: str) -> bool:
    return os.path.exists(root + path) and os.path.samefile(path, root + path)


def become_child() -> None:
    """Go on in a child; this process waits for it and ends as it ends."""
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        os._exit(os.waitstatus_to_exitcode(status) & 255)
    die_with_parent(os.getppid())
