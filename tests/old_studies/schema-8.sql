-- A study as goed of schema 8 wrote it: that of schema 7, upgraded; two nouns, which goed judged as past tenses then; one
-- of them was labelled by the same person in two copies of the study, which were merged.
PRAGMA application_id = 1735353700;
PRAGMA user_version = 8;
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'goed','first_schema','2026-11-18 12:47:32.758738+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'goed','labels_and_acts','2026-11-18 12:47:32.759433+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'goed','other_readings','2026-11-18 15:35:44.329653+00:00');
INSERT INTO "_sqlite_migrations" VALUES(4,'goed','the_annotator','2026-11-18 18:52:35.918360+00:00');
INSERT INTO "_sqlite_migrations" VALUES(5,'goed','declarations','2026-11-18 22:14:47.449412+00:00');
INSERT INTO "_sqlite_migrations" VALUES(6,'goed','progress','2026-11-19 10:14:35.031261+00:00');
INSERT INTO "_sqlite_migrations" VALUES(7,'goed','packs','2026-11-19 17:49:14.169080+00:00');
INSERT INTO "_sqlite_migrations" VALUES(8,'goed','copies','2026-11-20 02:25:57.392991+00:00');
CREATE TABLE act (             -- one act of a person, on one output or on many; append-only, never changed
    id           INTEGER PRIMARY KEY,
    annotator_id INTEGER NOT NULL REFERENCES annotator(id),
    made_at      TEXT NOT NULL, -- UTC, ISO 8601
    kind         TEXT NOT NULL, -- import: labels came from a file
    undoes_id    INTEGER REFERENCES act(id),
    source_id    INTEGER REFERENCES source(id)
, redoes_id INTEGER REFERENCES act(id) /* the undone act that this one says again */, sitting_id INTEGER REFERENCES sitting(id), is_blind INTEGER NOT NULL DEFAULT 0
    /* 1: neither the classifier's label nor anybody else's was shown before it */, sample_id INTEGER REFERENCES sample(id) /* the audit that it is part of */, clock INTEGER NOT NULL DEFAULT 0
    /* microseconds since 1970, but later than all acts that were in the file: of two acts the later one holds */) STRICT;
INSERT INTO "act" VALUES(1,1,'2026-11-18T12:47:33+00:00','import',NULL,3,NULL,NULL,0,NULL,1795006053000000);
INSERT INTO "act" VALUES(2,2,'2026-11-18T18:52:36.578+00:00','label',NULL,NULL,NULL,NULL,0,NULL,1795027956578000);
INSERT INTO "act" VALUES(3,2,'2026-11-18T18:52:36.710+00:00','label',NULL,NULL,NULL,NULL,0,NULL,1795027956710000);
INSERT INTO "act" VALUES(4,2,'2026-11-18T18:52:36.824+00:00','undo',3,NULL,NULL,NULL,0,NULL,1795027956824000);
INSERT INTO "act" VALUES(5,2,'2026-11-19T17:49:23.502+00:00','label',NULL,NULL,NULL,NULL,0,NULL,1795110563502000);
INSERT INTO "act" VALUES(6,1,'2026-11-19T17:49:23.718+00:00','adjudicate',NULL,NULL,NULL,NULL,0,NULL,1795110563718000);
INSERT INTO "act" VALUES(7,2,'2026-11-20T02:26:12.273+00:00','label',NULL,NULL,NULL,NULL,0,NULL,1795141572273857);
INSERT INTO "act" VALUES(8,2,'2026-11-20T02:26:13.541+00:00','label',NULL,NULL,NULL,NULL,0,NULL,1795141573541199);
INSERT INTO "act" VALUES(9,3,'2026-11-20T02:26:13.888+00:00','label',NULL,NULL,NULL,NULL,0,NULL,1795141573888587);
CREATE TABLE annotation (      -- what an act says of an output; visible once the row of act is there
    act_id     INTEGER NOT NULL,
    output_id  INTEGER NOT NULL,
    gold_class TEXT,           -- the four columns of the label are NULL where the act is none, only a note
    pred_class TEXT,
    error      TEXT,
    flags      TEXT,
    note       TEXT, is_marked INTEGER /* 1: to come back to, 0: no longer, NULL: nothing said of it */,
    PRIMARY KEY (act_id, output_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "annotation" VALUES(1,4,'irr','irr','wrong-irregular','','as rang',NULL);
INSERT INTO "annotation" VALUES(1,5,'reg','irr','over-irregularization','variant',NULL,NULL);
INSERT INTO "annotation" VALUES(2,3,'irr','reg','over-regularization','','as children say it',NULL);
INSERT INTO "annotation" VALUES(3,4,'irr','reg','over-regularization','',NULL,NULL);
INSERT INTO "annotation" VALUES(5,4,'irr','reg','over-regularization','','as they say it',NULL);
INSERT INTO "annotation" VALUES(6,4,'irr','reg','over-regularization','',NULL,NULL);
INSERT INTO "annotation" VALUES(7,6,'irr','reg','over-regularization','',NULL,NULL);
INSERT INTO "annotation" VALUES(8,6,'irr','?','unnatural','',NULL,NULL);
INSERT INTO "annotation" VALUES(9,7,'irr','irr','wrong-irregular','','as mouse, mice',NULL);
CREATE TABLE annotator (       -- a person who checks labels
    id   INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;
INSERT INTO "annotator" VALUES(1,'anna');
INSERT INTO "annotator" VALUES(2,'sp');
INSERT INTO "annotator" VALUES(3,'jk');
CREATE TABLE concurrent_act (  -- two acts on the same output, done in two copies of a study: neither knew of the other
    act_id   INTEGER NOT NULL REFERENCES act(id), -- the one with the earlier clock
    other_id INTEGER NOT NULL REFERENCES act(id),
    PRIMARY KEY (act_id, other_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "concurrent_act" VALUES(7,8);
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
CREATE TABLE feature_set (     -- a feature string as one unit: V;PST
    id       INTEGER PRIMARY KEY,
    features TEXT NOT NULL UNIQUE
) STRICT;
INSERT INTO "feature_set" VALUES(1,'V;PST');
INSERT INTO "feature_set" VALUES(2,'N;PL');
CREATE TABLE item (            -- a lemma, its features and its gold form: bring  V;PST  brought
    id             INTEGER PRIMARY KEY,
    language       TEXT NOT NULL,  -- ISO 639-3
    lemma          TEXT NOT NULL,
    feature_set_id INTEGER NOT NULL REFERENCES feature_set(id),
    form           TEXT NOT NULL,  -- gold, NFC
    frequency      REAL,           -- NULL where no source counted it
    gold_class     TEXT,           -- inflection class of the gold form, from the classifier
    source_id      INTEGER REFERENCES source(id)
, counts_all_forms INTEGER NOT NULL DEFAULT 0
    /* 1: frequency is that of all forms of the lemma with these features, from --counts-only; 0: of the gold form */) STRICT;
INSERT INTO "item" VALUES(1,'eng','jump',1,'jumped',NULL,'reg',1,0);
INSERT INTO "item" VALUES(2,'eng','join',1,'joined',NULL,'reg',1,0);
INSERT INTO "item" VALUES(3,'eng','hold',1,'held',NULL,'irr',1,0);
INSERT INTO "item" VALUES(4,'eng','walk',1,'walked',NULL,'reg',1,0);
INSERT INTO "item" VALUES(5,'eng','sing',1,'sang',NULL,'irr',1,0);
INSERT INTO "item" VALUES(6,'eng','go',1,'went',NULL,'irr',1,0);
INSERT INTO "item" VALUES(7,'eng','bring',1,'brought',NULL,'irr',1,0);
INSERT INTO "item" VALUES(8,'eng','dream',1,'dreamed',NULL,'reg',1,0);
INSERT INTO "item" VALUES(9,'eng','foot',2,'feet',NULL,'irr',4,0);
INSERT INTO "item" VALUES(10,'eng','goose',2,'geese',NULL,'irr',4,0);
INSERT INTO "item" VALUES(11,'eng','cat',2,'cats',NULL,'irr',5,0);
CREATE TABLE label (           -- what the classifier says of an output
    output_id INTEGER PRIMARY KEY,
    kind_id   INTEGER NOT NULL,
    evidence  TEXT NOT NULL    -- the reason, for people
, considered TEXT NOT NULL DEFAULT ''
    /* other readings of the form that the classifier saw, and why it did not take them */) STRICT;
INSERT INTO "label" VALUES(1,5,'-d without its e','');
INSERT INTO "label" VALUES(2,6,'lemma + -ed','');
INSERT INTO "label" VALUES(3,6,'lemma + -ed','');
INSERT INTO "label" VALUES(4,7,'ing→ang as in sing–sang, ring–rang','');
INSERT INTO "label" VALUES(5,8,'another past of this verb','');
INSERT INTO "label" VALUES(6,9,'no rule and no analogy','');
INSERT INTO "label" VALUES(7,9,'no rule and no analogy','');
CREATE TABLE label_change (    -- a single row, by which programs see that what they know of outputs is out of date
    n INTEGER NOT NULL         -- how often the classifier's labels were changed, or outputs removed
) STRICT;
INSERT INTO "label_change" VALUES(0);
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
INSERT INTO "label_kind" VALUES(1,'suffix','suffix','same-place','','added-end',0.95,'generic 1');
INSERT INTO "label_kind" VALUES(2,'stem','suffix','stem→suffix','','added-end',0.95,'generic 1');
INSERT INTO "label_kind" VALUES(3,'?','suffix','?→suffix','','added-end',0.95,'generic 1');
INSERT INTO "label_kind" VALUES(4,'suffix','stem','suffix→stem','','changed-inside',0.85,'generic 1');
INSERT INTO "label_kind" VALUES(5,'reg','reg','regular-spelling','','e-left-out',0.95,'english 1');
INSERT INTO "label_kind" VALUES(6,'irr','reg','over-regularization','','plain',0.99,'english 1');
INSERT INTO "label_kind" VALUES(7,'irr','irr','wrong-irregular','','same-rime',0.97,'english 1');
INSERT INTO "label_kind" VALUES(8,'reg','irr','over-irregularization','variant','own-irregular-past',0.99,'english 1');
INSERT INTO "label_kind" VALUES(9,'irr','?','unnatural','','no-pattern',0.97,'english 1');
CREATE TABLE model (           -- something that predicts forms
    id       INTEGER PRIMARY KEY,
    name     TEXT NOT NULL UNIQUE,
    kind     TEXT NOT NULL,    -- built in, plug-in, external, imported
    settings TEXT NOT NULL DEFAULT '{}'  -- JSON; other settings make another model
) STRICT;
INSERT INTO "model" VALUES(1,'babble','imported','{}');
CREATE TABLE output (          -- a distinct (item, predicted form); labelled once, counted everywhere
    id         INTEGER PRIMARY KEY,
    item_id    INTEGER NOT NULL REFERENCES item(id),
    form       TEXT NOT NULL,    -- NFC, stripped; '' where nothing was predicted
    is_correct INTEGER NOT NULL  -- 1 where it equals the gold form
) STRICT;
INSERT INTO "output" VALUES(1,4,'walkd',0);
INSERT INTO "output" VALUES(2,5,'singed',0);
INSERT INTO "output" VALUES(3,6,'goed',0);
INSERT INTO "output" VALUES(4,7,'brang',0);
INSERT INTO "output" VALUES(5,8,'dreamt',0);
INSERT INTO "output" VALUES(6,9,'foots',0);
INSERT INTO "output" VALUES(7,10,'gooses',0);
CREATE TABLE part_pack (       -- an index: the outputs of a part of a run, to count millions of predictions fast
    run_part_id INTEGER PRIMARY KEY,
    outputs     BLOB NOT NULL  -- output_id of each of its predictions in any order, 32 bits each, lowest byte first
) STRICT;
INSERT INTO "part_pack" VALUES(1,X'0100000002000000030000000400000005000000');
INSERT INTO "part_pack" VALUES(2,X'0600000007000000');
CREATE TABLE prediction (      -- run × item → output
    run_part_id INTEGER NOT NULL,
    item_id     INTEGER NOT NULL,
    output_id   INTEGER NOT NULL,
    PRIMARY KEY (run_part_id, item_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "prediction" VALUES(1,4,1);
INSERT INTO "prediction" VALUES(1,5,2);
INSERT INTO "prediction" VALUES(1,6,3);
INSERT INTO "prediction" VALUES(1,7,4);
INSERT INTO "prediction" VALUES(1,8,5);
INSERT INTO "prediction" VALUES(2,9,6);
INSERT INTO "prediction" VALUES(2,10,7);
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
CREATE TABLE preference (      -- what the terminal UI remembers for a person: the filter of the queue
    annotator_id INTEGER NOT NULL REFERENCES annotator(id),
    name         TEXT NOT NULL,
    value        TEXT NOT NULL,
    PRIMARY KEY (annotator_id, name)
) STRICT, WITHOUT ROWID;
INSERT INTO "preference" VALUES(1,'queue','{}');
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
INSERT INTO "run" VALUES(1,1,1,2,0,'done',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "run" VALUES(2,1,2,1,0,'done',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
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
INSERT INTO "run_part" VALUES(1,1,'test',5,5,0,0,2);
INSERT INTO "run_part" VALUES(2,2,'test',2,2,0,0,6);
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
CREATE TABLE runner (          -- a goed process that does runs or imports, so that its leavings can be told
    id         INTEGER PRIMARY KEY,
    host       TEXT NOT NULL,
    pid        INTEGER NOT NULL,
    born       TEXT,           -- when the process was started, as its machine counts
    started_at TEXT NOT NULL,
    seen_at    REAL NOT NULL   -- Unix time of its last sign of life, for other machines
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
INSERT INTO "sample" VALUES(1,2,'2026-11-18T18:52:36+00:00','{"order": "lemma", "state": "all"}',1,3,5,5);
INSERT INTO "sample" VALUES(2,2,'2026-11-19T17:49:23+00:00','{"languages": ["eng"], "order": "lemma", "state": "all"}',3,2,5,5);
CREATE TABLE sample_output (   -- an output of a sample, in the order in which it is judged
    sample_id     INTEGER NOT NULL REFERENCES sample(id),
    position      INTEGER NOT NULL,
    output_id     INTEGER NOT NULL,
    n_predictions INTEGER NOT NULL, -- how often it occurred then
    probability   REAL NOT NULL,    -- of its being drawn: a rate weighs it with n_predictions / probability
    PRIMARY KEY (sample_id, position)
) STRICT, WITHOUT ROWID;
INSERT INTO "sample_output" VALUES(1,0,2,1,0.6);
INSERT INTO "sample_output" VALUES(1,1,4,1,0.6);
INSERT INTO "sample_output" VALUES(1,2,3,1,0.6);
INSERT INTO "sample_output" VALUES(2,0,1,1,0.4);
INSERT INTO "sample_output" VALUES(2,1,2,1,0.4);
CREATE TABLE sitting (         -- a person at work in the terminal UI, from opening to closing
    id           INTEGER PRIMARY KEY,
    annotator_id INTEGER NOT NULL REFERENCES annotator(id),
    started_at   TEXT NOT NULL, -- UTC, ISO 8601
    seen_at      TEXT NOT NULL, -- the last sign of life; the end, once it has ended
    has_ended    INTEGER NOT NULL DEFAULT 0 -- 1: closed by the person; 0: open, or it was killed
) STRICT;
INSERT INTO "sitting" VALUES(1,1,'2026-11-18T15:00:00+00:00','2026-11-18T15:05:00+00:00',1);
CREATE TABLE source (          -- where items, a split or predictions came from
    id          INTEGER PRIMARY KEY,
    path        TEXT NOT NULL, -- of the file or folder as the user gave it
    sha256      TEXT,          -- of the file's bytes
    imported_at TEXT NOT NULL  -- UTC, ISO 8601
) STRICT;
INSERT INTO "source" VALUES(1,'g',NULL,'2026-11-18T12:47:32+00:00');
INSERT INTO "source" VALUES(2,'p/eng_2.test','27b453a965f454475978f422db31a4b2fbb1a5bb386ca221f6f32a057f6acc4b','2026-11-18T12:47:32+00:00');
INSERT INTO "source" VALUES(3,'labels.tsv','983fc21e60496ca6426e4978fd71841f3c58164d8dae2d0e63bea5ffa15ed018','2026-11-18T12:47:33+00:00');
INSERT INTO "source" VALUES(4,'eng','c9ecde6318a6f52f00b7743131578409e7846466a395396178783c5dbeb99c83','2026-11-20T02:25:57+00:00');
INSERT INTO "source" VALUES(5,'sp',NULL,'2026-11-20T02:26:11+00:00');
INSERT INTO "source" VALUES(6,'pr/eng_1.test','c312f6012b79d343a2609bfe06437701625ffa9f1f107de91d6b149d3a47226a','2026-11-20T02:26:11+00:00');
CREATE TABLE split (           -- one way to part a language's items: sampling strategy + seed
    id        INTEGER PRIMARY KEY,
    language  TEXT NOT NULL,
    sampling  TEXT NOT NULL,    -- uniform, weighted, or a given split's name
    seed      INTEGER NOT NULL,
    is_given  INTEGER NOT NULL, -- 1: came from files; 0: drawn by goed
    source_id INTEGER REFERENCES source(id),
    UNIQUE (language, sampling, seed)
) STRICT;
INSERT INTO "split" VALUES(1,'eng','given',0,1,1);
INSERT INTO "split" VALUES(2,'eng','nouns',0,1,5);
CREATE TABLE split_item (      -- the items to be predicted
    split_id INTEGER NOT NULL REFERENCES split(id),
    part     TEXT NOT NULL CHECK (part IN ('dev', 'test')),
    position INTEGER NOT NULL,
    item_id  INTEGER NOT NULL REFERENCES item(id),
    PRIMARY KEY (split_id, part, position)
) STRICT, WITHOUT ROWID;
INSERT INTO "split_item" VALUES(1,'dev',0,3);
INSERT INTO "split_item" VALUES(1,'test',0,4);
INSERT INTO "split_item" VALUES(1,'test',1,5);
INSERT INTO "split_item" VALUES(1,'test',2,6);
INSERT INTO "split_item" VALUES(1,'test',3,7);
INSERT INTO "split_item" VALUES(1,'test',4,8);
INSERT INTO "split_item" VALUES(2,'test',0,9);
INSERT INTO "split_item" VALUES(2,'test',1,10);
CREATE TABLE staged_act (      -- an id of act that an unfinished import is writing annotations for
    act_id    INTEGER PRIMARY KEY,
    runner_id INTEGER NOT NULL REFERENCES runner(id)
) STRICT;
CREATE TABLE staged_part (     -- an id of run_part that an unfinished import is writing predictions for
    run_part_id INTEGER PRIMARY KEY,
    runner_id   INTEGER NOT NULL REFERENCES runner(id)
) STRICT;
CREATE TABLE training_item (   -- an item of a list, in its place
    list_id     INTEGER NOT NULL REFERENCES training_list(id),
    position    INTEGER NOT NULL,
    item_id     INTEGER NOT NULL REFERENCES item(id),
    is_finetune INTEGER NOT NULL, -- 1: in the fine-tune part, 0: in the train part
    PRIMARY KEY (list_id, position)
) STRICT, WITHOUT ROWID;
INSERT INTO "training_item" VALUES(1,0,1,0);
INSERT INTO "training_item" VALUES(1,1,2,0);
INSERT INTO "training_item" VALUES(2,0,11,0);
CREATE TABLE training_list (   -- an ordered list whose beginnings are training sets
    id       INTEGER PRIMARY KEY,
    split_id INTEGER NOT NULL REFERENCES split(id)
) STRICT;
INSERT INTO "training_list" VALUES(1,1);
INSERT INTO "training_list" VALUES(2,2);
CREATE TABLE training_set (    -- the first n_items of a list; a split's sets share one list where they are nested
    split_id INTEGER NOT NULL REFERENCES split(id),
    size     INTEGER NOT NULL, -- as the split names it
    name     TEXT,             -- a word that files use for the size: small
    list_id  INTEGER NOT NULL REFERENCES training_list(id),
    n_items  INTEGER NOT NULL,
    PRIMARY KEY (split_id, size)
) STRICT, WITHOUT ROWID;
INSERT INTO "training_set" VALUES(1,2,NULL,1,2);
INSERT INTO "training_set" VALUES(2,1,NULL,2,1);
CREATE TABLE variant (         -- another gold form for an item's lemma and features: dreamt beside dreamed
    item_id   INTEGER NOT NULL REFERENCES item(id),
    form      TEXT NOT NULL,
    frequency REAL,
    source_id INTEGER REFERENCES source(id),
    PRIMARY KEY (item_id, form)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE UNIQUE INDEX item_identity ON item(language, lemma, feature_set_id, form);
CREATE UNIQUE INDEX output_identity ON output(item_id, form);
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
CREATE INDEX annotation_output ON annotation(output_id);
CREATE VIEW label_table AS     -- every output with the classifier's label, in words
SELECT item.language, item.lemma, feature_set.features, item.form AS gold, output.form AS predicted,
       label_kind.gold_class, label_kind.pred_class, label_kind.error, label_kind.flags, label_kind.rule,
       label.evidence, label.considered, label_kind.confidence, label_kind.classifier
FROM output
JOIN item ON item.id = output.item_id
JOIN feature_set ON feature_set.id = item.feature_set_id
JOIN label ON label.output_id = output.id
JOIN label_kind ON label_kind.id = label.kind_id;
CREATE INDEX act_undoes ON act(undoes_id) WHERE undoes_id IS NOT NULL;
CREATE INDEX act_annotator ON act(annotator_id);
CREATE VIEW standing_act AS    -- the acts that hold: neither undone nor an undoing
SELECT * FROM act WHERE kind != 'undo' AND NOT EXISTS (SELECT 1 FROM act AS undoing WHERE undoing.undoes_id = act.id);
CREATE INDEX act_clock ON act(clock);
COMMIT;
