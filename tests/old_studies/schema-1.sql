-- A study as goed of schema 1 wrote it: 65 nouns of Goedish, an accepted variant, NONNEUR on two training sets.
PRAGMA application_id = 1735353700;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'goed','first_schema','2026-11-18 10:39:32.856211+00:00');
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
CREATE TABLE annotator (       -- a person who checks labels
    id   INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE feature_set (     -- a feature string as one unit: V;PST
    id       INTEGER PRIMARY KEY,
    features TEXT NOT NULL UNIQUE
) STRICT;
INSERT INTO "feature_set" VALUES(1,'N;MASC;PL');
INSERT INTO "feature_set" VALUES(2,'N;FEM;PL');
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
INSERT INTO "item" VALUES(1,'qgo','rob',1,'reb',NULL,NULL,1);
INSERT INTO "item" VALUES(2,'qgo','var',1,'ver',NULL,NULL,1);
INSERT INTO "item" VALUES(3,'qgo','fat',1,'fet',NULL,NULL,1);
INSERT INTO "item" VALUES(4,'qgo','mat',1,'met',NULL,NULL,1);
INSERT INTO "item" VALUES(5,'qgo','far',1,'fer',NULL,NULL,1);
INSERT INTO "item" VALUES(6,'qgo','nad',1,'ned',NULL,NULL,1);
INSERT INTO "item" VALUES(7,'qgo','dam',1,'dem',NULL,NULL,1);
INSERT INTO "item" VALUES(8,'qgo','tat',1,'tet',NULL,NULL,1);
INSERT INTO "item" VALUES(9,'qgo','vor',1,'ver',NULL,NULL,1);
INSERT INTO "item" VALUES(10,'qgo','don',1,'den',NULL,NULL,1);
INSERT INTO "item" VALUES(11,'qgo','sab',1,'seb',NULL,NULL,1);
INSERT INTO "item" VALUES(12,'qgo','bog',1,'beg',NULL,NULL,1);
INSERT INTO "item" VALUES(13,'qgo','dal',1,'del',NULL,NULL,1);
INSERT INTO "item" VALUES(14,'qgo','som',1,'sem',NULL,NULL,1);
INSERT INTO "item" VALUES(15,'qgo','lof',1,'lef',NULL,NULL,1);
INSERT INTO "item" VALUES(16,'qgo','bofu',1,'bofun',NULL,NULL,1);
INSERT INTO "item" VALUES(17,'qgo','keso',1,'keson',NULL,NULL,1);
INSERT INTO "item" VALUES(18,'qgo','tate',2,'taten',NULL,NULL,1);
INSERT INTO "item" VALUES(19,'qgo','gos',1,'ges',NULL,NULL,1);
INSERT INTO "item" VALUES(20,'qgo','folu',1,'folun',NULL,NULL,1);
INSERT INTO "item" VALUES(21,'qgo','kode',2,'koden',NULL,NULL,1);
INSERT INTO "item" VALUES(22,'qgo','tili',1,'tilin',NULL,NULL,1);
INSERT INTO "item" VALUES(23,'qgo','vife',2,'vifen',NULL,NULL,1);
INSERT INTO "item" VALUES(24,'qgo','dod',1,'ded',NULL,NULL,1);
INSERT INTO "item" VALUES(25,'qgo','rag',1,'reg',NULL,NULL,1);
INSERT INTO "item" VALUES(26,'qgo','tisi',1,'tisin',NULL,NULL,1);
INSERT INTO "item" VALUES(27,'qgo','rora',2,'rori',NULL,NULL,1);
INSERT INTO "item" VALUES(28,'qgo','kano',1,'kanon',NULL,NULL,1);
INSERT INTO "item" VALUES(29,'qgo','pos',1,'pes',NULL,NULL,1);
INSERT INTO "item" VALUES(30,'qgo','gito',1,'giton',NULL,NULL,1);
INSERT INTO "item" VALUES(31,'qgo','rom',1,'rem',NULL,NULL,1);
INSERT INTO "item" VALUES(32,'qgo','son',1,'sen',NULL,NULL,1);
INSERT INTO "item" VALUES(33,'qgo','nile',2,'nilen',NULL,NULL,1);
INSERT INTO "item" VALUES(34,'qgo','luvi',1,'luvin',NULL,NULL,1);
INSERT INTO "item" VALUES(35,'qgo','bubo',1,'bubon',NULL,NULL,1);
INSERT INTO "item" VALUES(36,'qgo','gefe',2,'gefen',NULL,NULL,1);
INSERT INTO "item" VALUES(37,'qgo','vode',2,'voden',NULL,NULL,1);
INSERT INTO "item" VALUES(38,'qgo','reke',2,'reken',NULL,NULL,1);
INSERT INTO "item" VALUES(39,'qgo','poge',2,'pogen',NULL,NULL,1);
INSERT INTO "item" VALUES(40,'qgo','lat',1,'let',NULL,NULL,1);
INSERT INTO "item" VALUES(41,'qgo','renu',1,'renun',NULL,NULL,1);
INSERT INTO "item" VALUES(42,'qgo','disu',1,'disun',NULL,NULL,1);
INSERT INTO "item" VALUES(43,'qgo','sora',2,'sori',NULL,NULL,1);
INSERT INTO "item" VALUES(44,'qgo','suda',2,'sudi',NULL,NULL,1);
INSERT INTO "item" VALUES(45,'qgo','beti',1,'betin',NULL,NULL,1);
INSERT INTO "item" VALUES(46,'qgo','dama',2,'dami',NULL,NULL,1);
INSERT INTO "item" VALUES(47,'qgo','foro',1,'foron',NULL,NULL,1);
INSERT INTO "item" VALUES(48,'qgo','vumi',1,'vumin',NULL,NULL,1);
INSERT INTO "item" VALUES(49,'qgo','nade',2,'naden',NULL,NULL,1);
INSERT INTO "item" VALUES(50,'qgo','bop',1,'bep',NULL,NULL,1);
INSERT INTO "item" VALUES(51,'qgo','gale',2,'galen',NULL,NULL,1);
INSERT INTO "item" VALUES(52,'qgo','tida',2,'tidi',NULL,NULL,1);
INSERT INTO "item" VALUES(53,'qgo','lom',1,'lem',NULL,NULL,1);
INSERT INTO "item" VALUES(54,'qgo','fero',1,'feron',NULL,NULL,1);
INSERT INTO "item" VALUES(55,'qgo','kobi',1,'kobin',NULL,NULL,1);
INSERT INTO "item" VALUES(56,'qgo','notu',1,'notun',NULL,NULL,1);
INSERT INTO "item" VALUES(57,'qgo','pagu',1,'pagun',NULL,NULL,1);
INSERT INTO "item" VALUES(58,'qgo','dode',2,'doden',NULL,NULL,1);
INSERT INTO "item" VALUES(59,'qgo','maki',1,'makin',NULL,NULL,1);
INSERT INTO "item" VALUES(60,'qgo','vofa',2,'vofi',NULL,NULL,1);
INSERT INTO "item" VALUES(61,'qgo','fanu',1,'fanun',NULL,NULL,1);
INSERT INTO "item" VALUES(62,'qgo','gidu',1,'gidun',NULL,NULL,1);
INSERT INTO "item" VALUES(63,'qgo','dovi',1,'dovin',NULL,NULL,1);
INSERT INTO "item" VALUES(64,'qgo','komu',1,'komun',NULL,NULL,1);
INSERT INTO "item" VALUES(65,'qgo','rira',2,'riri',NULL,NULL,1);
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
CREATE TABLE model (           -- something that predicts forms
    id       INTEGER PRIMARY KEY,
    name     TEXT NOT NULL UNIQUE,
    kind     TEXT NOT NULL,    -- built in, plug-in, external, imported
    settings TEXT NOT NULL DEFAULT '{}'  -- JSON; other settings make another model
) STRICT;
INSERT INTO "model" VALUES(1,'nonneur','built in','{}');
CREATE TABLE output (          -- a distinct (item, predicted form); labelled once, counted everywhere
    id         INTEGER PRIMARY KEY,
    item_id    INTEGER NOT NULL REFERENCES item(id),
    form       TEXT NOT NULL,    -- NFC, stripped; '' where nothing was predicted
    is_correct INTEGER NOT NULL  -- 1 where it equals the gold form
) STRICT;
INSERT INTO "output" VALUES(1,46,'daman',0);
INSERT INTO "output" VALUES(2,47,'foron',1);
INSERT INTO "output" VALUES(3,48,'vumi',0);
INSERT INTO "output" VALUES(4,49,'naden',1);
INSERT INTO "output" VALUES(5,50,'bop',0);
INSERT INTO "output" VALUES(6,51,'galen',1);
INSERT INTO "output" VALUES(7,52,'tidan',0);
INSERT INTO "output" VALUES(8,53,'lem',1);
INSERT INTO "output" VALUES(9,54,'feron',1);
INSERT INTO "output" VALUES(10,55,'kobi',0);
INSERT INTO "output" VALUES(11,56,'notun',1);
INSERT INTO "output" VALUES(12,57,'pagun',1);
INSERT INTO "output" VALUES(13,58,'doden',1);
INSERT INTO "output" VALUES(14,59,'maki',0);
INSERT INTO "output" VALUES(15,60,'vofan',0);
INSERT INTO "output" VALUES(16,61,'fanun',1);
INSERT INTO "output" VALUES(17,62,'gidun',1);
INSERT INTO "output" VALUES(18,63,'dovi',0);
INSERT INTO "output" VALUES(19,64,'komun',1);
INSERT INTO "output" VALUES(20,65,'riran',0);
INSERT INTO "output" VALUES(21,41,'renun',1);
INSERT INTO "output" VALUES(22,42,'disun',1);
INSERT INTO "output" VALUES(23,43,'soran',0);
INSERT INTO "output" VALUES(24,44,'sudan',0);
INSERT INTO "output" VALUES(25,45,'beti',0);
INSERT INTO "output" VALUES(26,1,'reb',1);
INSERT INTO "output" VALUES(27,2,'ver',1);
INSERT INTO "output" VALUES(28,3,'fet',1);
INSERT INTO "output" VALUES(29,4,'met',1);
INSERT INTO "output" VALUES(30,5,'fer',1);
INSERT INTO "output" VALUES(31,6,'ned',1);
INSERT INTO "output" VALUES(32,7,'dem',1);
INSERT INTO "output" VALUES(33,8,'tet',1);
INSERT INTO "output" VALUES(34,9,'ver',1);
INSERT INTO "output" VALUES(35,10,'den',1);
INSERT INTO "output" VALUES(36,11,'seb',1);
INSERT INTO "output" VALUES(37,12,'beg',1);
INSERT INTO "output" VALUES(38,13,'del',1);
INSERT INTO "output" VALUES(39,14,'sem',1);
INSERT INTO "output" VALUES(40,15,'lef',1);
INSERT INTO "output" VALUES(41,16,'bofun',1);
INSERT INTO "output" VALUES(42,17,'keson',1);
INSERT INTO "output" VALUES(43,18,'taten',1);
INSERT INTO "output" VALUES(44,19,'ges',1);
INSERT INTO "output" VALUES(45,20,'folun',1);
INSERT INTO "output" VALUES(46,46,'dami',1);
INSERT INTO "output" VALUES(47,48,'vumin',1);
INSERT INTO "output" VALUES(48,52,'tidi',1);
INSERT INTO "output" VALUES(49,55,'kobin',1);
INSERT INTO "output" VALUES(50,59,'makin',1);
INSERT INTO "output" VALUES(51,60,'vofi',1);
INSERT INTO "output" VALUES(52,63,'dovin',1);
INSERT INTO "output" VALUES(53,65,'riri',1);
INSERT INTO "output" VALUES(54,43,'sori',1);
INSERT INTO "output" VALUES(55,44,'sudi',1);
INSERT INTO "output" VALUES(56,45,'betin',1);
INSERT INTO "output" VALUES(57,21,'koden',1);
INSERT INTO "output" VALUES(58,22,'tilin',1);
INSERT INTO "output" VALUES(59,23,'vifen',1);
INSERT INTO "output" VALUES(60,24,'ded',1);
INSERT INTO "output" VALUES(61,25,'reg',1);
INSERT INTO "output" VALUES(62,26,'tisin',1);
INSERT INTO "output" VALUES(63,27,'rori',1);
INSERT INTO "output" VALUES(64,28,'kanon',1);
INSERT INTO "output" VALUES(65,29,'pes',1);
INSERT INTO "output" VALUES(66,30,'giton',1);
INSERT INTO "output" VALUES(67,31,'rem',1);
INSERT INTO "output" VALUES(68,32,'sen',1);
INSERT INTO "output" VALUES(69,33,'nilen',1);
INSERT INTO "output" VALUES(70,34,'luvin',1);
INSERT INTO "output" VALUES(71,35,'bubon',1);
INSERT INTO "output" VALUES(72,36,'gefen',1);
INSERT INTO "output" VALUES(73,37,'voden',1);
INSERT INTO "output" VALUES(74,38,'reken',1);
INSERT INTO "output" VALUES(75,39,'pogen',1);
INSERT INTO "output" VALUES(76,40,'let',1);
CREATE TABLE prediction (      -- run × item → output
    run_part_id INTEGER NOT NULL,
    item_id     INTEGER NOT NULL,
    output_id   INTEGER NOT NULL,
    PRIMARY KEY (run_part_id, item_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "prediction" VALUES(1,46,1);
INSERT INTO "prediction" VALUES(1,47,2);
INSERT INTO "prediction" VALUES(1,48,3);
INSERT INTO "prediction" VALUES(1,49,4);
INSERT INTO "prediction" VALUES(1,50,5);
INSERT INTO "prediction" VALUES(1,51,6);
INSERT INTO "prediction" VALUES(1,52,7);
INSERT INTO "prediction" VALUES(1,53,8);
INSERT INTO "prediction" VALUES(1,54,9);
INSERT INTO "prediction" VALUES(1,55,10);
INSERT INTO "prediction" VALUES(1,56,11);
INSERT INTO "prediction" VALUES(1,57,12);
INSERT INTO "prediction" VALUES(1,58,13);
INSERT INTO "prediction" VALUES(1,59,14);
INSERT INTO "prediction" VALUES(1,60,15);
INSERT INTO "prediction" VALUES(1,61,16);
INSERT INTO "prediction" VALUES(1,62,17);
INSERT INTO "prediction" VALUES(1,63,18);
INSERT INTO "prediction" VALUES(1,64,19);
INSERT INTO "prediction" VALUES(1,65,20);
INSERT INTO "prediction" VALUES(2,41,21);
INSERT INTO "prediction" VALUES(2,42,22);
INSERT INTO "prediction" VALUES(2,43,23);
INSERT INTO "prediction" VALUES(2,44,24);
INSERT INTO "prediction" VALUES(2,45,25);
INSERT INTO "prediction" VALUES(3,1,26);
INSERT INTO "prediction" VALUES(3,2,27);
INSERT INTO "prediction" VALUES(3,3,28);
INSERT INTO "prediction" VALUES(3,4,29);
INSERT INTO "prediction" VALUES(3,5,30);
INSERT INTO "prediction" VALUES(3,6,31);
INSERT INTO "prediction" VALUES(3,7,32);
INSERT INTO "prediction" VALUES(3,8,33);
INSERT INTO "prediction" VALUES(3,9,34);
INSERT INTO "prediction" VALUES(3,10,35);
INSERT INTO "prediction" VALUES(3,11,36);
INSERT INTO "prediction" VALUES(3,12,37);
INSERT INTO "prediction" VALUES(3,13,38);
INSERT INTO "prediction" VALUES(3,14,39);
INSERT INTO "prediction" VALUES(3,15,40);
INSERT INTO "prediction" VALUES(3,16,41);
INSERT INTO "prediction" VALUES(3,17,42);
INSERT INTO "prediction" VALUES(3,18,43);
INSERT INTO "prediction" VALUES(3,19,44);
INSERT INTO "prediction" VALUES(3,20,45);
INSERT INTO "prediction" VALUES(4,46,46);
INSERT INTO "prediction" VALUES(4,47,2);
INSERT INTO "prediction" VALUES(4,48,47);
INSERT INTO "prediction" VALUES(4,49,4);
INSERT INTO "prediction" VALUES(4,50,5);
INSERT INTO "prediction" VALUES(4,51,6);
INSERT INTO "prediction" VALUES(4,52,48);
INSERT INTO "prediction" VALUES(4,53,8);
INSERT INTO "prediction" VALUES(4,54,9);
INSERT INTO "prediction" VALUES(4,55,49);
INSERT INTO "prediction" VALUES(4,56,11);
INSERT INTO "prediction" VALUES(4,57,12);
INSERT INTO "prediction" VALUES(4,58,13);
INSERT INTO "prediction" VALUES(4,59,50);
INSERT INTO "prediction" VALUES(4,60,51);
INSERT INTO "prediction" VALUES(4,61,16);
INSERT INTO "prediction" VALUES(4,62,17);
INSERT INTO "prediction" VALUES(4,63,52);
INSERT INTO "prediction" VALUES(4,64,19);
INSERT INTO "prediction" VALUES(4,65,53);
INSERT INTO "prediction" VALUES(5,41,21);
INSERT INTO "prediction" VALUES(5,42,22);
INSERT INTO "prediction" VALUES(5,43,54);
INSERT INTO "prediction" VALUES(5,44,55);
INSERT INTO "prediction" VALUES(5,45,56);
INSERT INTO "prediction" VALUES(6,1,26);
INSERT INTO "prediction" VALUES(6,2,27);
INSERT INTO "prediction" VALUES(6,3,28);
INSERT INTO "prediction" VALUES(6,4,29);
INSERT INTO "prediction" VALUES(6,5,30);
INSERT INTO "prediction" VALUES(6,6,31);
INSERT INTO "prediction" VALUES(6,7,32);
INSERT INTO "prediction" VALUES(6,8,33);
INSERT INTO "prediction" VALUES(6,9,34);
INSERT INTO "prediction" VALUES(6,10,35);
INSERT INTO "prediction" VALUES(6,11,36);
INSERT INTO "prediction" VALUES(6,12,37);
INSERT INTO "prediction" VALUES(6,13,38);
INSERT INTO "prediction" VALUES(6,14,39);
INSERT INTO "prediction" VALUES(6,15,40);
INSERT INTO "prediction" VALUES(6,16,41);
INSERT INTO "prediction" VALUES(6,17,42);
INSERT INTO "prediction" VALUES(6,18,43);
INSERT INTO "prediction" VALUES(6,19,44);
INSERT INTO "prediction" VALUES(6,20,45);
INSERT INTO "prediction" VALUES(6,21,57);
INSERT INTO "prediction" VALUES(6,22,58);
INSERT INTO "prediction" VALUES(6,23,59);
INSERT INTO "prediction" VALUES(6,24,60);
INSERT INTO "prediction" VALUES(6,25,61);
INSERT INTO "prediction" VALUES(6,26,62);
INSERT INTO "prediction" VALUES(6,27,63);
INSERT INTO "prediction" VALUES(6,28,64);
INSERT INTO "prediction" VALUES(6,29,65);
INSERT INTO "prediction" VALUES(6,30,66);
INSERT INTO "prediction" VALUES(6,31,67);
INSERT INTO "prediction" VALUES(6,32,68);
INSERT INTO "prediction" VALUES(6,33,69);
INSERT INTO "prediction" VALUES(6,34,70);
INSERT INTO "prediction" VALUES(6,35,71);
INSERT INTO "prediction" VALUES(6,36,72);
INSERT INTO "prediction" VALUES(6,37,73);
INSERT INTO "prediction" VALUES(6,38,74);
INSERT INTO "prediction" VALUES(6,39,75);
INSERT INTO "prediction" VALUES(6,40,76);
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
INSERT INTO "run" VALUES(1,1,1,20,0,'done',NULL,NULL,NULL,NULL,'2026-11-18T10:39:33+00:00',2.75678900015918770805e-03,'{"goed": "0.1.0", "python": "3.11.7"}','a machine, x86_64, 2 cores');
INSERT INTO "run" VALUES(2,1,1,40,0,'done',NULL,NULL,NULL,NULL,'2026-11-18T10:39:33+00:00',4.53120999736711382865e-04,'{"goed": "0.1.0", "python": "3.11.7"}','a machine, x86_64, 2 cores');
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
INSERT INTO "run_part" VALUES(1,1,'test',20,20,11,0,NULL);
INSERT INTO "run_part" VALUES(2,1,'dev',5,5,2,0,NULL);
INSERT INTO "run_part" VALUES(3,1,'core',20,20,20,0,NULL);
INSERT INTO "run_part" VALUES(4,2,'test',20,20,19,0,NULL);
INSERT INTO "run_part" VALUES(5,2,'dev',5,5,5,0,NULL);
INSERT INTO "run_part" VALUES(6,2,'core',40,40,40,0,NULL);
CREATE TABLE runner (          -- a goed process that does runs or imports, so that its leavings can be told
    id         INTEGER PRIMARY KEY,
    host       TEXT NOT NULL,
    pid        INTEGER NOT NULL,
    born       TEXT,           -- when the process was started, as its machine counts
    started_at TEXT NOT NULL,
    seen_at    REAL NOT NULL   -- Unix time of its last sign of life, for other machines
) STRICT;
CREATE TABLE source (          -- where items, a split or predictions came from
    id          INTEGER PRIMARY KEY,
    path        TEXT NOT NULL, -- of the file or folder as the user gave it
    sha256      TEXT,          -- of the file's bytes
    imported_at TEXT NOT NULL  -- UTC, ISO 8601
) STRICT;
INSERT INTO "source" VALUES(1,'part2',NULL,'2026-11-18T10:39:33+00:00');
INSERT INTO "source" VALUES(2,'qgo.txt','e5b9439bc546b5d99ce33f6f4bcf8d2e151afb583d675945847d0d2d77074368','2026-11-18T10:39:33+00:00');
CREATE TABLE split (           -- one way to part a language's items: sampling strategy + seed
    id        INTEGER PRIMARY KEY,
    language  TEXT NOT NULL,
    sampling  TEXT NOT NULL,    -- uniform, weighted, or a given split's name
    seed      INTEGER NOT NULL,
    is_given  INTEGER NOT NULL, -- 1: came from files; 0: drawn by goed
    source_id INTEGER REFERENCES source(id),
    UNIQUE (language, sampling, seed)
) STRICT;
INSERT INTO "split" VALUES(1,'qgo','given',0,1,1);
CREATE TABLE split_item (      -- the items to be predicted
    split_id INTEGER NOT NULL REFERENCES split(id),
    part     TEXT NOT NULL CHECK (part IN ('dev', 'test')),
    position INTEGER NOT NULL,
    item_id  INTEGER NOT NULL REFERENCES item(id),
    PRIMARY KEY (split_id, part, position)
) STRICT, WITHOUT ROWID;
INSERT INTO "split_item" VALUES(1,'dev',0,41);
INSERT INTO "split_item" VALUES(1,'dev',1,42);
INSERT INTO "split_item" VALUES(1,'dev',2,43);
INSERT INTO "split_item" VALUES(1,'dev',3,44);
INSERT INTO "split_item" VALUES(1,'dev',4,45);
INSERT INTO "split_item" VALUES(1,'test',0,46);
INSERT INTO "split_item" VALUES(1,'test',1,47);
INSERT INTO "split_item" VALUES(1,'test',2,48);
INSERT INTO "split_item" VALUES(1,'test',3,49);
INSERT INTO "split_item" VALUES(1,'test',4,50);
INSERT INTO "split_item" VALUES(1,'test',5,51);
INSERT INTO "split_item" VALUES(1,'test',6,52);
INSERT INTO "split_item" VALUES(1,'test',7,53);
INSERT INTO "split_item" VALUES(1,'test',8,54);
INSERT INTO "split_item" VALUES(1,'test',9,55);
INSERT INTO "split_item" VALUES(1,'test',10,56);
INSERT INTO "split_item" VALUES(1,'test',11,57);
INSERT INTO "split_item" VALUES(1,'test',12,58);
INSERT INTO "split_item" VALUES(1,'test',13,59);
INSERT INTO "split_item" VALUES(1,'test',14,60);
INSERT INTO "split_item" VALUES(1,'test',15,61);
INSERT INTO "split_item" VALUES(1,'test',16,62);
INSERT INTO "split_item" VALUES(1,'test',17,63);
INSERT INTO "split_item" VALUES(1,'test',18,64);
INSERT INTO "split_item" VALUES(1,'test',19,65);
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
INSERT INTO "training_item" VALUES(1,2,3,0);
INSERT INTO "training_item" VALUES(1,3,4,0);
INSERT INTO "training_item" VALUES(1,4,5,0);
INSERT INTO "training_item" VALUES(1,5,6,0);
INSERT INTO "training_item" VALUES(1,6,7,0);
INSERT INTO "training_item" VALUES(1,7,8,0);
INSERT INTO "training_item" VALUES(1,8,9,0);
INSERT INTO "training_item" VALUES(1,9,10,0);
INSERT INTO "training_item" VALUES(1,10,11,0);
INSERT INTO "training_item" VALUES(1,11,12,0);
INSERT INTO "training_item" VALUES(1,12,13,0);
INSERT INTO "training_item" VALUES(1,13,14,0);
INSERT INTO "training_item" VALUES(1,14,15,0);
INSERT INTO "training_item" VALUES(1,15,16,0);
INSERT INTO "training_item" VALUES(1,16,17,0);
INSERT INTO "training_item" VALUES(1,17,18,0);
INSERT INTO "training_item" VALUES(1,18,19,0);
INSERT INTO "training_item" VALUES(1,19,20,0);
INSERT INTO "training_item" VALUES(1,20,21,0);
INSERT INTO "training_item" VALUES(1,21,22,0);
INSERT INTO "training_item" VALUES(1,22,23,0);
INSERT INTO "training_item" VALUES(1,23,24,0);
INSERT INTO "training_item" VALUES(1,24,25,0);
INSERT INTO "training_item" VALUES(1,25,26,0);
INSERT INTO "training_item" VALUES(1,26,27,0);
INSERT INTO "training_item" VALUES(1,27,28,0);
INSERT INTO "training_item" VALUES(1,28,29,0);
INSERT INTO "training_item" VALUES(1,29,30,0);
INSERT INTO "training_item" VALUES(1,30,31,0);
INSERT INTO "training_item" VALUES(1,31,32,0);
INSERT INTO "training_item" VALUES(1,32,33,0);
INSERT INTO "training_item" VALUES(1,33,34,0);
INSERT INTO "training_item" VALUES(1,34,35,0);
INSERT INTO "training_item" VALUES(1,35,36,0);
INSERT INTO "training_item" VALUES(1,36,37,0);
INSERT INTO "training_item" VALUES(1,37,38,0);
INSERT INTO "training_item" VALUES(1,38,39,0);
INSERT INTO "training_item" VALUES(1,39,40,0);
CREATE TABLE training_list (   -- an ordered list whose beginnings are training sets
    id       INTEGER PRIMARY KEY,
    split_id INTEGER NOT NULL REFERENCES split(id)
) STRICT;
INSERT INTO "training_list" VALUES(1,1);
CREATE TABLE training_set (    -- the first n_items of a list; a split's sets share one list where they are nested
    split_id INTEGER NOT NULL REFERENCES split(id),
    size     INTEGER NOT NULL, -- as the split names it
    name     TEXT,             -- a word that files use for the size: small
    list_id  INTEGER NOT NULL REFERENCES training_list(id),
    n_items  INTEGER NOT NULL,
    PRIMARY KEY (split_id, size)
) STRICT, WITHOUT ROWID;
INSERT INTO "training_set" VALUES(1,20,NULL,1,20);
INSERT INTO "training_set" VALUES(1,40,NULL,1,40);
CREATE TABLE variant (         -- another gold form for an item's lemma and features: dreamt beside dreamed
    item_id   INTEGER NOT NULL REFERENCES item(id),
    form      TEXT NOT NULL,
    frequency REAL,
    source_id INTEGER REFERENCES source(id),
    PRIMARY KEY (item_id, form)
) STRICT, WITHOUT ROWID;
INSERT INTO "variant" VALUES(51,'galenn',NULL,2);
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE UNIQUE INDEX item_identity ON item(language, lemma, feature_set_id, form);
CREATE UNIQUE INDEX output_identity ON output(item_id, form);
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
COMMIT;
