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
