"""Learning under the rounding that int8 brings, so that a network says the same in int8 (Jacob et al. 2018).

While it is on, what goes into a layer of the encoder is rounded to 255 steps between the least and the greatest value
of its text, and weights to 63 steps on each side of zero for every output, as `training/export.py` will. Gradients pass
as if nothing had been rounded.
"""

from torch import Tensor, nn, no_grad
from torch.nn import functional

_STEPS = 255
_WEIGHT_STEPS = 63
_LEAST = 1e-8


class Rounding:
    """A switch for all layers of one encoder; what three layers read alike is rounded once."""

    def __init__(self, encoder: nn.Module) -> None:
        self.on = False
        self._given: Tensor | None = None
        self._rounded: Tensor | None = None
        for part in encoder.modules():
            if isinstance(part, nn.Linear):  # also one that an earlier training has turned already
                part.__class__ = _Rounded
                part.rounding = self

    def inputs(self, states: Tensor) -> Tensor:
        """Return states (texts, tokens, width) rounded as int8 rounds what it is given."""
        if self._given is not states or self._rounded is None:
            self._given, self._rounded = states, states + _error_of(states)
        return self._rounded

    def forget(self) -> None:
        """Let go of what was read last."""
        self._given = self._rounded = None


class _Rounded(nn.Linear):  # type: ignore[misc]  # torch is not always installed
    rounding: Rounding

    def forward(self, states: Tensor) -> Tensor:
        if not self.rounding.on:
            return super().forward(states)
        return functional.linear(self.rounding.inputs(states), self.weight + _weight_error(self.weight), self.bias)


@no_grad()  # type: ignore[untyped-decorator]
def _error_of(states: Tensor) -> Tensor:
    least = states.amin(dim=(1, 2), keepdim=True).clamp(max=0)
    most = states.amax(dim=(1, 2), keepdim=True).clamp(min=0)
    step = ((most - least) / _STEPS).clamp(min=_LEAST)
    return (states / step).round_().mul_(step).sub_(states)


@no_grad()  # type: ignore[untyped-decorator]
def _weight_error(weight: Tensor) -> Tensor:
    step = weight.abs().amax(dim=1, keepdim=True).clamp(min=_LEAST) / _WEIGHT_STEPS
    return (weight / step).round_().mul_(step).sub_(weight)
