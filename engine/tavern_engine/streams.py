"""What a command reads and writes, whatever became of it: a closed, full or broken stream is told in a sentence."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import stat
import sys
from collections.abc import Iterator
from typing import Any, Final

import click

STREAMS: Final = ("stdin", "stdout", "stderr")  # by their numbers
INTERRUPTED: Final = 130  # the exit code of a program that Ctrl-C ended
NOWHERE: Final = 2  # of one that has nowhere to begin


class Commands(click.Group):
    """A group that ends in a sentence and an exit code when it cannot be heard, and when Ctrl-C is pressed."""

    unheard = 1  # the exit code when its output cannot be written

    def main(self, *arguments: Any, **keys: Any) -> Any:
        with open_streams(self.unheard):
            return super().main(*arguments, **keys)

    def invoke(self, ctx: click.Context) -> object:
        try:
            return self.obey(ctx)
        except KeyboardInterrupt:
            sentence, code = self.when_interrupted(ctx)
            click.echo(sentence, err=True)
            ctx.exit(code)

    def obey(self, ctx: click.Context) -> object:
        """Run the command that was named."""
        return super().invoke(ctx)

    def when_interrupted(self, ctx: click.Context) -> tuple[str, int]:
        """What to say after Ctrl-C, and the exit code."""
        return "Interrupted.", INTERRUPTED


@contextlib.contextmanager
def open_streams(unheard: int) -> Iterator[None]:
    """A time in which all streams are there; the program exits with that code if its output could not be written."""
    closed = fill_closed_streams()
    sys.stdout, sys.stderr = over(sys.stdout, Noted), over(sys.stderr, Unfailing)
    if "stdout" in closed:
        click.echo("The output is closed. If nobody is to read it, add >/dev/null to the command.", err=True)
        sys.exit(unheard)
    try:
        os.getcwd()
    except OSError as error:
        click.echo(f"The current folder cannot be found: {error.strerror}.", err=True)
        sys.exit(NOWHERE)
    try:
        yield
    except (OSError, SystemExit):
        require_written(unheard)
        raise
    require_written(unheard)


def fill_closed_streams() -> list[str]:
    """Put the empty file in the place of closed streams, and name those.

    Else the next file that is opened gets their number, and what somebody prints goes into the journal.
    """
    closed = [name for name in STREAMS if getattr(sys, name) is None]
    if closed:
        while (file := os.open(os.devnull, os.O_RDWR)) < len(STREAMS):
            os.set_inheritable(file, True)
        os.close(file)
    for name in closed:
        mode = "r" if name == "stdin" else "w"
        setattr(sys, name, os.fdopen(STREAMS.index(name), mode, encoding="utf-8", closefd=False))
    return closed


def require_written(unheard: int) -> None:
    """Exit with a sentence if output could not be written; who stopped reading, or closed the terminal, needs none."""
    with contextlib.suppress(OSError):
        sys.stdout.flush()
    failure: OSError | None = getattr(sys.stdout, "failure", None)
    if failure is None:
        return
    file = sys.stdout.fileno()
    is_closed_terminal = failure.errno == errno.EIO and stat.S_ISCHR(os.fstat(file).st_mode)
    # What is left of it goes nowhere, or Python complains of it at its end.
    os.dup2(os.open(os.devnull, os.O_WRONLY), file)
    if failure.errno != errno.EPIPE and not is_closed_terminal:
        click.echo(f"The output cannot be written: {failure.strerror}.", err=True)
        sys.exit(unheard)


class Noted(io.TextIOWrapper):
    """The output, which notes why it could not be written: an OSError alone does not say where it comes from."""

    failure: OSError | None = None

    def write(self, text: str) -> int:
        with self._noting():
            return super().write(text)

    def flush(self) -> None:
        with self._noting():
            super().flush()

    @contextlib.contextmanager
    def _noting(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self.failure = error
            raise


class Unfailing(io.TextIOWrapper):
    """A stream for what is said besides: nobody stops working because it cannot be written."""

    def write(self, text: str) -> int:
        with contextlib.suppress(OSError):
            super().write(text)
        return len(text)

    def flush(self) -> None:
        with contextlib.suppress(OSError):
            super().flush()


def over(stream: object, kind: type[io.TextIOWrapper]) -> Any:
    """A stream of this kind in the place of a standard one; half a character in the name of a file does no harm."""
    if not isinstance(stream, io.TextIOWrapper) or stream not in (sys.__stdout__, sys.__stderr__):
        return stream
    whole_lines, at_once = stream.line_buffering, stream.write_through
    return kind(stream.buffer, stream.encoding, "backslashreplace", None, whole_lines, at_once)
