"""What the API takes and gives, written down for OpenAPI with examples."""

from datetime import date
from enum import StrEnum
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from claimwise.labels import Stance, VerdictLabel
from claimwise.web.engine import Options


def _writable(text: str) -> str:
    """Refuse what UTF-8 cannot write, and NUL, which no text has."""
    text.encode()
    if "\0" in text:
        raise ValueError("NUL characters are not text")
    return text


Text = Annotated[str, AfterValidator(_writable)]
ClaimText = Annotated[
    Text,
    Field(
        min_length=1, max_length=20_000, examples=["Vitamin C prevents colds."], description="A claim, in a sentence."
    ),
]
IndexName = Annotated[
    Text | None, Field(max_length=100, examples=["demo"], description="Which index; the server's default where absent.")
]
Number = Annotated[int | None, Field(ge=1, le=100, examples=[10], description="How many documents are read.")]


class RetrieverName(StrEnum):
    """How to search."""

    HYBRID = "hybrid"
    BM25 = "bm25"
    DENSE = "dense"


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid")

    index: IndexName = None
    k: Number = None
    as_of: Annotated[
        date | None, Field(examples=["2020-03-31"], description="Only documents dated before this day.")
    ] = None
    allow_undated: Annotated[bool, Field(description="With `as_of`: undated documents too.")] = False
    sources: Annotated[
        list[Annotated[Text, Field(max_length=500)]],
        Field(max_length=50, examples=[["nutrition"]], description="Only documents from these sources."),
    ] = []

    def options(self) -> Options:
        """Return the options of a check."""
        return Options(
            self.index, k=self.k, as_of=self.as_of, allow_undated=self.allow_undated, sources=tuple(self.sources)
        )


class _Checking(_Request):
    recipe: Annotated[Text, Field(max_length=40, examples=["claimwise"], description="Which system checks.")] = (
        "claimwise"
    )
    as_is: Annotated[bool, Field(description="Check even what looks like a question or an opinion.")] = False

    def options(self) -> Options:
        """Return the options of a check."""
        return Options(
            self.index, self.recipe, self.k, self.as_of, self.allow_undated, tuple(self.sources), as_is=self.as_is
        )


class CheckRequest(_Checking):
    """A claim to be checked."""

    claim: ClaimText


class SearchRequest(_Request):
    """A claim for which documents are sought."""

    claim: ClaimText
    retriever: RetrieverName = RetrieverName.HYBRID


class BatchClaim(BaseModel):
    """One claim of a batch; an id is made from its place where there is none."""

    model_config = ConfigDict(extra="forbid")

    text: ClaimText
    id: Annotated[Text | None, Field(min_length=1, max_length=200, examples=["a1"])] = None


class BatchRequest(_Checking):
    """Claims to be checked one after another."""

    claims: Annotated[
        list[ClaimText | BatchClaim],
        Field(
            min_length=1,
            max_length=10_000,
            examples=[["Vitamin C prevents colds.", {"id": "b", "text": "Coffee stunts growth."}]],
        ),
    ]


class TextRequest(_Checking):
    """A text whose claims shall be found and checked."""

    text: Annotated[
        Text, Field(min_length=1, max_length=50_000, examples=["Vitamin C prevents colds. I like oranges."])
    ]
    title: Annotated[Text | None, Field(max_length=200)] = None


class IndexRequest(BaseModel):
    """A new index."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[Text, Field(min_length=1, max_length=40, examples=["my-papers"])]


class Sentence(BaseModel):
    """A sentence that decides."""

    index: int
    text: str
    score: float


class EvidenceAnswer(BaseModel):
    """What one document says."""

    doc_id: str
    title: str
    label: Stance
    probabilities: dict[Stance, float]
    sentences: list[Sentence]
    question: str | None = None
    answer: str | None = None
    url: str | None = None
    date: str | None = None
    source: str | None = None


class ClaimAnswer(BaseModel):
    """The claim as it was checked."""

    id: str
    text: str
    date: str | None = None
    speaker: str | None = None
    source: str | None = None


class VerdictAnswer(BaseModel):
    """A verdict; `link` is its page, which stays."""

    id: Annotated[str, Field(examples=["3f9c0a51be77d210"])]
    created: Annotated[str, Field(examples=["2026-01-31T09:30:00.000Z"])]
    corpus: str
    link: Annotated[str, Field(examples=["/verdicts/3f9c0a51be77d210"])]
    claim: ClaimAnswer
    verdict: VerdictLabel
    confidence: float
    justification: str
    evidence: list[EvidenceAnswer]
    trace: dict[str, Any]


class VerdictLine(BaseModel):
    """A line of the history."""

    id: str
    created: str
    claim: str
    verdict: VerdictLabel
    confidence: float
    corpus: str


class History(BaseModel):
    """Some of the verdicts, newest first, and how many there are."""

    total: int
    verdicts: list[VerdictLine]


class JobAnswer(BaseModel):
    """How a job stands."""

    id: str
    kind: str
    created: str
    state: Annotated[str, Field(examples=["running"], description="waiting, running, done, cancelled or failed")]
    index: str
    total: int
    done: int
    verdicts: dict[str, int]
    reason: str | None = None


class ProblemAnswer(BaseModel):
    """An error, as RFC 9457 has it."""

    type: Annotated[str, Field(examples=["urn:claimwise:problem:busy"])]
    title: Annotated[str, Field(examples=["The server is busy"])]
    status: Annotated[int, Field(examples=[429])]
    detail: Annotated[str, Field(examples=["the server has as many requests as it takes; try again in about 3 s"])]
