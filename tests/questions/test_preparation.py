import pytest

from claimwise.questions.preparation import ClaimKind, kinds_of, normalise, prepare, split_compound, stated
from claimwise.types import Claim


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("Does vitamin C prevent colds?", "Vitamin C prevents colds."),
        ("Did Biden raise taxes?", "Biden did raise taxes."),
        ("Is Paris the capital of France?", "Paris is the capital of France."),
        ("Can masks cause illness?", "Masks can cause illness."),
        ("Has the council closed the bridge?", "The council has closed the bridge."),
        ("Is climate change real?", "Climate change is real."),
        ("Was the 2020 election stolen?", "The 2020 election was stolen."),
        ("Is the United States bankrupt?", "The United States is bankrupt."),
        ("Is Joe Biden in the hospital?", "Joe Biden is in the hospital."),
        ("Is Covid-19 vaccine safe?", "Covid-19 vaccine is safe."),
        ("Are vaccines safe for children?", "Vaccines are safe for children."),
        ("Does climate change cause storms?", None),
        ("Did the old mayor slam Bob?", None),
        ("Who closed the bridge?", None),
        ("Why?", None),
    ],
)
def test_a_question_becomes_a_statement(text: str, statement: str | None) -> None:
    assert stated(text) == statement


def test_says_and_quotation_marks_go_unless_the_quotation_is_checked() -> None:
    assert normalise("Says the bridge is closed.")[0] == "The bridge is closed."
    assert normalise("Claims that the bridge is closed.")[0] == "The bridge is closed."
    assert normalise("Claim: the bridge is closed.")[0] == "The bridge is closed."
    for plain in (
        "States with mandates had fewer cases.",
        "States that expanded Medicaid saw fewer deaths.",
        "State Farm ended it.",
        "State, county and city officials met.",
        "Claims of fraud were dismissed.",
        "Claims that 5G causes COVID are false.",
    ):
        assert normalise(plain)[0] == plain
    assert normalise('"The bridge is closed."')[0] == "The bridge is closed."
    kept = 'Ann Roe said "the bridge is closed for good".'
    assert normalise(kept) == (kept, [])


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Unemployment fell by 3.5 percent.", [ClaimKind.NUMERICAL]),
        ('Ann Roe said "the bridge is closed".', [ClaimKind.QUOTE]),
        ("Vaccines cause autism.", [ClaimKind.CAUSAL]),
        ("Joe Biden supports a ban on cars.", [ClaimKind.POSITION]),
        ("The bridge closed in 2019.", [ClaimKind.EVENT]),
    ],
)
def test_what_a_claim_is_about(text: str, kinds: list[ClaimKind]) -> None:
    assert kinds_of(Claim("1", text)) == kinds


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("I think the mayor is a crook.", "opinion"),
        ("The economy will probably collapse.", "speculates"),
        ("Perhaps the earth is flat.", "speculates"),
        ("What is the capital of France?", "question"),
    ],
)
def test_what_cannot_be_checked_is_refused_with_a_reason(text: str, word: str) -> None:
    prepared = prepare(Claim("1", text))
    assert prepared.claims == ()
    assert prepared.refused is not None
    assert word in prepared.refused


def test_a_compound_is_split_into_claims_that_stand_alone() -> None:
    assert split_compound("The council closed the old bridge and raised the local taxes.") == [
        "The council closed the old bridge.",
        "The council raised the local taxes.",
    ]
    assert split_compound("The bridge is closed to cars, but the tunnel is open.") == [
        "The bridge is closed to cars.",
        "The tunnel is open.",
    ]
    prepared = prepare(Claim("7", "The council closed the old bridge and raised the local taxes.", date="2020"))
    assert [(one.id, one.date) for one in prepared.claims] == [("7.1", "2020"), ("7.2", "2020")]
    assert prepared.changes == ("split into 2 claims",)


@pytest.mark.parametrize(
    "text",
    [
        "Bread and butter are healthy.",
        "Ann and Bob were married in 1990.",
        "The campaign welcomed and made use of help.",
        'Ann said "he came and he went home".',
        "The bridge is closed.",
        "Pfizer never tested its vaccine and hid the results.",
        "Researchers found that coffee lowers blood pressure and prevents cancer.",
        "The mayor announced that the bridge is closed and has been sold.",
    ],
)
def test_what_is_one_claim_stays_one(text: str) -> None:
    assert split_compound(text) == [text]
