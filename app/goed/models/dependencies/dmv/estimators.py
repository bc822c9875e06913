"""How the DMV is estimated: steps that count in sentences under one grammar, and make the next one of the counts.

em        expected counts (Klein & Manning 2004)
viterbi   counts of the best trees (Spitkovsky et al. 2010)
softmax   expected counts under sharpened probabilities, in which ambiguity is less (Tu & Honavar 2012)
vb        expected counts with a prior: rare choices become rarer (variational Bayes)
chain     viterbi, then something added to every choice, then softmax
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.special import digamma

from goed.models.dependencies.dmv.best_trees import best_trees, counts_of_trees
from goed.models.dependencies.dmv.expected_counts import expected_counts
from goed.models.dependencies.dmv.grammar import ValenceGrammar, normalized, random_grammar
from goed.models.dependencies.dmv.harmonic_start import harmonic_grammar
from goed.models.dependencies.dmv.tag_sentences import TagSentences
from goed.models.dependencies.settings import DmvSettings
from goed.scores.values import Shares

Step = Callable[[ValenceGrammar, TagSentences], ValenceGrammar]


def estimated(sentences: TagSentences, n_tags: int, settings: DmvSettings, seed: int) -> ValenceGrammar:
    """The grammar learned from sentences; of random starts the one under which they are likeliest at the end."""
    if not settings.starts:
        return trained(harmonic_grammar(sentences, n_tags), sentences, settings)
    best, highest = harmonic_grammar(sentences, n_tags), -np.inf
    for lots in np.random.default_rng(seed).spawn(settings.starts):
        found = trained(random_grammar(n_tags, lots), sentences, settings)
        likelihood = expected_counts(found, sentences).log_likelihood
        if likelihood > highest:
            best, highest = found, likelihood
    return best


def trained(grammar: ValenceGrammar, sentences: TagSentences, settings: DmvSettings) -> ValenceGrammar:
    """The grammar after all steps."""
    if settings.estimator == "chain":
        for _ in range(settings.viterbi_iterations):
            grammar = viterbi_step(grammar, sentences)
        grammar = grammar.added(settings.smoothing)
    step = step_of(settings)
    for _ in range(settings.iterations):
        grammar = step(grammar, sentences)
    return grammar


def step_of(settings: DmvSettings) -> Step:
    """The step of an estimator; chain's last ones."""
    match settings.estimator:
        case "viterbi":
            return viterbi_step
        case "softmax" | "chain":
            return lambda grammar, sentences: softmax_step(grammar, sentences, settings.sharpness)
        case "vb":
            return lambda grammar, sentences: variational_step(grammar, sentences, settings.prior)
        case _:
            return em_step


def em_step(grammar: ValenceGrammar, sentences: TagSentences) -> ValenceGrammar:
    """One step of EM: the sentences are never less likely afterwards."""
    return normalized(expected_counts(grammar, sentences).counts)


def viterbi_step(grammar: ValenceGrammar, sentences: TagSentences) -> ValenceGrammar:
    """One step by the best tree of each sentence."""
    return normalized(counts_of_trees(best_trees(grammar, sentences), sentences, grammar.n_tags))


def softmax_step(grammar: ValenceGrammar, sentences: TagSentences, sharpness: float) -> ValenceGrammar:
    """One step by sharpened probabilities: sharpness 0 is EM, towards 1 the best tree counts alone."""
    return em_step(sharpened(grammar, sharpness), sentences)


def sharpened(grammar: ValenceGrammar, sharpness: float) -> ValenceGrammar:
    """Every probability p as p ** (1 / (1 - sharpness))."""
    power = 1 / (1 - sharpness)
    return grammar.each(lambda numbers: numbers**power)


def variational_step(grammar: ValenceGrammar, sentences: TagSentences, prior: float) -> ValenceGrammar:
    """One step of variational Bayes, with a Dirichlet prior; the weights of a place's choices sum to less than one."""
    return normalized(expected_counts(grammar, sentences).counts, lambda counts: variational_weights(counts, prior))


def variational_weights(counts: Shares, prior: float) -> Shares:
    """The geometric mean of each choice's probability, given counts and prior."""
    counts = counts + prior
    return np.asarray(np.exp(digamma(counts) - digamma(counts.sum(axis=-1, keepdims=True))))
