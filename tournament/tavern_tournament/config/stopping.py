"""When a league stops: the rules of its file, and whether they can be met at all."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from math import sqrt
from typing import TYPE_CHECKING, Final

from tavern_tournament.config.company import entries_at
from tavern_tournament.config.file import ScheduleSection, StopSection
from tavern_tournament.config.league import first_deals, most_deals, rounds_of
from tavern_tournament.config.lines import Where
from tavern_tournament.ratings.finish import BETA, SIGMA
from tavern_tournament.schedule import Fixture, how_many, line_ups
from tavern_tournament.specs import TableSpec

if TYPE_CHECKING:
    from tavern_tournament.config.load import Draft

SURELY_ENOUGH: Final = 4000  # games: whether so many could separate bots need not be tried
MANY_ROUNDS: Final = 64  # which link any number of bots
TOO_FEW: Final = "even if the better bot won every game, these would be too few to separate all: plan more deals."


def stop_rules(schedule: ScheduleSection, stop: StopSection) -> StopSection | None:
    """When a league stops, if that is not at the end of its schedule: an adaptive one when there is no more to tell.

    A Swiss one needs no rules to be looked at between its rounds.
    """
    if schedule.kind == "adaptive" and stop.interval is None:
        return stop.model_copy(update={"separated": True})
    return stop if stop.has_rules or schedule.kind == "swiss" else None


def check_stop(draft: Draft) -> None:
    """Stop rules say something that can come true, and an adaptive league has something to tell apart and to add."""
    schedule, stop, note = draft.schedule, draft.stop, draft.source.note
    if draft.is_sure("stop") and "stop" in draft.source.values and not stop.has_rules:
        note(("stop",), "there is no rule: write separated = true, interval, games or minutes.")
    if not draft.is_sure("schedule", "kind"):
        return
    if schedule.kind != "adaptive" and schedule.most_deals is not None:
        note(("schedule", "most_deals"), "only an adaptive schedule adds deals: leave it out.")
    if schedule.kind == "adaptive":
        check_adaptive(draft)
    if all(map(draft.is_clean, ("schedule", "stop", "tables", "bots"))):
        check_floor(draft)
        Reach(draft).check()


def check_adaptive(draft: Draft) -> None:
    """Somebody to tell apart, and deals to add."""
    most = draft.schedule.most_deals
    if draft.listed("bots") == 1:
        draft.source.note(("schedule", "kind"), "adaptive play tells bots apart, and there is only one: add others.")
    first = max((kind.deals for _, kinds in draft.tables for kind in kinds), default=0)
    if most is not None and most < first:
        draft.source.note(("schedule", "most_deals"), f"line-ups begin with {first} deals, which is more than {most}.")


def check_floor(draft: Draft) -> None:
    """Where results decide who plays more, everybody plays at least a little."""
    for kind in (kind for _, kinds in draft.tables for kind in kinds if draft.schedule.kind == "adaptive"):
        entries = entries_at(draft, kind)
        least = -(-len(entries.founders) // entries.seats)
        if entries.most < least:
            told = f"with so few some of the {len(entries.founders)} bots would never play at {kind.label}"
            draft.source.note(("schedule", "line_ups"), f"{told}: write {least} or more.")


class Reach:
    """How far a league can go, and whether its stop rules are within that."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.rules = stop_rules(draft.schedule, draft.stop)
        self.kinds = [kind for _, kinds in draft.tables for kind in kinds]
        self.entries = {kind.label: entries_at(draft, kind) for kind in self.kinds}

    def check(self) -> None:
        """Note the rules that can never be met."""
        if self.rules is None:
            return
        self.check_games(self.rules)
        if self.rules.interval is not None:
            self.check_interval(self.rules.interval)
        if self.rules.separated:
            self.check_separated()

    def blocks(self, kind: TableSpec, deals: int) -> int:
        """How many are played at a kind of table if every line-up has so many deals; if Swiss, in a round."""
        entries = self.entries[kind.label]
        if self.draft.schedule.kind == "swiss":
            return len(entries.founders) // entries.seats * kind.deals
        return how_many(entries) * deals

    def most_blocks(self, kind: TableSpec) -> int:
        """How many are played at a kind of table if no rule ends it."""
        schedule, bots = self.draft.schedule, len(self.draft.bots)
        if schedule.kind == "swiss":
            return rounds_of(schedule, bots) * self.blocks(kind, kind.deals)
        return self.blocks(kind, most_deals(schedule, kind, bots))

    def check_games(self, rules: StopSection) -> None:
        """A budget reaches to the first look, and is not beyond the end."""
        if rules.games is None:
            return
        where, note = ("stop", "games"), self.draft.source.note
        schedule = self.draft.schedule
        first = sum(self.blocks(kind, first_deals(schedule, rules, kind)) * kind.line_up for kind in self.kinds)
        most = sum(self.most_blocks(kind) * kind.line_up for kind in self.kinds)
        if rules.games < first:
            note(
                where,
                f"a budget of {rules.games:,} games is spent before the first epoch ends, which has {first:,} games: "
                "raise it, or plan fewer deals or line-ups.",
            )
        elif rules.games > most and not rules.separated and rules.interval is None and rules.minutes is None:
            note(where, f"the schedule ends after {most:,} games, so that is never reached: plan more deals.")

    def check_interval(self, wide: float) -> None:
        """An interval can be so narrow: no game tells more of a bot than its performance itself would."""
        from tavern_tournament.ratings.rate import REACH

        sat: defaultdict[str, int] = defaultdict(int)  # seats taken, by game
        budget = self.draft.stop.games
        for kind in self.kinds:
            games = self.most_blocks(kind) * kind.line_up
            sat[kind.game] += kind.seats * (games if budget is None else min(games, budget))
        for game, seats in sat.items():
            bots = sum(bot is not None and game in bot.games for _, bot in self.draft.bots)
            least = REACH * (1 - 1 / bots) / sqrt(seats / bots / BETA**2 + 1 / SIGMA**2)
            if wide < least:
                self.draft.source.note(
                    ("stop", "interval"),
                    f"with all games that may be played, intervals at {game} reach at least {least:.2g} to either "
                    "side, so that is never met: ask for less, or plan more deals.",
                )

    def check_separated(self) -> None:
        """Bots are not the same, and results that leave no doubt would be enough."""
        where = ("stop", "separated") if self.draft.stop.separated else ("schedule", "kind")
        if twins := self.twins():
            self.draft.source.note(
                where,
                f"{twins[0]!r} and {twins[1]!r} are the same bot with the same options, so they are never separated: "
                "change one, or add a rule that ends it: games, minutes or interval.",
            )
        elif self.draft.schedule.kind == "swiss":
            self.check_rounds(where)
        elif not self.could_separate():
            self.draft.source.note(
                where,
                TOO_FEW,
            )

    def check_rounds(self, where: Where) -> None:
        """A Swiss schedule has rounds enough that all bots can be compared, and a pair that always meets separated."""
        from tavern_tournament.epochs import could_separate

        rounds, note = rounds_of(self.draft.schedule, len(self.draft.bots)), self.draft.source.note
        for kind in self.kinds:
            entries = self.entries[kind.label]
            if any(other.game == kind.game for other in self.kinds if other is not kind):
                continue  # there they may meet, too
            # Every round makes those who are linked by games at most so many times as many as sit at a table.
            if entries.seats ** min(rounds, MANY_ROUNDS) < len(entries.founders):
                told = f"{rounds:,} round{'s' * (rounds != 1)} cannot link {len(entries.founders)} bots"
                note(where, f"{told} at {kind.label} by their games, so they are never separated: plan more rounds.")
                continue
            always = Fixture(kind.label, tuple(sorted(entries.founders)[: entries.seats]), rounds * kind.deals, "")
            if always.size <= SURELY_ENOUGH and not could_separate([always], {kind.label: kind.game}, ()):
                note(where, TOO_FEW)

    def twins(self) -> tuple[str, str] | None:
        """Two bots that are to be separated, and are alike but for their names; None if another rule may end it."""
        rules, schedule = self.rules, self.draft.schedule
        if rules is None or any(rule is not None for rule in (rules.games, rules.minutes, rules.interval)):
            return None
        games = {kind.game for kind in self.kinds}
        for one, other in combinations([bot for _, bot in self.draft.bots if bot is not None], 2):
            if schedule.challenger and (one.name in schedule.challenger) == (other.name in schedule.challenger):
                continue
            if {one.name, other.name} <= self.draft.anchors.keys():
                continue
            shared = games.intersection(one.games, other.games)
            if any(one.decisive(game) == other.decisive(game) for game in shared):
                return one.name, other.name
        return None

    def could_separate(self) -> bool:
        """Whether the best results for it would separate all bots; not tried if there are many games."""
        from tavern_tournament.epochs import could_separate

        schedule, bots = self.draft.schedule, len(self.draft.bots)
        if sum(self.most_blocks(kind) * kind.line_up for kind in self.kinds) > SURELY_ENOUGH:
            return True
        fixtures = [
            Fixture(kind.label, line_up, most_deals(schedule, kind, bots), "")
            for kind in self.kinds
            for line_up in line_ups(self.entries[kind.label])
        ]
        return could_separate(fixtures, {kind.label: kind.game for kind in self.kinds}, schedule.challenger)
