"""Worker processes: each takes a task, answers, takes the next. Results do not depend on their number.

A worker that dies is an error that names its task; workers end by themselves when the main process dies.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Generator, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, NamedTuple

from swvm.errors import SwvmError
from swvm.experiment.dispatch import Dispatcher, RunError, Task, Worker, Workshop
from swvm.experiment.plan import Run
from swvm.experiment.records import Record

Done = tuple[Run, Record]


class WorkerError(SwvmError):
    """A worker process ended in the middle of a task."""


class Member(NamedTuple):
    """A worker process and the way to it."""

    process: BaseProcess
    channel: Connection


def here(dispatcher: Dispatcher, workshop: Workshop) -> Generator[Done, None, None]:
    """Do all tasks in this process, and yield each run with its record."""
    worker = Worker(workshop)
    while (task := dispatcher.next_task()) is not None:
        record = worker.perform(task)
        dispatcher.done(task)
        if record is not None and isinstance(task, Run):
            yield task, record


def in_processes(dispatcher: Dispatcher, workshop: Workshop, count: int) -> Generator[Done, None, None]:
    """Do all tasks in worker processes, and yield each run with its record as they end."""
    context = multiprocessing.get_context("spawn")
    members = [_start(context, workshop) for _ in range(count)]
    try:
        yield from _exchange(dispatcher, members)
    finally:
        for member in members:
            member.process.terminate()
            member.process.join()
            member.channel.close()


def _start(context: Any, workshop: Workshop) -> Member:
    channel, far = context.Pipe()
    process = context.Process(target=_serve, args=(far, workshop), daemon=True)
    process.start()
    far.close()
    return Member(process, channel)


def _exchange(dispatcher: Dispatcher, members: list[Member]) -> Iterator[Done]:
    idle, busy = list(members), dict[object, tuple[Member, Task]]()
    while True:
        while idle and (task := dispatcher.next_task()) is not None:
            member = idle.pop()
            member.channel.send(task)
            busy[member.channel] = (member, task)
        if not busy:
            return
        for channel in wait([member.channel for member, _ in busy.values()]):
            member, task = busy.pop(channel)
            record = _receive(member, task)
            dispatcher.done(task)
            idle.append(member)
            if record is not None and isinstance(task, Run):
                yield task, record


def _receive(member: Member, task: Task) -> Record | None:
    try:
        answer = member.channel.recv()
    except (EOFError, ConnectionError):
        member.process.join()
        raise WorkerError(
            f"a worker ended (exit code {member.process.exitcode}) at: {task.text}. Exit code -9 mostly means that "
            "memory ran out: take fewer --workers. What was finished is kept; the same call goes on from there"
        ) from None
    if isinstance(answer, BaseException):
        raise answer
    record: Record | None = answer
    return record


def _serve(channel: Connection, workshop: Workshop) -> None:
    """Answer tasks until the channel closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the main process's matter
    threading.Thread(target=_end_with_parent, daemon=True).start()
    worker = Worker(workshop)
    with suppress(EOFError, ConnectionError):
        while True:
            task = channel.recv()
            try:
                answer: Any = worker.perform(task)
            except RunError as error:
                answer = error
            except Exception:  # not every exception can travel; its text can
                answer = RuntimeError(f"{task.text}: {traceback.format_exc()}")
            channel.send(answer)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
