DROP VIEW label_table;

DROP VIEW prediction_table;

-- Older classifiers made these. They are made again when the study is opened; people's acts are not touched.
DELETE FROM label;

UPDATE item SET gold_class = NULL;

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

CREATE TABLE new_model (       -- something that learns and answers
    id       INTEGER PRIMARY KEY,
    domain   TEXT NOT NULL,    -- that it learns in
    name     TEXT NOT NULL,
    kind     TEXT NOT NULL,    -- built in, plug-in, external, imported
    settings TEXT NOT NULL DEFAULT '{}', -- JSON; other settings make another model
    UNIQUE (domain, name)
) STRICT;

INSERT INTO new_model (id, domain, name, kind, settings) SELECT id, 'inflection', name, kind, settings FROM model;

DROP TABLE model;

ALTER TABLE new_model RENAME TO model;

CREATE TABLE corpus (          -- utterances in order; made for good, so that splits and answers go by places in it
    id           INTEGER PRIMARY KEY,
    name         TEXT NOT NULL UNIQUE,
    language     TEXT NOT NULL,
    licence      TEXT NOT NULL DEFAULT '',
    n_utterances INTEGER NOT NULL,
    n_tokens     INTEGER NOT NULL,
    digest       TEXT NOT NULL, -- SHA-256 of utterances and layers: copies of a study know by it that theirs is the same
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
    UNIQUE (language, sampling, seed, domain, corpus_id, tag_set, learn_from)
) STRICT;

INSERT INTO new_split (id, domain, language, sampling, seed, is_given, source_id)
SELECT id, 'inflection', language, sampling, seed, is_given, source_id FROM split;

DROP TABLE split;

ALTER TABLE new_split RENAME TO split;

ALTER TABLE training_list ADD COLUMN utterances BLOB
    /* of a corpus: their places in the order of the list, 32 bits each, lowest byte first; items: NULL */;

CREATE TABLE split_utterances ( -- the utterances of a corpus that are to be answered
    split_id   INTEGER NOT NULL REFERENCES split(id),
    part       TEXT NOT NULL,   -- dev, test, or a name of its own: of another corpus that is tested on, too
    corpus_id  INTEGER NOT NULL REFERENCES corpus(id),
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

CREATE TABLE new_run_part (    -- the answers of a run for a part of its split; visible once this row is there
    id          INTEGER PRIMARY KEY,
    run_id      INTEGER NOT NULL REFERENCES run(id),
    part        TEXT NOT NULL,    -- test, dev, core, or another one that its split names
    n_items     INTEGER NOT NULL, -- items, or tokens, that the part asks for
    n_predicted INTEGER NOT NULL, -- of those predicted; the rest counts as wrong
    n_correct   INTEGER NOT NULL,
    n_unmatched INTEGER NOT NULL DEFAULT 0, -- rows of the file that are no item of this part
    source_id   INTEGER REFERENCES source(id),
    UNIQUE (run_id, part)
) STRICT;

INSERT INTO new_run_part SELECT * FROM run_part;

DROP TABLE run_part;

ALTER TABLE new_run_part RENAME TO run_part;

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
    answers     BLOB NOT NULL, -- numbers of answer_class; heads: places in the sentence; n_predicted of them count
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
