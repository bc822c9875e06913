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
