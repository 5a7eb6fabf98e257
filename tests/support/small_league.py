"""Results of made-up leagues, for tests of what is told about them."""

from collections.abc import Mapping
from itertools import combinations
from random import Random

from tavern_tournament.report.summary import RunInfo
from tavern_tournament.results import Fault, GameResult
from tavern_tournament.schedule import seating

GAME = "dragon-vault"


def result(
    bots: tuple[str, ...], placement: tuple[int, ...], deal: int = 0, turn: int = 0, **changes: object
) -> GameResult:
    """One game with these bots in these places."""
    seats = len(bots)
    fields: dict[str, object] = {
        "game": GAME,
        "table": f"{GAME}-{seats}",
        "line_up": "+".join(sorted(bots)),
        "deal": deal,
        "turn": turn,
        "stamp": "stamp",
        "bots": bots,
        "teams": tuple(range(seats)),
        "placement": placement,
        "scores": tuple(-place for place in placement),
        "actions": (3, 1, 4),
        "decisions": (10,) * seats,
        "seconds": (0.5,) * seats,
    }
    return GameResult(**{**fields, **changes})  # type: ignore[arg-type]


def league(
    strengths: Mapping[str, float], seats: int, deals: int, game: str = GAME, seed: int = 1, first_seat: float = 0.0
) -> list[GameResult]:
    """All line-ups of bots that play as well as they are strong, plus luck, plus what the first seat is worth."""
    luck = Random(seed)
    results = []
    for line_up in combinations(sorted(strengths), seats):
        for deal in range(deals):
            for turn in range(seats):
                bots = seating(line_up, deal, turn)
                played = [strengths[bot] + luck.gauss(0, 1) + first_seat * (seat == 0) for seat, bot in enumerate(bots)]
                placement = tuple(1 + sum(other > mine for other in played) for mine in played)
                results.append(
                    result(
                        bots,
                        placement,
                        deal,
                        turn,
                        game=game,
                        table=f"{game}-{seats}",
                        actions=tuple(range(luck.randint(20, 60))),
                        seconds=tuple(luck.random() for _ in bots),
                    )
                )
    return results


def info(results: list[GameResult], **changes: object) -> RunInfo:
    """A run of these games."""
    bots = sorted({bot for one in results for bot in one.bots})
    fields: dict[str, object] = {
        "league": "Harvest league",
        "seed": "barley",
        "planned": len(results),
        "folder": "runs/harvest",
        "command": "tavern-tourney --config harvest.toml",
        "config": {"league": {"name": "harvest"}},
        "versions": {"tavern-tourney": "0.1.0"},
        "isolation": {bot: "process" if bot == "guest" else "inprocess" for bot in bots},
        "titles": {GAME: "Dragon's Vault"},
    }
    return RunInfo(**{**fields, **changes})  # type: ignore[arg-type]


def fault(said: str, kind: str = "raise", seat: int = 0, move: int = 7) -> Fault:
    """A fault of the bot in the seat."""
    return Fault(seat, move, kind, said)
