from claimwise.formats.layout import Piece, flow, reading_order, without_running_lines


def piece(text: str, x: float, y: float, *, width: float = 200, height: float = 10, page: int = 1) -> Piece:
    return Piece(text, page, x, y, x + width, y + height)


def order(*pieces: Piece) -> list[str]:
    return [line.text for line in reading_order(pieces)]


def test_columns_are_read_one_after_the_other_even_where_their_paragraphs_end_together() -> None:
    rows = [700, 688, 650, 638]  # white space across the page between the second and the third
    pieces = [piece(f"{side}{y}", x, y) for y in rows for side, x in (("L", 50), ("R", 262))]
    assert order(*pieces) == [f"{side}{y}" for side in "LR" for y in rows]


def test_nothing_is_read_twice_or_lost_at_the_edge_of_a_column() -> None:
    assert order(piece("L", 50, 700), piece("R", 270, 700), piece("x", 250, 690, width=0)) == ["L", "x", "R"]


def test_what_spans_the_columns_divides_them() -> None:
    pieces = [piece("Title", 100, 740, width=300)]
    for part, top in ((1, 700), (2, 600)):
        pieces += [piece(f"{side}{part}{n}", x, top - 12 * n) for n in range(2) for side, x in (("L", 50), ("R", 262))]
        pieces.append(piece(f"Wide{part}", 50, top - 40, width=412))
    expected = "Title L10 L11 R10 R11 Wide1 L20 L21 R20 R21 Wide2"
    assert " ".join(order(*reversed(pieces))) == expected


def test_three_columns_of_different_lengths() -> None:
    pieces = [
        piece(f"{column}{n}", 50 + 170 * column, 700 - 12 * n, width=150)
        for column in range(3)
        for n in range(5 - column)
    ]
    assert order(*pieces[::-1]) == [line.text for line in pieces]


def test_narrow_pieces_stay_in_their_line() -> None:
    bullets = [piece("•", 50, 700 - 12 * n, width=4) for n in range(3)]
    items = [piece(f"item {n}", 70, 700 - 12 * n, width=300) for n in range(3)]
    assert order(*bullets, *items) == ["• item 0", "• item 1", "• item 2"]
    cells = [
        piece(f"{row}{column}", 50 + 60 * column, 700 - 12 * row, width=30) for column in range(6) for row in range(2)
    ]
    assert order(*cells) == ["00 01 02 03 04 05", "10 11 12 13 14 15"]


def test_words_that_stand_apart_are_one_line() -> None:
    assert order(piece("was", 106, 700, width=60), piece("It", 50, 701, width=50), piece("so", 170, 699, width=50)) == [
        "It was so"
    ]


def test_running_lines_are_dropped_and_titles_kept() -> None:
    pages = [
        [
            piece("A Study of Things", 50, 770, height=16 if number == 1 else 8, page=number),
            piece("Smith et al." if number % 2 else "Journal 7", 50, 760, height=8, page=number),
            *(piece(f"Text {letter} on page {number}", 50, y, page=number) for letter, y in (("a", 600), ("b", 580))),
            piece(f"Page {number} of 12", 50, 40, page=number),
        ]
        for number in range(1, 13)
    ]
    kept = [line.text for page in without_running_lines(pages) for line in page]
    assert kept[:3] == ["A Study of Things", "Text a on page 1", "Text b on page 1"]
    assert kept[3:] == [f"Text {letter} on page {number}" for number in range(2, 13) for letter in "ab"]


def test_one_page_loses_nothing() -> None:
    page = [piece("12", 50, 700), piece("12", 50, 100)]
    assert without_running_lines([page]) == [page]


def flowing(*texts: str, step: float = 12) -> str:
    return "".join(flow([piece(text, 50, 700 - step * n) for n, text in enumerate(texts)]))


def test_divided_words_are_made_whole() -> None:
    assert flowing("This is hyphen-", "ation at work.") == "This is hyphenation at work."
    assert flowing("A well-known fact is well-", "known.") == "A well-known fact is well-known."
    assert flowing("People with COVID-", "19 and non-", "European ones") == "People with COVID-19 and non-European ones"
    assert flowing("In short-", "and long-term use -", "as said") == "In short- and long-term use - as said"


def test_white_space_and_size_make_paragraphs() -> None:
    assert flowing("one", "Two") == "one Two"
    assert flowing("A heading", "Two", step=30) == "A heading\n\nTwo"
    assert flowing("it goes", "on below", step=30) == "it goes on below"
    assert "".join(flow([piece("Heading", 50, 700, height=16), piece("Text", 50, 680)])) == "Heading\n\nText"
    next_column = [piece("in the United", 50, 100), piece("States", 300, 700), piece("of", 50, 700, page=2)]
    assert "".join(flow(next_column)) == "in the United States of"


def test_no_pieces_no_text() -> None:
    assert reading_order([]) == []
    assert flow([]) == []
    assert without_running_lines([[]]) == [[]]
