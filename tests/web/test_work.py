"""The queue: bounded, timed, and honest about when to come again."""

import threading
import time

import pytest

from claimwise.web.problems import ProblemError
from claimwise.web.work import Deadline, WorkQueue


def test_a_full_queue_refuses_with_a_time_to_come_again() -> None:
    queue = WorkQueue(workers=1, waiting=1)
    go = threading.Event()
    first, second = queue.submit(go.wait), queue.submit(go.wait)
    with pytest.raises(ProblemError) as refused:
        queue.submit(go.wait)
    assert refused.value.problem.status == 429
    assert int(refused.value.problem.headers["Retry-After"]) >= 1
    go.set()
    assert first.result(5)
    assert second.result(5)
    assert queue.submit(lambda: 7).result(5) == 7
    queue.close()


def test_a_task_whose_turn_would_come_too_late_is_refused_at_once() -> None:
    queue = WorkQueue(workers=1, waiting=100, seconds=1.0)  # a task is thought to take a second at first
    go = threading.Event()
    running = queue.submit(go.wait)
    with pytest.raises(ProblemError) as refused:
        queue.submit(go.wait)
    assert refused.value.problem.status == 429
    go.set()
    running.result(5)
    while queue.inside:
        time.sleep(0.01)
    assert queue.submit(lambda: 7).result(5) == 7
    queue.close()


def test_a_task_that_takes_too_long_is_given_up_and_its_place_freed() -> None:
    queue = WorkQueue(workers=1, waiting=0)
    ended = threading.Event()

    def slow(deadline: Deadline) -> None:
        try:
            while True:
                time.sleep(0.01)
                deadline.check()
        finally:
            ended.set()

    with pytest.raises(ProblemError) as late:
        queue.run(slow, Deadline(0.1))
    assert late.value.problem.status == 504
    assert ended.wait(5), "the worker goes on for nobody"
    deadline = time.monotonic() + 5
    while queue.inside and time.monotonic() < deadline:
        time.sleep(0.01)
    assert queue.run(lambda _: "free", Deadline(5)) == "free"
    queue.close()


def test_the_clock_stands_still_until_it_begins() -> None:
    begun = threading.Event()
    deadline = Deadline(0.05, begins=begun.is_set)
    queue = WorkQueue(workers=1, waiting=0)
    threading.Timer(0.2, begun.set).start()
    assert queue.run(lambda _: begun.wait(5), deadline)
    assert deadline.left
    time.sleep(0.06)
    assert not deadline.left
    with pytest.raises(ProblemError):
        deadline.check()
    queue.close()


def test_a_waiting_task_that_is_cancelled_leaves_the_queue() -> None:
    queue = WorkQueue(workers=1, waiting=1)
    go = threading.Event()
    running = queue.submit(go.wait)
    waiting = queue.submit(lambda: None)
    waiting.cancel()
    assert queue.inside == 1
    go.set()
    running.result(5)
    queue.close()


def test_an_error_of_the_task_is_its_result() -> None:
    queue = WorkQueue(workers=1, waiting=0)

    def fail(_: Deadline) -> None:
        raise KeyError("x")

    with pytest.raises(KeyError):
        queue.run(fail, Deadline(5))
    queue.close()
