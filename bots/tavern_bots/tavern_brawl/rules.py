"""A player of Tavern Brawl by rules of thumb, for all its modes: quick enough for rollouts, and it can say why."""

from __future__ import annotations

from mypy_extensions import i64

from tavern_bots.tavern_brawl import reasons as why
from tavern_bots.tavern_brawl.laying import Laying
from tavern_bots.tavern_brawl.skills import Skills
from tavern_bots.tavern_brawl.survey import Survey
from tavern_engine.chance import Rng
from tavern_engine.games.tavern_brawl import rules as r
from tavern_engine.games.tavern_brawl.mats import BrawlTables
from tavern_engine.games.tavern_brawl.rules import BrawlState
from tavern_engine.state import ASKED, PHASE, Policy, State


class BrawlRules(Policy):
    """Plays by rules of thumb; `reason` says which one decided, a key of REASONS."""

    def __init__(self, tables: BrawlTables) -> None:
        self.survey = Survey(tables)
        self.laying = Laying(tables, self.survey)
        self.skills = Skills(tables, self.survey)
        self.reason: i64 = why.LAYS

    def choose(self, state: State, rng: Rng) -> i64:
        assert isinstance(state, BrawlState)
        action = self.lay(state) if state.w[PHASE] <= r.PLACING else self.go_on(state)
        self.reason = self.laying.reason if state.w[PHASE] <= r.PLACING else self.skills.reason
        return action

    def lay(self, state: BrawlState) -> i64:
        """Pick a mat, or choose one to lay and its place."""
        w = state.w
        phase = w[PHASE]
        team = state.team(w[ASKED])
        choices = state.work_out()
        if phase == r.PICKING:
            self.survey.look_at_hands(state, w)
            return self.laying.pick(w, team, choices)
        self.survey.look(state, w)
        if phase == r.LAYING:
            return self.laying.lay(state, w, team, choices)
        if phase == r.EXCHANGING:
            return self.laying.change_shape(state, w, team)
        return self.laying.find_place(state, w, team, choices)

    def go_on(self, state: BrawlState) -> i64:
        """What comes after a mat is laid, and the Brawlers in the end."""
        w = state.w
        phase = w[PHASE]
        team = state.team(w[ASKED])
        choices = state.work_out()
        self.survey.look(state, w)
        if phase == r.STEALING:
            return self.skills.steal(state, w, team, choices)
        if phase == r.GLASSES:
            return self.skills.put_glass(state, w, w[ASKED], choices)
        if phase == r.STARING:
            return self.skills.stare(state, w, team, choices)
        if phase == r.JOKING or phase == r.JOKING_WITH:
            return self.skills.joke(state, w, team, phase)
        if phase == r.BARRING:
            return self.skills.bar(w, team, choices)
        return self.skills.brawl(state, w, team, phase, choices)
