"""Commands that all programs have: the pages that came with them, and how a shell completes what is typed."""

from __future__ import annotations

from typing import Final

import click
from click.shell_completion import CompletionItem, get_completion_class
from click.types import StringParamType

from tavern_engine.errors import BadSetup
from tavern_engine.pages import pages, root, title

SHELLS: Final = ("bash", "zsh", "fish")


class PageName(StringParamType):
    """A page by its name, or by the part of it that people say: `docs/SCALE.md` or `scale`."""

    name = "page"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(name) for name in pages() if name.lower().startswith(incomplete.lower())]


@click.command()
@click.argument("page", required=False, type=PageName())
def docs(page: str | None) -> None:
    """Print a page of the documentation, or list all pages."""
    from tavern_engine.game import did_you_mean

    known = pages()
    if not known:
        raise BadSetup("The pages are not here: this package was installed without them.")
    if page is None:
        width = max(map(len, known))
        for name, path in known.items():
            click.echo(f"{name:<{width}}  {title(path)}")
        click.echo(f"The files are in {root()}.", err=True)
        return
    wanted = page.lower()
    names = [name for name in known if wanted in (name.lower(), *_said(name))]
    if not names:
        said = [*known, *(each for name in known for each in _said(name))]
        raise BadSetup(f"There is no page {page!r}.{did_you_mean(page, said) or ' `docs` alone lists all.'}")
    click.echo(known[names[0]].read_text(encoding="utf-8"), nl=False)


def _said(name: str) -> tuple[str, ...]:
    """What people call a page: its file without the ending, or the folder that it is the README of."""
    folder, _, file = name.lower().rpartition("/")
    stem = file.partition(".")[0]
    return (folder, f"{folder}/{stem}") if stem == "readme" and folder else (file, stem)


def completion_for(program: str) -> click.Command:
    """The command that prints what makes a shell complete a program."""

    @click.command()
    @click.argument("shell", type=click.Choice(SHELLS))
    @click.pass_context
    def completion(context: click.Context, shell: str) -> None:
        command = context.find_root().command
        kind = get_completion_class(shell)
        assert kind is not None
        variable = f"_{program.replace('-', '_').upper()}_COMPLETE"
        click.echo(kind(command, {}, program, variable).source())

    completion.help = (
        "Print what makes your shell complete this command: games, bots, runs and options.\n\n\b\n"
        f'bash, a line in ~/.bashrc:  eval "$({program} completion bash)"\n'
        f'zsh, a line in ~/.zshrc:    eval "$({program} completion zsh)"\n'
        f"fish, once:                 {program} completion fish > ~/.config/fish/completions/{program}.fish"
    )
    return completion
