"""Tagging of an input of any size: blocks of sentences go in, blocks of bytes come out in order, memory stays constant.

Blocks are cut by one thread. Each worker has a parser of its own, and with it a memory of the words that it has met.
Nothing here opens files or prints.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from queue import Empty, Queue
from threading import Event

from swvm._native import Chain
from swvm.data.blocks import RawBlock
from swvm.data.parsers import Parser
from swvm.errors import DecodeError
from swvm.model.confidence import Judge
from swvm.model.model import Model
from swvm.model.output import decode_as
from swvm.model.tagged import Render

LOOK_AHEAD = 2  # blocks waiting for each worker

Work = Callable[[RawBlock], bytes]


@dataclass(frozen=True, slots=True)
class Tagger:
    """Labels blocks, one at a time: parse, features, decode, write. One thread a tagger; the model is shared."""

    model: Model
    chain: Chain
    parser: Parser
    render: Render
    k_best: int = 1
    judge: Judge | None = None

    def __call__(self, raw: RawBlock) -> bytes:
        """Return a block with its labels."""
        block = self.parser.parse(raw)
        encoded = self.model.encode(block.corpus)
        try:
            paths = decode_as(self.model.reader, self.chain, self.model.record.weights, encoded, self.k_best)
        except DecodeError as error:
            place = f"{block.corpus.source}: in the sentences from line {raw.first_line} on"
            raise DecodeError(f"{place}: {error}") from None
        return self.render(block, paths if self.judge is None else self.judge(encoded, paths))


def tag_blocks(blocks: Iterable[RawBlock], workers: Iterable[Work]) -> Iterator[bytes]:
    """Yield every block labelled, in order; each worker has a thread where there is more than one."""
    ready = list(workers)
    return map(ready[0], blocks) if len(ready) == 1 else _in_threads(blocks, ready)


def _in_threads(blocks: Iterable[RawBlock], workers: list[Work]) -> Iterator[bytes]:
    """Read in a thread, so that what is done can be written while the input is waited for."""
    idle: Queue[Work] = Queue()
    for worker in workers:
        idle.put(worker)
    waiting: Queue[Future[bytes] | None] = Queue(LOOK_AHEAD * len(workers))
    stop = Event()
    pool = ThreadPoolExecutor(len(workers) + 1)
    try:
        pool.submit(_feed, blocks, lambda raw: pool.submit(_work, raw, idle), waiting, stop)
        while (done := waiting.get()) is not None:
            yield done.result()
    finally:
        stop.set()
        _drain(waiting)
        pool.shutdown(wait=False, cancel_futures=True)


def _feed(
    blocks: Iterable[RawBlock],
    submit: Callable[[RawBlock], Future[bytes]],
    waiting: Queue[Future[bytes] | None],
    stop: Event,
) -> None:
    """Hand out the blocks; an error of the input takes its place behind the blocks before it."""
    try:
        for raw in blocks:
            if stop.is_set():
                return
            waiting.put(submit(raw))
        waiting.put(None)
    except BaseException as error:
        failed: Future[bytes] = Future()
        failed.set_exception(error)
        waiting.put(failed)


def _work(raw: RawBlock, idle: Queue[Work]) -> bytes:
    worker = idle.get()
    try:
        return worker(raw)
    finally:
        idle.put(worker)


def _drain(waiting: Queue[Future[bytes] | None]) -> None:
    """Make room, so that a reader that waits to put something can see that it is to stop."""
    try:
        while True:
            waiting.get_nowait()
    except Empty:
        return
