CREATE TABLE part_pack (       -- an index: the outputs of a part of a run, to count millions of predictions fast
    run_part_id INTEGER PRIMARY KEY,
    outputs     BLOB NOT NULL  -- output_id of each of its predictions in any order, 32 bits each, lowest byte first
) STRICT;

CREATE TABLE label_change (    -- a single row, by which programs see that what they know of outputs is out of date
    n INTEGER NOT NULL         -- how often the classifier's labels were changed, or outputs removed
) STRICT;

INSERT INTO label_change VALUES (0);
