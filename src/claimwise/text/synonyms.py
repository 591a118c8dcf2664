"""Synonyms of nouns out of WordNet, as NLTK reads it; the data is looked for where NLTK looks (`NLTK_DATA`)."""

from functools import lru_cache
from typing import Any

from claimwise.errors import InputError, MissingExtraError


@lru_cache(maxsize=4096)
def synonyms(noun: str) -> frozenset[str]:
    """Return the nouns that share a sense with this one, itself left out."""
    senses = _wordnet().synsets(noun, pos="n")
    found = {str(name).lower() for sense in senses for name in sense.lemma_names() if "_" not in name}
    return frozenset(found - {noun})


@lru_cache(maxsize=1)
def is_installed() -> bool:
    """Tell whether WordNet can be read here."""
    try:
        _wordnet()
    except (InputError, MissingExtraError):
        return False
    return True


@lru_cache(maxsize=1)
def _wordnet() -> Any:  # noqa: ANN401 (nltk ships no types)
    try:
        from nltk.corpus import wordnet
    except ImportError:
        raise MissingExtraError("synonyms from WordNet", "fever") from None
    try:
        wordnet.ensure_loaded()
    except Exception as error:
        raise InputError(
            "WordNet's data is not installed: run `python -m nltk.downloader wordnet`, or set NLTK_DATA to the folder "
            "that holds it, or go without synonyms with --set selection.synonyms=off"
        ) from error
    return wordnet
