"""Adam (Kingma & Ba 2015) by torch's own kernel.

torch.optim.Adam would load torch's compiler: about as long as 150 updates, and 80 MB.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import torch
from torch import Tensor


class Adam:
    """Steps along the running mean of gradients, shorter where gradients are large or vary."""

    def __init__(
        self,
        parameters: Iterable[Tensor],
        learning_rate: float,
        decays: tuple[float, float] = (0.9, 0.999),
        floor: float = 1e-8,
    ) -> None:
        self._parameters = [each.detach() for each in parameters]
        self._means = [torch.zeros_like(each) for each in self._parameters]
        self._squares = [torch.zeros_like(each) for each in self._parameters]
        self._steps = [torch.zeros((), device=each.device) for each in self._parameters]
        self._learning_rate, self._decays, self._floor = learning_rate, decays, floor

    @torch.no_grad()
    def step(self, gradients: Sequence[Tensor]) -> None:
        """Change every parameter by its gradient."""
        torch._foreach_add_(self._steps, 1)
        torch._fused_adam_(
            self._parameters,
            [gradient.contiguous() for gradient in gradients],  # it reads memory as it lies
            self._means,
            self._squares,
            [],
            self._steps,
            lr=self._learning_rate,
            beta1=self._decays[0],
            beta2=self._decays[1],
            weight_decay=0.0,
            eps=self._floor,
            amsgrad=False,
            maximize=False,
        )
