"""The parts of a web address, also of one that is none."""

from urllib.parse import SplitResult, urlsplit


def parts_of(url: str) -> SplitResult:
    """Return the parts of an address; all empty where it cannot be read, as `https://[todo]/`."""
    try:
        return urlsplit(url)
    except ValueError:
        return SplitResult("", "", "", "", "")
