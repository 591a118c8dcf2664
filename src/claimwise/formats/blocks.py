"""Parts of a Markdown file that a program writes, between comments that name them.

<!-- scores: written by claimwise reproduce -->
…
<!-- /scores -->
"""

import re
from pathlib import Path

from claimwise.errors import InputError


def replace_block(path: Path, name: str, text: str) -> None:
    """Put a text into the block of a Markdown file, in place of what is there."""
    block = _block(name)
    new = block.sub(lambda found: f"{found[1]}\n{text.strip()}\n\n{found[2]}", with_block(path, name))
    path.write_text(new, encoding="utf-8")


def with_block(path: Path, name: str) -> str:
    """Return the text of a Markdown file that has such a block; it is an error if it has none."""
    if not path.is_file():
        raise InputError(f"{path} does not exist; it must have a block <!-- {name}: … --> … <!-- /{name} -->")
    whole = path.read_text(encoding="utf-8")
    if len(_block(name).findall(whole)) != 1:
        raise InputError(f"{path} must have one block <!-- {name}: … --> … <!-- /{name} -->")
    return whole


def _block(name: str) -> re.Pattern[str]:
    return re.compile(rf"(<!-- {re.escape(name)}:[^>]*-->\n).*?(<!-- /{re.escape(name)} -->)", re.DOTALL)
