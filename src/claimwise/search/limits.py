"""What a search may bring back: documents from before the claim, and not from pages that already judge it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from claimwise.errors import FormatError
from claimwise.text.addresses import parts_of
from claimwise.text.dates import latest_day
from claimwise.types import Claim, Document

FACT_CHECKERS = frozenset({
    "afp.com/factcheck", "africacheck.org", "altnews.in", "annielab.org", "boomlive.in", "checkyourfact.com",
    "chequeado.com", "climatefeedback.org", "colombiacheck.com", "congocheck.net", "correctiv.org",
    "dpa-factchecking.com", "dubawa.org", "eufactcheck.eu", "euvsdisinfo.eu", "factcheck.afp.com", "factcheck.org",
    "factcheckhub.com", "factcheckni.org", "factcrescendo.com", "factly.in", "factnameh.com", "factual.afp.com",
    "factuel.afp.com", "fullfact.org", "ghanafact.com", "healthfeedback.org", "hoax-alert.leadstories.com",
    "hoax-slayer.net", "indiacheck.in", "leadstories.com", "logicallyfacts.com", "maldita.es",
    "mediabiasfactcheck.com", "mimikama.org", "newschecker.in", "newsmeter.in", "newsmobile.in", "newtral.es",
    "observador.pt/factchecks", "pagellapolitica.it", "pesacheck.org", "politifact.com", "poynter.org",
    "rappler.com/newsbreak/fact-check", "reuters.com/article/factcheck", "reuters.com/fact-check",
    "sciencefeedback.co", "snopes.com", "teyit.org", "thefact.co", "theferret.scot", "thequint.com/news/webqoof",
    "truthorfiction.com", "usatoday.com/story/news/factcheck", "verafiles.org", "vishvasnews.com",
    "washingtonpost.com/news/fact-checker", "zimfact.org",
})  # fmt: skip
"""Sites, and parts of sites, that publish fact-checks; a test of our own would only read the answer there."""
_ARCHIVE = "web.archive.org"


@dataclass(frozen=True, slots=True)
class Exclusions:
    """Sites whose pages are left out: fact-checkers, and those of a list of misinformation."""

    fact_checkers: bool = True
    misinformation: frozenset[str] = field(default=frozenset(), hash=False)

    def why(self, url: str | None) -> str | None:
        """Return why a page is left out; None for a page that may be used."""
        if not url:
            return None
        place = _place(url)
        if self.fact_checkers and _among(place, FACT_CHECKERS):
            return "fact-checking site"
        return "on the list of misinformation" if _among(place, self.misinformation) else None


def read_sites(path: str | Path) -> frozenset[str]:
    """Return the sites of a list, one a line, such as AVeriTeC's misinfo_list.txt."""
    try:
        lines = Path(path).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError as error:
        raise FormatError(f"cannot be read ({error.strerror})", path=path) from error
    return frozenset(_place(line if "//" in line else f"http://{line}") for line in map(str.strip, lines) if line)


def before(claim: Claim, document: Document, *, allow_undated: bool) -> bool:
    """Tell whether a document may be used: it is dated before the claim, or it has no date and that is allowed.

    A date known only to the year or month counts as its last day; a claim's, as its last day, too.
    """
    if claim.date is None:
        return True
    if document.date is None:
        return allow_undated
    return latest_day(document.date) < latest_day(claim.date)


def day_of(claim: Claim) -> date | None:
    """Return the day that a claim's evidence must be older than."""
    return latest_day(claim.date) if claim.date else None


def _place(url: str) -> str:
    """Return host and path of a page in small letters, without `www.`; an archived page counts as what it shows."""
    parts = parts_of(url if "//" in url else f"//{url}")
    if (parts.hostname or "") == _ARCHIVE and "/http" in parts.path:
        return _place(parts.path[parts.path.index("/http") + 1 :])
    host = (parts.hostname or "").removeprefix("www.")
    return f"{host}{parts.path.rstrip('/')}".lower()


def _among(place: str, sites: Iterable[str]) -> bool:
    host, _, path = place.partition("/")
    labels = host.split(".")
    hosts = [".".join(labels[i:]) for i in range(len(labels))]
    steps = path.split("/")
    paths = ["/".join(steps[: i + 1]) for i in range(len(steps))] if path else []
    known = sites if isinstance(sites, frozenset) else frozenset(sites)
    return any(one in known or any(f"{one}/{part}" in known for part in paths) for one in hosts)
