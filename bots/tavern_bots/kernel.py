"""What Linux offers to lock a process up, by its system calls: namespaces, mounts, capabilities, Landlock, seccomp.

Nothing here decides anything: `jail.py` does. Every call raises OSError if the kernel refuses.
"""

from __future__ import annotations

import ctypes
import os
import platform
import struct
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from tavern_bots.syscalls import NUMBERS

# Namespaces (unshare) and clone.
NEWNS: Final = 0x0002_0000
NEWUTS: Final = 0x0400_0000
NEWIPC: Final = 0x0800_0000
NEWUSER: Final = 0x1000_0000
NEWPID: Final = 0x2000_0000
NEWNET: Final = 0x4000_0000
NEW_SPACES: Final = 0x7E02_0000  # all of these and those of control groups
CLONE_THREAD: Final = 0x0001_0000
# Mounts.
MS_RDONLY: Final = 1
MS_NOSUID: Final = 2
MS_NODEV: Final = 4
MS_BIND: Final = 4096
MS_REC: Final = 16384
MS_PRIVATE: Final = 1 << 18
MNT_DETACH: Final = 2
ATTR_RDONLY: Final = 1
ATTR_NOSUID: Final = 2
AT_FDCWD: Final = -100
AT_RECURSIVE: Final = 0x8000
# prctl.
PR_SET_SECCOMP: Final = 22
PR_CAPBSET_DROP: Final = 24
PR_SET_NO_NEW_PRIVS: Final = 38
PR_CAP_AMBIENT: Final = 47
PR_CAP_AMBIENT_CLEAR_ALL: Final = 4
SECCOMP_MODE_FILTER: Final = 2
CAPABILITIES: Final = 64  # more than there are
CAPABILITY_VERSION: Final = 0x2008_0522
# Landlock: rights to files and folders.
EXECUTE: Final = 1
WRITE_FILE: Final = 2
READ_FILE: Final = 4
READ: Final = READ_FILE | 8  # and list folders
REFER: Final = 1 << 13
TRUNCATE: Final = 1 << 14
IOCTL_DEV: Final = 1 << 15
WRITE: Final = 0xFFF0 | WRITE_FILE  # to make, change, cut, link and remove whatever kind of file
ON_FILES: Final = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV  # the rights that a file alone can have
NEWER: Final = {REFER: 2, TRUNCATE: 3, IOCTL_DEV: 5}  # the version that brought them
TCP: Final = 0b11  # bind and connect, 4
SCOPES: Final = 0b11  # abstract sockets and signals stay inside, 6
RULE_PATH: Final = 1
# seccomp: a program for a small machine that sees the number and arguments of a system call.
LOAD: Final = 0x20
JUMP: Final = 0x05
JUMP_EQUAL: Final = 0x15
JUMP_AT_LEAST: Final = 0x35
JUMP_ANY_BIT: Final = 0x45
RETURN: Final = 0x06
ALLOW: Final = 0x7FFF_0000
ERRNO: Final = 0x0005_0000
KILL: Final = 0x8000_0000
AUDIT: Final = {"x86_64": 0xC000_003E, "aarch64": 0xC000_00B7}
NEWEST: Final = 451  # system calls that came later than this are not there
EPERM: Final = 1
ENOSYS: Final = 38

_libc: Final = ctypes.CDLL(None, use_errno=True)


def machine() -> str:
    """The kind of processor, as the tables here name it."""
    return platform.machine()


def call(name: str, *arguments: int | bytes | None) -> int:
    """A system call by its name."""
    values = [ctypes.c_long(value) if isinstance(value, int) else value for value in arguments]
    return _checked(_libc.syscall(ctypes.c_long(NUMBERS[machine()][name]), *values))


def prctl(option: int, *arguments: int) -> int:
    """One of the many things that a process can set for itself."""
    values = [ctypes.c_ulong(value) for value in (*arguments, 0, 0, 0, 0)[:4]]
    return _checked(_libc.prctl(option, *values))


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def unshare(spaces: int) -> None:
    """Leave namespaces for new ones; that of processes is for children only."""
    _checked(_libc.unshare(spaces))


def enter(space: int, kind: int) -> None:
    """Enter the namespace of an open file."""
    _checked(_libc.setns(space, kind))


def own_user_space() -> None:
    """A new user namespace, in which this user is the same one and may do all that concerns new namespaces."""
    user, group = os.getuid(), os.getgid()
    unshare(NEWUSER)
    for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
            file.write(text)


def mount(source: str, target: str, kind: str, flags: int, data: str = "") -> None:
    """Mount a file system."""
    _checked(_libc.mount(source.encode(), target.encode(), kind.encode(), ctypes.c_ulong(flags), data.encode()))


def unmount(target: str) -> None:
    """Take a file system away, whoever still uses it."""
    _checked(_libc.umount2(target.encode(), MNT_DETACH))


def make_read_only(target: str) -> None:
    """Let nobody write to a mount, nor to what is mounted in it."""
    attributes = struct.pack("<4Q", ATTR_RDONLY | ATTR_NOSUID, 0, 0, 0)
    call("mount_setattr", AT_FDCWD, target.encode(), AT_RECURSIVE, attributes, len(attributes))


def change_root(folder: str) -> None:
    """Make a mounted folder the root of all, and forget what was before."""
    os.chdir(folder)
    call("pivot_root", b".", b".")
    unmount(".")
    os.chdir("/")


def bound_capabilities() -> None:
    """Let no program that is run from now on gain special powers; those that this process has stay."""
    for capability in range(CAPABILITIES):
        try:
            prctl(PR_CAPBSET_DROP, capability)
        except OSError:  # this one is not there, or there never were any powers
            break


def drop_capabilities() -> None:
    """Give up all special powers for good, where there are any."""
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL)
    head, none = struct.pack("<Ii", CAPABILITY_VERSION, 0), bytes(24)
    call("capset", head, none)


def landlock_version() -> int:
    """The version of Landlock that the kernel has; 0 if it has none."""
    try:
        return call("landlock_create_ruleset", None, 0, 1)
    except OSError:
        return 0


def _known_rights() -> int:
    """The rights to files that this version of Landlock knows."""
    version = landlock_version()
    return (EXECUTE | READ | WRITE) & ~sum(right for right, since in NEWER.items() if version < since)


def landlock(rights: Mapping[str, int]) -> int:
    """Rules for `restrict`: these rights below these paths, as far as they are there, and none elsewhere."""
    version = landlock_version()
    fields = [_known_rights(), *([TCP] if version >= 4 else []), *([SCOPES] if version >= 6 else [])]
    attributes = struct.pack(f"<{len(fields)}Q", *fields)
    rules = call("landlock_create_ruleset", attributes, len(attributes), 0)
    for path, right in rights.items():
        if os.path.exists(path):
            add_rule(rules, path, right)
    return rules


def add_rule(rules: int, path: str, right: int) -> None:
    """Rights below one more path."""
    allowed = right & _known_rights() & (-1 if os.path.isdir(path) else ON_FILES)
    place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        call("landlock_add_rule", rules, RULE_PATH, struct.pack("<Qi", allowed, place), 0)
    finally:
        os.close(place)


def restrict(rules: int) -> None:
    """Obey the rules of Landlock from now on; there is no way back. Needs `no_new_privileges`."""
    call("landlock_restrict_self", rules, 0)


def no_new_privileges() -> None:
    """No program that is run from now on gives powers."""
    prctl(PR_SET_NO_NEW_PRIVS, 1)


Step = tuple[int, int, int, int]  # an instruction, how many to pass over if it holds and if not, and its number
ByValue = Mapping[str, tuple[int, Sequence[int]]]  # by call: which of its arguments, and values of that


def filter_of(denied: Iterable[str], by_value: ByValue, only: ByValue, threads_only: bool) -> bytes:
    """A program for `obey_filter`: no denied calls, none with these values of an argument, some with no others.

    A process limits only itself. No call makes a process in new namespaces; with `threads_only` none makes one at all.
    """
    numbers = NUMBERS[machine()]
    refused = (RETURN, 0, 0, ERRNO | EPERM)
    steps = [(LOAD, 0, 0, 4), (JUMP_EQUAL, 1, 0, AUDIT[machine()]), (RETURN, 0, 0, KILL), (LOAD, 0, 0, 0)]
    steps += [(JUMP_AT_LEAST, 0, 1, NEWEST), (RETURN, 0, 0, ERRNO | ENOSYS)]  # also the calls of the form x32
    steps += [*_any_of([numbers[name] for name in denied if name in numbers], (JUMP, 0, 0, 1)), refused]
    steps += [(JUMP_EQUAL, 0, 1, numbers["clone3"]), (RETURN, 0, 0, ERRNO | ENOSYS)]  # its flags cannot be seen
    new_process = (JUMP_ANY_BIT, 1, 0, CLONE_THREAD) if threads_only else (JUMP_ANY_BIT, 0, 1, NEW_SPACES)
    looks = [("clone", 0, [new_process, refused]), ("prlimit64", 0, [(JUMP_EQUAL, 1, 0, 0), refused])]
    looks += [(name, at, [*_any_of(values, (JUMP, 0, 0, 1)), refused]) for name, (at, values) in by_value.items()]
    looks += [(name, at, _any_of(values, refused)) for name, (at, values) in only.items()]
    for name, argument, tests in looks:
        steps += [(JUMP_EQUAL, 0, len(tests) + 2, numbers[name]), (LOAD, 0, 0, _argument(argument)), *tests]
        steps += [(RETURN, 0, 0, ALLOW)]
    steps += [(RETURN, 0, 0, ALLOW)]
    return b"".join(struct.pack("<HBBI", *step) for step in steps)


def _any_of(values: Sequence[int], otherwise: Step) -> list[Step]:
    """Pass over the step `otherwise` if the number that was loaded is one of the values, at most 255."""
    return [*((JUMP_EQUAL, len(values) - place, 0, value) for place, value in enumerate(values)), otherwise]


def _argument(number: int) -> int:
    """Where the low half of an argument is seen."""
    return 16 + 8 * number


def obey_filter(program: bytes) -> None:
    """Have the kernel look at every system call from now on; there is no way back. Needs `no_new_privileges`."""
    buffer = ctypes.create_string_buffer(program, len(program))
    head = struct.pack("<HxxxxxxQ", len(program) // 8, ctypes.addressof(buffer))
    pointer = ctypes.create_string_buffer(head, len(head))
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.addressof(pointer))
