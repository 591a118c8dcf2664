"""Memory that was freed goes back to the system."""

import resource
import subprocess
import sys

import pytest

from claimwise.store.memory import give_back, limit_arenas

HOLES = """
import sys, threading
from claimwise.store.memory import give_back, limit_arenas

def resident():
    return int(open("/proc/self/statm").read().split()[1])

limit_arenas()

blocks = []
pins = []

def work():
    for _ in range(2_000):
        blocks.append(bytes(20_000))
        pins.append(bytes(600))  # stays, so that what is freed below it is a hole

threads = [threading.Thread(target=work) for _ in range(4)]
[one.start() for one in threads]
[one.join() for one in threads]
del blocks[:]
before = resident()
give_back()
print(before, resident())
"""


def test_it_may_be_called_anywhere_and_twice() -> None:
    limit_arenas()
    give_back()
    give_back()


@pytest.mark.skipif(sys.platform != "linux", reason="only glibc keeps what was freed, and can be asked")
def test_what_threads_have_freed_is_returned() -> None:
    done = subprocess.run([sys.executable, "-c", HOLES], capture_output=True, text=True, check=True)
    before, after = map(int, done.stdout.split())
    assert (before - after) * resource.getpagesize() > 80_000_000  # of 160 million bytes
