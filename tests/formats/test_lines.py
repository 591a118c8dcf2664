import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from claimwise.errors import FormatError, InputError
from claimwise.formats.lines import read_lines, read_objects, stem, suffix, write_lines, write_objects
from claimwise.formats.problems import Skip


def test_lines_end_at_newlines_only_and_keep_their_numbers(tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    path.write_bytes("\ufeff one \r\n\n  \ntwo\u2028still\x85two\x0b\x0c\rthree".encode())
    assert list(read_lines(path)) == [(1, " one "), (4, "two\u2028still\x85two\x0b\x0c\rthree")]


def test_packed_files_are_read_and_written(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl.gz"
    write_objects(path, [{"a": 1}, {"a": 2}])
    assert gzip.decompress(path.read_bytes()) == b'{"a": 1}\n{"a": 2}\n'
    assert list(read_objects(path)) == [(1, {"a": 1}), (2, {"a": 2})]


@pytest.mark.parametrize(
    ("name", "expected"), [("a/b.jsonl.gz", ("b", ".jsonl")), ("a/b.v2.TXT", ("b.v2", ".txt")), ("b", ("b", ""))]
)
def test_names(name: str, expected: tuple[str, str]) -> None:
    assert (stem(name), suffix(name)) == expected


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b'{"a": }', "is not JSON: Expecting value at character 7"),
        (b"[1, 2]", "holds a JSON list"),
        (b'"text"', "holds a JSON str"),
        (b'{"a": NaN}', "holds the number NaN"),
        (b'{"a": -Infinity}', "holds the number -Infinity"),
        (b'{"a": 1e999}', "holds the number 1e999"),
        (b'{"a": "\\ud800"}', "half a character"),
        (b'{"a": ' + b"9" * 5000 + b"}", "cannot be used"),
        (b"[" * 100_000, "cannot be used"),
        ("{'é'}".encode("latin-1"), "is not UTF-8 .byte 0xe9.; save it as UTF-8"),
        ("{}".encode("utf-16-le"), "holds NUL bytes"),
    ],
)
def test_a_bad_line_is_named_and_can_be_skipped(tmp_path: Path, line: bytes, reason: str) -> None:
    path = tmp_path / "records.jsonl"
    path.write_bytes(b'{"good": 1}\n\n' + line + b'\n{"good": 2}')
    with pytest.raises(FormatError, match=rf"records.jsonl, line 3: .*{reason}") as caught:
        list(read_objects(path))
    assert (caught.value.path, caught.value.line) == (str(path), 3)
    skip = Skip()
    assert list(read_objects(path, on_error=skip)) == [(1, {"good": 1}), (4, {"good": 2})]
    assert skip.count == 1


def test_skip_counts_all_errors_and_keeps_the_first(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    path.write_text("nonsense\n" * 50, encoding="utf-8")
    skip = Skip()
    assert list(read_objects(path, on_error=skip)) == []
    assert skip.count == 50
    assert [error.line for error in skip.errors] == list(range(1, 21))


@pytest.mark.parametrize("content", [b"", b"\n \n\t\n", b"\xef\xbb\xbf"])
def test_an_empty_file_always_raises(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "empty.jsonl"
    path.write_bytes(content)
    with pytest.raises(FormatError, match=r"empty.jsonl: is empty"):
        list(read_objects(path, on_error=Skip()))


def test_a_missing_file_and_a_folder_always_raise(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no such file; check the path"):
        list(read_lines(tmp_path / "absent", on_error=Skip()))
    with pytest.raises(FormatError, match="is a folder"):
        list(read_lines(tmp_path, on_error=Skip()))


def test_a_damaged_archive_always_raises(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl.gz"
    whole = gzip.compress(json.dumps({"a": "b" * 5000}).encode())
    for damaged in (whole[:-12], b"not packed", whole[:20] + b"\0\1\2" + whole[23:]):
        path.write_bytes(damaged)
        with pytest.raises(FormatError, match="cannot be read"):
            list(read_objects(path, on_error=Skip()))


def test_reading_streams(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    path.write_bytes(b'{"a": 1}\n' + b"\xff" * 10)
    assert next(read_objects(path)) == (1, {"a": 1})


def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "records.jsonl"
    write_lines(path, ["old"])

    def broken() -> Iterator[str]:
        yield "new"
        raise InputError("no more")

    with pytest.raises(InputError, match="no more"):
        write_lines(path, broken())
    assert path.read_bytes() == b"old\n"
    assert list(path.parent.iterdir()) == [path]


def test_who_reads_the_old_file_while_it_is_replaced_sees_the_old_one_whole(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    write_lines(path, ["old"] * 3)
    lines = read_lines(path)
    with path.open("rb") as old:
        write_lines(path, ["new"])
        assert old.read() == b"old\n" * 3
    assert list(lines) == [(1, "new")]


@pytest.mark.parametrize("value", [float("nan"), {1, 2}, "\ud800"])
def test_what_cannot_be_written_is_an_input_error(tmp_path: Path, value: object) -> None:
    with pytest.raises(InputError):
        write_objects(tmp_path / "records.jsonl", [{"a": value}])
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_an_input_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="cannot be written"):
        write_lines(tmp_path / "file" / "records.jsonl", ["a"])
    with pytest.raises(InputError, match="cannot be written"):
        write_lines(tmp_path, ["a"])
