"""`claimwise models`: what is embedded, and whether it is whole."""

from typing import Any

from claimwise.cli import options, output

EXAMPLE = "Example: claimwise models --json"


def models(json_: options.Json = False) -> None:
    """List the embedded models, where they come from, and verify their checksums."""
    from dataclasses import asdict

    from claimwise.models.card import WEIGHTS, read_card, verify_files

    rows: list[dict[str, Any]] = []
    for folder in sorted(path.parent for path in WEIGHTS.glob("*/card.json")):
        card = read_card(folder)
        verify_files(folder, card)
        size = sum((folder / name).stat().st_size for name in card.files)
        rows.append({"kind": folder.name, "megabytes": round(size / 1e6, 1), "verified": True, **asdict(card)})
    if json_:
        output.print_json(rows)
        return
    for row in rows:
        output.console().print(
            f"{row['kind']}: {row['name']}, {row['megabytes']} MB, {row['licence']}\n"
            f"  {row['task']}\n  from {row['base']}\n  sha256 {row['files']['model.onnx'][:16]}… verified",
            markup=False,
        )
