"""Sentences: what must stay whole, what must be divided, nothing lost, linear time, and the score on SciFact."""

import json
import os
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimwise.text.sentences import LONGEST, split

DATA = Path(os.environ.get("CLAIMWISE_DATA") or Path(__file__).resolve().parents[2].parent / "shared" / "data")
SCIFACT_FLOOR = 0.985  # measured: 0.9882

PROSE = st.text(alphabet="abE .!?…\n\t\r;,:()[]\"'”“0159-•*Dr.vs`é\u2003", max_size=300)


def without_space(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize(
    "sentence",
    [
        "Many drugs, e.g. Aspirin and Warfarin, were stopped.",
        "One arm, i.e. Group B, was closed.",
        "We compared placebo vs. Metformin in adults.",
        "This agrees with Smith et al. Nature 2001 and later work.",
        "The curve is in Fig. 2 and in Figs. S3 and S4.",
        "We used approx. 50 mL and ca. 20 g, cf. Table 3.",
        "It is sample No. 5 of vol. 12, pp. 34-40.",
        "Treatment lasted min. 5 and max. 10 days.",
        "The review by Dr. Jones and Prof. A. Lee of St. Mary's agrees.",
        "The paper by J. Smith and J.-P. Müller was retracted.",
        "Growth of E. coli, S. aureus and Candida spp. Albicans was slow.",
        "Roses (Rosa sp. Linnaeus) and B. rapa var. Communis grew.",
        "Mice got saline i.v. 5 min before and i.p. 10 min after, or s.c. 2 mL and p.o. 3 mL.",
        "The U.S. Army and Apple Inc. Chairman met at Foo Co. Ltd. in May.",
        "Trials ended on Jan. 5 and Sept. 11 of that year.",
        "The Court decided Obergefell v. Hodges in 2015.",
        "Sen. Sanders and Gov. Cuomo of Albany, N.Y. Democrats both, agreed.",
        "A dose of 0.5 mg was safe (p < .05).",
        "A bad extraction left p = 0. 05 and 20.9 ± 1. 7 here.",
        "He waited ... and then he left.",
        '"Stop!" he said, and Yahoo! reported it.',
        "Malaria (P. falciparum etc.) is common.",
        "BACKGROUND: Aspirin is a drug.",
        "2. Methods and materials",
        "(iv) Another item.",
        "A line that is\nwrapped in the middle.",
        "See https://example.org/a.html?b=C.d for more.",
    ],
)
def test_one_sentence_stays_whole(sentence: str) -> None:
    assert split(sentence) == [sentence]


@pytest.mark.parametrize(
    "text",
    [
        "The first ended.| The second began.",
        "Was it true?| It was!| Good.",
        'He said "no."| She agreed.',
        "It fell (see Fig. 2).| (It rose later.)| Then it fell.",
        "Results were clear [12].| We stopped.",
        "Results were clear.[12,13]| We stopped.",
        "Results were clear. [12]| We stopped.",
        'They called it "love. "| Analyses followed.',
        "Patients lacked vitamin D.| The dose was raised.",
        "Drugs were given at 24 h.| All patients lived.",
        "They were bathed for 30 min.| 12 patients left.",
        "He lives in the U.S.| His wife does not.",
        "This was shown by Smith et al.| However, we disagree.",
        "Expression rose.| miR-192 fell.| p53 did not change.| mRNA was stable.",
        "In all, 25 died.| 30 lived.",
        "It was significant, p < .05.| We stopped.",
        "One paragraph without a stop\n\n|and another.",
        "Items:\n|- the first\n|- the second\n|• the third",
        "First.| 1. Apples are red.| 2. Pears are green.",
        "So it went…| Then it stopped.",
        "The end.| © 1998 The Authors.",
    ],
)
def test_sentences_are_divided(text: str) -> None:
    expected = [part.strip() for part in text.split("|")]
    assert split(text.replace("|", "")) == expected


@pytest.mark.parametrize("text", ["", " ", "\n\n\t\u2003"])
def test_white_space_has_no_sentences(text: str) -> None:
    assert split(text) == []


@pytest.mark.parametrize(("mark", "last"), [("; ", ";"), (", ", ","), (" ", "d")])
def test_a_run_on_sentence_is_divided_at_the_best_mark(mark: str, last: str) -> None:
    text = ("word " * 150 + "word" + mark) * 20
    parts = split(text)
    assert all(len(part) <= LONGEST for part in parts)
    assert all(part.endswith(last) for part in parts)
    assert without_space("".join(parts)) == without_space(text)


def test_without_any_mark_length_is_still_bounded() -> None:
    assert [len(part) for part in split("x" * 4500)] == [2000, 2000, 500]


@given(st.text() | PROSE)
def test_nothing_is_lost_and_every_sentence_is_stripped(text: str) -> None:
    sentences = split(text)
    assert without_space("".join(sentences)) == without_space(text)
    assert all(sentence and sentence == sentence.strip() for sentence in sentences)


@given(PROSE)
def test_every_sentence_stands_in_the_text_in_order(text: str) -> None:
    end = 0
    for sentence in split(text):
        start = text.find(sentence, end)
        assert start >= end
        end = start + len(sentence)


@pytest.mark.parametrize(
    "unit", ["a", "word ", ".", ". ", "!)", "e.g. ", "A. ", "0. ", ". [1", "a. (", "\n \n", '"', "One. Two. "]
)
def test_doubling_the_text_costs_less_than_fourfold(unit: str) -> None:
    text = "x" + unit * (100_000 // len(unit))

    def seconds(text: str) -> float:
        took = []
        for _ in range(3):
            start = time.process_time()
            split(text)
            took.append(time.process_time() - start)
        return min(took)

    assert seconds(text * 2) < 4 * max(seconds(text), 0.002)


def test_boundaries_of_scifact() -> None:
    corpus = DATA / "scifact" / "corpus.jsonl"
    if not corpus.exists():
        pytest.skip(f"SciFact is not at {corpus}; set CLAIMWISE_DATA to the folder that holds scifact/")
    shared = found = given_ = 0
    for line in corpus.read_text(encoding="utf-8").splitlines()[1::2]:
        abstract = [sentence for sentence in json.loads(line)["abstract"] if sentence.strip()]
        gold, ours = inner_boundaries(abstract), inner_boundaries(split(" ".join(abstract)))
        shared, found, given_ = shared + len(gold & ours), found + len(ours), given_ + len(gold)
    assert 2 * shared / (found + given_) > SCIFACT_FLOOR


def inner_boundaries(sentences: list[str]) -> set[int]:
    """Return the offsets, in characters that are not white space, between one sentence and the next."""
    offsets, end = set(), 0
    for sentence in sentences[:-1]:
        end += len(without_space(sentence))
        offsets.add(end)
    return offsets
