"""`claimwise models`: what is embedded, and whether it is whole."""

from typing import Any

from claimwise.cli import options, output

EXAMPLE = "Example: claimwise models --json"


def models(json_: options.Json = False) -> None:
    """List the embedded models, where they come from, and verify their checksums."""
    from dataclasses import asdict

    from claimwise.errors import ModelError
    from claimwise.models.card import WEIGHTS, read_card, verify_files

    rows: list[dict[str, Any]] = []
    problems: list[str] = []
    if not WEIGHTS.is_dir():
        raise ModelError(f"{WEIGHTS} is missing; install claimwise again")
    for folder in sorted(path for path in WEIGHTS.iterdir() if path.is_dir() and path.name[0] not in "._"):
        try:
            card = read_card(folder)
            verify_files(folder, card)
        except ModelError as error:
            problems.append(str(error))
            rows.append({"kind": folder.name, "verified": False, "problem": str(error)})
            continue
        size = sum((folder / name).stat().st_size for name in card.files)
        rows.append({"kind": folder.name, "megabytes": round(size / 1e6, 1), "verified": True, **asdict(card)})
    if json_:
        output.print_json(rows)
    else:
        for row in rows:
            output.console().print(_described(row), markup=False)
    if problems:
        raise ModelError("; ".join(problems))


def _described(row: dict[str, Any]) -> str:
    """Return a model in a few lines: what it is for, where it comes from, what it has learnt from."""
    if not row["verified"]:
        return f"{row['kind']}: damaged"
    learnt = f"\n  learnt from {', '.join(row['data'])}" if row["data"] else ""
    return (
        f"{row['kind']}: {row['name']}, {row['megabytes']} MB, {row['licence']}\n"
        f"  {row['task']}\n  from {row['base']}{learnt}\n  sha256 {row['files']['model.onnx'][:16]}… verified"
    )
