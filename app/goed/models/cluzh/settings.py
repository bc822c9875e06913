"""The settings of CLUZH: `FAITHFUL` as in the released program, `BEST` with what helps."""

from __future__ import annotations

from dataclasses import dataclass

MARKS_APART = ("all", "latin", "none")


@dataclass(frozen=True)
class CluzhSettings:
    """Everything that defines a CLUZH model; it is stored with it in the study."""

    setting: str = "faithful"  # the preset that the others are taken from: faithful or best
    marks_apart: str = "all"  # learn ä as a and a mark: in all letters (NFD), in "latin" ones only, or in "none" (NFC)
    character_size: int = 100  # of the embedding of a character of the lemma
    action_size: int = 100  # of the embedding of the action before
    feature_size: int = 100  # of the sum of the embeddings of the features
    hidden_size: int = 200  # of the decoder, and of each direction of the encoder
    encoder_layers: int = 1
    dropout: float = 0.0  # of embeddings, of the encoder's and of the decoder's output
    exchanged: float = 0.0  # share of the letters untouched by inflection that are exchanged, in lemma and form alike
    masked: float = 0.0  # share of the lemma's letters that an update sees as unknown
    attested: bool = False  # marks are written only on Latin letters that have them in the training set
    repeats: bool = False  # inserting the letter just written has a score of its own: drop → dropped
    em_iterations: int = 10  # of the aligner
    smoothing: float = 0.0  # share of the loss that favours all possible actions equally
    all_optimal: bool = False  # learn every optimal action of a step, not only the first
    batch_size: int = 5
    sorted_together: int = 1  # batches that are sorted by length together, to join lessons of like lengths; 1: none
    epochs: int = 60  # at most
    updates: int = 1_000_000  # at most: no epoch begins after this many
    patience: int = 12  # epochs without a better fine-tune accuracy before training ends
    latest: bool = False  # of equally good epochs take the latest, else the earliest
    optimizer: str = "adadelta"  # or adam
    learning_rate: float = 1.0
    averaging: float = 0.0  # decay per update of the weights' running average; 0: none is kept
    members: int = 1  # networks that are trained side by side and decide together
    checks: int = 1  # the networks of this many best checks decide together
    beam: int = 4
    longest: int = 150  # actions in a prediction, at most


FAITHFUL = CluzhSettings()
BEST = CluzhSettings(
    setting="best",
    marks_apart="latin",
    character_size=32,
    action_size=32,
    feature_size=32,
    hidden_size=96,
    exchanged=0.4,
    masked=0.15,
    attested=True,
    repeats=True,
    smoothing=0.1,
    batch_size=8,
    sorted_together=8,
    epochs=40,
    updates=2800,
    patience=16,
    latest=True,
    optimizer="adam",
    learning_rate=0.003,
    averaging=0.99,
    members=2,
    checks=3,
)
PRESETS = {"faithful": FAITHFUL, "best": BEST}
