"""The TrueSkill model of a whole league, fitted to all its games at once instead of one after the other.

The model (Herbrich, Minka and Graepel 2007, without drift): skills are drawn from N(25, (25/3)^2); in a game every seat
performs at its bot's skill plus noise of standard deviation 25/6; a team performs as the sum of its seats; it places
ahead of the next team if it performs better by more than the draw margin, and shares its place if they differ by less.

The fit is expectation propagation. Each comparison of two neighbours in a finishing order is stood in for by a message,
a Gaussian on the difference of their performances, so that all skills together are one Gaussian; a sweep refines every
message against all the others, until the skills rest. That Gaussian keeps all covariances: nothing needs re-centring,
and differences of skills have honest intervals. Games that finished alike share their messages with a count: they enter
that often, and are refined against all but one of their copies, which is where separate ones would settle, too.

Bots can be anchors, whose skills are given. What is known of the others then is seen from them: how far the average of
all is from 25 is anybody's guess. So one anchor changes nothing but where the scale begins, and several stretch it.

A Gaussian cannot be lopsided. Where one bot never lost to another, how far ahead it is has a long tail upwards, and
the deviation comes out short: by a tenth after 5 games, by three tenths after 1,000. Who is ahead is not in doubt then.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import NormalDist
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tavern_tournament.ratings.finish import BETA, MU, SIGMA, Finish

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

#: Sweeps after which a fit is taken as it is. Real leagues rest after about 10, the worst invented ones after 150.
PATIENCE: Final = 1000
#: Points within which skills come to rest as if two bots were equal, far fewer than they are known to.
EQUAL_TOLERANCE: Final = 1e-3
#: Rows of a large matrix that are inverted at once.
BLOCK: Final = 32
#: Stands for no limit to a difference of performances; finite, so that it may be multiplied by zero.
UNLIMITED: Final = 1e6
#: Where and with what weight a density between two limits is looked at.
NODES, WEIGHTS = np.polynomial.legendre.leggauss(32)

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Messages:
    """What stands in for the comparisons: the Gaussians' precision, and precision times mean."""

    precision: Floats  # by comparison and finish
    shift: Floats


@dataclass(frozen=True)
class Skills:
    """What the games say about the skills: a Gaussian over all bots."""

    mean: Floats
    covariance: Floats
    messages: Messages  # of the finishes that were played, to start another fit from

    @property
    def summary(self) -> Floats:
        """The means and standard deviations."""
        return np.append(self.mean, np.sqrt(np.diag(self.covariance)))


def draw_margin(draw_probability: float, seats: int) -> float:
    """The margin with which two equal teams, of so many seats in all, draw with this probability."""
    return NormalDist().inv_cdf((draw_probability + 1) / 2) * math.sqrt(seats) * BETA


@dataclass(frozen=True)
class Finishes:
    """Finishing orders as arrays. The last axis is the finish; comparisons and seats, best first, come before it."""

    bots: int
    seats: Ints  # the number of the bot in each seat
    signs: Floats  # by comparison and seat: 1 for the seats of the better team, -1 for those of the worse
    margin: Floats  # by comparison
    shared: npt.NDArray[np.bool_]  # by comparison
    noise: Floats  # the covariance of comparisons, if skills were known

    def only(self, which: npt.NDArray[np.bool_]) -> Finishes:
        """Some of them."""
        seats, signs, margin = self.seats[:, which], self.signs[..., which], self.margin[:, which]
        return Finishes(self.bots, seats, signs, margin, self.shared[:, which], self.noise[..., which])


def finishes_of(orders: Sequence[Finish], bots: Sequence[str], draw_probability: float) -> Finishes:
    """The arrays of finishing orders of at least two teams each."""
    numbers = {bot: number for number, bot in enumerate(bots)}
    most_seats = max(sum(map(len, order.teams)) for order in orders)
    most = max(len(order.shared) for order in orders)
    seats = np.zeros((most_seats, len(orders)), np.int64)
    signs = np.zeros((most, most_seats, len(orders)))
    margin = np.full((most, len(orders)), -UNLIMITED)  # smaller tables: nothing is ahead of nothing, and says nothing
    shared = np.zeros((most, len(orders)), np.bool_)
    for at, order in enumerate(orders):
        places = [place for place, team in enumerate(order.teams) for _ in team]
        seats[: len(places), at] = [numbers[bot] for team in order.teams for bot in team]
        for place, (better, worse) in enumerate(pairwise(order.teams)):
            signs[place, : len(places), at] = [(own == place) - (own == place + 1) for own in places]
            margin[place, at] = draw_margin(draw_probability, len(better) + len(worse))
            shared[place, at] = order.shared[place]
    noise = BETA**2 * np.einsum("ims,jms->ijs", signs, signs)
    diagonal = np.einsum("iis->is", noise)
    diagonal[diagonal == 0] = 1  # a comparison of nothing with nothing: any noise will do
    return Finishes(len(bots), seats, signs, margin, shared, noise)


class Differences(NamedTuple):
    """A game's differences of performance, if skills were known: noise around `keeps` times theirs plus `offset`."""

    noise: Floats
    keeps: Floats
    offset: Floats


def differences(finishes: Finishes, messages: Messages, leave_out: int | None = None) -> Differences:
    """What a game's own messages, perhaps without those of one comparison, say about its differences."""
    noise, offset = finishes.noise, np.zeros_like(messages.shift)
    keeps = np.broadcast_to(np.eye(len(noise))[:, :, None], noise.shape)
    for at, (precision, shift) in enumerate(zip(messages.precision, messages.shift, strict=True)):
        if at == leave_out:
            continue
        ratio = 1 + precision * noise[at, at]
        gain = noise[:, at] / ratio
        # The row of the comparison itself shrinks to almost nothing after a draw: it is divided, not subtracted.
        own_keeps, own_offset = keeps[at] / ratio, (offset[at] + noise[at, at] * shift) / ratio
        offset = offset + gain * (shift - precision * offset[at])
        keeps = keeps - (gain * precision)[:, None] * keeps[at]
        noise = noise - (gain * precision)[:, None] * noise[at]
        noise[at], noise[:, at], keeps[at], offset[at] = gain, gain, own_keeps, own_offset
    return Differences(noise, keeps, offset)


def unanchored(bots: int) -> Floats:
    """As many skills, none of them given: those that are not are no numbers."""
    return np.full(bots, np.nan)


def gaussian(precision: Floats, shift: Floats, anchors: Floats) -> tuple[Floats, Floats]:
    """Mean and covariance of skills by the prior, by what games add to precision and shift, and by the anchors."""
    bots, free = len(anchors), np.isnan(anchors)
    if free.all():
        covariance = inverse(precision + np.eye(bots) / SIGMA**2)
        return np.einsum("ij,j->i", covariance, shift + MU / SIGMA**2), covariance
    total = precision + (np.eye(bots) - 1 / bots) / SIGMA**2
    covariance = np.zeros_like(total)
    covariance[np.ix_(free, free)] = inverse(total[np.ix_(free, free)])
    given = np.where(free, 0.0, anchors)
    return given + np.einsum("ij,j->i", covariance, shift - np.einsum("ij,j->i", total, given)), covariance


def combine(finishes: Finishes, counts: Floats, messages: Messages, anchors: Floats) -> Skills:
    """The skills by the prior, all messages, and the anchors."""
    seats, signs, bots = finishes.seats, finishes.signs, finishes.bots
    keeps = differences(finishes, messages).keeps
    precision = np.einsum("ims,ijs->mjs", signs, counts * messages.precision[:, None] * keeps)
    precision = np.einsum("mjs,jns->mns", precision, signs)
    shift = np.einsum("ims,is->ms", signs, counts * np.einsum("jis,js->is", keeps, messages.shift))
    pairs = seats[:, None] * bots + seats
    total = np.bincount(pairs.ravel(), precision.ravel(), bots * bots).reshape(bots, bots).astype(np.float64)
    shifts = np.bincount(seats.ravel(), shift.ravel(), bots).astype(np.float64)
    return Skills(*gaussian(total, shifts, anchors), messages)


def inverse(matrix: Floats) -> Floats:
    """The inverse of a symmetric, positive matrix, by sweeps over its rows, or over blocks of them if it is large.

    The library's routine may start threads: they take longer than they save, and their number shows in the last digits.
    """
    result = matrix.copy()
    if len(result) <= BLOCK:
        for at in range(len(result)):
            pivot, column = result[at, at], result[:, at].copy()
            row = result[at] / pivot
            result -= column[:, None] * row
            result[at], result[:, at], result[at, at] = row, -column / pivot, 1 / pivot
        return (result + result.T) / 2
    for first in range(0, len(result), BLOCK):
        block = slice(first, first + BLOCK)
        pivots, columns = inverse(result[block, block]), result[:, block].copy()
        rows = np.einsum("ij,jk->ik", pivots, result[block])
        result -= np.einsum("ij,jk->ik", columns, rows)
        result[block], result[:, block] = rows, -np.einsum("ij,jk->ik", columns, pivots)
        result[block, block] = pivots
    return (result + result.T) / 2


def refined(finishes: Finishes, skills: Skills) -> Messages:
    """Every message as it should be if all others are right."""
    seats, signs = finishes.seats, finishes.signs
    skill_mean = np.einsum("ims,ms->is", signs, skills.mean[seats])
    skill_covariance = np.einsum("ims,mns->ins", signs, skills.covariance[seats[:, None], seats])
    skill_covariance = np.einsum("ins,jns->ijs", skill_covariance, signs)
    mean, variance = np.empty_like(skill_mean), np.empty_like(skill_mean)
    for at, (precision, shift) in enumerate(zip(skills.messages.precision, skills.messages.shift, strict=True)):
        noise, keeps, offset = differences(finishes, skills.messages, leave_out=at)
        weighed = np.einsum("js,jks->ks", keeps[at], skill_covariance)
        with_own_variance = np.einsum("ks,ks->s", weighed, keeps[at])
        with_own_mean = np.einsum("js,js->s", keeps[at], skill_mean)
        # The skills know this very message, blurred by the noise: it is taken out of them.
        ratio = 1 + precision * noise[at, at]
        rest = 1 - with_own_variance * precision / ratio
        own_shift = (shift - precision * offset[at]) / ratio
        mean[at] = (with_own_mean - with_own_variance * own_shift) / rest + offset[at]
        variance[at] = with_own_variance / rest + noise[at, at]
    seen_mean, seen_variance = compared(mean, variance, finishes.margin, finishes.shared)
    return Messages(1 / seen_variance - 1 / variance, seen_mean / seen_variance - mean / variance)


def compared(mean: Floats, variance: Floats, margin: Floats, shared: npt.NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """Mean and variance of Gaussian differences once they are known to be above the margin, or within it if shared."""
    deviation = np.sqrt(variance)
    below = np.minimum((margin - mean) / deviation, 30)  # beyond, probabilities are too small for floats
    above = [math.erfc(x) for x in (below / math.sqrt(2)).ravel().tolist()]  # numpy has none
    pull = np.exp(-(below**2) / 2) * math.sqrt(2 / math.pi) / np.array(above).reshape(below.shape)
    seen_mean = mean + pull * deviation
    seen_variance = variance * (1 - pull * (pull - below))
    if shared.any():
        seen_mean[shared], seen_variance[shared] = within(mean[shared], variance[shared], margin[shared])
    return seen_mean, seen_variance


def within(mean: Floats, variance: Floats, margin: Floats) -> tuple[Floats, Floats]:
    """Mean and variance of Gaussians cut off at the margin on either side.

    By quadrature, for the closed form loses all its digits when the margin is narrow.
    """
    at = margin[:, None] * NODES
    height = (mean[:, None] - at / 2) * at / variance[:, None]
    density = np.exp(height - height.max(axis=1, keepdims=True)) * WEIGHTS
    density /= density.sum(axis=1, keepdims=True)
    seen_mean = (density * at).sum(axis=1)
    return seen_mean, (density * (at - seen_mean[:, None]) ** 2).sum(axis=1)


def fit(
    finishes: Finishes,
    counts: Floats,
    start: Messages | None = None,
    tolerance: float = 1e-6,
    anchors: Floats | None = None,
) -> Skills:
    """The skills after each finish was played so many times, at rest to within `tolerance` points."""
    anchors = unanchored(finishes.bots) if anchors is None else anchors
    played = counts > 0
    finishes, counts = finishes.only(played), counts[played]
    precision, shift = np.zeros((2, *finishes.margin.shape))
    if start is not None:
        precision, shift = start.precision[:, played], start.shift[:, played]
    skills = combine(finishes, counts, Messages(precision, shift), anchors)
    step, last_move = 1.0, np.zeros(2 * finishes.bots)
    for _ in range(PATIENCE):
        old, new = skills.messages, refined(finishes, skills)
        messages = Messages(
            old.precision + step * (new.precision - old.precision), old.shift + step * (new.shift - old.shift)
        )
        before, skills = skills, combine(finishes, counts, messages, anchors)
        move = skills.summary - before.summary
        if np.abs(move).max() < step * tolerance:
            return skills
        # Many games that all finished alike overshoot: a sweep that takes back half of the last one goes too far.
        if move @ last_move < -0.5 * (last_move @ last_move):
            step *= 0.7
        last_move = move
    _log.warning("After %d sweeps over all games the ratings still move by %.1g.", PATIENCE, np.abs(move).max())
    return skills


def as_if_equal(finishes: Finishes, counts: Floats, skills: Skills, pair: tuple[int, int], anchors: Floats) -> Skills:
    """The skills as games tell them from where two bots are equal: by messages that were refined as if they were one.

    Where one always wins, the Gaussian around the skills is wide, and says little about whether they could be equal.
    """
    one, other = pair if not np.isnan(anchors[pair[0]]) else pair[::-1]  # an anchor stays where it is
    as_one = replace(finishes, seats=np.where(finishes.seats == other, one, finishes.seats))
    messages = fit(as_one, counts, skills.messages, EQUAL_TOLERANCE, anchors).messages
    return combine(finishes, counts, messages, anchors)
