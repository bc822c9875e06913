"""Several references: the same answers held against other annotations of the same words.

A reference is another corpus with the same words, sentence by sentence: all those of the corpus that was parsed, or
only those of the part that was asked. Each counts for itself; the best is that of a whole part, never of a sentence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goed.domains.registry import domain_of
from goed.errors import GoedError, WrongUsageError, quoted
from goed.models.text import NO_HEAD, Text
from goed.scores.values import Numbers
from goed.study.corpora import CorpusRow, corpus_named
from goed.study.measures import MeasureRow
from goed.study.places import corpus_of, text_of
from goed.study.predictions import answers_of_part
from goed.study.study import Study
from goed.study.tallies import PartTally
from goed.study.text_splits import item_ids_of_part, utterances_of_part

BEST = "best"
REFERENCE = "reference"
