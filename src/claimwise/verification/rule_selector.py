"""The sentence finder as a selector: all sentences of a document that fit a rule, best first."""

from collections.abc import Sequence

from claimwise.errors import ConfigError
from claimwise.stages import Selection
from claimwise.text.analysis import analyse
from claimwise.text.synonyms import is_installed, synonyms
from claimwise.types import Claim, Document
from claimwise.verification.sentence_rules import Synonyms, asked_of, judge, no_synonyms

CHOICES = ("auto", "on", "off")


class RuleSelector:
    """Sentences by rule; `use_synonyms` is on, off, or auto, which uses WordNet where it is installed."""

    def __init__(self, *, use_synonyms: str = "auto", most_sentences: int | None = None) -> None:
        if use_synonyms not in CHOICES:
            raise ConfigError(f"synonyms are {', '.join(CHOICES)}, not {use_synonyms!r}")
        self._use = use_synonyms
        self._most = most_sentences

    def select(self, pairs: Sequence[tuple[Claim, Document]]) -> list[Selection]:
        """Return the sentences that fit a rule, best first."""
        known = self._synonyms()
        return [self._select(claim, document, known) for claim, document in pairs]

    def _select(self, claim: Claim, document: Document, known: Synonyms) -> Selection:
        asked = asked_of(analyse(claim.text), document.title)
        judged = [(i, judge(asked, sentence, synonyms=known)) for i, sentence in enumerate(document.sentences)]
        fitting = sorted(((found[1], i) for i, found in judged if found), key=lambda pair: (-pair[0], pair[1]))
        kept = fitting[: self._most]
        return Selection(tuple(i for _, i in kept), tuple(score for score, _ in kept))

    def _synonyms(self) -> Synonyms:
        if self._use == "off" or (self._use == "auto" and not is_installed()):
            return no_synonyms
        return synonyms
