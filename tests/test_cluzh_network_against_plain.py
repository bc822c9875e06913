"""CLUZH's network, loss and searches give what a plain one gives that is made of torch's own LSTMs, item by item."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

import conftest
from conftest import REPOSITORY, goedish

torch: Any = conftest.needs_torch()
pytestmark = pytest.mark.usefixtures("one_thread")

from goed.models.cluzh.batches import batch_of_lessons  # noqa: E402
from goed.models.cluzh.beam_search import decode  # noqa: E402
from goed.models.cluzh.classroom import TrainingMaterial  # noqa: E402
from goed.models.cluzh.learner import CluzhTrainer  # noqa: E402
from goed.models.cluzh.loss import loss_of  # noqa: E402
from goed.models.cluzh.network import LstmWeights, Networks  # noqa: E402
from goed.models.cluzh.settings import FAITHFUL  # noqa: E402
from goed.models.interface import Example, Question  # noqa: E402

sys.path.insert(0, str(REPOSITORY / "tests" / "benchmarks"))
import plain_decoding  # noqa: E402
import plain_transducer  # noqa: E402
from plain_aligner import Action  # noqa: E402

TRAINING = [(lemma, form, features) for lemma, form, features in goedish(0, 30)]
QUESTIONS = [(lemma, features) for lemma, _, features in goedish(300, 312)]
EPOCHS = 6


def as_torch_has_them(gates: Any) -> Any:
    """Weights of gates as nn.LSTM keeps them: input, forget, candidate, output; a row for each."""
    let_in, forget, let_out, candidate = gates.chunk(4, dim=-1)
    return torch.cat([let_in, forget, candidate, let_out], dim=-1).t()


def copy_lstm(to: Any, suffix: str, weights: LstmWeights, stack: int, *more_inputs: Any) -> None:
    """Put one of our LSTM layers into one of torch's."""
    inputs = torch.cat([weights.input[stack], *more_inputs])
    getattr(to, f"weight_ih_l0{suffix}").copy_(as_torch_has_them(inputs))
    getattr(to, f"weight_hh_l0{suffix}").copy_(as_torch_has_them(weights.recurrent[stack]))
    for number, name in enumerate(("bias_ih_l0", "bias_hh_l0")):
        getattr(to, f"{name}{suffix}").copy_(as_torch_has_them(weights.biases[number, stack]).flatten())


def plain_copy(networks: Networks) -> plain_transducer.Transducer:
    """A plain transducer with the same weights."""
    plain = plain_transducer.Transducer(TRAINING)
    network = plain.network
    with torch.no_grad():
        network.characters.weight.copy_(networks.characters[0])
        network.features.weight.copy_(networks.features[0])
        network.actions.weight.copy_(networks.actions[0])
        network.output.weight.copy_(networks.choose.weights[0].t())
        network.output.bias.copy_(networks.choose.bias[0, 0])
        copy_lstm(network.encoder, "", networks.encoder[0], 0)
        copy_lstm(network.encoder, "_reverse", networks.encoder[0], 1)
        copy_lstm(network.decoder, "", networks.decoder, 0, networks.from_action[0], networks.from_features[0])
    return plain


@pytest.fixture(scope="module")
def material() -> TrainingMaterial:
    return TrainingMaterial([Example(*each) for each in TRAINING], FAITHFUL)


@pytest.fixture(scope="module")
def networks(material: TrainingMaterial) -> Networks:
    """A network that has begun to learn."""
    torch.manual_seed(1)
    networks = Networks(material.shape, FAITHFUL)
    trainer = CluzhTrainer(networks, batch_of_lessons(material.lessons, False, torch.device("cpu")), FAITHFUL)
    for _ in range(EPOCHS):
        trainer.epoch()
    return networks.eval()


def plain_walk(plain: plain_transducer.Transducer, numbers: Sequence[int]) -> list[Action]:
    """Numbers of actions in words; both number them in the same way."""
    return [plain.actions.named[number] for number in numbers]


def test_the_loss_and_its_gradients(material: TrainingMaterial, networks: Networks) -> None:
    plain = plain_copy(networks)
    networks.zero_grad()
    ours = loss_of(networks, batch_of_lessons(material.lessons, False, torch.device("cpu")))
    ours.backward()
    samples = [
        plain.sample(lemma, features, plain_walk(plain, [step.action for step in lesson.steps]))
        for (lemma, _, features), lesson in zip(TRAINING, material.lessons, strict=True)
    ]
    theirs = torch.stack([plain.loss([sample]) for sample in samples]).mean()  # one by one: nothing is padded
    theirs.backward()
    assert ours.item() == pytest.approx(theirs.item(), rel=1e-5)
    same(networks.characters.grad[0], plain.network.characters.weight.grad)
    same(networks.features.grad[0], plain.network.features.weight.grad)
    same(networks.choose.weights.grad[0], plain.network.output.weight.grad.t())
    same(as_torch_has_them(networks.encoder[0].recurrent.grad[1]), plain.network.encoder.weight_hh_l0_reverse.grad)
    same(as_torch_has_them(networks.decoder.recurrent.grad[0]), plain.network.decoder.weight_hh_l0.grad)


def same(ours: Any, theirs: Any) -> None:
    """Equal but for rounding."""
    torch.testing.assert_close(ours, theirs, rtol=1e-3, atol=1e-6)


@pytest.mark.parametrize("width", [1, 4])
def test_greedy_and_beam_search(material: TrainingMaterial, networks: Networks, width: int) -> None:
    plain = plain_copy(networks)
    questions = [Question(*each) for each in QUESTIONS]
    found = decode(networks, [material.word(question) for question in questions], width, plain_decoding.MOST_ACTIONS)
    ours = [material.prediction(question, each).form for question, each in zip(questions, found, strict=True)]
    if width == 1:
        theirs = plain_decoding.greedy(plain, QUESTIONS, batch=1)
    else:
        theirs = [plain_decoding.beam(plain, lemma, features, width) for lemma, features in QUESTIONS]
    assert ours == theirs
    assert len(set(ours)) > len(ours) / 2  # it has learned to say different things


def test_several_networks_side_by_side_do_what_each_does_alone(material: TrainingMaterial) -> None:
    torch.manual_seed(2)
    three = Networks(material.shape, replace(FAITHFUL, members=3)).eval()
    lessons = batch_of_lessons(material.lessons, False, torch.device("cpu"))
    alone = 0.0
    for member in range(3):
        one = Networks(material.shape, FAITHFUL).eval()
        one.load_state_dict({name: of_member(name, value, member) for name, value in three.state_dict().items()})
        alone += loss_of(one, lessons).item()
    assert loss_of(three, lessons).item() == pytest.approx(alone, rel=1e-5)


def of_member(name: str, value: Any, member: int) -> Any:
    """A member's own weights: the encoder has all forward layers first, then all backward ones."""
    places = [member, member + 3] if name.startswith("encoder") else [member]
    return value[:, places] if name.endswith("biases") else value[places]
