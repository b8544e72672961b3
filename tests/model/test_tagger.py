"""The pipeline of tagging: order, look-ahead, errors, an input that waits."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest

from swvm.data.blocks import RawBlock
from swvm.model.tagger import LOOK_AHEAD, tag_blocks


def blocks(count: int) -> Iterator[RawBlock]:
    return (RawBlock(str(number).encode(), index=number) for number in range(count))


def slow_start(raw: RawBlock) -> bytes:
    """Early blocks take longest, so that later ones are done first."""
    time.sleep(0.01 if raw.index % 4 == 0 else 0)
    return raw.data


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_blocks_come_out_in_order(workers):
    assert list(tag_blocks(blocks(40), [slow_start] * workers)) == [str(k).encode() for k in range(40)]
    assert list(tag_blocks(blocks(0), [slow_start] * workers)) == []


def test_a_worker_is_used_by_one_thread_at_a_time():
    busy = [threading.Lock() for _ in range(3)]

    def worker(lock):
        def work(raw: RawBlock) -> bytes:
            assert lock.acquire(blocking=False)
            time.sleep(0.001)
            lock.release()
            return raw.data

        return work

    assert len(list(tag_blocks(blocks(60), [worker(lock) for lock in busy]))) == 60


@pytest.mark.parametrize("workers", [1, 3])
def test_no_more_is_read_ahead_than_allowed(workers):
    taken = []

    def counted() -> Iterator[RawBlock]:
        for raw in blocks(200):
            taken.append(raw.index)
            yield raw

    out = tag_blocks(counted(), [lambda raw: raw.data] * workers)
    next(out)
    time.sleep(0.2)
    assert len(taken) <= 1 + (LOOK_AHEAD + 1) * workers + 1
    assert len(list(out)) == 199


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_comes_after_the_blocks_before_it(workers):
    def work(raw: RawBlock) -> bytes:
        if raw.index == 3:
            raise ValueError("block 3")
        return raw.data

    seen = []
    with pytest.raises(ValueError, match="block 3"):
        seen.extend(tag_blocks(blocks(10), [work] * workers))
    out = tag_blocks(blocks(10), [work] * workers)
    assert [next(out) for _ in range(3)] == [b"0", b"1", b"2"]


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_of_the_input_comes_after_the_blocks_before_it(workers):
    def failing() -> Iterator[RawBlock]:
        yield from blocks(3)
        raise OSError("the input broke")

    out = tag_blocks(failing(), [slow_start] * workers)
    assert [next(out) for _ in range(3)] == [b"0", b"1", b"2"]
    with pytest.raises(OSError, match="the input broke"):
        next(out)


def test_what_is_done_is_given_while_the_input_waits():
    more = threading.Event()

    def waiting() -> Iterator[RawBlock]:
        yield from blocks(2)
        assert more.wait(60)
        yield RawBlock(b"2", index=2)

    out = tag_blocks(waiting(), [slow_start] * 2)
    assert [next(out), next(out)] == [b"0", b"1"]
    more.set()
    assert next(out) == b"2"


def test_a_consumer_that_stops_leaves_no_thread_behind():
    before = set(threading.enumerate())  # threads of other tests may still be ending
    out = tag_blocks(blocks(10_000), [slow_start] * 3)
    next(out)
    started = set(threading.enumerate()) - before
    assert len(started) >= 2
    out.close()
    started |= set(threading.enumerate()) - before
    for thread in started:
        thread.join(60)  # returns at once when the thread has ended
    assert not [thread.name for thread in started if thread.is_alive()]
