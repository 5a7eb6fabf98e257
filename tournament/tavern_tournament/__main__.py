"""A small demo until the league exists: random players at a table of Dragon's Vault."""

import click

import tavern_engine
from tavern_engine import RandomPolicy, Rng, game

SEATS = 4
GAMES = 200


@click.command()
@click.option("--games", type=click.IntRange(min=1), default=GAMES, show_default=True, help="How many games to play.")
@click.option("--seed", type=int, default=1, show_default=True, help="The luck of all games.")
def main(games: int, seed: int) -> None:
    """Play games of Dragon's Vault between random players and print how the seats did."""
    vault = game("dragon-vault")
    if not tavern_engine.COMPILED:
        click.echo("The engine runs as plain Python (no compiled core): this takes a while.")
    firsts = [0] * SEATS
    lost = [0] * SEATS
    decisions = 0
    for number in range(games):
        state = vault.new(SEATS, f"demo {seed} {number}")
        decisions += int(state.playout(RandomPolicy(), Rng(number), 10**9))
        for seat, place in enumerate(state.placement()):
            firsts[seat] += place == 1
            lost[seat] -= int(state.score(seat))
    click.echo(f"{vault.title}: {games} games of {SEATS} random players, {decisions:,} decisions")
    click.echo("seat   wins   coins lost a game")
    for seat in range(SEATS):
        click.echo(f"{seat:>4} {firsts[seat]:>6} {lost[seat] / games:>12.1f}")


if __name__ == "__main__":
    main(prog_name="python -m tavern_tournament")
