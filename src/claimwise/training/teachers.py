"""Learning from what other networks say, beside what people marked (Hinton et al. 2015, "Distilling the knowledge").

Several networks may be taught into one; and a verifier that goes on may hold on to what it says already, while it
learns to say it under rounding.
"""

from collections.abc import Sequence

import torch
from torch import Tensor
from torch.nn import functional

from claimwise.training.network import Batch, VerifierNetwork


class Teachers:
    """Networks whose mean logits are to be said; `share` is how much of the loss is the distance from them."""

    def __init__(self, networks: Sequence[VerifierNetwork], share: float) -> None:
        if bool(networks) != bool(share):
            raise ValueError("teachers need a share of the loss, and that needs teachers")
        self._networks = [network.eval() for network in networks]
        self._share = share

    def joined(self, loss: Tensor, label: Tensor, stances: Tensor, batch: Batch) -> Tensor:
        """Return the loss with the teachers' share in it."""
        return torch.lerp(loss, self._distance(label, stances, batch), self._share) if self._networks else loss

    def _distance(self, label: Tensor, stances: Tensor, batch: Batch) -> Tensor:
        """Return how far labels (b, 3) and sentences (b, i, 3) are from the teachers'; every text weighs the same."""
        with torch.no_grad():
            labels, sentences = zip(*(network(batch) for network in self._networks), strict=True)
        each = _divergence(stances, torch.stack(sentences).mean(dim=0)) * batch.present
        per_text = each.sum(dim=1) / batch.present.sum(dim=1).clamp(min=1).sqrt()
        return (_divergence(label, torch.stack(labels).mean(dim=0)) + per_text).mean()


def _divergence(said: Tensor, wanted: Tensor) -> Tensor:
    shares = (said.log_softmax(dim=-1), wanted.log_softmax(dim=-1))
    return functional.kl_div(*shares, reduction="none", log_target=True).sum(dim=-1)
