"""Work in several processes: in order, ended early without waiting for anything, and never waiting for who is gone."""

import os
import time

import pytest

from tavern_bots.measure.side_by_side import HelperLost, side_by_side

LARGE = 1 << 22  # bytes: more than a pipe holds, so that an answer is still under way when its process is ended


def large(number: int) -> bytes:
    return bytes([number % 256]) * LARGE


def square(number: int) -> int:
    time.sleep(0.01 * (number % 3))
    return number * number


def quits(number: int) -> int:
    if number == 2:
        os._exit(3)
    return number


def fails(number: int) -> int:
    if number == 2:
        raise ValueError("two is too much")
    return number


def sleeps(number: int) -> int:
    if number:
        time.sleep(3600)
    return number


@pytest.mark.parametrize("workers", [1, 3])
def test_what_it_comes_to_is_in_the_order_of_the_work(workers: int) -> None:
    assert list(side_by_side(square, range(20), workers)) == [number * number for number in range(20)]


@pytest.mark.slow
def test_it_ends_in_the_middle_of_answers() -> None:
    for _ in range(2):
        answers = side_by_side(large, range(200), 3)
        assert len(next(answers)) == LARGE
        answers.close()


def test_who_asks_no_more_waits_for_nothing() -> None:
    answers = side_by_side(sleeps, range(4), 2)
    assert next(answers) == 0
    answers.close()


def test_a_process_that_is_gone_is_told() -> None:
    with pytest.raises(HelperLost, match="ended with 3 before its work was done"):
        list(side_by_side(quits, range(9), 2))


def test_an_error_is_told_with_where_it_was() -> None:
    answers = side_by_side(fails, range(9), 2)
    assert [next(answers), next(answers)] == [0, 1]
    with pytest.raises(ValueError, match="two is too much") as caught:
        next(answers)
    assert "in fails" in caught.value.__notes__[0]
