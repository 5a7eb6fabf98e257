"""Programs that are forked from a warm process differ in nothing from those that are started."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from warm import Program, run

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="on other systems all programs are started")
IS_WARM = "import sys; print('numpy' in sys.modules)"
SEEN = {
    "what it was given": "import sys; print(sys.argv, sys.path, sys.orig_argv, __name__, input(), sys.stdin.read())",
    "its folder and variables": "import os; print(os.getcwd(), sorted(os.environ.items()))",
    "its family": "import os; print(os.getppid(), os.getpgid(0), os.getsid(0))",
    "its files": "import os; print(os.listdir('/proc/self/fd'), [os.isatty(each) for each in range(3)])",
    "its streams": "import sys; print(*((one.name, one.encoding, one.errors, one.newlines, one.line_buffering, "
    "one.write_through, one is other) for one, other in zip((sys.stdin, sys.stdout, sys.stderr), "
    "(sys.__stdin__, sys.__stdout__, sys.__stderr__))))",
    "its signals": "import signal; print([signal.getsignal(each) for each in sorted(signal.valid_signals())], "
    "signal.pthread_sigmask(signal.SIG_BLOCK, ()), signal.sigpending())",
    "its threads and limits": "import gc, os, resource, sys, tempfile, threading; print(threading.active_count(), "
    "gc.get_threshold(), tempfile.tempdir, sys.getrecursionlimit(), os.umask(0), os.nice(0), "
    "[resource.getrlimit(each) for each in range(16)])",
    "an exit code": "import sys; sys.exit(7)",
    "an exit with words": "import sys; sys.exit('no')",
    "an exit at once": "import os; print('lost'); os._exit(3)",
    "an error": "1 / 0",
    "an interruption": "raise KeyboardInterrupt",
    "its death": "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
    "what is done in the end": "import atexit, threading; atexit.register(print, 'last'); "
    "print('first'); threading.Timer(0.01, print, ['late']).start()",
    "what cannot be written in the end": "import os; print('lost'); os.close(1)",
}


@pytest.mark.parametrize("code", SEEN.values(), ids=SEEN)
def test_it_is_as_if_it_had_been_started(code: str, tmp_path: Path) -> None:
    both: tuple[Callable[..., Any], ...] = (subprocess.run, run)
    command = [sys.executable, "-c", code, "--one", "two\udcff", ""]
    keys = {"cwd": tmp_path, "env": dict(os.environ), "capture_output": True, "text": True}
    ended = [each(command, input="a\r\nb\n", **keys) for each in both]
    started, warm = [(one.returncode, one.stdout, one.stderr.splitlines()[-1:]) for one in ended]
    assert warm == started


def test_a_module_is_run_as_python_runs_it(tmp_path: Path) -> None:
    (tmp_path / "told.py").write_text("import sys; print(sys.argv, sys.path, __name__, __spec__.name, __file__)")
    command = [sys.executable, "-m", "told", "--one"]
    both: tuple[Callable[..., Any], ...] = (subprocess.run, run)
    started, warm = [each(command, cwd=tmp_path, capture_output=True, text=True).stdout for each in both]
    assert warm == started


def test_two_that_follow_each_other_have_sets_in_another_order() -> None:
    command = [sys.executable, "-c", f"{IS_WARM}; print(hash('a'))"]
    first, second = [run(command, capture_output=True, text=True).stdout for _ in range(2)]
    assert first.startswith("True")
    assert second.startswith("True")
    assert first != second


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_it_hears_what_comes_at_once_and_leads_a_session(number: signal.Signals) -> None:
    with Program([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, start_new_session=True) as process:
        assert os.getsid(process.pid) == process.pid
        os.killpg(process.pid, number)
    assert process.returncode == -number


def test_where_imports_could_differ_it_is_started(tmp_path: Path) -> None:
    command = [sys.executable, "-c", IS_WARM]
    (tmp_path / "json.py").touch()
    alike: list[dict[str, Any]] = [{}, {"env": {**os.environ, "TMPDIR": str(tmp_path)}}]
    others: list[dict[str, Any]] = [
        {"cwd": tmp_path},
        {"env": {**os.environ, "PYTHONPATH": str(tmp_path.parent)}},
        {"env": {"PATH": os.environ["PATH"]}},
        {"preexec_fn": os.getpid},
    ]
    for keys in alike:
        assert run(command, capture_output=True, text=True, **keys).stdout == "True\n"
    for keys in others:
        assert run(command, capture_output=True, text=True, **keys).stdout == "False\n"


def test_what_takes_too_long_is_ended() -> None:
    with pytest.raises(subprocess.TimeoutExpired):
        run([sys.executable, "-c", "import signal; signal.pause()"], timeout=0.01)
