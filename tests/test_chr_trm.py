"""CHR-TRM is the documented transformer, whatever stands beside an item in its batch, and a killed training goes on."""

from __future__ import annotations

import math
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import conftest
from conftest import REPOSITORY, goedish
from goed.models.chr_trm.batches import BOS, CHARACTER, EOS, TAG, UNK, EncodedItem, Vocabulary
from goed.models.chr_trm.settings import PAPER, QUICK, ChrTrmSettings
from goed.models.interface import Example, ModelError, Prediction, Progress, Question, Task, Workbench

torch = conftest.needs_torch()

from goed.models.chr_trm import network  # noqa: E402 - only where torch is there
from goed.models.chr_trm.batches import PackedBatch, padded_to_round  # noqa: E402
from goed.models.chr_trm.greedy_search import DecoderCache, decode_greedily  # noqa: E402
from goed.models.chr_trm.learner import (  # noqa: E402
    ChrTrmTrainer,
    Schedule,
    learn_and_predict,
    loss,
)
from goed.models.chr_trm.network import LAYERS, Weights, initial_weights  # noqa: E402
from goed.models.regularization import NO_DROPOUT, Dropout  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_thread")

CPU = torch.device("cpu")
ROWS = [(lemma[: 2 + n % 7], form[: 1 + n % 9], features) for n, (lemma, form, features) in enumerate(goedish(0, 12))]
EXAMPLES = tuple(Example(*row) for row in [*goedish(12, 24), *ROWS])  # some of them cut, to many lengths
DEV = tuple(Example(*row) for row in goedish(300, 304))
QUESTIONS = tuple(Question(lemma, features) for lemma, _, features in goedish(350, 356))
VOCABULARY = Vocabulary(EXAMPLES)
ITEMS = VOCABULARY.items(EXAMPLES)
TINY = replace(QUICK, updates=6, batch=12, checks=3, warmup=3, averaging=0.8, precision="fp32")


@pytest.fixture(scope="module")
def weights() -> Weights:
    """Weights that no two layers share, and no bias is zero."""
    draws = torch.Generator().manual_seed(5)
    start = initial_weights(VOCABULARY, draws)
    return {name: tensor + 0.05 * torch.randn(tensor.shape, generator=draws) for name, tensor in start.items()}


def task(chosen: ChrTrmSettings = TINY, seed: int = 1, questions: Sequence[Question] = QUESTIONS) -> Task:
    return Task(EXAMPLES, (), DEV, tuple(questions), seed, {"name": "chr-trm", **asdict(chosen)}, "cpu")


@dataclass
class Notes:
    """A workbench that writes down what it is told."""

    checkpoint: Path | None = None
    told: list[Progress] = field(default_factory=list)

    def tell(self, progress: Progress) -> None:
        self.told.append(progress)

    def warn(self, sentence: str) -> None:
        raise AssertionError(sentence)


def answers(asked: Task, workbench: Workbench | None = None) -> Sequence[Prediction | None]:
    return learn_and_predict(asked, workbench or Notes()).by_model["chr-trm"]


# What the network reads


def test_tags_stand_in_front_and_take_no_position() -> None:
    vocabulary = Vocabulary([Example("ab", "abc", "V;PST")])
    assert vocabulary.characters == ("a", "b", "c")
    assert vocabulary.tags == ("PST", "V")
    source = vocabulary.source(Question("ba", "V;PST"))
    assert source.tokens == (BOS, 8, 7, 5, 4, EOS)
    assert source.types == (CHARACTER, TAG, TAG, CHARACTER, CHARACTER, CHARACTER)
    assert source.positions == (1, 0, 0, 2, 3, 4)
    assert vocabulary.target("cab") == (BOS, 6, 4, 5, EOS)


def test_an_unseen_tag_is_a_character_and_moves_the_lemma() -> None:
    source = Vocabulary([Example("ab", "abc", "V;PST")]).source(Question("aß", "V;FUT"))
    assert source.tokens == (BOS, 8, UNK, 4, UNK, EOS)
    assert source.types == (CHARACTER, TAG, CHARACTER, CHARACTER, CHARACTER, CHARACTER)
    assert source.positions == (1, 0, 2, 3, 4, 5)


def test_a_tag_that_looks_like_a_letter_is_another_token() -> None:
    source = Vocabulary([Example("V", "V", "V")]).source(Question("V", "V"))
    assert source.tokens == (BOS, 5, 4, EOS)


def test_an_unknown_symbol_is_spelt_out() -> None:
    vocabulary = Vocabulary([Example("ab", "abc", "V")])
    assert vocabulary.text([4, UNK, 6]) == "a<UNK>c"


def test_positions_are_sines_then_cosines_and_nothing_at_0() -> None:
    table = network.sinusoids(64, CPU, torch.float32)
    assert not table[0].any()
    for position, i in ((1, 0), (7, 3), (40, 127)):
        angle = position * 10_000 ** (-i / 127)
        assert table[position, i].item() == pytest.approx(math.sin(angle), abs=1e-6)
        assert table[position, 128 + i].item() == pytest.approx(math.cos(angle), abs=1e-6)


def test_the_source_is_token_and_type_and_position(weights: Weights) -> None:
    item = ITEMS[0]
    got = network.embed_source(weights, PackedBatch.of([item]).source)
    for row, token, kind, position in zip(got, *item.source, strict=True):
        vector = 16 * (weights["source.tokens"][token] + weights["source.types"][kind])
        torch.testing.assert_close(row, vector + network.sinusoids(64, CPU, torch.float32)[position])


def test_a_lemma_may_be_longer_than_any_before(weights: Weights) -> None:
    source = VOCABULARY.source(Question(EXAMPLES[0].lemma * 60, EXAMPLES[0].features))
    (decoded,) = decode_greedily(weights, [source], CPU)
    assert len(decoded.tokens) <= 32


# The network


def test_it_has_the_documented_number_of_parameters(shared: Path) -> None:
    lines = (shared / "sigmorphon2022" / "part2" / "eng_300.train").read_text(encoding="utf-8").splitlines()
    vocabulary = Vocabulary(Example(*line.split("\t")) for line in lines)
    start = initial_weights(vocabulary, torch.Generator().manual_seed(1))
    assert round(sum(tensor.numel() for tensor in start.values()) / 1e6, 2) == 7.40


def test_weights_start_as_documented() -> None:
    start = initial_weights(VOCABULARY, torch.Generator().manual_seed(1))
    for name, tensor in start.items():
        stack, layer, *rest = name.split(".")
        if layer.isdigit():  # the layers of a stack start alike
            assert torch.equal(tensor, start[".".join([stack, "0", *rest])])
        if name.endswith(".bias"):
            assert not tensor.any()
        if name.endswith("norm.weight"):
            assert (tensor == 1).all()
    largest = {name: start[name].abs().max().item() for name in start}
    assert largest["encoder.0.self.in.weight"] == pytest.approx(math.sqrt(6 / 1024), rel=1e-3)
    assert largest["decoder.0.cross.out.weight"] == pytest.approx(1 / 16, rel=1e-3)
    assert largest["decoder.0.feed.in.weight"] == pytest.approx(math.sqrt(6 / 1280), rel=1e-3)
    assert start["source.tokens"][1:].std().item() == pytest.approx(1 / 16, rel=0.05)
    assert not start["source.tokens"][0].any()
    assert not start["target.tokens"][0].any()
    assert start["source.types"][0].any()


def torch_attention(weights: Weights, name: str) -> dict[str, torch.Tensor]:
    """A part's weights under the names of torch's own modules."""
    return {
        "in_proj_weight": weights[f"{name}.in.weight"],
        "in_proj_bias": weights[f"{name}.in.bias"],
        "out_proj.weight": weights[f"{name}.out.weight"],
        "out_proj.bias": weights[f"{name}.out.bias"],
    }


def torch_stack(weights: Weights, stack: str) -> torch.nn.Module:
    """torch's own pre-norm transformer stack with these weights."""
    is_encoder = stack == "encoder"
    kind = torch.nn.TransformerEncoderLayer if is_encoder else torch.nn.TransformerDecoderLayer
    attentions = {"self": "self_attn"} if is_encoder else {"self": "self_attn", "cross": "multihead_attn"}
    norms = [*attentions, "feed"]
    layers = torch.nn.ModuleList()
    for number in range(LAYERS):
        part = f"{stack}.{number}"
        state = {}
        for name, theirs in attentions.items():
            state |= {f"{theirs}.{key}": tensor for key, tensor in torch_attention(weights, f"{part}.{name}").items()}
        for place, name in enumerate(norms, start=1):
            state |= {f"norm{place}.{end}": weights[f"{part}.{name}.norm.{end}"] for end in ("weight", "bias")}
        for place, name in enumerate(("in", "out"), start=1):
            state |= {f"linear{place}.{end}": weights[f"{part}.feed.{name}.{end}"] for end in ("weight", "bias")}
        layer = kind(256, 4, 1024, dropout=0.0, batch_first=True, norm_first=True)
        layer.load_state_dict(state)
        layers.append(layer)
    return layers


def torch_logits(weights: Weights, items: Sequence[EncodedItem]) -> Iterator[torch.Tensor]:
    """The logits of each item by torch's own transformer."""
    encoder, decoder = torch_stack(weights, "encoder"), torch_stack(weights, "decoder")
    for item in items:
        alone = PackedBatch.of([item])
        x = network.embed_source(weights, alone.source)[None]
        for layer in encoder:
            x = layer(x)
        memory = network.norm(weights, "encoder.norm", x)
        y = network.embed_target(weights, alone.target.tokens, alone.target.positions)[None]
        future = torch.nn.Transformer.generate_square_subsequent_mask(y.shape[1])
        for layer in decoder:
            y = layer(y, memory, tgt_mask=future)
        yield network.linear(weights, "output", network.norm(weights, "decoder.norm", y))[0]


def test_it_computes_what_torchs_own_transformer_does_whatever_stands_in_the_batch(weights: Weights) -> None:
    together = network.scores(weights, PackedBatch.of(ITEMS), NO_DROPOUT)
    assert len({len(item.source.tokens) for item in ITEMS}) > 2  # so that there is padding
    one_by_one = torch.cat(list(torch_logits(weights, ITEMS)))
    torch.testing.assert_close(together, one_by_one, rtol=1e-4, atol=1e-4)


def test_gradients_are_those_of_items_one_by_one(weights: Weights) -> None:
    def gradients(batches: Sequence[PackedBatch]) -> list[torch.Tensor]:
        ours = {name: tensor.clone().requires_grad_() for name, tensor in weights.items()}
        sum(network.scores(ours, batch, NO_DROPOUT).square().sum() for batch in batches).backward()
        return [tensor.grad for tensor in ours.values()]

    for together, alone in zip(
        gradients([PackedBatch.of(ITEMS[:6])]), gradients([PackedBatch.of([item]) for item in ITEMS[:6]]), strict=True
    ):
        torch.testing.assert_close(together, alone, rtol=1e-3, atol=1e-2)


def test_a_target_does_not_see_what_comes_after(weights: Weights) -> None:
    item = ITEMS[0]
    changed = EncodedItem(item.source, (*item.target[:3], *reversed(item.target[3:])))
    before = network.scores(weights, PackedBatch.of([item]), NO_DROPOUT)
    after = network.scores(weights, PackedBatch.of([changed]), NO_DROPOUT)
    torch.testing.assert_close(before[:3], after[:3])
    assert not torch.allclose(before[3:], after[3:])


def test_decoding_step_by_step_gives_what_the_whole_target_gives(weights: Weights) -> None:
    items = ITEMS[:5]
    state = DecoderCache.of(weights, [item.source for item in items], CPU)
    length = min(len(item.target) for item in items) - 1
    steps = [state.step(weights, torch.tensor([item.target[place] for item in items])) for place in range(length)]
    for number, item in enumerate(items):
        whole = network.scores(weights, PackedBatch.of([item]), NO_DROPOUT)
        torch.testing.assert_close(torch.stack(steps)[:, number], whole[:length], rtol=1e-4, atol=1e-4)


def test_dropout_drops_its_share_and_keeps_the_mean() -> None:
    dropout = Dropout(0.3, torch.Generator().manual_seed(3))
    x = torch.ones(1000, 256)
    dropped = dropout(x)
    assert (dropped == 0).float().mean().item() == pytest.approx(77 / 256, abs=0.005)
    assert dropped.mean().item() == pytest.approx(1, abs=0.01)
    assert len(set(dropped.unique().tolist())) == 2
    assert not torch.equal(dropped, dropout(x))


# Training


def test_masking_hides_characters_only_and_not_what_is_to_be_predicted() -> None:
    batch = PackedBatch.of(ITEMS)
    draws = torch.Generator().manual_seed(1)
    whole, part, none = batch.masked(1, 1, draws), batch.masked(0.2, 0.3, draws), batch.masked(0, 0, draws)
    is_character = (batch.source.types == CHARACTER) & (batch.source.tokens > UNK)
    assert torch.equal(whole.source.tokens, batch.source.tokens.masked_fill(is_character, UNK))
    assert torch.equal(whole.target.tokens, batch.target.tokens.clamp(max=UNK))
    assert torch.equal(whole.following, batch.following)
    shares = [
        ((each.tokens == UNK).sum() / is_there.sum()).item()
        for each, is_there in ((part.source, is_character), (part.target, batch.target.tokens > UNK))
    ]
    assert shares == [pytest.approx(0.2, abs=0.1), pytest.approx(0.3, abs=0.1)]
    assert torch.equal(none.source.tokens, batch.source.tokens)


def test_the_loss_smooths_over_the_whole_vocabulary(weights: Weights) -> None:
    batch = PackedBatch.of(ITEMS)
    log_chances = network.scores(weights, batch, NO_DROPOUT).log_softmax(-1)
    right = -log_chances.gather(1, batch.following[:, None]).mean()
    expected = 0.9 * right + 0.1 * -log_chances.mean()
    torch.testing.assert_close(loss(weights, batch, NO_DROPOUT, 0.1), expected)


def test_the_papers_schedule() -> None:
    schedule = Schedule(PAPER, 240)
    assert [schedule.rate(update) for update in (0, 2000, 4000, 16_000)] == [0, 5e-4, 1e-3, 5e-4]
    checks = [done for done in range(1, schedule.updates + 1) if schedule.is_checked(done)]
    assert checks == list(range(400, 20_001, 400))
    assert Schedule(PAPER, 1000).updates == 20_001  # whole epochs of three updates


def test_the_quick_schedule_ends_at_rate_0() -> None:
    for decay in ("linear", "cosine"):
        schedule = Schedule(replace(QUICK, decay=decay), 300)
        rates = [schedule.rate(update) for update in range(schedule.updates + 1)]
        assert rates[0] == 0
        assert max(rates) == rates[QUICK.warmup] == QUICK.rate
        assert rates[-1] == pytest.approx(0, abs=1e-12)
        assert schedule.is_checked(schedule.updates)


@pytest.mark.parametrize("decay", ["root", "linear", "cosine"])
def test_without_a_warmup_the_rate_starts_at_its_peak(decay: str) -> None:
    schedule = Schedule(replace(TINY, warmup=0, decay=decay, rate=0.5), items=24)
    assert schedule.rate(0) == 0.5
    assert 0 < schedule.rate(2) < 0.5


@pytest.mark.parametrize("precision", ["fp32", "bf16"])
def test_it_learns_a_small_set_by_heart(precision: str) -> None:
    calm = replace(TINY, dropout=0.0, exchanged=0.0, masked_source=0.0, masked_target=0.0)  # the words as they are
    chosen = replace(calm, updates=30, batch=10, checks=2, warmup=5, precision=precision)
    notes = Notes()
    answers(Task(EXAMPLES[:10], EXAMPLES[:10], (), (), 1, {"name": "chr-trm", **asdict(chosen)}, "cpu"), notes)
    assert notes.told[-1].best is not None
    assert notes.told[-1].best > 0.9


def test_the_same_seed_gives_the_same_predictions_and_another_seed_others() -> None:
    first, again, other = answers(task()), answers(task()), answers(task(seed=2))
    assert first == again
    assert first != other


@settings(max_examples=6)
@given(shuffle=st.integers(0, 1000), size=st.integers(1, 12))
def test_predictions_do_not_depend_on_batch_and_order(weights: Weights, shuffle: int, size: int) -> None:
    sources = [VOCABULARY.source(question) for question in QUESTIONS]
    whole = decode_greedily(weights, sources, CPU)
    order = random.Random(shuffle).sample(range(len(sources)), len(sources))
    for start in range(0, len(order), size):
        chosen = order[start : start + size]
        for number, decoded in zip(
            chosen, decode_greedily(weights, [sources[each] for each in chosen], CPU), strict=True
        ):
            assert decoded.tokens == whole[number].tokens
            assert decoded.score == pytest.approx(whole[number].score, rel=1e-4)


def test_the_score_is_the_log_probability_of_the_form(weights: Weights) -> None:
    sources = [VOCABULARY.source(question) for question in QUESTIONS]
    for source, decoded in zip(sources, decode_greedily(weights, sources, CPU), strict=True):
        target = (BOS, *decoded.tokens, EOS) if len(decoded.tokens) < 32 else (BOS, *decoded.tokens)
        batch = PackedBatch.of([EncodedItem(source, target)])
        log_chances = network.scores(weights, batch, NO_DROPOUT).log_softmax(-1)
        assert decoded.score == pytest.approx(log_chances.gather(1, batch.following[:, None]).sum().item(), rel=1e-3)


def test_the_best_check_is_kept_and_of_equals_the_latest(monkeypatch: pytest.MonkeyPatch) -> None:
    trainer = ChrTrmTrainer(TINY, VOCABULARY, EXAMPLES, 1, CPU)
    for accuracy in (0.2, 0.5, 0.5, 0.4):
        monkeypatch.setattr("goed.models.chr_trm.learner.accuracy_on", lambda *_, accuracy=accuracy: accuracy)
        trainer.next_update()
        trainer.check(ITEMS)
    assert trainer.best is not None
    assert (trainer.best.accuracy, trainer.best.update) == (0.5, 3)


def test_where_nothing_can_be_selected_on_the_last_weights_are_taken() -> None:
    alone = replace(task(), dev=())
    notes = Notes()
    answers(alone, notes)
    assert (notes.told[-1].done, notes.told[-1].of, notes.told[-1].best) == (6, 6, None)


def test_a_question_asked_twice_has_one_answer() -> None:
    chosen = replace(TINY, updates=3)
    once = answers(task(chosen))
    twice = answers(task(chosen, questions=(*QUESTIONS, *QUESTIONS)))
    assert list(twice) == [*once, *once]


def test_padding_that_fills_a_batch_up_changes_neither_loss_nor_gradients(weights: Weights) -> None:
    def loss_and_gradients(items: Sequence[EncodedItem]) -> list[torch.Tensor]:
        ours = {name: tensor.clone().requires_grad_() for name, tensor in weights.items()}
        value = loss(ours, PackedBatch.of(items), NO_DROPOUT, 0.1)
        return [value.detach(), *torch.autograd.grad(value, list(ours.values()))]

    filled = PackedBatch.of(padded_to_round(ITEMS))
    assert len(filled.source.tokens) % 16 == len(filled.target.tokens) % 16 == 0
    for got, expected in zip(loss_and_gradients(padded_to_round(ITEMS)), loss_and_gradients(ITEMS), strict=True):
        torch.testing.assert_close(got, expected, rtol=1e-3, atol=1e-6)


def test_a_training_that_diverges_fails() -> None:
    with pytest.raises(ModelError, match="diverged"):
        answers(task(replace(TINY, rate=1e6, warmup=0, averaging=0.0)))


# A training that is killed

WAITING_TRAINING = """
import sys
from pathlib import Path
sys.path[:0] = [{tests!r}, {repository!r}]
import test_chr_trm as t
class Waiting(t.Notes):
    def tell(self, progress):
        print(progress.done, flush=True)
        sys.stdin.readline()  # until it is told to go on
t.answers(t.task(), Waiting(Path(sys.argv[1])))
"""


def test_a_killed_training_goes_on_and_ends_as_an_unbroken_one(tmp_path: Path) -> None:
    unbroken = answers(task())
    checkpoint = tmp_path / "checkpoint"
    program = WAITING_TRAINING.format(tests=str(REPOSITORY / "tests"), repository=str(REPOSITORY))
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(checkpoint)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None
    killed_after = 0
    for line in process.stdout:
        killed_after = int(line)
        if checkpoint.exists():
            break
        process.stdin.write("go on\n")
        process.stdin.flush()
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    kept = torch.load(checkpoint, weights_only=True)["done"]  # updates
    notes = Notes(checkpoint)
    assert answers(task(), notes) == unbroken
    assert 0 < kept <= killed_after < 6
    check_interval = 2
    assert kept < notes.told[0].done <= kept + check_interval, "it goes on after what was kept"


def test_a_checkpoint_that_cannot_be_read_is_ignored(tmp_path: Path) -> None:
    checkpoint = tmp_path / "checkpoint"
    chosen = task(replace(TINY, updates=2))
    afresh = answers(chosen)
    checkpoint.write_bytes(b"no checkpoint at all")
    assert answers(chosen, Notes(checkpoint)) == afresh
    torch.save({"weights": {}, "done": 3}, checkpoint)
    assert answers(chosen, Notes(checkpoint)) == afresh


def test_a_checkpoint_for_another_training_is_ignored(tmp_path: Path) -> None:
    checkpoint = tmp_path / "checkpoint"
    chosen = task(replace(TINY, updates=2))
    afresh = answers(chosen)
    for state in (torch.zeros(3), [], {"weights": torch.zeros(()), "done": 3}, {"weights": None}):
        torch.save(state, checkpoint)
        assert answers(chosen, Notes(checkpoint)) == afresh


def test_the_best_weights_of_a_checkpoint_come_to_the_device_of_the_training() -> None:
    before = ChrTrmTrainer(TINY, VOCABULARY, EXAMPLES, 1, CPU)
    before.check([])
    trainer = ChrTrmTrainer(TINY, VOCABULARY, EXAMPLES, 1, CPU)
    trainer.device = torch.device("meta")  # stands for a GPU, to which checkpoints are not read
    trainer.restore(before.state())
    assert trainer.best is not None
    assert {tensor.device.type for tensor in trainer.best.weights.values()} == {"meta"}
