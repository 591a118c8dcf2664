"""The public names are a promise: a change of this list is a change of the interface."""

import claimwise

PUBLIC = [
    "Claim",
    "ClaimwiseError",
    "Document",
    "Embedder",
    "Evidence",
    "Filters",
    "Hit",
    "HybridRetriever",
    "Index",
    "Pipeline",
    "Ranking",
    "Stance",
    "Verdict",
    "VerdictLabel",
    "__version__",
    "check",
    "make_pipeline",
]


def test_exactly_these_names_are_public() -> None:
    assert sorted(claimwise.__all__) == sorted(PUBLIC)
    assert dir(claimwise) == claimwise.__all__


def test_every_public_name_can_be_imported() -> None:
    for name in PUBLIC:
        assert getattr(claimwise, name) is not None


def test_an_unknown_name_is_an_attribute_error() -> None:
    assert not hasattr(claimwise, "nonsense")
