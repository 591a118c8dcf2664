"""Computing in bfloat16, twice as fast on processors that have it and slow on those that do not.

The encoder's products are taken in bfloat16 by torch's autocast. That leaves the softmax of attention in float32 and
copies its large inputs and outputs there and back; here attention stays in bfloat16 from one end to the other, which
makes a step half as long again as fast.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch import Tensor, nn

_NAME = "claimwise_half"


def has_bfloat16() -> bool:
    """Return whether this processor multiplies in bfloat16 itself."""
    known: bool = torch.cpu.get_capabilities().get("avx512_bf16", False)
    return known


@contextmanager
def halved(encoder: nn.Module, *, enabled: bool) -> Iterator[None]:
    """Let a BERT encoder compute in bfloat16 for as long as this lasts."""
    if not enabled:
        yield
        return
    _make_known()
    model: Any = encoder
    before = model.config._attn_implementation  # noqa: SLF001 (the library has no other name for it)
    model.set_attn_implementation(_NAME)
    try:
        with torch.autocast("cpu", torch.bfloat16):
            yield
    finally:
        model.set_attn_implementation(before)


def _make_known() -> None:
    """Tell transformers of the attention below; masks are as for its own plain one."""
    from transformers import AttentionInterface, AttentionMaskInterface
    from transformers.masking_utils import eager_mask

    AttentionInterface.register(_NAME, _attention)
    AttentionMaskInterface.register(_NAME, eager_mask)


def _attention(
    _: nn.Module, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None, *, scaling: float, **__: object
) -> tuple[Tensor, Tensor]:
    """Return softmax(query · keyᵀ · scaling + mask) · value (texts, tokens, heads, width), and the shares."""
    with torch.autocast("cpu", enabled=False):
        query, key, value = ((query * scaling).bfloat16(), key.bfloat16(), value.bfloat16())
        scores = query @ key.transpose(2, 3)
        shares = (scores if mask is None else scores + mask.bfloat16()).softmax(dim=-1)
        return (shares @ value).transpose(1, 2).contiguous(), shares
