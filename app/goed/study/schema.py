"""The study's schema, documented where it is made: every table with what a row is, every migration in order.

The SQL is kept in the file as written, comments included: `sqlite3 study.goed .schema` prints this documentation.
Rows that belong to a prediction carry no foreign keys: they are written by the million, before the row of `run_part`
that makes them visible; `goed check` verifies what the keys would.
"""

from __future__ import annotations

from sqlite_utils import Database, Migrations

from goed.study.clock import set_clocks
from goed.study.packs import make_packs
from goed.study.version import APPLICATION_ID, SCHEMA_VERSION

migrations = Migrations("goed")

SOURCES = """
CREATE TABLE source (          -- where items, a split or predictions came from
    id          INTEGER PRIMARY KEY,
    path        TEXT NOT NULL, -- of the file or folder as the user gave it
    sha256      TEXT,          -- of the file's bytes
    imported_at TEXT NOT NULL  -- UTC, ISO 8601
) STRICT;

CREATE TABLE feature_set (     -- a feature string as one unit: V;PST
    id       INTEGER PRIMARY KEY,
    features TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE item (            -- a lemma, its features and its gold form: bring  V;PST  brought
    id             INTEGER PRIMARY KEY,
    language       TEXT NOT NULL,  -- ISO 639-3
    lemma          TEXT NOT NULL,
    feature_set_id INTEGER NOT NULL REFERENCES feature_set(id),
    form           TEXT NOT NULL,  -- gold, NFC
    frequency      REAL,           -- NULL where no source counted it
    gold_class     TEXT,           -- inflection class of the gold form, from the classifier
    source_id      INTEGER REFERENCES source(id)
) STRICT;
-- Two items may share lemma and features only where two given splits disagree about the gold form.
CREATE UNIQUE INDEX item_identity ON item(language, lemma, feature_set_id, form);

CREATE TABLE variant (         -- another gold form for an item's lemma and features: dreamt beside dreamed
    item_id   INTEGER NOT NULL REFERENCES item(id),
    form      TEXT NOT NULL,
    frequency REAL,
    source_id INTEGER REFERENCES source(id),
    PRIMARY KEY (item_id, form)
) STRICT, WITHOUT ROWID;
"""

SPLITS = """
CREATE TABLE split (           -- one way to part a language's items: sampling strategy + seed
    id        INTEGER PRIMARY KEY,
    language  TEXT NOT NULL,
    sampling  TEXT NOT NULL,    -- uniform, weighted, or a given split's name
    seed      INTEGER NOT NULL,
    is_given  INTEGER NOT NULL, -- 1: came from files; 0: drawn by goed
    source_id INTEGER REFERENCES source(id),
    UNIQUE (language, sampling, seed)
) STRICT;

CREATE TABLE split_item (      -- the items to be predicted
    split_id INTEGER NOT NULL REFERENCES split(id),
    part     TEXT NOT NULL CHECK (part IN ('dev', 'test')),
    position INTEGER NOT NULL,
    item_id  INTEGER NOT NULL REFERENCES item(id),
    PRIMARY KEY (split_id, part, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE training_list (   -- an ordered list whose beginnings are training sets
    id       INTEGER PRIMARY KEY,
    split_id INTEGER NOT NULL REFERENCES split(id)
) STRICT;

CREATE TABLE training_item (   -- an item of a list, in its place
    list_id     INTEGER NOT NULL REFERENCES training_list(id),
    position    INTEGER NOT NULL,
    item_id     INTEGER NOT NULL REFERENCES item(id),
    is_finetune INTEGER NOT NULL, -- 1: in the fine-tune part, 0: in the train part
    PRIMARY KEY (list_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE training_set (    -- the first n_items of a list; a split's sets share one list where they are nested
    split_id INTEGER NOT NULL REFERENCES split(id),
    size     INTEGER NOT NULL, -- as the split names it
    name     TEXT,             -- a word that files use for the size: small
    list_id  INTEGER NOT NULL REFERENCES training_list(id),
    n_items  INTEGER NOT NULL,
    PRIMARY KEY (split_id, size)
) STRICT, WITHOUT ROWID;
"""

RUNS = """
CREATE TABLE model (           -- something that predicts forms
    id       INTEGER PRIMARY KEY,
    name     TEXT NOT NULL UNIQUE,
    kind     TEXT NOT NULL,    -- built in, plug-in, external, imported
    settings TEXT NOT NULL DEFAULT '{}'  -- JSON; other settings make another model
) STRICT;

CREATE TABLE runner (          -- a goed process that does runs or imports, so that its leavings can be told
    id         INTEGER PRIMARY KEY,
    host       TEXT NOT NULL,
    pid        INTEGER NOT NULL,
    born       TEXT,           -- when the process was started, as its machine counts
    started_at TEXT NOT NULL,
    seen_at    REAL NOT NULL   -- Unix time of its last sign of life, for other machines
) STRICT;

CREATE TABLE run (             -- one model on one split at one size with one training seed
    id            INTEGER PRIMARY KEY,
    model_id      INTEGER NOT NULL REFERENCES model(id),
    split_id      INTEGER NOT NULL REFERENCES split(id),
    size          INTEGER NOT NULL,
    training_seed INTEGER NOT NULL,
    state         TEXT NOT NULL CHECK (state IN ('planned', 'running', 'done', 'failed')),
    runner_id     INTEGER,      -- who runs it now
    message       TEXT,         -- why it failed
    log           TEXT,         -- end of an external command's stderr
    selected_on   TEXT,         -- finetune, or dev where the split has no fine-tune part and the model needs one
    started_at    TEXT,
    seconds       REAL,
    versions      TEXT,         -- JSON: goed, Python, what the model uses
    machine       TEXT,
    UNIQUE (model_id, split_id, size, training_seed)
) STRICT;

CREATE TABLE run_part (        -- the predictions of a run for test, dev or core; visible once this row is there
    id          INTEGER PRIMARY KEY,
    run_id      INTEGER NOT NULL REFERENCES run(id),
    part        TEXT NOT NULL CHECK (part IN ('test', 'dev', 'core')),
    n_items     INTEGER NOT NULL, -- items that the part asks for
    n_predicted INTEGER NOT NULL, -- of those predicted; the rest counts as wrong
    n_correct   INTEGER NOT NULL,
    n_unmatched INTEGER NOT NULL DEFAULT 0, -- rows of the file that are no item of this part
    source_id   INTEGER REFERENCES source(id),
    UNIQUE (run_id, part)
) STRICT;

CREATE TABLE staged_part (     -- an id of run_part that an unfinished import is writing predictions for
    run_part_id INTEGER PRIMARY KEY,
    runner_id   INTEGER NOT NULL REFERENCES runner(id)
) STRICT;
"""

OUTPUTS = """
CREATE TABLE output (          -- a distinct (item, predicted form); labelled once, counted everywhere
    id         INTEGER PRIMARY KEY,
    item_id    INTEGER NOT NULL REFERENCES item(id),
    form       TEXT NOT NULL,    -- NFC, stripped; '' where nothing was predicted
    is_correct INTEGER NOT NULL  -- 1 where it equals the gold form
) STRICT;
CREATE UNIQUE INDEX output_identity ON output(item_id, form);

CREATE TABLE prediction (      -- run × item → output
    run_part_id INTEGER NOT NULL,
    item_id     INTEGER NOT NULL,
    output_id   INTEGER NOT NULL,
    PRIMARY KEY (run_part_id, item_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE prediction_bytes ( -- a prediction as the model gave it, where that is not its stored form
    run_part_id INTEGER NOT NULL,
    item_id     INTEGER NOT NULL,
    bytes       BLOB NOT NULL,
    PRIMARY KEY (run_part_id, item_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE prediction_detail ( -- what some models tell of a prediction besides the form
    run_part_id INTEGER NOT NULL,
    item_id     INTEGER NOT NULL,
    score       REAL,            -- log-probability
    actions     TEXT,            -- edit actions
    PRIMARY KEY (run_part_id, item_id)
) STRICT, WITHOUT ROWID;
"""

LABELS_1 = """
CREATE TABLE label (           -- what the classifier says of an output
    output_id  INTEGER PRIMARY KEY REFERENCES output(id),
    gold_class TEXT NOT NULL,
    pred_class TEXT NOT NULL,
    error      TEXT NOT NULL,
    flags      TEXT NOT NULL DEFAULT '',
    rule       TEXT NOT NULL,
    evidence   TEXT NOT NULL DEFAULT '',
    confidence REAL NOT NULL,
    classifier TEXT NOT NULL     -- name and version: eng 1.0
) STRICT;

CREATE TABLE annotator (       -- a person who checks labels
    id   INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE annotation (      -- one act of a person on an output; append-only, never changed
    id              INTEGER PRIMARY KEY,
    output_id       INTEGER NOT NULL REFERENCES output(id),
    annotator_id    INTEGER NOT NULL REFERENCES annotator(id),
    made_at         TEXT NOT NULL,
    act             TEXT NOT NULL,  -- label, note, flag, undo, adjudicate
    undoes          INTEGER REFERENCES annotation(id),
    gold_class      TEXT,
    pred_class      TEXT,
    error           TEXT,
    flags           TEXT,
    note            TEXT
) STRICT;
CREATE INDEX annotation_output ON annotation(output_id, annotator_id);
"""

LABELS_2 = """
ALTER TABLE item ADD COLUMN counts_all_forms INTEGER NOT NULL DEFAULT 0
    /* 1: frequency is that of all forms of the lemma with these features, from --counts-only; 0: of the gold form */;

DROP TABLE label;
DROP TABLE annotation;

CREATE TABLE label_kind (      -- a classifier's label without its evidence: few are different, many outputs share one
    id         INTEGER PRIMARY KEY,
    gold_class TEXT NOT NULL,
    pred_class TEXT NOT NULL,
    error      TEXT NOT NULL,
    flags      TEXT NOT NULL,  -- parted by commas
    rule       TEXT NOT NULL,  -- the one that decided
    confidence REAL NOT NULL,
    classifier TEXT NOT NULL,  -- name and version: generic 1
    UNIQUE (gold_class, pred_class, error, flags, rule, confidence, classifier)
) STRICT;

CREATE TABLE label (           -- what the classifier says of an output
    output_id INTEGER PRIMARY KEY,
    kind_id   INTEGER NOT NULL,
    evidence  TEXT NOT NULL    -- the reason, for people
) STRICT;

CREATE TABLE act (             -- one act of a person, on one output or on many; append-only, never changed
    id           INTEGER PRIMARY KEY,
    annotator_id INTEGER NOT NULL REFERENCES annotator(id),
    made_at      TEXT NOT NULL, -- UTC, ISO 8601
    kind         TEXT NOT NULL, -- import: labels came from a file
    undoes_id    INTEGER REFERENCES act(id),
    source_id    INTEGER REFERENCES source(id)
) STRICT;

CREATE TABLE staged_act (      -- an id of act that an unfinished import is writing annotations for
    act_id    INTEGER PRIMARY KEY,
    runner_id INTEGER NOT NULL REFERENCES runner(id)
) STRICT;

CREATE TABLE annotation (      -- what an act says of an output; visible once the row of act is there
    act_id     INTEGER NOT NULL,
    output_id  INTEGER NOT NULL,
    gold_class TEXT,           -- the four columns of the label are NULL where the act is none, only a note
    pred_class TEXT,
    error      TEXT,
    flags      TEXT,
    note       TEXT,
    PRIMARY KEY (act_id, output_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX annotation_output ON annotation(output_id);

CREATE VIEW label_table AS     -- every output with the classifier's label, in words
SELECT item.language, item.lemma, feature_set.features, item.form AS gold, output.form AS predicted,
       label_kind.gold_class, label_kind.pred_class, label_kind.error, label_kind.flags, label_kind.rule,
       label.evidence, label_kind.confidence, label_kind.classifier
FROM output
JOIN item ON item.id = output.item_id
JOIN feature_set ON feature_set.id = item.feature_set_id
JOIN label ON label.output_id = output.id
JOIN label_kind ON label_kind.id = label.kind_id;
"""

LABELS_3 = """
-- Older classifiers made these. They are made again when the study is opened; people's acts are not touched.
DELETE FROM label;

UPDATE item SET gold_class = NULL;

ALTER TABLE label ADD COLUMN considered TEXT NOT NULL DEFAULT ''
    /* other readings of the form that the classifier saw, and why it did not take them */;

DROP VIEW label_table;
CREATE VIEW label_table AS     -- every output with the classifier's label, in words
SELECT item.language, item.lemma, feature_set.features, item.form AS gold, output.form AS predicted,
       label_kind.gold_class, label_kind.pred_class, label_kind.error, label_kind.flags, label_kind.rule,
       label.evidence, label.considered, label_kind.confidence, label_kind.classifier
FROM output
JOIN item ON item.id = output.item_id
JOIN feature_set ON feature_set.id = item.feature_set_id
JOIN label ON label.output_id = output.id
JOIN label_kind ON label_kind.id = label.kind_id;
"""

ANNOTATOR_4 = """
CREATE TABLE sitting (         -- a person at work in the terminal UI, from opening to closing
    id           INTEGER PRIMARY KEY,
    annotator_id INTEGER NOT NULL REFERENCES annotator(id),
    started_at   TEXT NOT NULL, -- UTC, ISO 8601
    seen_at      TEXT NOT NULL, -- the last sign of life; the end, once it has ended
    has_ended    INTEGER NOT NULL DEFAULT 0 -- 1: closed by the person; 0: open, or it was killed
) STRICT;

CREATE TABLE sample (          -- outputs drawn at random for a blind audit, in proportion to how often they occur
    id            INTEGER PRIMARY KEY,
    annotator_id  INTEGER NOT NULL REFERENCES annotator(id), -- who had it drawn; anybody may judge it
    drawn_at      TEXT NOT NULL,
    scope         TEXT NOT NULL,    -- JSON: what it was drawn from
    seed          INTEGER NOT NULL, -- the same scope, seed and size give the same sample
    size          INTEGER NOT NULL, -- outputs in it
    n_outputs     INTEGER NOT NULL, -- distinct outputs that it was drawn from
    n_predictions INTEGER NOT NULL  -- how often those occurred
) STRICT;

CREATE TABLE sample_output (   -- an output of a sample, in the order in which it is judged
    sample_id     INTEGER NOT NULL REFERENCES sample(id),
    position      INTEGER NOT NULL,
    output_id     INTEGER NOT NULL,
    n_predictions INTEGER NOT NULL, -- how often it occurred then
    probability   REAL NOT NULL,    -- of its being drawn: a rate weighs it with n_predictions / probability
    PRIMARY KEY (sample_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE preference (      -- what the terminal UI remembers for a person: the filter of the queue
    annotator_id INTEGER NOT NULL REFERENCES annotator(id),
    name         TEXT NOT NULL,
    value        TEXT NOT NULL,
    PRIMARY KEY (annotator_id, name)
) STRICT, WITHOUT ROWID;

-- kind of act: label, adjudicate, note, mark (to come back to it, or no longer), import (from a file), undo
ALTER TABLE act ADD COLUMN redoes_id INTEGER REFERENCES act(id) /* the undone act that this one says again */;
ALTER TABLE act ADD COLUMN sitting_id INTEGER REFERENCES sitting(id);
ALTER TABLE act ADD COLUMN is_blind INTEGER NOT NULL DEFAULT 0
    /* 1: neither the classifier's label nor anybody else's was shown before it */;
ALTER TABLE act ADD COLUMN sample_id INTEGER REFERENCES sample(id) /* the audit that it is part of */;
CREATE INDEX act_undoes ON act(undoes_id) WHERE undoes_id IS NOT NULL;
CREATE INDEX act_annotator ON act(annotator_id);

ALTER TABLE annotation ADD COLUMN is_marked INTEGER /* 1: to come back to, 0: no longer, NULL: nothing said of it */;

CREATE VIEW standing_act AS    -- the acts that hold: neither undone nor an undoing
SELECT * FROM act WHERE kind != 'undo' AND NOT EXISTS (SELECT 1 FROM act AS undoing WHERE undoing.undoes_id = act.id);
"""

DECLARATION_5 = """
CREATE TABLE declaration (     -- a file that `goed make` made this study from; the newest row is the one that holds
    id      INTEGER PRIMARY KEY,
    made_at TEXT NOT NULL,     -- UTC, ISO 8601: when it was first taken up
    name    TEXT NOT NULL,     -- of the file: kodner2023.toml
    path    TEXT NOT NULL,     -- of the file as the user gave it, or goed:NAME where it came with goed
    sha256  TEXT NOT NULL,     -- of the file's bytes
    text    TEXT NOT NULL,     -- the whole file
    data    TEXT NOT NULL,     -- JSON: paths that were given beside it, by --data and --frequencies
    goed    TEXT NOT NULL      -- version
) STRICT;
"""

PROGRESS_6 = """
CREATE TABLE run_progress (    -- how far a run is that is at work: epoch 12 of 60
    run_id       INTEGER PRIMARY KEY REFERENCES run(id) ON DELETE CASCADE,
    runner_id    INTEGER NOT NULL, -- who told; it holds while the run is still theirs
    unit         TEXT NOT NULL,    -- what is counted: epoch, update
    n_done       INTEGER NOT NULL,
    n_most       INTEGER NOT NULL, -- a training may end before
    accuracy     REAL,             -- of the last check, 0 to 1, of the items that the run selects on
    best         REAL,             -- of the checkpoint that would be taken now
    seconds_left REAL,
    all_left     REAL              -- seconds until all is done that the runner was called for
) STRICT;
"""

PACKS_7 = """
CREATE TABLE part_pack (       -- an index: the outputs of a part of a run, to count millions of predictions fast
    run_part_id INTEGER PRIMARY KEY,
    outputs     BLOB NOT NULL  -- output_id of each of its predictions in any order, 32 bits each, lowest byte first
) STRICT;

CREATE TABLE label_change (    -- a single row, by which programs see that what they know of outputs is out of date
    n INTEGER NOT NULL         -- how often the classifier's labels were changed, or outputs removed
) STRICT;

INSERT INTO label_change VALUES (0);
"""

COPIES_8 = """
ALTER TABLE act ADD COLUMN clock INTEGER NOT NULL DEFAULT 0
    /* microseconds since 1970, but later than all acts that were in the file: of two acts the later one holds */;
CREATE INDEX act_clock ON act(clock);

CREATE TABLE concurrent_act (  -- two acts on the same output, done in two copies of a study: neither knew of the other
    act_id   INTEGER NOT NULL REFERENCES act(id), -- the one with the earlier clock
    other_id INTEGER NOT NULL REFERENCES act(id),
    PRIMARY KEY (act_id, other_id)
) STRICT, WITHOUT ROWID;
"""

VIEWS = """
CREATE VIEW prediction_table AS -- every visible prediction in words; correct and gold as in exact match
SELECT split.language, split.sampling, split.seed, model.name AS model, run.size, run.training_seed, run_part.part,
       item.lemma, feature_set.features, item.form AS gold, output.form AS predicted, output.is_correct
FROM prediction
JOIN run_part ON run_part.id = prediction.run_part_id
JOIN run ON run.id = run_part.run_id
JOIN split ON split.id = run.split_id
JOIN model ON model.id = run.model_id
JOIN item ON item.id = prediction.item_id
JOIN feature_set ON feature_set.id = item.feature_set_id
JOIN output ON output.id = prediction.output_id;
"""


DOMAINS_9 = """
DROP VIEW label_table;

DROP VIEW prediction_table;

-- An item is a word, what is asked about it, and the gold answer; in inflection: a lemma, its features, its form.
ALTER TABLE item RENAME COLUMN lemma TO word;

ALTER TABLE item RENAME COLUMN form TO gold;

ALTER TABLE variant RENAME COLUMN form TO answer;

ALTER TABLE output RENAME COLUMN form TO answer;

ALTER TABLE item ADD COLUMN domain TEXT NOT NULL DEFAULT 'inflection'
    /* the family of learners that is asked: inflection, categories, dependencies, derivations, or one of a plug-in */;

ALTER TABLE item ADD COLUMN corpus_id INTEGER NOT NULL DEFAULT 0 /* where it stands; 0: in no corpus */;

ALTER TABLE item ADD COLUMN token INTEGER NOT NULL DEFAULT 0 /* its place in that corpus, counted in tokens */;

DROP INDEX item_identity;
CREATE UNIQUE INDEX item_identity ON item(language, word, feature_set_id, gold, domain, corpus_id, token);

ALTER TABLE model ADD COLUMN domain TEXT NOT NULL DEFAULT 'inflection' /* that it learns in */;

CREATE TABLE corpus (          -- utterances in order; made for good, so that splits and answers go by places in it
    id           INTEGER PRIMARY KEY,
    name         TEXT NOT NULL UNIQUE,
    language     TEXT NOT NULL,
    licence      TEXT NOT NULL DEFAULT '',
    n_utterances INTEGER NOT NULL,
    n_tokens     INTEGER NOT NULL,
    source_id    INTEGER REFERENCES source(id)
) STRICT;

CREATE TABLE utterance (       -- of a corpus
    corpus_id   INTEGER NOT NULL REFERENCES corpus(id),
    position    INTEGER NOT NULL,
    first_token INTEGER NOT NULL, -- the place of its first token in the corpus
    n_tokens    INTEGER NOT NULL,
    section     TEXT,             -- of a given split: train, dev, test, or a number
    speaker     TEXT,
    child       TEXT,
    age         REAL,             -- of the child, in days
    note        TEXT,             -- what the file says of it: an id, a document
    PRIMARY KEY (corpus_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE token_word (      -- a word, tag or relation that stands in a layer; each once
    id   INTEGER PRIMARY KEY,
    word TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE token_layer (     -- what is known of tokens: a layer of a corpus, packed some thousand tokens at a time
    corpus_id   INTEGER NOT NULL REFERENCES corpus(id),
    name        TEXT NOT NULL,    -- form, lemma, head, relation, or the name of a tag set: cpos, upos, ptb
    kind        TEXT NOT NULL CHECK (kind IN ('text', 'tags', 'relations', 'heads', 'numbers')),
    first_token INTEGER NOT NULL,
    width       INTEGER NOT NULL CHECK (width IN (1, 2, 4)), -- bytes of each number, the lowest byte first
    numbers     BLOB NOT NULL,    -- of token_word; heads: the place in the sentence, from 1, 0 for the root
    PRIMARY KEY (corpus_id, name, first_token)
) STRICT, WITHOUT ROWID;

CREATE TABLE new_split (       -- one way to part a language's items, or the utterances of a corpus
    id         INTEGER PRIMARY KEY,
    domain     TEXT NOT NULL DEFAULT 'inflection',
    language   TEXT NOT NULL,
    corpus_id  INTEGER NOT NULL DEFAULT 0, -- 0: items are parted
    tag_set    TEXT NOT NULL DEFAULT '',   -- the layer of the corpus that is gold, or that learners see
    sampling   TEXT NOT NULL,    -- uniform, weighted, age, child, or a given split's name
    seed       INTEGER NOT NULL,
    is_given   INTEGER NOT NULL, -- 1: came from files; 0: drawn by goed
    learn_from TEXT NOT NULL DEFAULT 'training' CHECK (learn_from IN ('training', 'all')),
                                 -- all: learners see the text of all sections, gold withheld
    source_id  INTEGER REFERENCES source(id),
    UNIQUE (language, sampling, seed, domain, corpus_id, tag_set)
) STRICT;

INSERT INTO new_split (id, domain, language, sampling, seed, is_given, source_id)
SELECT id, 'inflection', language, sampling, seed, is_given, source_id FROM split;

DROP TABLE split;

ALTER TABLE new_split RENAME TO split;

ALTER TABLE training_list ADD COLUMN utterances BLOB
    /* of a corpus: their places in the order of the list, 32 bits each, lowest byte first; items: NULL */;

CREATE TABLE split_utterances ( -- the utterances of a corpus that are to be answered
    split_id   INTEGER NOT NULL REFERENCES split(id),
    part       TEXT NOT NULL CHECK (part IN ('dev', 'test')),
    utterances BLOB NOT NULL,   -- their places, 32 bits each, lowest byte first
    PRIMARY KEY (split_id, part)
) STRICT, WITHOUT ROWID;

CREATE TABLE new_run (         -- one learner on one split at one size with one training seed, at its end or at a step
    id            INTEGER PRIMARY KEY,
    model_id      INTEGER NOT NULL REFERENCES model(id),
    split_id      INTEGER NOT NULL REFERENCES split(id),
    size          INTEGER NOT NULL,
    training_seed INTEGER NOT NULL,
    step          INTEGER NOT NULL DEFAULT 0, -- 0: the finished run; n: the state after n units of its training
    step_unit     TEXT,         -- epoch, update, sweep
    needs_id      INTEGER,      -- the run whose answers this one learns from
    state         TEXT NOT NULL CHECK (state IN ('planned', 'running', 'done', 'failed')),
    runner_id     INTEGER,      -- who runs it now
    message       TEXT,         -- why it failed
    log           TEXT,         -- end of an external command's stderr
    selected_on   TEXT,         -- finetune, or dev where the split has no fine-tune part and the model needs one
    started_at    TEXT,
    seconds       REAL,
    versions      TEXT,         -- JSON: goed, Python, what the model uses
    machine       TEXT,
    UNIQUE (model_id, split_id, size, training_seed, step)
) STRICT;

INSERT INTO new_run (id, model_id, split_id, size, training_seed, state, runner_id, message, log, selected_on,
                     started_at, seconds, versions, machine)
SELECT id, model_id, split_id, size, training_seed, state, runner_id, message, log, selected_on,
       started_at, seconds, versions, machine FROM run;

DROP TABLE run;

ALTER TABLE new_run RENAME TO run;

CREATE TABLE run_measure (     -- a measure of a part of a run that is no count of right answers: V, VI, NED
    run_part_id INTEGER NOT NULL,
    measure     TEXT NOT NULL,
    value       REAL,          -- NULL where it is not defined
    n           REAL NOT NULL, -- what it is a share or a mean of
    flag        TEXT NOT NULL DEFAULT '', -- why it is not defined, or what else is to be known
    PRIMARY KEY (run_part_id, measure)
) STRICT, WITHOUT ROWID;

CREATE TABLE circumstance (    -- what depends on the run and not on the answer alone: unseen, rare, split
    run_part_id INTEGER NOT NULL,
    name        TEXT NOT NULL,
    value       TEXT NOT NULL,
    items       BLOB NOT NULL, -- the items (or tokens) that it holds for, 32 bits each, lowest byte first
    PRIMARY KEY (run_part_id, name, value)
) STRICT, WITHOUT ROWID;

CREATE TABLE token_answers (   -- what a run answers for every token of a part, packed, in the order of the corpus
    run_part_id INTEGER NOT NULL,
    layer       TEXT NOT NULL, -- class, head, category
    width       INTEGER NOT NULL CHECK (width IN (1, 2, 4)),
    answers     BLOB NOT NULL, -- numbers of answer_class; heads: places in the sentence
    PRIMARY KEY (run_part_id, layer)
) STRICT, WITHOUT ROWID;

CREATE TABLE answer_class (    -- what a run's own classes stand for: its map to tags
    run_part_id INTEGER NOT NULL,
    class       INTEGER NOT NULL,
    name        TEXT NOT NULL, -- as the learner calls it: 17, or 0110
    answer      TEXT NOT NULL, -- the tag that it is mapped to
    n           INTEGER NOT NULL, -- training tokens in it
    n_right     INTEGER NOT NULL, -- those of them that have the tag
    PRIMARY KEY (run_part_id, class)
) STRICT, WITHOUT ROWID;

ALTER TABLE annotation ADD COLUMN verdict TEXT
    /* what a person says of the answer apart from its kind of error, in the words of the domain; NULL: nothing */;
"""

VIEWS_9 = """
CREATE VIEW prediction_table AS -- every visible prediction in words; correct and gold as in exact match
SELECT split.language, split.sampling, split.seed, model.name AS model, run.size, run.training_seed, run_part.part,
       item.word AS lemma, feature_set.features, item.gold, output.answer AS predicted, output.is_correct
FROM prediction
JOIN run_part ON run_part.id = prediction.run_part_id
JOIN run ON run.id = run_part.run_id
JOIN split ON split.id = run.split_id
JOIN model ON model.id = run.model_id
JOIN item ON item.id = prediction.item_id
JOIN feature_set ON feature_set.id = item.feature_set_id
JOIN output ON output.id = prediction.output_id;

CREATE VIEW label_table AS     -- every output with the classifier's label, in words
SELECT item.language, item.word AS lemma, feature_set.features, item.gold, output.answer AS predicted,
       label_kind.gold_class, label_kind.pred_class, label_kind.error, label_kind.flags, label_kind.rule,
       label.evidence, label.considered, label_kind.confidence, label_kind.classifier
FROM output
JOIN item ON item.id = output.item_id
JOIN feature_set ON feature_set.id = item.feature_set_id
JOIN label ON label.output_id = output.id
JOIN label_kind ON label_kind.id = label.kind_id;

CREATE VIEW spoken_label AS    -- what people say of outputs now: each person's newest label, and older ones of other
                               -- copies of the study that nobody has replaced; all adjudications are of person 0
SELECT own.output_id, iif(own_act.kind = 'adjudicate', 0, own_act.annotator_id) AS person, annotator.name,
       own.gold_class, own.pred_class, own.error,
       (SELECT group_concat(value, ',') FROM (SELECT value FROM json_each(
           '[' || replace(json_quote(own.flags), ',', '","') || ']') ORDER BY value)) AS flags, -- in one order
       own.verdict, max(own_act.clock) AS clock
FROM annotation AS own
JOIN standing_act AS own_act ON own_act.id = own.act_id
JOIN annotator ON annotator.id = own_act.annotator_id
WHERE own.error IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM annotation AS later JOIN standing_act AS later_act ON later_act.id = later.act_id
    WHERE later.output_id = own.output_id AND later.error IS NOT NULL
      AND (later_act.kind = 'adjudicate') = (own_act.kind = 'adjudicate')
      AND (own_act.kind = 'adjudicate' OR later_act.annotator_id = own_act.annotator_id)
      AND (later_act.clock, later_act.id) > (own_act.clock, own_act.id)
      AND NOT EXISTS (SELECT 1 FROM concurrent_act WHERE act_id = own_act.id AND other_id = later_act.id))
-- Who says the same in two copies says it once.
GROUP BY 1, 2, 4, 5, 6, 7, 8;

CREATE VIEW resolved_label AS  -- every output with the label that counts: the adjudicated one, else what more than half
                               -- of the annotators say, else the classifier's, which is disputed where people differ
WITH settled AS (
    SELECT * FROM spoken_label WHERE person = 0 GROUP BY output_id HAVING count(*) = 1
), voice AS (                  -- of what was settled in two ways both verdicts are voices
    SELECT *, count(*) OVER (PARTITION BY output_id) AS n_voices
    FROM spoken_label WHERE output_id NOT IN (SELECT output_id FROM settled) ORDER BY name
), agreed AS (
    SELECT output_id, gold_class, pred_class, error, flags, verdict, 'adjudicated' AS source FROM settled
    UNION ALL
    SELECT output_id, gold_class, pred_class, error, flags, verdict, group_concat(name, ', ') FROM voice
    GROUP BY output_id, gold_class, pred_class, error, flags, verdict HAVING 2 * count(*) > n_voices
)
SELECT item.domain, item.language, item.word AS lemma, feature_set.features, item.gold, output.answer AS predicted,
       coalesce(agreed.gold_class, label_kind.gold_class) AS gold_class,
       coalesce(agreed.pred_class, label_kind.pred_class) AS pred_class,
       coalesce(agreed.error, label_kind.error) AS error,
       coalesce(agreed.flags, label_kind.flags) AS flags, agreed.verdict,
       coalesce(agreed.source, iif(output.id IN (SELECT output_id FROM voice), 'disputed', 'classifier')) AS source,
       label_kind.rule, label.evidence, label.considered, label_kind.confidence, label_kind.classifier
FROM output
JOIN item ON item.id = output.item_id
JOIN feature_set ON feature_set.id = item.feature_set_id
LEFT JOIN label ON label.output_id = output.id
LEFT JOIN label_kind ON label_kind.id = label.kind_id
LEFT JOIN agreed ON agreed.output_id = output.id;
"""


@migrations()
def first_schema(db: Database) -> None:
    """Every noun of goed's design gets its home."""
    for script in (SOURCES, SPLITS, RUNS, OUTPUTS, LABELS_1, VIEWS):
        for statement in statements(script):
            db.execute(statement)


@migrations()
def labels_and_acts(db: Database) -> None:
    """Labels of the same kind share a row; an act may be about many outputs. Until now nothing wrote either."""
    for statement in statements(LABELS_2):
        db.execute(statement)


@migrations()
def other_readings(db: Database) -> None:
    """A label says what else was considered."""
    for statement in statements(LABELS_3):
        db.execute(statement)


@migrations()
def the_annotator(db: Database) -> None:
    """Acts can be undone, belong to sittings, and may be blind; samples and preferences have a home."""
    for statement in statements(ANNOTATOR_4):
        db.execute(statement)


@migrations()
def declarations(db: Database) -> None:
    """A study knows the declaration that it was made from."""
    for statement in statements(DECLARATION_5):
        db.execute(statement)


@migrations()
def progress(db: Database) -> None:
    """A run at work tells how far it is."""
    for statement in statements(PROGRESS_6):
        db.execute(statement)


@migrations()
def packs(db: Database) -> None:
    """The outputs of each part of a run stand together, too."""
    for statement in statements(PACKS_7):
        db.execute(statement)
    run_part_ids = [run_part_id for (run_part_id,) in db.execute("SELECT id FROM run_part").fetchall()]
    make_packs(db.conn, run_part_ids)


@migrations()
def copies(db: Database) -> None:
    """Acts of several copies of a study have one order, and those that did not know of each other are told."""
    for statement in statements(COPIES_8):
        db.execute(statement)
    set_clocks(db.conn)


@migrations()
def domains(db: Database) -> None:
    """Items, splits and models belong to domains; corpora, steps, measures, circumstances and verdicts have a home."""
    for statement in statements(DOMAINS_9 + VIEWS_9):
        db.execute(statement)


def statements(script: str) -> list[str]:
    """The statements of a script, each with the comments that stand in front of it."""
    return [part.strip() for part in script.split(";\n") if part.strip()]


def upgrade(db: Database) -> None:
    """Apply what is missing, and mark the file as a goed study of this version."""
    migrations.apply(db)
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
