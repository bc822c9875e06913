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
