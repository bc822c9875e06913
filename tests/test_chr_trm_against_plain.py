"""CHR-TRM's network gives what a plain one gives that is made of torch's own modules: loss, gradients, decoding."""

from __future__ import annotations

import sys
from typing import Any

import pytest

import conftest
from conftest import REPOSITORY, goedish

torch: Any = conftest.needs_torch()
pytestmark = pytest.mark.usefixtures("one_thread")

from goed.models.chr_trm import learner  # noqa: E402
from goed.models.chr_trm.batches import BOS, EOS, PackedBatch, Vocabulary  # noqa: E402
from goed.models.chr_trm.greedy_search import MOST_SYMBOLS, decode_greedily  # noqa: E402
from goed.models.chr_trm.network import initial_weights  # noqa: E402
from goed.models.interface import Example  # noqa: E402
from goed.models.regularization import NO_DROPOUT  # noqa: E402

sys.path.insert(0, str(REPOSITORY / "tests" / "benchmarks"))
import plain_chr_trm  # noqa: E402

ROWS = [(lemma, form, features) for lemma, form, features in goedish(0, 8)]
EXAMPLES = [Example(*row) for row in ROWS]


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    return Vocabulary(EXAMPLES)


@pytest.fixture(scope="module")
def weights(vocabulary: Vocabulary) -> dict[str, Any]:
    """Weights that are all different: biases and norms start at 0 and 1, and would hide a confusion.

    In double precision no rounding switches a ReLU on in one of the networks only.
    """
    draws = torch.Generator().manual_seed(1)
    start = initial_weights(vocabulary, draws)
    shaken = {name: tensor + 0.05 * torch.randn(tensor.shape, generator=draws) for name, tensor in start.items()}
    return {name: tensor.double().requires_grad_() for name, tensor in shaken.items()}


def name_in_plain(name: str) -> str:
    """Where the plain network has a weight: decoder.2.cross.in.bias is decoder.2.cross.in_proj_bias."""
    whole = {"source.tokens": "source.weight", "source.types": "types.weight", "target.tokens": "target.weight"}
    if name in whole:
        return whole[name]
    if ".norm." in name and name.count(".") == 2:
        return name.replace(".norm", "_norm")
    for ours, plain in (
        (".self.norm", ".norms.0"),
        (".cross.norm", ".norms.1"),
        (".feed.norm", ".norms.2" if name.startswith("decoder") else ".norms.1"),
        (".self.in.", ".attention.in_proj_"),
        (".self.out", ".attention.out_proj"),
        (".cross.in.", ".cross.in_proj_"),
        (".cross.out", ".cross.out_proj"),
        (".feed.in", ".inner.0"),
        (".feed.out", ".inner.3"),
    ):
        name = name.replace(ours, plain)
    return name


@pytest.fixture(scope="module")
def plain(vocabulary: Vocabulary, weights: dict[str, Any]) -> plain_chr_trm.Transformer:
    """A plain network with the same weights, dropping nothing."""
    network = plain_chr_trm.Transformer(vocabulary.source_size, vocabulary.target_size).double()
    copied = {name_in_plain(name): tensor.detach() for name, tensor in weights.items()}
    missing, unexpected = network.load_state_dict(copied, strict=False)
    assert (missing, unexpected) == (["sinusoids"], [])  # every weight has its place, and no place is left empty
    network.eval()
    return network


def test_the_loss_and_all_gradients(
    vocabulary: Vocabulary, weights: dict[str, Any], plain: plain_chr_trm.Transformer
) -> None:
    batch, n_source, n_target = plain_chr_trm.batch_of(ROWS)
    assert (n_source, n_target) == (vocabulary.source_size, vocabulary.target_size)
    ours = learner.loss(weights, PackedBatch.of(vocabulary.items(EXAMPLES)), NO_DROPOUT, plain_chr_trm.SMOOTHING)
    theirs = plain_chr_trm.loss(plain, batch)
    assert ours.item() == pytest.approx(theirs.item(), rel=1e-5)
    plain.zero_grad()
    theirs.backward()
    their_gradients = {name: tensor.grad for name, tensor in plain.named_parameters()}
    for name, gradient in zip(weights, torch.autograd.grad(ours, list(weights.values())), strict=True):
        torch.testing.assert_close(gradient, their_gradients[name_in_plain(name)], rtol=1e-4, atol=1e-7, msg=name)


def test_greedy_decoding(vocabulary: Vocabulary, weights: dict[str, Any], plain: plain_chr_trm.Transformer) -> None:
    """Each token is the plain network's likeliest after those before it, which it reads anew, item by item."""
    everything, _, _ = plain_chr_trm.batch_of(ROWS)
    decoded = decode_greedily(weights, [item.source for item in vocabulary.items(EXAMPLES)], torch.device("cpu"))
    for number, (tokens, score) in enumerate(decoded):
        source = everything.source[number][everything.source[number] != plain_chr_trm.PAD].unsqueeze(0)
        with torch.no_grad():
            log_p = plain(source, everything.n_tags[number : number + 1], torch.tensor([[BOS, *tokens]]))[0]
        best, likeliest = log_p.max(dim=1)
        ended = [EOS] if len(tokens) < MOST_SYMBOLS else []
        assert likeliest.tolist()[: len(tokens) + len(ended)] == [*tokens, *ended]
        assert score == pytest.approx(best[: len(tokens) + len(ended)].sum().item(), rel=1e-4)
