"""What the comments of a corpus file say of its sentences: speaker, child, age, document, ID.

# child = Eve                           holds for the next sentence, as in CoNLL-U
# age = 2;03.12                         years;months.days, as in CHAT, or P2Y3M12D
# newdoc id = GUM_bio_byron             holds up to the next document
# child=eve file=eve01 age_days=548     holds up to the next line of this form, also in text without columns
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from math import nan
from typing import NamedTuple

import numpy as np

from goed.corpora.corpus import Corpus
from goed.corpora.layouts import NO_VALUE
from goed.corpora.utterances import NOT_TOLD, Utterances, column_of, untold
from goed.errors import InputError, quoted
from goed.scores.values import Shares

PAIR = re.compile(r"([A-Za-z_]+)=(\S+)")
HEADER = re.compile(r"#(?: +[A-Za-z_]+=\S+)+ *")
OF_SENTENCE = re.compile(r"#\s*([^=]*?)\s*=\s*(.*?)\s*")
DOCUMENT_WITHOUT_ID = re.compile(r"#\s*newdoc\s*")
LASTING = ("newdoc", "newdoc id")
# What a comment calls it → what it tells; of two that tell the same of a sentence, the first one here counts.
MEANINGS: Mapping[str, str] = {
    **{"speaker": "speaker", "speaker_role": "speaker", "child": "child", "child_name": "child"},
    **{"age_days": "age", "age_months": "age", "child_age": "age", "age": "age", "sent_id": "id"},
    **{"newdoc id": "document", "newdoc": "document", "file": "document"},
}
YEAR = 365.25  # days
DAYS: Mapping[str, float] = {"age_days": 1.0, "age_months": YEAR / 12}
AGE = re.compile(r"([0-9]{1,2});(?:([0-9]{1,2})(?:\.([0-9]{1,2})?)?)?")  # 2;3.12, 2;03., 2;03, 2;
ISO_AGE = re.compile(r"P([0-9]{1,2})Y(?:([0-9]{1,2})M)?(?:([0-9]{1,2})D)?")  # P2Y3M12D, P2Y3M, P2Y


class Said(NamedTuple):
    """What one comment says of the sentences from one on."""

    sentence: int
    key: str
    value: str
    lasts: bool
    line: int


def is_header(line: str) -> bool:
    """Whether a line of text without columns is a comment, and no words."""
    return HEADER.fullmatch(line) is not None


def utterances_told_of(corpus: Corpus) -> Utterances:
    """What a corpus file tells of its sentences."""
    n = len(corpus.starts)
    if not corpus.comments:
        return untold(n)
    told: dict[str, dict[str, list[Said]]] = {meaning: {} for meaning in MEANINGS.values()}
    for said in _all_said(corpus):
        if said.key in MEANINGS:
            told[MEANINGS[said.key]].setdefault(said.key, []).append(said)
    speakers, children = (column_of(_values(told[name], n)) for name in ("speaker", "child"))
    ages, notes = _ages(corpus, told["age"], n), column_of(_notes(told["document"], told["id"], n))
    return Utterances(untold(n).sections, speakers, children, ages, notes)


def _all_said(corpus: Corpus) -> Iterator[Said]:
    """What comments say, each with its sentence; those within a sentence, or after the last one, say nothing."""
    first_lines = corpus.lines[corpus.starts]
    last_lines = corpus.lines[np.append(corpus.starts[1:], len(corpus)) - 1]
    sentences = np.searchsorted(first_lines, [comment.line for comment in corpus.comments])
    for sentence, (line, text) in zip(sentences.tolist(), corpus.comments, strict=True):
        if sentence < len(first_lines) and (sentence == 0 or last_lines[sentence - 1] < line):
            if is_header(text):
                yield from (Said(sentence, key, _told(value), True, line) for key, value in PAIR.findall(text))
            elif DOCUMENT_WITHOUT_ID.fullmatch(text) is not None:
                yield Said(sentence, "newdoc", NOT_TOLD, True, line)
            elif (found := OF_SENTENCE.fullmatch(text)) is not None:
                yield Said(sentence, found[1], _told(found[2]), found[1] in LASTING, line)


def _told(value: str) -> str:
    return NOT_TOLD if value == NO_VALUE else value


def _values(told: Mapping[str, Sequence[Said]], n: int) -> list[str]:
    """What is told of each sentence; what is said of one alone goes before what lasts."""
    values = [NOT_TOLD] * n
    ranked = sorted(told, key=list(MEANINGS).index, reverse=True)
    lasting = sorted((said for key in ranked for said in told[key] if said.lasts), key=lambda said: said.sentence)
    for said, end in zip(lasting, [*(later.sentence for later in lasting), n][1:], strict=True):
        values[said.sentence : end] = [said.value] * (end - said.sentence)
    for key in ranked:
        for said in told[key]:
            if not said.lasts:
                values[said.sentence] = said.value
    return values


def _ages(corpus: Corpus, told: Mapping[str, Sequence[Said]], n: int) -> Shares:
    """Ages in days; negative ones stand for ages that are not given."""
    days = {key: [said._replace(value=str(_days(corpus, said))) for said in told[key]] for key in told}
    return np.array([float(value or nan) for value in _values(days, n)])


def _days(corpus: Corpus, said: Said) -> float:
    found = AGE.fullmatch(said.value) or ISO_AGE.fullmatch(said.value)
    if found is not None:
        years, months, days = (int(part or 0) for part in found.groups())
        return years * YEAR + months * YEAR / 12 + days
    if said.value == NOT_TOLD or said.key not in DAYS:  # a number alone may be anything: months, or a mother's years
        return nan
    try:
        age = float(said.value) * DAYS[said.key]
    except ValueError:
        age = nan
    if not abs(age) < 1e6:
        raise InputError(corpus.path, f"{said.key} {quoted(said.value, 20)} is no age", said.line)
    return age if age >= 0 else nan


def _notes(documents: Mapping[str, Sequence[Said]], ids: Mapping[str, Sequence[Said]], n: int) -> Iterator[str]:
    """The ID of each sentence and its document, which many IDs begin with."""
    for document, own in zip(_values(documents, n), _values(ids, n), strict=True):
        yield own if own.startswith(document) else f"{document} {own}".rstrip()
