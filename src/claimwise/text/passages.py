"""Documents cut into passages: windows of whole sentences that fit a model, each overlapping the one before."""

from collections.abc import Sequence


def windows(lengths: Sequence[int], *, limit: int, overlap: int = 1) -> list[range]:
    """Return ranges of sentences whose lengths sum to at most `limit`; neighbours share `overlap` sentences.

    A sentence longer than the limit stands in a window of its own: nothing is left out. Every window ends later than
    the one before it.
    """
    result: list[range] = []
    start = 0
    while start < len(lengths):
        end, total = start, 0
        while end < len(lengths) and (end == start or total + lengths[end] <= limit):
            total += lengths[end]
            end += 1
        if result and end <= result[-1].stop:  # the overlap left no room for a new sentence
            start += 1
            continue
        result.append(range(start, end))
        if end == len(lengths):
            break
        start = max(end - overlap, start + 1)
    return result
