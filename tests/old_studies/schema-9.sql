-- A study as goed of schema 9 wrote it: that of schema 8, upgraded and labelled anew.
PRAGMA application_id = 1735353700;
PRAGMA user_version = 9;
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
INSERT INTO "_sqlite_migrations" VALUES(9,'goed','domains','2026-11-20 11:07:06.059303+00:00');
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
    note       TEXT, is_marked INTEGER /* 1: to come back to, 0: no longer, NULL: nothing said of it */, verdict TEXT
    /* what a person says of the answer apart from its kind of error, in the words of the domain; NULL: nothing */,
    PRIMARY KEY (act_id, output_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "annotation" VALUES(1,4,'irr','irr','wrong-irregular','','as rang',NULL,NULL);
INSERT INTO "annotation" VALUES(1,5,'reg','irr','over-irregularization','variant',NULL,NULL,NULL);
INSERT INTO "annotation" VALUES(2,3,'irr','reg','over-regularization','','as children say it',NULL,NULL);
INSERT INTO "annotation" VALUES(3,4,'irr','reg','over-regularization','',NULL,NULL,NULL);
INSERT INTO "annotation" VALUES(5,4,'irr','reg','over-regularization','','as they say it',NULL,NULL);
INSERT INTO "annotation" VALUES(6,4,'irr','reg','over-regularization','',NULL,NULL,NULL);
INSERT INTO "annotation" VALUES(7,6,'irr','reg','over-regularization','',NULL,NULL,NULL);
INSERT INTO "annotation" VALUES(8,6,'irr','?','unnatural','',NULL,NULL,NULL);
INSERT INTO "annotation" VALUES(9,7,'irr','irr','wrong-irregular','','as mouse, mice',NULL,NULL);
CREATE TABLE annotator (       -- a person who checks labels
    id   INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;
INSERT INTO "annotator" VALUES(1,'anna');
INSERT INTO "annotator" VALUES(2,'sp');
INSERT INTO "annotator" VALUES(3,'jk');
CREATE TABLE answer_class (    -- what a run's own classes stand for: its map to tags
    run_part_id INTEGER NOT NULL,
    class       INTEGER NOT NULL,
    name        TEXT NOT NULL, -- as the learner calls it: 17, or 0110
    answer      TEXT NOT NULL, -- the tag that it is mapped to
    n           INTEGER NOT NULL, -- training tokens in it
    n_right     INTEGER NOT NULL, -- those of them that have the tag
    PRIMARY KEY (run_part_id, class)
) STRICT, WITHOUT ROWID;
CREATE TABLE circumstance (    -- what depends on the run and not on the answer alone: unseen, rare, split
    run_part_id INTEGER NOT NULL,
    name        TEXT NOT NULL,
    value       TEXT NOT NULL,
    items       BLOB NOT NULL, -- the items (or tokens) that it holds for, 32 bits each, lowest byte first
    PRIMARY KEY (run_part_id, name, value)
) STRICT, WITHOUT ROWID;
CREATE TABLE concurrent_act (  -- two acts on the same output, done in two copies of a study: neither knew of the other
    act_id   INTEGER NOT NULL REFERENCES act(id), -- the one with the earlier clock
    other_id INTEGER NOT NULL REFERENCES act(id),
    PRIMARY KEY (act_id, other_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "concurrent_act" VALUES(7,8);
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
    word          TEXT NOT NULL,
    feature_set_id INTEGER NOT NULL REFERENCES feature_set(id),
    gold           TEXT NOT NULL,  -- gold, NFC
    frequency      REAL,           -- NULL where no source counted it
    gold_class     TEXT,           -- inflection class of the gold form, from the classifier
    source_id      INTEGER REFERENCES source(id)
, counts_all_forms INTEGER NOT NULL DEFAULT 0
    /* 1: frequency is that of all forms of the lemma with these features, from --counts-only; 0: of the gold form */, domain TEXT NOT NULL DEFAULT 'inflection'
    /* the family of learners that is asked: inflection, categories, dependencies, derivations, or one of a plug-in */, corpus_id INTEGER NOT NULL DEFAULT 0 /* where it stands; 0: in no corpus */, token INTEGER NOT NULL DEFAULT 0 /* its place in that corpus, counted in tokens */) STRICT;
INSERT INTO "item" VALUES(1,'eng','jump',1,'jumped',NULL,'reg',1,0,'inflection',0,0);
INSERT INTO "item" VALUES(2,'eng','join',1,'joined',NULL,'reg',1,0,'inflection',0,0);
INSERT INTO "item" VALUES(3,'eng','hold',1,'held',NULL,'irr',1,0,'inflection',0,0);
INSERT INTO "item" VALUES(4,'eng','walk',1,'walked',NULL,'reg',1,0,'inflection',0,0);
INSERT INTO "item" VALUES(5,'eng','sing',1,'sang',NULL,'irr',1,0,'inflection',0,0);
INSERT INTO "item" VALUES(6,'eng','go',1,'went',NULL,'irr',1,0,'inflection',0,0);
INSERT INTO "item" VALUES(7,'eng','bring',1,'brought',NULL,'irr',1,0,'inflection',0,0);
INSERT INTO "item" VALUES(8,'eng','dream',1,'dreamed',NULL,'reg',1,0,'inflection',0,0);
INSERT INTO "item" VALUES(9,'eng','foot',2,'feet',NULL,'stem',4,0,'inflection',0,0);
INSERT INTO "item" VALUES(10,'eng','goose',2,'geese',NULL,'stem',4,0,'inflection',0,0);
INSERT INTO "item" VALUES(11,'eng','cat',2,'cats',NULL,'suffix',5,0,'inflection',0,0);
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
INSERT INTO "label" VALUES(6,2,'+s','');
INSERT INTO "label" VALUES(7,2,'+s','');
CREATE TABLE label_change (    -- a single row, by which programs see that what they know of outputs is out of date
    n INTEGER NOT NULL         -- how often the classifier's labels were changed, or outputs removed
) STRICT;
INSERT INTO "label_change" VALUES(1);
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
CREATE TABLE "model" (       -- something that learns and answers
    id       INTEGER PRIMARY KEY,
    domain   TEXT NOT NULL,    -- that it learns in
    name     TEXT NOT NULL,
    kind     TEXT NOT NULL,    -- built in, plug-in, external, imported
    settings TEXT NOT NULL DEFAULT '{}', -- JSON; other settings make another model
    UNIQUE (domain, name)
) STRICT;
INSERT INTO "model" VALUES(1,'inflection','babble','imported','{}');
CREATE TABLE output (          -- a distinct (item, predicted form); labelled once, counted everywhere
    id         INTEGER PRIMARY KEY,
    item_id    INTEGER NOT NULL REFERENCES item(id),
    answer       TEXT NOT NULL,    -- NFC, stripped; '' where nothing was predicted
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
CREATE TABLE "run" (         -- one learner on one split at one size with one training seed, at its end or at a step
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
INSERT INTO "run" VALUES(1,1,1,2,0,0,NULL,NULL,'done',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "run" VALUES(2,1,2,1,0,0,NULL,NULL,'done',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE run_measure (     -- a measure of a part of a run that is no count of right answers: V, VI, NED
    run_part_id INTEGER NOT NULL,
    measure     TEXT NOT NULL,
    value       REAL,          -- NULL where it is not defined
    n           REAL NOT NULL, -- what it is a share or a mean of
    flag        TEXT NOT NULL DEFAULT '', -- why it is not defined, or what else is to be known
    PRIMARY KEY (run_part_id, measure)
) STRICT, WITHOUT ROWID;
CREATE TABLE "run_part" (    -- the answers of a run for a part of its split; visible once this row is there
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
CREATE TABLE "split" (       -- one way to part a language's items, or the utterances of a corpus
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
INSERT INTO "split" VALUES(1,'inflection','eng',0,'','given',0,1,'training',1);
INSERT INTO "split" VALUES(2,'inflection','eng',0,'','nouns',0,1,'training',5);
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
CREATE TABLE split_utterances ( -- the utterances of a corpus that are to be answered
    split_id   INTEGER NOT NULL REFERENCES split(id),
    part       TEXT NOT NULL,   -- dev, test, or a name of its own: of another corpus that is tested on, too
    corpus_id  INTEGER NOT NULL REFERENCES corpus(id),
    utterances BLOB NOT NULL,   -- their places, 32 bits each, lowest byte first
    PRIMARY KEY (split_id, part)
) STRICT, WITHOUT ROWID;
CREATE TABLE staged_act (      -- an id of act that an unfinished import is writing annotations for
    act_id    INTEGER PRIMARY KEY,
    runner_id INTEGER NOT NULL REFERENCES runner(id)
) STRICT;
CREATE TABLE staged_part (     -- an id of run_part that an unfinished import is writing predictions for
    run_part_id INTEGER PRIMARY KEY,
    runner_id   INTEGER NOT NULL REFERENCES runner(id)
) STRICT;
CREATE TABLE token_answers (   -- what a run answers for every token of a part, packed, in the order of the corpus
    run_part_id INTEGER NOT NULL,
    layer       TEXT NOT NULL, -- class, head, category
    width       INTEGER NOT NULL CHECK (width IN (1, 2, 4)),
    answers     BLOB NOT NULL, -- numbers of answer_class; heads: places in the sentence; n_predicted of them count
    PRIMARY KEY (run_part_id, layer)
) STRICT, WITHOUT ROWID;
CREATE TABLE token_layer (     -- what is known of tokens: a layer of a corpus, packed some thousand tokens at a time
    corpus_id   INTEGER NOT NULL REFERENCES corpus(id),
    name        TEXT NOT NULL,    -- form, lemma, head, relation, or the name of a tag set: cpos, upos, ptb
    kind        TEXT NOT NULL CHECK (kind IN ('text', 'tags', 'relations', 'heads', 'numbers')),
    first_token INTEGER NOT NULL,
    width       INTEGER NOT NULL CHECK (width IN (1, 2, 4)), -- bytes of each number, the lowest byte first
    numbers     BLOB NOT NULL,    -- of token_word; heads: the place in the sentence, from 1, 0 for the root
    PRIMARY KEY (corpus_id, name, first_token)
) STRICT, WITHOUT ROWID;
CREATE TABLE token_word (      -- a word, tag or relation that stands in a layer; each once
    id   INTEGER PRIMARY KEY,
    word TEXT NOT NULL UNIQUE
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
, utterances BLOB
    /* of a corpus: their places in the order of the list, 32 bits each, lowest byte first; items: NULL */) STRICT;
INSERT INTO "training_list" VALUES(1,1,NULL);
INSERT INTO "training_list" VALUES(2,2,NULL);
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
CREATE TABLE variant (         -- another gold form for an item's lemma and features: dreamt beside dreamed
    item_id   INTEGER NOT NULL REFERENCES item(id),
    answer      TEXT NOT NULL,
    frequency REAL,
    source_id INTEGER REFERENCES source(id),
    PRIMARY KEY (item_id, answer)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE UNIQUE INDEX output_identity ON output(item_id, answer);
CREATE INDEX annotation_output ON annotation(output_id);
CREATE INDEX act_undoes ON act(undoes_id) WHERE undoes_id IS NOT NULL;
CREATE INDEX act_annotator ON act(annotator_id);
CREATE VIEW standing_act AS    -- the acts that hold: neither undone nor an undoing
SELECT * FROM act WHERE kind != 'undo' AND NOT EXISTS (SELECT 1 FROM act AS undoing WHERE undoing.undoes_id = act.id);
CREATE INDEX act_clock ON act(clock);
CREATE UNIQUE INDEX item_identity ON item(language, word, feature_set_id, gold, domain, corpus_id, token);
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
COMMIT;
